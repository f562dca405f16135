import { decoded } from './percent.js';

export type OAuthParameters = ReadonlyMap<string, string>;

const MARK = /oauth /i;
const MARK_LENGTH = 'oauth '.length;
const PREFIX = 'oauth_';

/** Avoids a regular expression for the closing quote, which would take quadratic time. */
const unquoted = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && text[from] === '"') from += 1;
  while (to > from && text[to - 1] === '"') to -= 1;
  return text.slice(from, to);
};

/**
 * Parses an Authorization header (access.md, "A signed request"). Ignores the text before `oauth ` and parameters with
 * other names, such as `realm`. Of repeated parameters, the last one counts.
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
