import { type NamedCall, Refusal } from '../kernel/index.js';
import { StringField } from '../records/index.js';
import type { Need, Caller } from './need.js';
import type { ServiceToken } from './operation.js';

/** Files of a job, stored in the database: its input files and the ones that it creates. */
export interface JobFiles {
  names(): Promise<readonly string[]>;

  /** The bytes of a file in chunks; empty if the file does not exist. */
  read(name: string): AsyncIterable<Uint8Array>;

  /** Stores a file, replacing one with the same name. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** A running job. */
export interface JobWork<I = unknown> {
  readonly input: I;
  /** The caller, with current rights; undefined if the operator started the job. */
  readonly caller: Caller | undefined;
  readonly files: JobFiles;
  /**
   * Reports the progress, and the total if known. Throws if the worker is stopping or has lost the job. The job then
   * restarts elsewhere, so its writes must be repeatable.
   */
  progress(done: number, known?: number): void;
}

/** Thrown if the work stored nothing. The job fails with this message and keeps its result. */
export class JobFailed extends Refusal {
  constructor(
    message: string,
    readonly result: object,
  ) {
    super(message);
  }
}

/** A file of a job that a caller wants to read. */
export interface ReadFile {
  readonly name: string;
  /** The names of all files of the job. */
  readonly names: readonly string[];
  readonly caller: Caller;
}

/** A kind of background work that a module offers (jobs.md, "Kinds of jobs"). */
export interface JobKind {
  /** The stored name of the kind: `import`. */
  readonly name: string;
  /** One-line description. */
  readonly summary: string;
  /** Required of the caller when the job starts, and again when it runs. */
  readonly right: Need;
  readonly by: ServiceToken;
  /**
   * Runs the job and returns its result, an object that is stored as JSON. A `Refusal` marks the job as failed,
   * `Unavailable` as failed temporarily.
   */
  run(service: unknown, work: JobWork): Promise<object>;
  /** Throws `RightMissing` if a caller with `right` may not read the records in a file of the job. */
  mustReadFile?(service: unknown, file: ReadFile): void;
}

/** A kind of job without its implementation, for operations that start jobs. */
export type JobName = Pick<JobKind, 'name' | 'summary' | 'right'>;

/**
 * Runs the jobs of one kind. Only `jobs` in the module's manifest refers to this class; operations do not import it.
 */
export interface JobAdapter<I> {
  run(work: JobWork<I>): Promise<object>;
  mustReadFile?(file: ReadFile): void;
}

interface ByService<I, S> extends JobName {
  readonly by: ServiceToken<S>;
  run(service: S, work: JobWork<I>): Promise<object>;
  mustReadFile?(service: S, file: ReadFile): void;
}

interface ByAdapter<I> extends JobName {
  readonly adapter: ServiceToken<JobAdapter<I>>;
}

export const jobKind = <I, S>(declaration: ByService<I, S> | ByAdapter<I>): JobKind => {
  if (!('adapter' in declaration)) return Object.freeze(declaration as unknown as JobKind);
  const { adapter, ...kind } = declaration;
  return Object.freeze({
    ...kind,
    by: adapter,
    run: (service: JobAdapter<I>, work: JobWork<I>) => service.run(work),
    mustReadFile: (service: JobAdapter<I>, file: ReadFile) => service.mustReadFile?.(file),
  } as JobKind);
};

/** A job to start: its caller and input. */
export interface JobOrder {
  readonly kind: JobName;
  readonly caller: Caller | undefined;
  /** Description for users. */
  readonly description: string;
  /** Stored as JSON. */
  readonly input: object;
}

/** The response for a started job. Clients know the name of this class from the OpenAPI document. */
export class BegunJob {
  @StringField({ about: 'UUID of the job', maxLength: 36, example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1' })
  readonly uuid!: string;
}

/** Starts jobs. */
export abstract class Jobs {
  /**
   * Stores a job and returns its UUID. The files that `fill` stores exist before the job runs. If `fill` throws, there
   * is no job. A repeated or concurrent `call` starts only one job, but `fill` may then run more than once.
   */
  abstract begin(order: JobOrder, fill?: (files: JobFiles) => Promise<void>, call?: NamedCall): Promise<string>;
}
