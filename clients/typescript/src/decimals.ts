import { DECIMALS, OPAQUE } from './generated/known.js';

const decimals: ReadonlySet<string> = new Set(DECIMALS);
const opaque: ReadonlySet<string> = new Set(OPAQUE);

/** A text with a colon behind it is a key; what isn't matched is left as it stands. */
const TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g;

/**
 * JSON with each decimal as a text, so that no digit of it goes through a binary number. Which fields are decimals the
 * OpenAPI document says; inside of what somebody stored as it was none is.
 */
export const quotedDecimals = (json: string): string => {
  let key = '';
  let depth = 0;
  let hidden = Infinity;
  return json.replace(TOKEN, (token, text: string | undefined, colon: string | undefined) => {
    if (colon !== undefined) {
      key = text ?? '';
      return token;
    }
    const last = key;
    if (token === '{' || token === '[') {
      depth += 1;
      if (opaque.has(last) && depth < hidden) hidden = depth;
    } else if (token === '}' || token === ']') {
      if (depth === hidden) hidden = Infinity;
      depth -= 1;
    } else if (text === undefined && depth < hidden && decimals.has(last)) return `"${token}"`;
    if (token !== '[') key = '';
    return token;
  });
};
