import { mayCall, mustMay, resourcesOf, type ServedOperations } from '../calls/index.js';
import { RightMissing } from '../kernel/index.js';
import type { Caller, JobKind, Need, ServiceToken } from '../operations/index.js';
import type { WireSettings } from '../web/index.js';
import { topicOf } from './topic.js';

interface JobRightsParts {
  readonly kinds: readonly JobKind[];
  readonly served: ServedOperations;
  readonly find: (token: ServiceToken) => unknown;
  readonly settings: WireSettings;
}

/** A file of a job. */
interface NamedFile {
  readonly kind: string;
  readonly name: string;
  /** The names of all files of the job. */
  readonly names: readonly string[];
}

/**
 * Rights to the data that jobs keep. These are copies of records, so each reading needs the right to the original
 * (jobs.md, "Status and results").
 */
export class JobRights {
  private topics: ReadonlyMap<string, Need> | undefined;

  constructor(private readonly parts: JobRightsParts) {}

  /** Whether the caller may read input and answer of a call: if it may call the operation. */
  mayReadCall(topic: string, caller: Caller): boolean {
    this.topics ??= new Map(this.parts.served.all.map(({ operation }) => [topicOf(operation), operation.right]));
    const need = this.topics.get(topic);
    return need !== undefined && mayCall(caller, need);
  }

  /** Whether the caller may read the result of a job: if it may start one. A job of calls has none. */
  mayReadResult(kind: string, caller: Caller): boolean {
    const found = this.named(kind);
    return found !== undefined && mayCall(caller, found.right);
  }

  /** `RightMissing` if the caller may not start such a job or may not read the records in the file. */
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
