import { type NamedCall, Refusal } from '../kernel/index.js';
import { StringField } from '../records/index.js';
import type { Need, Caller } from './need.js';
import type { ServiceToken } from './operation.js';

/** Files of a job, in the database: what was sent for it, and what it has made. */
export interface JobFiles {
  names(): Promise<readonly string[]>;

  /** The bytes of a file in portions; empty if there is none with this name. */
  read(name: string): AsyncIterable<Uint8Array>;

  /** Stores a file, replacing one with the same name. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** A job while it is done. */
export interface JobWork<I = unknown> {
  readonly input: I;
  /** The caller with current rights; undefined for the operator. */
  readonly caller: Caller | undefined;
  readonly files: JobFiles;
  /**
   * Reports the progress and the total, if known. A safe point: throws if the worker is stopping or has lost the job.
   * The job then restarts elsewhere, so its writes must be repeatable.
   */
  progress(done: number, known?: number): void;
}

/** The work has stored nothing: the job fails with this message, and has a result all the same. */
export class JobFailed extends Refusal {
  constructor(
    message: string,
    readonly result: object,
  ) {
    super(message);
  }
}

/** A file of a job that a caller reads. */
export interface ReadFile {
  readonly name: string;
  /** The names of all files of the job. */
  readonly names: readonly string[];
  readonly caller: Caller;
}

/** Work that a module does in the background (jobs.md, "Kinds of jobs"). */
export interface JobKind {
  /** Under which it is stored: `import`. */
  readonly name: string;
  /** Description in one line. */
  readonly summary: string;
  /** Checked for the caller when the job starts, and again when it runs. */
  readonly right: Need;
  readonly by: ServiceToken;
  /**
   * Runs the job and returns its result, an object for JSON. A `Refusal` ends it as failed, `Unavailable` as failed
   * for now.
   */
  run(service: unknown, work: JobWork): Promise<object>;
  /** `RightMissing` if the caller has `right` but may not read the records in a file of the job. */
  mustReadFile?(service: unknown, file: ReadFile): void;
}

/** A kind without what runs it, for the operations that start its jobs. */
export type JobName = Pick<JobKind, 'name' | 'summary' | 'right'>;

/** Runs the jobs of one kind. The module names the class in `jobs` of its manifest, so no operation imports it. */
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

/** The order for a job: its caller and input. */
export interface JobOrder {
  readonly kind: JobName;
  readonly caller: Caller | undefined;
  /** For people. */
  readonly description: string;
  /** An object for JSON. */
  readonly input: object;
}

/** The response for a started job. Clients know the name of this class from the OpenAPI document. */
export class BegunJob {
  @StringField({ about: 'UUID of the job', maxLength: 36, example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1' })
  readonly uuid!: string;
}

/** Begins jobs. */
export abstract class Jobs {
  /**
   * Returns the UUID of a stored job; the files that `fill` stores exist when it starts. Throws the error of `fill`,
   * and then there is no job. A repeated or parallel `call` starts one job; `fill` may be called more than once then.
   */
  abstract begin(order: JobOrder, fill?: (files: JobFiles) => Promise<void>, call?: NamedCall): Promise<string>;
}
