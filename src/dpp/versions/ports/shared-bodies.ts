import type { JsonObject } from '../../passport/domain/index.js';

/**
 * What versions of passports share, each body once: by its digest, for ever the same. Whoever stores many items of one
 * model stores what they say of it once.
 */
export abstract class SharedBodies {
  /** The ids of these texts of JSON, in order; those that aren't there are put in. Only inside `Transactions.write`. */
  abstract store(texts: readonly string[]): Promise<readonly number[]>;

  /** By id. A body that was read is remembered: nobody may change it. Throws if one isn't there. */
  abstract read(ids: readonly number[]): Promise<ReadonlyMap<number, JsonObject>>;
}
