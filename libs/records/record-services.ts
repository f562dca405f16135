import type { Recorded, Resource } from './declare/definition.js';
import type { RecordService, ResourceService, BulkService } from './write/service.js';

/** A resource of an installed room, and the service that its own routes use. */
export interface ServedResource {
  readonly resource: Resource;
  readonly service: ResourceService<Recorded> & BulkService<Recorded>;
}

/** The services of all installed resources by name, so that whoever writes records of any room needs none of them. */
export abstract class RecordServices {
  /** Undefined for a name that no resource has, and for one without the five verbs or of a room that is left out. */
  abstract named(resource: string): ServedResource | undefined;
}

type ServiceToken<S> = abstract new (...parts: never[]) => S;

const tokens = new WeakMap<object, ServiceToken<never>>();

/** Under which a room provides the service of a resource, and others inject it: `@Inject(serviceOf(customerPrice))`. */
export const serviceOf = <T extends Recorded>(resource: Resource<T>): ServiceToken<RecordService<T>> => {
  let token = tokens.get(resource);
  if (!token) {
    token = { [resource.service]: class {} }[resource.service] as unknown as ServiceToken<never>;
    tokens.set(resource, token);
  }
  return token;
};
