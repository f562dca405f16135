import { type Decimal, type Fault, InexactNumber, invalidValue, parseJson } from '../../kernel/index.js';
import type { Field, Kind } from '../declare/field.js';
import { jsonOf } from '../read/to-wire.js';

/** The content of a cell; null for an empty cell without quotes. */
export type Cell = string | null;

type Values = Readonly<Record<string, unknown>>;

const STRUCTURED: ReadonlySet<Kind['type']> = new Set(['words', 'object', 'objects', 'attributes', 'ids', 'input']);

const byCodePoint = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Codes are sorted, so that equal attributes have equal cells. */
const inOrder = (kind: Kind, value: unknown): unknown =>
  kind.type === 'attributes' ? Object.fromEntries(Object.entries(value as Values).sort(byCodePoint)) : value;

/** Formats a value of a record as a cell: decimals with all digits, structured values as JSON, texts unchanged. */
export const cellOf = ({ kind }: Field, value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (STRUCTURED.has(kind.type)) return JSON.stringify(inOrder(kind, jsonOf(kind, value)));
  return kind.type === 'decimal' ? (value as Decimal).toFixed() : `${value as string | number}`;
};

const noJson = Symbol('no JSON');

const parsed = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof InexactNumber) return error;
    return noJson;
  }
};

export const readJsonCell = (name: string, text: string): { readonly value: unknown } | { readonly fault: Fault } => {
  const value = parsed(text);
  if (value instanceof InexactNumber) return { fault: value.faults[0] };
  return value === noJson ? { fault: invalidValue(name, text, 'JSON') } : { value };
};

/**
 * Converts a cell to input for a service. An empty cell means null, or the default if the field is not nullable, so
 * that importing a file twice changes nothing. Undefined if the service chooses the value (a customer's website).
 */
export const inputOf = (field: Field, cell: Cell): { readonly value: unknown } | { readonly fault: Fault } => {
  if (cell === null) {
    if (field.nullable || field.required) return { value: null };
    return { value: field.default ?? undefined };
  }
  return STRUCTURED.has(field.kind.type) ? readJsonCell(field.name, cell) : { value: cell };
};
