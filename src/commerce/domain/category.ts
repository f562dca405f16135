import { type Change, change, type Fault, invalidValue, sentence } from '../../../libs/kernel/index.js';

interface CategoryFacts {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

/** Rejects a category that is its own parent. A new category has no id yet, so nothing can refer to it. */
export const categoryFaults = (next: Pick<CategoryFacts, 'id' | 'parentId'>): readonly Fault[] =>
  next.parentId !== null && next.id > 0 && next.parentId === next.id
    ? [invalidValue('parent_id', next.parentId, 'the ID of another category')]
    : [];

export type CategoryParent = Pick<CategoryFacts, 'id' | 'parentId'>;

const isOrIsBelow = (id: number | null, top: number, parents: ReadonlyMap<number, number | null>): boolean => {
  // Follows an existing cycle only once.
  const passed = new Set<number>();
  for (let at = id; at !== null && !passed.has(at); at = parents.get(at) ?? null) {
    if (at === top) return true;
    passed.add(at);
  }
  return false;
};

/**
 * The first category in a sequence of moves that would become its own descendant; `parents` are the stored ancestors.
 */
export const firstBelowItself = (
  moved: readonly CategoryParent[],
  parents: ReadonlyMap<number, number | null>,
): number | undefined => {
  const known = new Map(parents);
  for (const [index, { id, parentId }] of moved.entries()) {
    if (isOrIsBelow(parentId, id, known)) return index;
    known.set(id, parentId);
  }
  return undefined;
};

export const belowItself = ({ id, parentId }: CategoryParent): Fault =>
  sentence(
    'Category %id cannot be a child of category %parentId, which is one of its descendants. Choose another parent category.',
    { id, parentId },
    'parent_id',
  );

/**
 * Price responses contain the category name (pricing.md §4), so a new name is logged, unlike other names of commerce.
 * Otherwise the old one would stay in the cache. Price requests do not read the external key (pricing.md §5).
 */
export const categoryScopes = (
  previous: CategoryFacts | undefined,
  next: CategoryFacts | undefined,
): readonly Change[] =>
  previous && next && previous.parentId === next.parentId && previous.name === next.name
    ? []
    : [change('category', next?.id ?? previous?.id ?? null)];
