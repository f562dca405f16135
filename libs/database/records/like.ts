interface Token {
  readonly kind: 'text' | 'any' | 'one';
  readonly text: string;
}

/**
 * Parses a caller's pattern: `%` matches any text, `_` one character, and a backslash makes the next character
 * literal.
 */
const tokensOf = (pattern: string): readonly Token[] => {
  const tokens: Token[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '%') {
      if (tokens.at(-1)?.kind !== 'any') tokens.push({ kind: 'any', text: '%' });
    } else if (character === '_') tokens.push({ kind: 'one', text: '_' });
    else if (character === '\\') {
      at += 1;
      // A single backslash at the end is literal.
      tokens.push({ kind: 'text', text: characters[at] ?? '\\' });
    } else tokens.push({ kind: 'text', text: character });
  }
  return tokens;
};

/**
 * The pattern in a form that all databases interpret alike; undefined if it needs more characters than a field of
 * `maxLength` can hold. SQLite fails on patterns of 50,000 bytes, and databases interpret unnecessary escapes
 * differently.
 */
export const likePattern = (pattern: string, maxLength: number): string | undefined => {
  const tokens = tokensOf(pattern);
  if (tokens.filter(({ kind }) => kind !== 'any').length > maxLength) return undefined;
  return tokens
    .map(({ kind, text }) => (kind === 'text' ? text.replace(/[\\%_]/g, (special) => `\\${special}`) : text))
    .join('');
};
