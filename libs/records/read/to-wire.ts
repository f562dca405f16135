import { createHash } from 'node:crypto';
import { type Decimal, jsonNumber } from '../../kernel/index.js';
import type { Field, Kind } from '../declare/field.js';

/** A field's value in a response. */
export const wireValue = (field: Field, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  switch (field.kind.type) {
    case 'decimal':
      return jsonNumber(value as Decimal);
    case 'instant':
      return (value as Date).toISOString();
    case 'object':
      return toWire(field.kind.fields, value);
    case 'objects': {
      const { fields } = field.kind;
      return (value as readonly object[]).map((item) => toWire(fields, item));
    }
    default:
      return value;
  }
};

/** A record in a response: snake_case keys in declared order, without write-only fields (wire.md §3). */
export const toWire = (fields: readonly Field[], record: object): Record<string, unknown> => {
  const answer: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.access !== 'write')
      answer[field.name] = wireValue(field, (record as Record<string, unknown>)[field.property]);
  }
  return answer;
};

/** The strong ETag of a record: SHA-256 of its response form, before `fields` and INSTANTS are applied. */
export const etagOf = (item: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(item)).digest('base64url')}"`;

type Values = Readonly<Record<string, unknown>>;

/** A value as part of JSON in a column or file: decimals are strings, so that they stay exact. */
export const jsonOf = (kind: Kind, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  switch (kind.type) {
    case 'decimal':
      return (value as Decimal).toFixed();
    case 'object':
      return Object.fromEntries(
        kind.fields.map((field) => [field.name, jsonOf(field.kind, (value as Values)[field.property])]),
      );
    case 'objects':
      return (value as readonly unknown[]).map((item) => jsonOf({ ...kind, type: 'object' }, item));
    default:
      return value;
  }
};
