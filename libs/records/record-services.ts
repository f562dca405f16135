import type { Recorded, Resource } from './definition.js';
import type { ResourceService } from './service.js';

/** A resource of an installed room, and the service that its own routes use. */
export interface ServedResource {
  readonly resource: Resource;
  readonly service: ResourceService<Recorded>;
}

/** The services of all installed resources by name, so that whoever writes records of any room needs none of them. */
export abstract class RecordServices {
  /** Undefined for a name that no resource has, and for one without the five verbs or of a room that is left out. */
  abstract named(resource: string): ServedResource | undefined;
}
