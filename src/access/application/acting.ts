import type { Recorded, ResourceService } from '../../../libs/records/index.js';
import type { AccessActor } from '../domain/rights.js';

/** A resource whose writes depend on who asks: an argument that nobody can leave out. */
export interface Acting<T extends Recorded> {
  as(actor: AccessActor): ResourceService<T>;
}
