/** Conditions of search criteria (wire.md §4). */
export type Condition =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'lt'
  | 'gteq'
  | 'lteq'
  | 'from'
  | 'to'
  | 'moreq'
  | 'like'
  | 'nlike'
  | 'in'
  | 'nin'
  | 'null'
  | 'notnull'
  | 'finset'
  | 'nfinset';

export const CONDITIONS: readonly Condition[] = [
  'eq',
  'neq',
  'gt',
  'lt',
  'gteq',
  'lteq',
  'from',
  'to',
  'moreq',
  'like',
  'nlike',
  'in',
  'nin',
  'null',
  'notnull',
  'finset',
  'nfinset',
];

/** A condition on one field. `values` are compared with the field: none for null, several for in. */
export interface Filter {
  /** Name of the record's property, never a column name. */
  readonly property: string;
  readonly condition: Condition;
  readonly values: readonly unknown[];
}

export interface Sort {
  readonly property: string;
  readonly direction: 'ASC' | 'DESC';
}

/**
 * Parsed search criteria: filters are combined with OR inside a group and with AND between groups. The id is always
 * the last sort key. `page` starts at 1.
 */
export interface Criteria {
  readonly groups: readonly (readonly Filter[])[];
  readonly sort: readonly Sort[];
  readonly page: number;
  readonly pageSize: number;
  /** Skips the total, because counting a million rows for each page is slow. */
  readonly uncounted?: boolean;
}

/** `total` is the number of all matches. For uncounted criteria, it is the number up to the end of this page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** ETags of the items, if requested. */
  readonly etags?: readonly string[];
}

export const everything = (pageSize: number): Criteria => ({ groups: [], sort: [], page: 1, pageSize });

/** Uppercase letters that MariaDB does not convert to lowercase: those added after Unicode 3, and all above U+FFFF. */
const UNFOLDED_LETTERS = [
  String.raw`\u0220\u023a-\u023e\u0241-\u024e\u0370-\u0372\u0376\u037f\u03cf\u03d8\u03f4\u03f7-\u03fa`,
  String.raw`\u03fd-\u03ff\u048a\u04c0\u04c5\u04c9\u04cd\u04f6\u04fa-\u052e\u10a0-\u10c7\u10cd\u13a0-\u13f5`,
  String.raw`\u1c89\u1c90-\u1cba\u1cbd-\u1cbf\u1e9e\u1efa-\u1efe\u2132\u2183\u2c00-\u2c2f\u2c60-\u2c64`,
  String.raw`\u2c67-\u2c72\u2c75\u2c7e-\u2ce2\u2ceb-\u2ced\u2cf2\ua640-\ua66c\ua680-\ua69a\ua722-\ua72e`,
  String.raw`\ua732-\ua76e\ua779-\ua786\ua78b-\ua78d\ua790-\ua792\ua796-\ua7dc\ua7f5`,
].join('');
export const UNFOLDED = `[${UNFOLDED_LETTERS}\\u{10000}-\\u{10ffff}]`;
const isUnfolded = new RegExp(UNFOLDED, 'u');

const lower = (letter: string): string => {
  if (letter === 'İ') return 'i';
  return isUnfolded.test(letter) ? letter : letter.toLowerCase();
};

/** A text as `like` compares it on every database: each letter converted to lowercase separately (wire.md §4). */
export const folded = (text: string): string => {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return Array.from(text, lower).join('');
};

interface Sign {
  readonly text: string;
  /** Whether `%` and `_` are wildcards. */
  readonly isWild: boolean;
}

/** Splits a pattern into characters. A backslash makes the next character literal; at the end it is itself literal. */
const signsOf = (pattern: string): readonly Sign[] => {
  const signs: Sign[] = [];
  const texts = [...pattern];
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] ?? '';
    if (text === '\\' && index + 1 < texts.length) {
      index += 1;
      signs.push({ text: texts[index] ?? '', isWild: false });
    } else signs.push({ text, isWild: text === '%' || text === '_' });
  }
  return signs;
};

/**
 * Whether a text matches a `like` pattern. On a mismatch, backtracks and lets the last `%` match one more character.
 */
export const isLike = (value: string, pattern: string): boolean => {
  const [characters, signs] = [[...folded(value)], signsOf(folded(pattern))];
  let [at, sign, anyAt, anySign] = [0, 0, -1, -1];
  while (at < characters.length) {
    const { text, isWild } = signs[sign] ?? { text: '', isWild: false };
    if (isWild && text === '%') {
      [anyAt, anySign] = [at, sign];
      sign += 1;
    } else if ((isWild && text === '_') || text === characters[at]) {
      at += 1;
      sign += 1;
    } else if (anySign >= 0) {
      anyAt += 1;
      [at, sign] = [anyAt, anySign + 1];
    } else return false;
  }
  return signs.slice(sign).every(({ text, isWild }) => isWild && text === '%');
};
