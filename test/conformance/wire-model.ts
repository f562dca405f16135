import type { Kind } from '../../libs/records/index.js';

/** The filters of wire.md §4 applied to returned JSON: a second implementation to compare the databases with. */

const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Null comes before every other value. */
export const compare = (one: unknown, other: unknown): number => {
  if (one === null || other === null) return one === other ? 0 : one === null ? -1 : 1;
  if (typeof one === 'number') return one - (other as number);
  return byCodePoint(one as string, other as string);
};

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const form = (pattern: string): RegExp =>
  new RegExp(
    `^${[...folded(pattern)]
      .map((sign) => (sign === '%' ? '[^]*' : sign === '_' ? '[^]' : sign.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')))
      .join('')}$`,
    'u',
  );

const typed = (kind: Kind, text: string): string | number => {
  if (kind.type === 'int' || kind.type === 'decimal' || kind.type === 'ids') return Number(text);
  return kind.type === 'instant' && text.length === 10 ? `${text}T00:00:00.000Z` : text;
};

/** Whether a returned value matches the condition. */
export const holds = (kind: Kind, value: unknown, condition: string, text: string): boolean => {
  const wanted = condition === 'in' || condition === 'nin' ? text.split(',') : [text];
  if (Array.isArray(value)) {
    return condition === 'null' ? value.length === 0 : wanted.some((one) => value.includes(typed(kind, one)));
  }
  if (condition === 'null') return value === null;
  if (condition === 'notnull') return value !== null;
  if (value === null) return false;
  const order = compare(value, typed(kind, text));
  switch (condition) {
    case 'eq':
      return order === 0;
    case 'neq':
      return order !== 0;
    case 'gt':
      return order > 0;
    case 'lt':
      return order < 0;
    case 'gteq':
    case 'from':
    case 'moreq':
      return order >= 0;
    case 'lteq':
    case 'to':
      return order <= 0;
    case 'in':
      return wanted.some((one) => compare(value, typed(kind, one)) === 0);
    case 'nin':
      return wanted.every((one) => compare(value, typed(kind, one)) !== 0);
    case 'like':
      return form(text).test(folded(value as string));
    case 'nlike':
      return !form(text).test(folded(value as string));
    default:
      throw new Error(`no such condition: ${condition}`);
  }
};
