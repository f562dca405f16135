import { type Change, change, type Fault, invalidValue, sentence } from '../../../libs/kernel/index.js';

interface CategoryFacts {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

/** A category isn't above itself. A new one whose id the database will make has none yet to be named. */
export const categoryFaults = (next: Pick<CategoryFacts, 'id' | 'parentId'>): readonly Fault[] =>
  next.parentId !== null && next.id > 0 && next.parentId === next.id ? [invalidValue('parent_id', next.parentId)] : [];

export type CategoryPlace = Pick<CategoryFacts, 'id' | 'parentId'>;

const isOrIsBelow = (id: number | null, top: number, parents: ReadonlyMap<number, number | null>): boolean => {
  // A circle that is stored from of old is gone round once.
  const passed = new Set<number>();
  for (let at = id; at !== null && !passed.has(at); at = parents.get(at) ?? null) {
    if (at === top) return true;
    passed.add(at);
  }
  return false;
};

/**
 * Of categories that are moved one after the other the first that would come below itself; `parents` are those of the
 * stored ones above them.
 */
export const firstBelowItself = (
  moved: readonly CategoryPlace[],
  parents: ReadonlyMap<number, number | null>,
): number | undefined => {
  const places = new Map(parents);
  for (const [index, { id, parentId }] of moved.entries()) {
    if (isOrIsBelow(parentId, id, places)) return index;
    places.set(id, parentId);
  }
  return undefined;
};

export const belowItself = ({ id, parentId }: CategoryPlace): Fault =>
  sentence(
    'Category %id cannot be a child of category %parentId, which is one of its descendants.',
    { id, parentId },
    'parent_id',
  );

/**
 * A quote tells the name of the category whose price it is (pricing.md §4), so a new name is logged, unlike other names
 * of commerce: else it would be remembered for ever. The caller's key is read by no quote (pricing.md §5).
 */
export const categoryScopes = (
  previous: CategoryFacts | undefined,
  next: CategoryFacts | undefined,
): readonly Change[] =>
  previous && next && previous.parentId === next.parentId && previous.name === next.name
    ? []
    : [change('category', next?.id ?? previous?.id ?? null)];
