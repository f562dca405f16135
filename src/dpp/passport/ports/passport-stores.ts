import type { Day } from '../../../../libs/kernel/index.js';
import type { Issuer } from '../domain/passport-parts.js';

/** A store view as passports need it. */
export interface PassportStore {
  readonly id: number;
  /** `en_GB`; null where none is set. */
  readonly locale: string | null;
}

export abstract class PassportStores {
  /** Undefined if there is none; store 0 is one. */
  abstract byId(id: number): Promise<PassportStore | undefined>;

  /** Of its settings; store view 0 has that of the default website's default store view. Null where none is set. */
  abstract issuerOf(id: number): Promise<Issuer | null>;

  /** Which day it is in the zone of the store's website; undefined if there is no such store. */
  abstract today(storeId: number): Promise<Day | undefined>;
}
