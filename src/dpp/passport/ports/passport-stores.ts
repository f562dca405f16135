import type { Day } from '../../../../libs/kernel/index.js';
import type { Issuer } from '../domain/passport-parts.js';

/** The store view data that passports need. */
export interface PassportStore {
  readonly id: number;
  /** Locale such as `en_GB`; null if not set. */
  readonly locale: string | null;
}

export abstract class PassportStores {
  /** Undefined for an unknown store view. 0 is a known store view. */
  abstract byId(id: number): Promise<PassportStore | undefined>;

  /**
   * The issuer from the store settings; null if not set. Store view 0 uses the default store view of the default
   * website.
   */
  abstract issuerOf(id: number): Promise<Issuer | null>;

  /** The current date in the time zone of the store's website; undefined for an unknown store view. */
  abstract today(storeId: number): Promise<Day | undefined>;
}
