import { Decimal } from '../kernel/index.js';

/** Types of bound values. Decimals are bound as numbers, which represent their 15 digits exactly (pricing.md §3). */
export type Param = string | number | boolean | null | Date | Decimal;

export type Params = readonly Param[];

export type Bound = string | number | null;

export const bound = (param: Param): Bound => {
  if (typeof param === 'string' || typeof param === 'number' || param === null) return param;
  if (typeof param === 'boolean') return param ? 1 : 0;
  if (param instanceof Date) return param.toISOString();
  if (param instanceof Decimal) return param.toNumber();
  throw new TypeError('a parameter of SQL is a string, number, boolean, null, Date or Decimal');
};

export interface Sql {
  readonly text: string;
  readonly params: Params;
}

export const sql = (text: string, ...params: Params): Sql => ({ text, params });

export const NEVER: Sql = sql('1 = 0');
const ALWAYS: Sql = sql('1 = 1');

/** Longer lists would make plans slow and exceed server limits. */
export const LIST_MAX = 900;

export const chunks = <T>(items: readonly T[], size: number = LIST_MAX): readonly (readonly T[])[] => {
  if (items.length <= size) return items.length === 0 ? [] : [items];
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
};

const marks = new Map<number, string>();

/** `count` times `?`, separated by commas. */
export const placeholders = (count: number): string => {
  let text = marks.get(count);
  if (text === undefined) {
    text = Array.from({ length: count }, () => '?').join(', ');
    marks.set(count, text);
  }
  return text;
};

const roundedUp = (count: number): number => Math.min(LIST_MAX, 2 ** Math.ceil(Math.log2(count)));

const oneList = (column: string, values: Params): Sql => {
  const [first = null] = values;
  if (values.length === 1) return sql(`${column} = ?`, first);
  // Rounds up the length by repeating a value, so that there are few different prepared statements.
  const size = roundedUp(values.length);
  const filled = [...values, ...Array.from({ length: size - values.length }, () => first)];
  return { text: `${column} IN (${placeholders(size)})`, params: filled };
};

/**
 * Joins the conditions with `AND` or `OR` as a balanced tree, because SQLite rejects expressions nested more than
 * 1,000 deep.
 */
const joined = (word: 'AND' | 'OR', parts: readonly Sql[], none: Sql): Sql => {
  const [first] = parts;
  if (!first) return none;
  if (parts.length === 1) return first;
  const nest = (from: number, to: number): string => {
    if (to - from <= 16)
      return `(${parts
        .slice(from, to)
        .map(({ text }) => text)
        .join(` ${word} `)})`;
    const middle = (from + to) >> 1;
    return `(${nest(from, middle)} ${word} ${nest(middle, to)})`;
  };
  return { text: nest(0, parts.length), params: parts.flatMap(({ params }) => params) };
};

export const allOf = (parts: readonly Sql[]): Sql => joined('AND', parts, ALWAYS);
export const anyOf = (parts: readonly Sql[]): Sql => joined('OR', parts, NEVER);

/** `column IN (…)`, in lists of at most 900 values; matches nothing without values. */
export const inList = (column: string, values: Params): Sql =>
  anyOf(chunks([...new Set(values)]).map((part) => oneList(column, part)));

/** Calls `ask` for each chunk sequentially and concatenates the results. */
export const inChunks = async <T, R>(
  items: readonly T[],
  ask: (part: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> => {
  const parts = chunks(items);
  if (parts.length === 1) return ask(items);
  const answers: R[] = [];
  for (const part of parts) for (const answer of await ask(part)) answers.push(answer);
  return answers;
};
