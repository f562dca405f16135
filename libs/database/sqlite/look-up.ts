import { LRUCache } from 'lru-cache';
import type { Bound } from '../sql.js';

/** Number of columns of each unique index, by its name. */
export type UniqueIndexes = ReadonlyMap<string, number>;

const BY_ID = / USING INTEGER PRIMARY KEY \(rowid=\?\)$/;
const BY_INDEX = / USING (?:COVERING )?INDEX (\S+) \((.*)\)(?: LEFT-JOIN)?$/;

const isUnique = (step: string, indexes: UniqueIndexes): boolean => {
  if (BY_ID.test(step)) return true;
  const [, index = '', compared = ''] = BY_INDEX.exec(step) ?? [];
  const keys = compared.split(' AND ');
  return keys.length === indexes.get(index) && keys.every((key) => key.endsWith('=?'));
};

/**
 * Whether each row is found by a unique key, so that the duration depends on the number of values, not of records.
 * `plan`: output of EXPLAIN QUERY PLAN.
 */
const isLookUp = (plan: readonly string[], indexes: UniqueIndexes): boolean =>
  plan.length > 0 &&
  plan
    .filter((step) => /^(SCAN|SEARCH) /.test(step) && step !== 'SCAN CONSTANT ROW')
    .every((step) => step.startsWith('SEARCH ') && isUnique(step, indexes));

/** Number of statements whose result is cached. */
const CACHED_MAX = 1_000;
/** Longer statements are never simple lookups. */
const TEXT_MAX = 4_096;
/** The plan is the same as for `= ?`, but a unique index may contain any number of NULLs. */
const ASKS_FOR_NULL = /\bIS\b(?!\s+NOT\b)/i;

/** Reads query plans and indexes from the database. */
interface Planner {
  planOf(sql: string, params: readonly Bound[]): readonly string[];
  uniqueIndexes(): UniqueIndexes;
}

/** Distinguishes lookups from searches by their query plan. Plans are cached by statement. */
export class LookUps {
  private readonly kept = new LRUCache<string, boolean>({ max: CACHED_MAX });
  private indexes: UniqueIndexes | undefined;

  constructor(private readonly planner: Planner) {}

  has(sql: string, params: readonly Bound[]): boolean {
    if (sql.length > TEXT_MAX || ASKS_FOR_NULL.test(sql)) return false;
    const known = this.kept.get(sql);
    if (known !== undefined) return known;
    this.indexes ??= this.planner.uniqueIndexes();
    const found = isLookUp(this.planner.planOf(sql, params), this.indexes);
    this.kept.set(sql, found);
    return found;
  }

  forget(): void {
    this.kept.clear();
    this.indexes = undefined;
  }
}
