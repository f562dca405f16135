import type { Day } from '../../../../libs/kernel/index.js';
import type { Issuer } from '../domain/passport-parts.js';

/** The store view data that passports need. */
export interface PassportStore {
  readonly id: number;
  /** Such as `en_GB`; null if not set. */
  readonly locale: string | null;
}

export abstract class PassportStores {
  /** Undefined for an unknown store view; 0 exists. */
  abstract byId(id: number): Promise<PassportStore | undefined>;

  /** From the store settings; store view 0 uses the default store view of the default website. Null if not set. */
  abstract issuerOf(id: number): Promise<Issuer | null>;

  /** The current date in the time zone of the store's website; undefined for an unknown store view. */
  abstract today(storeId: number): Promise<Day | undefined>;
}
