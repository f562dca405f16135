import { type Criteria, sentence } from '../../../libs/kernel/index.js';
import { type Recorded, Records, RowRefused, type UniqueKey } from '../../../libs/records/index.js';

export interface Defaultable extends Recorded {
  readonly isDefault: number;
}

/** Among which records one is the default: all of a resource, or those that share a property. */
export interface DefaultGroups<T> {
  /** The property that the group is, and its value; undefined: all records are one group. */
  readonly property: string | undefined;
  of(record: T): number;
}

const last = <T>(records: readonly T[], groupOf: (record: T) => number): readonly T[] => [
  ...new Map(records.map((record) => [groupOf(record), record])).values(),
];

/**
 * Stored records of which one in each group is the default: `is_default` = 1 takes it from the former one in the same
 * transaction (commerce.md). The record is stored first, so that one which is refused takes nothing. Whoever writes
 * must have taken turns before.
 */
export class OneDefault<T extends Defaultable> extends Records<T> {
  constructor(
    private readonly stored: Records<T>,
    private readonly groups: DefaultGroups<T>,
  ) {
    super();
  }

  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, T>> {
    return this.stored.byIds(ids);
  }

  byKey(key: UniqueKey<T>, samples: readonly Partial<T>[]): Promise<readonly (T | undefined)[]> {
    return this.stored.byKey(key, samples);
  }

  search(criteria: Criteria) {
    return this.stored.search(criteria);
  }

  override idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    return this.stored.idsOf(groups);
  }

  async insert(records: readonly T[], givenIds?: boolean): Promise<readonly number[]> {
    const ids = await this.stored.insert(
      records.map((record) => ({ ...record, isDefault: 0 })),
      givenIds,
    );
    const wanting = records
      .map((record, index) => ({ ...record, id: ids[index] ?? record.id }))
      .filter(({ isDefault }) => isDefault === 1);
    for (const record of last(wanting, this.groups.of)) await this.take(record);
    return ids;
  }

  async update(records: readonly T[]): Promise<void> {
    const before = await this.stored.byIds(records.map(({ id }) => id));
    const isThere = (record: T): boolean => {
      const previous = before.get(record.id);
      return previous?.isDefault === 1 && this.groups.of(previous) === this.groups.of(record);
    };
    for (const [index, record] of records.entries()) await this.mayLeave(before.get(record.id), record, index);
    const taking = records.filter((record) => record.isDefault === 1 && !isThere(record));
    await this.stored.update(records.map((record) => (isThere(record) ? record : { ...record, isDefault: 0 })));
    for (const record of last(taking, this.groups.of)) await this.take(record);
  }

  remove(ids: readonly number[]): Promise<void> {
    return this.stored.remove(ids);
  }

  private async take(record: T): Promise<void> {
    const former = await this.find(record, [{ property: 'isDefault', condition: 'eq', values: [1] }]);
    await this.stored.update(former.map((other) => ({ ...other, isDefault: 0 })));
    await this.stored.update([{ ...record, isDefault: 1 }]);
  }

  /** The default one of a group leaves it only as the last: else the others would be left without one. */
  private async mayLeave(previous: T | undefined, next: T, index: number): Promise<void> {
    if (previous?.isDefault !== 1 || this.groups.of(previous) === this.groups.of(next)) return;
    const others = await this.find(previous, [{ property: 'id', condition: 'neq', values: [previous.id] }]);
    if (others.length === 0) return;
    throw new RowRefused(index, sentence("The default one of several can't leave: make another the default first."));
  }

  private async find(record: T, filters: Criteria['groups'][number]): Promise<readonly T[]> {
    const { property, of } = this.groups;
    const group: Criteria['groups'] =
      property === undefined ? [] : [[{ property, condition: 'eq', values: [of(record)] }]];
    const { items } = await this.stored.search({
      groups: [...group, ...filters.map((filter) => [filter])],
      sort: [],
      page: 1,
      pageSize: 1,
    });
    return items;
  }
}
