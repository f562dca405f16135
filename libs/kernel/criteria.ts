/** Search criteria after reading: fields are known, values are of the field's type (wire.md §4). */
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

/** One test of one field; `values` holds what the condition compares with: none for null, several for in. */
export interface Filter {
  /** The record's property, never a column name. */
  readonly property: string;
  readonly condition: Condition;
  readonly values: readonly unknown[];
}

export interface Sort {
  readonly property: string;
  readonly direction: 'ASC' | 'DESC';
}

/** OR inside a group, AND between groups; the id is always the last sort key. `page` counts from 1. */
export interface Criteria {
  readonly groups: readonly (readonly Filter[])[];
  readonly sort: readonly Sort[];
  readonly page: number;
  readonly pageSize: number;
  /** The total is not needed: counting a million rows for each page is slow. */
  readonly uncounted?: boolean;
}

/** `total` counts all matches, not those of this page; of uncounted ones those up to the end of this page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** ETags of the items, where they are asked for. */
  readonly etags?: readonly string[];
}

export const everything = (pageSize: number): Criteria => ({ groups: [], sort: [], page: 1, pageSize });

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

interface Sign {
  readonly text: string;
  /** Whether `%` and `_` are wildcards. */
  readonly isWild: boolean;
}

/** A backslash makes the next character literal; at the end it is a literal itself. */
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

/** Whether a text matches a pattern of `like`. Where both part, the last `%` takes one character more. */
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
