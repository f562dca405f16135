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
 * Who may read what jobs keep: copies of records, which ask for the right to the original each time that they are read
 * (jobs.md, "Asking what became of them").
 */
export class JobRights {
  private topics: ReadonlyMap<string, Need> | undefined;

  constructor(private readonly parts: JobRightsParts) {}

  /** What a call was sent and answered: for those who may call its operation. */
  mayReadCall(topic: string, caller: Caller): boolean {
    this.topics ??= new Map(this.parts.served.all.map(({ operation }) => [topicOf(operation), operation.right]));
    const need = this.topics.get(topic);
    return need !== undefined && mayCall(caller, need);
  }

  /** The result of a job of a kind: for those who may begin one. A job of calls has none. */
  mayReadResult(kind: string, caller: Caller): boolean {
    const found = this.named(kind);
    return found !== undefined && mayCall(caller, found.right);
  }

  /** `RightMissing` for those who may not begin such a job, or may not read the records in the file. */
  mustReadFile({ kind, name, names }: NamedFile, caller: Caller): void {
    const { find, settings } = this.parts;
    const found = this.named(kind);
    // Of a room that is left out: nobody can say who may read its records.
    if (!found) throw new RightMissing('self');
    mustMay(caller, found.right, resourcesOf(found.right, settings));
    found.mustReadFile?.(find(found.by), { name, names, caller });
  }

  private named(kind: string): JobKind | undefined {
    return this.parts.kinds.find(({ name }) => name === kind);
  }
}
