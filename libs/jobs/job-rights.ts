import { mayCall, mustMay, resourcesOf, type ServedOperations } from '../calls/index.js';
import { RightMissing } from '../kernel/index.js';
import {
  type Caller,
  type JobKind,
  type Need,
  type ServiceToken,
  type Operation,
  soapNameOf,
} from '../operations/index.js';
import type { WireSettings } from '../web/index.js';

const VERSION = /V\d+$/;
const FIRST_WORD = /^[a-z0-9]+/;

/**
 * The topic of an operation, in the format of the shop platform: module, service, SOAP name of the operation and HTTP
 * method, such as `async.pricing.customerpricerepositoryinterface.save.post`.
 */
export const topicOf = (operation: Operation): string => {
  const { service, rest } = operation;
  const name = service.replace(VERSION, '');
  const [module = name] = FIRST_WORD.exec(name) ?? [];
  const own = soapNameOf(operation).slice(service.length);
  return `async.${module}.${name.slice(module.length)}Interface.${own}.${rest.verb}`.toLowerCase();
};

interface JobRightsParts {
  readonly kinds: readonly JobKind[];
  readonly served: ServedOperations;
  readonly find: (token: ServiceToken) => unknown;
  readonly settings: WireSettings;
}

interface NamedFile {
  readonly kind: string;
  readonly name: string;
  readonly names: readonly string[];
}

/**
 * Access rules for the data that jobs store. The data is a copy of records, so reading it requires the right to the
 * original (jobs.md, "Status and results").
 */
export class JobRights {
  private topics: ReadonlyMap<string, Need> | undefined;

  constructor(private readonly parts: JobRightsParts) {}

  /** Whether the caller may read the input and answer of a call; requires the right to call the operation. */
  mayReadCall(topic: string, caller: Caller): boolean {
    this.topics ??= new Map(this.parts.served.all.map(({ operation }) => [topicOf(operation), operation.right]));
    const need = this.topics.get(topic);
    return need !== undefined && mayCall(caller, need);
  }

  /**
   * Whether the caller may read the result of a job; requires the right to start one. A job of calls has no result.
   */
  mayReadResult(kind: string, caller: Caller): boolean {
    const found = this.named(kind);
    return found !== undefined && mayCall(caller, found.right);
  }

  /** Throws `RightMissing` if the caller may not start such a job or may not read the records in the file. */
  mustReadFile({ kind, name, names }: NamedFile, caller: Caller): void {
    const { find, settings } = this.parts;
    const found = this.named(kind);
    // The module is not installed, so the rights to its records are unknown.
    if (!found) throw new RightMissing('self');
    mustMay(caller, found.right, resourcesOf(found.right, settings));
    found.mustReadFile?.(find(found.by), { name, names, caller });
  }

  private named(kind: string): JobKind | undefined {
    return this.parts.kinds.find(({ name }) => name === kind);
  }
}
