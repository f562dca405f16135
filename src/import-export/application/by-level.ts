import type { Recorded } from '../../../libs/records/index.js';

export interface Levels<T> {
  /** First the records that refer to none, then those that refer to them, and so on; by id within a level. */
  readonly levels: readonly T[];
  /** Records in a cycle and their descendants, which have no valid order. */
  readonly circle: readonly T[];
}

/** Orders records that refer to others of the same kind, so that each follows the one it refers to. */
export const byLevel = <T extends Recorded>(records: readonly T[], parentOf: (record: T) => unknown): Levels<T> => {
  const children = new Map<unknown, T[]>();
  for (const record of records) {
    const parent = parentOf(record);
    const siblings = children.get(parent);
    if (siblings) siblings.push(record);
    else children.set(parent, [record]);
  }
  const levels: T[] = [];
  const placed = new Set<T>();
  for (let level = children.get(null) ?? []; level.length > 0;) {
    for (const record of level) {
      levels.push(record);
      placed.add(record);
    }
    level = level.flatMap(({ id }) => children.get(id) ?? []).sort((one, other) => one.id - other.id);
  }
  return { levels, circle: records.filter((record) => !placed.has(record)) };
};
