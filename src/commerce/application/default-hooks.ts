import { Injectable } from '@nestjs/common';
import { type Criteria, sentence } from '../../../libs/kernel/index.js';
import {
  type BatchTransaction,
  type Recorded,
  type RecordChange,
  type Records,
  RecordStore,
  type RecordHooks,
  RowRefused,
} from '../../../libs/records/index.js';
import { ALL_STORES_ID } from '../domain/store.js';
import { type Store, storeResource } from '../store.record.js';
import type { Website } from '../website.record.js';

interface Defaultable extends Recorded {
  readonly isDefault: number;
}

/** The records that share one default: all of a resource, or those with the same value of a property. */
interface DefaultGroups<T> {
  /** The property and its value; undefined if all records of the resource are one group. */
  readonly property: string | undefined;
  groupOf(record: T): number;
}

/**
 * There is one default website, and one default store view per website. `is_default` = 1 moves the flag in the same
 * transaction (commerce.md). A rejected record changes nothing.
 */
abstract class DefaultHooks<T extends Defaultable> implements RecordHooks<T> {
  private readonly stores: Records<Store>;

  constructor(
    store: RecordStore,
    private readonly groups: DefaultGroups<T>,
  ) {
    this.stores = store.recordsOf(storeResource);
  }

  /** Serializes writes to websites and store views by locking store view 0, which always exists. */
  async lock(): Promise<void> {
    await this.stores.byIds([ALL_STORES_ID]);
  }

  async check(batch: readonly RecordChange<T>[], { records }: BatchTransaction<T>): Promise<void> {
    for (const [index, { previous, next }] of batch.entries()) {
      if (!next) continue;
      const wasDefault = previous?.isDefault === 1;
      if (wasDefault && this.groups.groupOf(previous) === this.groups.groupOf(next)) continue;
      if (wasDefault && (await this.hasOthers(previous, records)))
        throw new RowRefused(
          index,
          sentence(
            'The default store view cannot be moved to another website while its website has other store views. Make another store view the default first.',
          ),
        );
      if (next.isDefault === 1) await this.takeFromFormer(next, records);
    }
  }

  private async takeFromFormer(next: T, records: Records<T>): Promise<void> {
    const former = await this.find(next, records, [{ property: 'isDefault', condition: 'eq', values: [1] }]);
    await records.update(former.map((other) => ({ ...other, isDefault: 0 })));
  }

  /**
   * Whether the group has other records. If so, its default record must not leave it, because the others would have no
   * default.
   */
  private async hasOthers(record: T, records: Records<T>): Promise<boolean> {
    const others = await this.find(record, records, [{ property: 'id', condition: 'neq', values: [record.id] }]);
    return others.length > 0;
  }

  /** The first matching record of the group. */
  private async find(record: T, records: Records<T>, filters: Criteria['groups'][number]): Promise<readonly T[]> {
    const { property, groupOf } = this.groups;
    const group: Criteria['groups'] =
      property === undefined ? [] : [[{ property, condition: 'eq', values: [groupOf(record)] }]];
    const { items } = await records.search({
      groups: [...group, ...filters.map((filter) => [filter])],
      sort: [],
      page: 1,
      pageSize: 1,
      uncounted: true,
    });
    return items;
  }
}

@Injectable()
export class WebsiteHooks extends DefaultHooks<Website> {
  constructor(store: RecordStore) {
    super(store, { property: undefined, groupOf: () => 0 });
  }
}

@Injectable()
export class StoreHooks extends DefaultHooks<Store> {
  constructor(store: RecordStore) {
    super(store, { property: 'websiteId', groupOf: ({ websiteId }) => websiteId });
  }
}
