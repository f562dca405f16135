/** First strong isolate and its end (UAX #9, 2.4): what stands between them is ordered for itself. */
const ISOLATE = '\u2068';
const END = '\u2069';

/** Isolate initiators: LRI, RLI, FSI. */
const OPENS = /[\u2066-\u2068]/;
/** Separators of paragraphs (class B), which would end every isolate before its time. */
const PARAGRAPH_ENDS = String.raw`\n\r\u001c-\u001e\u0085\u2029`;
const IN_ONE_PARAGRAPH = new RegExp(`[${PARAGRAPH_ENDS}]+`, 'g');

/** Letters from right to left, and the marks that turn directions. */
const RIGHT_TO_LEFT = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;
const MARKS = String.raw`\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069`;
const TURNS = new RegExp(`[${PARAGRAPH_ENDS}${RIGHT_TO_LEFT}${MARKS}]`, 'u');

/** Whether a text could change the order of what stands beside it on a page from left to right. */
export const turnsDirection = (text: string): boolean => TURNS.test(text);

/**
 * The text in one paragraph with as many ends of isolates as beginnings, so that nothing in it can end an isolate that
 * was put around it. Embeddings and overrides end with that isolate (UAX #9, X6a).
 */
export const balanced = (text: string): string => {
  let open = 0;
  let kept = '';
  for (const sign of text.replace(IN_ONE_PARAGRAPH, ' ')) {
    if (sign === END) {
      if (open === 0) continue;
      open -= 1;
    } else if (OPENS.test(sign)) open += 1;
    kept += sign;
  }
  return kept + END.repeat(open);
};

/** For where no markup can stand (a title, an attribute): isolated by marks, if it needs that. */
export const isolatedText = (text: string): string =>
  turnsDirection(text) ? `${ISOLATE}${balanced(text)}${END}` : text;
