import type { NamedCall } from '../kernel/index.js';
import { StringField } from '../records/index.js';
import type { Caller } from './caller.js';
import type { Need } from './need.js';
import type { ServiceToken } from './operation.js';

/** Files of a job, in the database: what was sent for it, and what it has made. */
export abstract class JobFiles {
  abstract names(): Promise<readonly string[]>;

  /** The bytes of one, in portions; nothing where there is none of this name. */
  abstract read(name: string): AsyncIterable<Uint8Array>;

  /** Keeps one, in the place of any of this name. */
  abstract write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** A job while it is done. */
export interface JobWork<I = unknown> {
  readonly input: I;
  /** Who wants it, as of now, and may; nobody where the operator does. */
  readonly caller: Caller | undefined;
  readonly files: JobFiles;
  /**
   * Tells how far it has come, of so many as far as is known. A safe point: throws where the job must end here, since its
   * worker is to stop or has lost it; then it begins anew elsewhere, so what it stores must meet what it has stored.
   */
  progress(done: number, known?: number): void;
}

/** A file of a job that somebody wants to read. */
export interface ReadFile {
  readonly name: string;
  /** The names of all files of the job. */
  readonly names: readonly string[];
  readonly caller: Caller;
}

/** What a room does later, and whoever wants it needn't wait for (jobs.md, "Kinds of jobs"). */
export interface JobKind {
  /** Under which it is stored: `import`. */
  readonly name: string;
  /** One line: what it does. */
  readonly summary: string;
  /** Judged when the job is begun, by whoever begins it, and again when it is done. */
  readonly right: Need;
  readonly by: ServiceToken;
  /** Does it, and answers what is told of it, an object for JSON. A `Refusal` ends it as failed, `Unavailable` for now. */
  run(service: unknown, work: JobWork): Promise<object>;
  /** `RightMissing` for those who have `right`, and may not read the records in a file of the job. */
  mustReadFile?(service: unknown, file: ReadFile): void;
}

interface Declaration<I, S> extends Omit<JobKind, 'by' | 'run' | 'mustReadFile'> {
  readonly by: ServiceToken<S>;
  run(service: S, work: JobWork<I>): Promise<object>;
  mustReadFile?(service: S, file: ReadFile): void;
}

export const jobKind = <I, S>(declaration: Declaration<I, S>): JobKind =>
  Object.freeze(declaration as unknown as JobKind);

/** Who wants a job, and about what. */
export interface JobOrder {
  readonly kind: JobKind;
  readonly caller: Caller | undefined;
  /** For people. */
  readonly description: string;
  /** An object for JSON. */
  readonly input: object;
}

/** What whoever begins a job is told of it. */
export class BegunJob {
  @StringField({ about: 'Of the job', maxLength: 36, example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1' })
  readonly uuid!: string;
}

/** Begins jobs. */
export abstract class Jobs {
  /**
   * Answers the UUID of a job that is stored; what `fill` keeps is there when it begins. Throws what `fill` throws, and
   * then there is no job. A `call` that is sent again, or twice at once, is one job; `fill` may be asked more than once
   * then.
   */
  abstract begin(order: JobOrder, fill?: (files: JobFiles) => Promise<void>, call?: NamedCall): Promise<string>;
}
