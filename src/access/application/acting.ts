import type { Recorded, ResourceService } from '../../../libs/records/index.js';
import type { AccessActor } from '../domain/rights.js';

/** A resource whose writes depend on the caller, which is a required argument. */
export interface Acting<T extends Recorded> {
  as(actor: AccessActor): ResourceService<T>;
}
