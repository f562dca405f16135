import type { JsonObject } from '../../passport/domain/index.js';

/**
 * Content shared by passport versions: each body is stored once by its digest and never changes. Many items of one
 * model share it.
 */
export abstract class SharedBodies {
  /** IDs of these JSON texts in order; missing ones are inserted. Only inside `Transactions.write`. */
  abstract store(texts: readonly string[]): Promise<readonly number[]>;

  /** Bodies by ID. They are cached, so callers must not change them. Throws for an unknown ID. */
  abstract read(ids: readonly number[]): Promise<ReadonlyMap<number, JsonObject>>;
}
