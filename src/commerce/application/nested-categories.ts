import type { Criteria, Page, Transactions } from '../../../libs/kernel/index.js';
import { type Recorded, Records, RowRefused, type UniqueKey } from '../../../libs/records/index.js';
import { belowItself, type CategoryPlace, firstBelowItself } from '../domain/category.js';

type Placed = CategoryPlace & Recorded;

/**
 * Stored categories, none of which is moved below itself (commerce.md). Whoever moves one locks all that stand above its
 * new place: of two at once that would make a circle together the second sees the first.
 */
export class NestedCategories<C extends Placed> extends Records<C> {
  constructor(
    private readonly stored: Records<C>,
    private readonly transactions: Transactions,
  ) {
    super();
  }

  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, C>> {
    return this.stored.byIds(ids);
  }

  byKey(key: UniqueKey<C>, samples: readonly Partial<C>[]): Promise<readonly (C | undefined)[]> {
    return this.stored.byKey(key, samples);
  }

  search(criteria: Criteria): Promise<Page<C>> {
    return this.stored.search(criteria);
  }

  override idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    return this.stored.idsOf(groups);
  }

  /** Nothing is below a new one yet. */
  insert(records: readonly C[], givenIds?: boolean): Promise<readonly number[]> {
    return this.stored.insert(records, givenIds);
  }

  update(records: readonly C[]): Promise<void> {
    return this.transactions.write(async () => {
      const refused = await this.firstRefused(records);
      if (refused) throw refused;
      await this.stored.update(records);
    });
  }

  remove(ids: readonly number[]): Promise<void> {
    return this.stored.remove(ids);
  }

  private async firstRefused(records: readonly C[]): Promise<RowRefused | undefined> {
    const before = await this.stored.byIds(records.map(({ id }) => id));
    const moved = records.filter(({ id, parentId }) => before.get(id)?.parentId !== parentId);
    const refused = moved[firstBelowItself(moved, await this.parentsAbove(moved)) ?? -1];
    return refused && new RowRefused(records.indexOf(refused), belowItself(refused));
  }

  /** The parents of all that stand above these, read level by level. */
  private async parentsAbove(moved: readonly C[]): Promise<ReadonlyMap<number, number | null>> {
    const parents = new Map<number, number | null>();
    for (let level = idsAbove(moved); level.length > 0;) {
      const found = [...(await this.stored.byIds(level)).values()];
      for (const { id, parentId } of found) parents.set(id, parentId);
      level = idsAbove(found).filter((id) => !parents.has(id));
    }
    return parents;
  }
}

const idsAbove = (places: readonly CategoryPlace[]): readonly number[] => [
  ...new Set(places.flatMap(({ parentId }) => parentId ?? [])),
];
