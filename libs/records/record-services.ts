import type { Criteria, Page } from '../kernel/index.js';
import type { Recorded, Resource } from './declare/definition.js';
import type { Input } from './write/row.js';
import type { Outcome, SaveOptions } from './write/save-rows.js';
import type { RecordService, ResourceService, BulkService } from './write/service.js';

/** A resource of an installed room, and the service that its own routes use. */
export interface ServedResource {
  readonly resource: Resource;
  readonly service: ResourceService<Recorded> & BulkService<Recorded>;
}

/** The services of all installed resources by name, for code that writes records of any module. */
export abstract class RecordServices {
  /** Undefined for a name that no resource has, and for one without the five verbs or of a room that is left out. */
  abstract named(resource: string): ServedResource | undefined;
}

/** What saves and finds the rows of a file, by the room's own rules, so that they hold whichever door is used. */
export interface RowSaver {
  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<Recorded>[]>;
  search(criteria: Criteria): Promise<Page<Recorded>>;
}

/** What saves rows of files of the installed rooms: the service of their resource, or what the room names instead. */
export class RowSavers {
  constructor(
    private readonly services: RecordServices,
    private readonly own: ReadonlyMap<string, RowSaver>,
  ) {}

  /** Undefined where the resource's room is left out. */
  saverOf(resource: string): RowSaver | undefined {
    return this.own.get(resource) ?? this.services.named(resource)?.service;
  }
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
