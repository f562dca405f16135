import { decoded } from './percent.js';

/** What a signed request says of its signature: the parameters `oauth_…` of its header, by their names. */
export type OAuthParameters = ReadonlyMap<string, string>;

const MARK = /oauth /i;
const MARK_LENGTH = 'oauth '.length;
const PREFIX = 'oauth_';

/** Sign by sign: a pattern for quotes at the end costs the square of those that stand elsewhere. */
const unquoted = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && text[from] === '"') from += 1;
  while (to > from && text[to - 1] === '"') to -= 1;
  return text.slice(from, to);
};

/**
 * Reads an Authorization header (access.md, "A signed request"): what stands before `oauth ` is ignored, and so is every
 * parameter of another name, such as `realm`. Of a name that comes twice the last one counts.
 */
export const readAuthorization = (authorization: string): OAuthParameters => {
  const found = new Map<string, string>();
  const at = authorization.search(MARK);
  if (at === -1) return found;
  for (const part of authorization.slice(at + MARK_LENGTH).split(',')) {
    const text = part.trim();
    const equals = text.indexOf('=');
    if (equals === -1) continue;
    const name = decoded(text.slice(0, equals).trim());
    if (name.startsWith(PREFIX)) found.set(name, decoded(unquoted(text.slice(equals + 1).trim())));
  }
  return found;
};
