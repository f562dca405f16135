import { type Change, change, type Fault, invalidValue } from '../../../libs/kernel/index.js';

export interface CategoryFacts {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

/** A category isn't above itself. A new one whose id the database will make has none yet to be named. */
export const categoryFaults = (next: Pick<CategoryFacts, 'id' | 'parentId'>): readonly Fault[] =>
  next.parentId !== null && next.id > 0 && next.parentId === next.id ? [invalidValue('parent_id', next.parentId)] : [];

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
