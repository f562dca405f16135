import { exactNumber, InexactNumber, inexactNumberIn, parseJson } from '../../../../libs/kernel/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { type PropertyShape, type Shape, shapeOf } from './schema-shape.js';

/** Prefix of payload column names. */
export const PAYLOAD_COLUMN = 'dpp_payload.';

/** The payload value that a CSV column contains. */
export interface PayloadColumn {
  readonly path: readonly string[];
  /** Undefined for one text of a language map. */
  readonly property: PropertyShape | undefined;
}

const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/**
 * The payload value for a column such as `dpp_payload.voltage.nominal`; undefined if the template has no such value.
 */
export const payloadColumn = (name: string, schema: JsonObject): PayloadColumn | undefined => {
  if (!name.startsWith(PAYLOAD_COLUMN)) return undefined;
  const path = name.slice(PAYLOAD_COLUMN.length).split('.');
  let shape: Shape = shapeOf(schema);
  for (const [index, step] of path.entries()) {
    const property = shape.get(step);
    if (!property) return undefined;
    const rest = path.slice(index + 1);
    if (rest.length === 0) return { path, property };
    if (property.languageMap && rest.length === 1 && LANGUAGE.test(rest[0] ?? '')) return { path, property: undefined };
    // Entries of a list have no columns of their own.
    if (property.types.includes('array')) return undefined;
    shape = property.children;
  }
  return undefined;
};

const isStructured = ({ types, languageMap, children }: PropertyShape): boolean =>
  types.includes('array') || types.includes('object') || languageMap || children.size > 0;

const isNumeric = ({ types }: PropertyShape): boolean => types.includes('number') || types.includes('integer');

export const isNumberColumn = ({ property }: PayloadColumn): boolean => property !== undefined && isNumeric(property);

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

type CellRead = { readonly value: Json } | { readonly reason: string };

/** The value if it would be stored exactly as it was sent, else the fault. */
const exactCell = (read: () => Json, otherwise: string): CellRead => {
  try {
    const value = read();
    const inexact = inexactNumberIn(value);
    return inexact === undefined ? { value } : { reason: new InexactNumber(inexact).reason };
  } catch (error) {
    return { reason: error instanceof InexactNumber ? error.reason : otherwise };
  }
};

const structured = (cell: string): CellRead => {
  const reason = 'must be a JSON object or list';
  const read = exactCell(() => parseJson(cell) as Json, reason);
  return 'value' in read && (typeof read.value !== 'object' || read.value === null) ? { reason } : read;
};

const numeric = (cell: string): CellRead => {
  const reason = 'must be a number';
  return NUMBER.test(cell.trim()) ? exactCell(() => exactNumber(cell), reason) : { reason };
};

/** The value of a filled cell; numbers have a decimal point. */
export const payloadCell = ({ property }: PayloadColumn, cell: string): CellRead => {
  if (!property) return { value: cell };
  if (isStructured(property)) return structured(cell);
  if (isNumeric(property)) return numeric(cell);
  if (!property.types.includes('boolean')) return { value: cell };
  const flag = FLAGS[cell.trim().toLowerCase()];
  return flag === undefined ? { reason: 'must be true or false' } : { value: flag };
};

/** A pair of columns where one contains a part of the other's value; undefined if there is none. */
export const wholeAndPart = (
  names: readonly string[],
): { readonly whole: string; readonly part: string } | undefined => {
  const known = new Set(names);
  for (const part of names)
    for (let dot = part.indexOf('.'); dot > 0; dot = part.indexOf('.', dot + 1)) {
      const whole = part.slice(0, dot);
      if (known.has(whole)) return { whole, part };
    }
  return undefined;
};

/** Sets a value at a path in an object. Objects are merged with existing members. */
export const withValueAt = (object: JsonObject, [first = '', ...rest]: readonly string[], value: Json): JsonObject => {
  const own = Object.hasOwn(object, first) ? object[first] : undefined;
  const inner = isJsonObject(own) ? own : {};
  const next = rest.length > 0 ? withValueAt(inner, rest, value) : isJsonObject(value) ? { ...inner, ...value } : value;
  return { ...object, [first]: next ?? null };
};
