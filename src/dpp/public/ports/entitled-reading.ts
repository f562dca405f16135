import type { JsonObject } from '../../passport/domain/index.js';
import type { PublishedPassport } from './published-passports.js';

/** Non-public data of a passport that a reader may see. */
export interface EntitledView {
  /** The payload for this reader, including public and measured values. */
  readonly payload: JsonObject;
  /** Measurement times by name. */
  readonly measuredAt: Readonly<Record<string, Date>>;
}

/** Non-public reading by token; implemented where tokens are issued. */
export abstract class EntitledReading {
  /** True if a token is valid and shows more of this passport. */
  abstract mayRead(token: string, passport: PublishedPassport): Promise<boolean>;

  /** Undefined if the token shows nothing more. The access is logged before this returns. */
  abstract read(token: string, passport: PublishedPassport): Promise<EntitledView | undefined>;
}
