/** First strong isolate and its terminator (UAX #9, 2.4): the text between them is ordered independently. */
const ISOLATE = '\u2068';
const END = '\u2069';

/** Isolate initiators: LRI, RLI, FSI. */
const OPENS = /[\u2066-\u2068]/;
/** Paragraph separators (class B), which would end an isolate early. */
const PARAGRAPH_ENDS = String.raw`\n\r\u001c-\u001e\u0085\u2029`;
const IN_ONE_PARAGRAPH = new RegExp(`[${PARAGRAPH_ENDS}]+`, 'g');

/** Right-to-left letters and direction marks. */
const RIGHT_TO_LEFT = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;
const MARKS = String.raw`\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069`;
const TURNS = new RegExp(`[${PARAGRAPH_ENDS}${RIGHT_TO_LEFT}${MARKS}]`, 'u');

/** True if a text could reorder its neighbors on a left-to-right page. */
export const turnsDirection = (text: string): boolean => TURNS.test(text);

/**
 * Removes paragraph breaks and balances isolates, so that no text can end an isolate around it. Embeddings and
 * overrides end with the isolate (UAX #9, X6a).
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

/** Isolates a text with control characters if needed, for titles and attributes where markup is impossible. */
export const isolatedText = (text: string): string =>
  turnsDirection(text) ? `${ISOLATE}${balanced(text)}${END}` : text;
