import type { Client } from 'openapi-fetch';
import type { components, paths } from './generated/schema.js';
import { newKey } from './idempotency.js';
import { pause } from './sending.js';

/** Calls that the server took on, to be done later. */
export interface Accepted {
  readonly bulk_uuid: string;
  readonly request_items: readonly {
    readonly id: number;
    readonly data_hash: string | null;
    readonly status: 'accepted' | 'rejected';
    readonly error_message?: string;
    readonly error_code?: number;
  }[];
  readonly errors: boolean;
}

/** 1 done, 2 failed and may be tried again, 3 failed for good, 4 open, 5 rejected or cancelled. */
export type JobStatus = 1 | 2 | 3 | 4 | 5;

export interface JobOperation {
  readonly id: number;
  readonly status: JobStatus;
  readonly result_message: string | null;
  readonly error_code: number | null;
  /** Of the detailed status: the JSON of the answer. */
  readonly result_serialized_data?: string | null;
}

export interface Job {
  readonly operations_list: readonly JobOperation[];
  readonly user_type: number;
  readonly bulk_id: string;
  readonly description: string;
  readonly start_time: string;
  readonly user_id: number | null;
  readonly operation_count: number;
}

/** How far a job is that isn't made of calls, and what it told in the end. */
export type JobState = components['schemas']['JobState'];

/** A job that was begun: its UUID, as such a route answers it. */
export interface StartedJob {
  readonly uuid: string;
}

export interface Waiting<T = Job> {
  /** Ends the waiting; the job goes on. */
  readonly signal?: AbortSignal;
  /** Milliseconds until it is given up; for ever without. */
  readonly timeoutMs?: number;
  /** Each time that it was asked: how many calls are still open, or how many rows are done. */
  readonly onProgress?: (count: number, job: T) => void;
}

export interface ImportOptions {
  /** Nothing is stored, only what would become of each row is told. */
  readonly dryRun?: boolean;
  /** One row at fault, and nothing is stored. */
  readonly allOrNothing?: boolean;
  /** The sender's own name of the import: sent again with it, it is the same job. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** It isn't done within the time that was given. */
export class JobUnfinished extends Error {
  override readonly name = 'JobUnfinished';

  constructor(
    uuid: string,
    /** As it was told last. */
    readonly job: Job | JobState,
  ) {
    super(`The job ${uuid} isn't done yet.`);
  }
}

type Ask = (
  verb: string,
  path: string,
  options?: { readonly body?: unknown; readonly key?: string; readonly signal?: AbortSignal | undefined },
) => Promise<unknown>;

type Verb = 'POST' | 'PUT' | 'DELETE';

const OPEN = 4;
const FIRST_MS = 200;
const LONGEST_MS = 5000;

/** Asks less and less often; undefined: `timeoutMs` are over. */
const until = async <T>(
  ask: () => Promise<T>,
  isOver: (answer: T) => boolean,
  { signal, timeoutMs = Infinity }: Pick<Waiting, 'signal' | 'timeoutMs'>,
): Promise<{ readonly answer: T; readonly isOver: boolean }> => {
  const end = Date.now() + timeoutMs;
  for (let ms = FIRST_MS; ; ms = Math.min(ms * 1.5, LONGEST_MS)) {
    const answer = await ask();
    if (isOver(answer)) return { answer, isOver: true };
    if (Date.now() + ms > end) return { answer, isOver: false };
    await pause(ms, signal);
  }
};

/** What the server does later: calls, alone or many, and jobs that take long, such as loading a file. */
export class Jobs {
  constructor(
    private readonly api: Client<paths>,
    private readonly ask: Ask,
  ) {}

  /** One call, as it would be sent now: `jobs.submit('POST', '/V1/pricing/customerprice', { customerPrice })`. */
  async submit(verb: Verb, path: string, body?: object): Promise<Accepted> {
    return (await this.ask(verb, `/async${path}`, { body, key: newKey() })) as Accepted;
  }

  /** Many of the same kind: a variable of the path is written `byId` and stands in each body. At most 5,000. */
  async submitMany(verb: Verb, path: string, bodies: readonly object[]): Promise<Accepted> {
    return (await this.ask(verb, `/async/bulk${path}`, { body: bodies, key: newKey() })) as Accepted;
  }

  async status(uuid: string, signal?: AbortSignal): Promise<Job> {
    return (await this.ask('GET', `/V1/bulk/${encodeURIComponent(uuid)}/status`, { signal })) as Job;
  }

  /** With what each operation was sent and answered. */
  async detailedStatus(uuid: string, signal?: AbortSignal): Promise<Job> {
    return (await this.ask('GET', `/V1/bulk/${encodeURIComponent(uuid)}/detailed-status`, { signal })) as Job;
  }

  /** Waits until no call is open, asking less and less often; `JobUnfinished` when the time is over. */
  async wait({ bulk_uuid: uuid }: Pick<Accepted, 'bulk_uuid'>, waiting: Waiting = {}): Promise<Job> {
    const isOver = (job: Job): boolean => {
      const open = job.operations_list.filter(({ status }) => status === OPEN).length;
      waiting.onProgress?.(open, job);
      return open === 0;
    };
    const { answer, isOver: isDone } = await until(() => this.status(uuid, waiting.signal), isOver, waiting);
    if (!isDone) throw new JobUnfinished(uuid, answer);
    return answer;
  }

  /** Begins to load a CSV file by its name, which says what it holds (`customer_price.csv`). */
  async importFile(name: string, content: string | Blob, options: ImportOptions = {}): Promise<StartedJob> {
    const { dryRun = false, allOrNothing = false, key = newKey(), signal } = options;
    const form = new FormData();
    form.append('file', typeof content === 'string' ? new Blob([content]) : content, name);
    const { data } = await this.api.POST('/V1/import', {
      params: {
        query: { dry_run: dryRun ? 1 : 0, all_or_nothing: allOrNothing ? 1 : 0 },
        header: { 'Idempotency-Key': key },
      },
      body: {},
      bodySerializer: () => form,
      signal: signal ?? null,
    });
    return data as StartedJob;
  }

  async state(uuid: string, signal?: AbortSignal): Promise<JobState> {
    const params = { path: { bulkUuid: uuid } };
    return (await this.api.GET('/V1/jobs/{bulkUuid}', { params, signal: signal ?? null })).data as JobState;
  }

  /** Waits until a job has come to its end, whichever, asking less and less often; `JobUnfinished` when the time is over. */
  async finished({ uuid }: StartedJob, waiting: Waiting<JobState> = {}): Promise<JobState> {
    const isOver = (job: JobState): boolean => {
      waiting.onProgress?.(job.rows_done ?? 0, job);
      return job.status !== OPEN;
    };
    const { answer, isOver: isDone } = await until(() => this.state(uuid, waiting.signal), isOver, waiting);
    if (!isDone) throw new JobUnfinished(uuid, answer);
    return answer;
  }

  /** A file that a job has made, by its name or as its state tells it: `refused.csv`, an export. */
  async file({ uuid }: StartedJob, file: string, signal?: AbortSignal): Promise<Blob> {
    const path = { bulkUuid: uuid, name: file.replace(/^.*\//, '') };
    const { data } = await this.api.GET('/V1/jobs/{bulkUuid}/files/{name}', {
      params: { path },
      parseAs: 'blob',
      signal: signal ?? null,
    });
    return data as Blob;
  }
}
