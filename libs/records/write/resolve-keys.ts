import { type Fault, invalidValue, sentence } from '../../kernel/index.js';
import type { Recorded, Resource } from '../declare/definition.js';
import { snakeCase } from '../declare/field.js';
import type { References } from '../ports.js';
import { sentValue } from '../read/read.js';
import type { Row } from './row.js';

const keyedBy = (row: Row, property: string, id: number | null): Row => ({
  ...row,
  keyed: { ...row.keyed, [property]: id },
});

/** The rule for a key in an error message. `property` and `title` are those of the referenced record. */
export const ofExisting = (property: string, title: string): string =>
  `the ${snakeCase(property)} of an existing ${title}`;

const faulty = (row: Row, fault: Fault): Row => ({ ...row, faults: [...row.faults, fault] });

/**
 * Replaces business keys (`sku`) with ids. Sending both with different meanings is an error (pricing.md §1).
 * `resource` must be the one with which the rows were read.
 */
export const resolveKeys = async <T extends Recorded>(
  resource: Resource<T>,
  rows: readonly Row[],
  references: References,
): Promise<readonly Row[]> => {
  let open = rows;
  for (const { property, name, keyOf } of resource.fields) {
    if (!keyOf) continue;
    const keys = open.map(({ sent }) => sentValue(sent, property));
    const sentKeys = new Set(keys.flatMap((key) => (typeof key === 'string' ? [key] : [])));
    const ids =
      sentKeys.size === 0 ? new Map<string, number>() : await references.ids(keyOf.resource, keyOf.key, [...sentKeys]);
    const target = resource.byProperty.get(keyOf.property);
    open = open.map((row, at) => {
      const [key, sent] = [keys[at], sentValue(row.sent, keyOf.property)];
      // An empty key for an optional reference means null.
      if (key === null && target?.nullable && sent === undefined) return keyedBy(row, keyOf.property, null);
      if (typeof key !== 'string') return row;
      const id = ids.get(key);
      if (id === undefined) {
        const { one } = references.resources.named(keyOf.resource).title;
        return faulty(row, invalidValue(name, key, ofExisting(keyOf.key, one)));
      }
      if (typeof sent === 'number' && sent !== id) {
        const names = { first: target?.name ?? keyOf.property, second: name };
        return faulty(
          row,
          sentence('"%first" and "%second" refer to different records. Send only one of them.', names, name),
        );
      }
      return keyedBy(row, keyOf.property, id);
    });
  }
  return open;
};
