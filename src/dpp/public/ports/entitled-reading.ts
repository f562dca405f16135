import type { JsonObject } from '../../passport/domain/index.js';
import type { PublishedPassport } from './published-passports.js';

/** What somebody may see of a passport beyond what is public. */
export interface EntitledView {
  /** The whole payload that this reader may see, what is public among it, and what is measured. */
  readonly payload: JsonObject;
  /** When each of these was measured, by name. */
  readonly measuredAt: Readonly<Record<string, Date>>;
}

/** Whoever may read more than the public, by a token; met by whoever gives tokens. */
export abstract class EntitledReading {
  /** Whether a token is good and lets its bearer see more of this passport. */
  abstract mayRead(token: string, passport: PublishedPassport): Promise<boolean>;

  /** Undefined where the token lets nothing more be seen. That it was read is stored before this is through. */
  abstract read(token: string, passport: PublishedPassport): Promise<EntitledView | undefined>;
}
