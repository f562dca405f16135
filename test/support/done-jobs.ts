import { CALLS, JobQueue, type JobRunner, JobWorker, RunCalls, RunKind } from '../../libs/jobs/index.js';
import { type JobAdapter, type JobKind, jobKind, type JobName } from '../../libs/operations/index.js';
import { Callers, WireSettings } from '../../libs/web/index.js';
import type { TestApp } from './app.js';

/** Retries follow each other at once. */
const PAUSES_MS = [1, 1, 1, 1, 1];

interface DoneOptions {
  /** Job kinds other than calls, each with the service that runs it, or for a name the adapter. */
  readonly kinds?: readonly (readonly [JobKind | JobName, unknown])[];
  readonly worker?: string;
  readonly stop?: AbortSignal;
  readonly renewedMs?: number;
}

/** The runner for jobs of this kind in this process. */
export const runnerOf = (app: TestApp, kind: JobKind, service: unknown): JobRunner =>
  new RunKind({
    kind,
    service,
    queue: app.get(JobQueue),
    callers: app.get(Callers),
    settings: app.get(WireSettings),
  });

/** The job kind for a name, which runs on the given adapter. */
const kindOf = (kind: JobKind | JobName, service: unknown): JobKind =>
  'run' in kind ? kind : jobKind({ ...kind, adapter: (service as JobAdapter<never>).constructor as never });

/**
 * Runs the jobs of a server without workers in this process until none is waiting. Returns the number of started jobs.
 */
export const doJobs = (
  app: TestApp,
  { kinds = [], worker = 'a test', stop = new AbortController().signal, renewedMs }: DoneOptions = {},
): Promise<number> => {
  const calls = app.get<RunCalls>(RunCalls).pausing(PAUSES_MS);
  const runners = new Map<string, JobRunner>([
    [CALLS, calls],
    ...kinds.map(([kind, service]) => [kind.name, runnerOf(app, kindOf(kind, service), service)] as const),
  ]);
  const failed = (_job: unknown, error: unknown): never => {
    throw error;
  };
  const often = renewedMs === undefined ? {} : { renewedMs };
  return new JobWorker({
    queue: app.get(JobQueue),
    runnerOf: (kind) => runners.get(kind),
    worker,
    failed,
    ...often,
  }).work(stop);
};
