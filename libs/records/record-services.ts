import type { Criteria, Page } from '../kernel/index.js';
import type { Recorded, Resource } from './declare/definition.js';
import type { Input } from './write/row.js';
import type { Outcome, SaveOptions } from './write/save-rows.js';
import type { NamedRecords, RecordService, ResourceService, BulkService, Scope } from './write/service.js';

/** A resource of an installed module, with the service that its own routes use. */
export interface ServedResource {
  readonly resource: Resource;
  readonly service: ResourceService<Recorded> & BulkService<Recorded>;
}

/** The services of all installed resources by name, for code that writes records of any module. */
export abstract class RecordServices {
  /**
   * Undefined for unknown names, resources without the five standard operations, and modules that are not installed.
   */
  abstract named(resource: string): ServedResource | undefined;
}

/** Saves and finds the rows of a file by the module's own rules, which are the same for every interface. */
export interface RowSaver {
  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<Recorded>[]>;
  search(criteria: Criteria): Promise<Page<Recorded>>;
  /** Missing if the rows of a file are not a scope that can be replaced. */
  removeOthers?(scope: Scope, named: NamedRecords): Promise<number>;
}

/** Row savers of the installed modules: a resource's service, or the saver that its module declares instead. */
export class RowSavers {
  constructor(
    private readonly services: RecordServices,
    private readonly own: ReadonlyMap<string, RowSaver>,
  ) {}

  /** Undefined if the resource's module is not installed. */
  saverOf(resource: string): RowSaver | undefined {
    return this.own.get(resource) ?? this.services.named(resource)?.service;
  }
}

type ServiceToken<S> = abstract new (...parts: never[]) => S;

const tokens = new WeakMap<object, ServiceToken<never>>();

/** Injection token of a resource's service: `@Inject(serviceOf(customerPrice))`. */
export const serviceOf = <T extends Recorded>(resource: Resource<T>): ServiceToken<RecordService<T>> => {
  let token = tokens.get(resource);
  if (!token) {
    token = { [resource.service]: class {} }[resource.service] as unknown as ServiceToken<never>;
    tokens.set(resource, token);
  }
  return token;
};
