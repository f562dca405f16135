import {
  type BatchTransaction,
  type RecordChange,
  type Records,
  type RecordHooks,
  RowRefused,
} from '../../../libs/records/index.js';
import type { Category } from '../category.record.js';
import { belowItself, type CategoryParent, firstBelowItself } from '../domain/category.js';

/**
 * Prevents cycles of categories (commerce.md). A move locks all ancestors of the new position. If two concurrent moves
 * would form a cycle, the second one therefore sees the first.
 */
export class CategoryHooks implements RecordHooks<Category> {
  /** A new category has no descendants yet. */
  async check(batch: readonly RecordChange<Category>[], { records }: BatchTransaction<Category>): Promise<void> {
    const moves = batch.flatMap(({ previous, next }, index) =>
      previous && next && previous.parentId !== next.parentId ? [{ index, moved: next }] : [],
    );
    const moved = moves.map((move) => move.moved);
    const refused = moves[firstBelowItself(moved, await parentsAbove(moved, records)) ?? -1];
    if (refused) throw new RowRefused(refused.index, belowItself(refused.moved));
  }
}

/** The parents of all ancestors, read level by level. */
const parentsAbove = async (
  moved: readonly Category[],
  records: Records<Category>,
): Promise<ReadonlyMap<number, number | null>> => {
  const parents = new Map<number, number | null>();
  for (let level = idsAbove(moved); level.length > 0;) {
    const found = [...(await records.byIds(level)).values()];
    for (const { id, parentId } of found) parents.set(id, parentId);
    level = idsAbove(found).filter((id) => !parents.has(id));
  }
  return parents;
};

const idsAbove = (categories: readonly CategoryParent[]): readonly number[] => [
  ...new Set(categories.flatMap(({ parentId }) => parentId ?? [])),
];
