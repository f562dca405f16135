import type { Decimal } from '../../kernel/index.js';
import type { Kind } from '../declare/field.js';

type Values = Readonly<Record<string, unknown>>;

/** A value of a record as a part of JSON, in a column and in a file: decimals are texts, so that they stay exact. */
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
