import { randomUUID } from 'node:crypto';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ChildProgram, inheritedFlags } from '../../libs/database/index.js';
import type { FromWorker, ToWorker } from './job-messages.js';
import type { MetricSnapshot } from './telemetry/tally.js';

/** The program next to this file, compiled or as source like this file. */
export const JOB_PROGRAM = join(__dirname, `job-worker${extname(__filename)}`);

/**
 * Interval in milliseconds for polling jobs that this server was not notified of: those of other servers or of dead
 * workers.
 */
const POLL_MS = 2_000;
/** A worker without messages for this long is stuck and may block the SQLite writer. Its lease has expired by then. */
const SILENT_MS = 20_000;
/** Longer, because a starting worker first loads the whole application. */
const STARTING_MS = 60_000;
/** Pause before a worker that died is replaced. */
const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 10_000;
/** Time limit of the current group when the server stops. */
const LAST_GROUP_MS = 8_000;

interface WorkerCounts {
  workerReported(worker: string, counted: MetricSnapshot): void;
  workerEnded(worker: string): Promise<void>;
}

interface WorkersParts {
  readonly count: number;
  readonly isWaiting: () => Promise<boolean>;
  /** Releases the jobs of a dead worker. */
  readonly release: (worker: string) => Promise<void>;
  readonly listen: (listener: () => void) => () => void;
  readonly environment: Readonly<Record<string, string>>;
  /** The server's kinds of work. A worker with others does nothing. */
  readonly offer: string;
  /** Receives the counters of the workers; undefined if metrics are disabled. */
  readonly counts?: WorkerCounts | undefined;
  readonly logger: Logger;
  /** The worker program: calls `workJobs` with the modules of this server. */
  readonly program: string;
}

/** A process that runs jobs. */
class Worker {
  busy = true;
  isOver = false;
  /** The name under which it claims jobs. */
  readonly name = randomUUID();
  private heardAt = performance.now() + STARTING_MS - SILENT_MS;
  private readonly child: ChildProgram<ToWorker, FromWorker>;

  constructor({ program, environment, offer, counts }: WorkersParts, onAlive: () => void) {
    this.child = new ChildProgram({
      kind: 'jobs',
      file: program,
      flags: [...inheritedFlags(), '--max-semi-space-size=16'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      onMessage: ({ busy, counted }) => {
        this.heardAt = performance.now();
        if (counted) counts?.workerReported(this.name, counted);
        this.busy = busy;
        onAlive();
      },
      onEnd: () => (this.isOver = true),
    });
    this.child.tell({ begin: environment, worker: this.name, offer });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Its exit code. */
  get exited(): Promise<number | null> {
    return this.child.exited;
  }

  get isSilent(): boolean {
    return performance.now() - this.heardAt > SILENT_MS;
  }

  work(): void {
    this.busy = true;
    this.child.tell({ work: true });
  }

  /** Requests a stop; the worker finishes its group first. */
  stop(): void {
    this.child.dismiss();
    this.child.hold();
    this.child.tell({ stop: true });
  }

  kill(): void {
    this.child.kill();
  }
}

/**
 * The job worker processes of a server. They start when there is a job, exit after being idle for a while, and are
 * restarted after a pause if they die (jobs.md, "Workers").
 */
export class JobWorkers {
  private readonly workers = new Set<Worker>();
  private timer: NodeJS.Timeout | undefined;
  private unlisten: (() => void) | undefined;
  private looking: Promise<void> | undefined;
  private again = false;
  private stopping = false;
  private pauseMs = FIRST_PAUSE_MS;
  private startsFrom = 0;

  constructor(private readonly parts: WorkersParts) {}

  /** Process ids of the running workers. */
  get pids(): readonly number[] {
    return [...this.workers].flatMap(({ pid }) => pid ?? []);
  }

  start(): void {
    if (this.parts.count === 0) return;
    this.unlisten = this.parts.listen(() => this.look());
    this.timer = setInterval(() => this.look(), POLL_MS).unref();
    this.look();
  }

  /** Starts no more jobs; current groups finish. */
  async stop(patienceMs = LAST_GROUP_MS): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    this.unlisten?.();
    await this.looking;
    for (const worker of this.workers) worker.stop();
    const waited = new AbortController();
    const all = Promise.all([...this.workers].map(({ exited }) => exited));
    await Promise.race([all, delay(patienceMs, undefined, waited).catch(() => undefined)]);
    waited.abort();
    for (const worker of this.workers) worker.kill();
    await all;
  }

  private look(): void {
    if (this.stopping) return;
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = this.once().finally(() => {
      this.looking = undefined;
      if (!this.again) return;
      this.again = false;
      this.look();
    });
  }

  private async once(): Promise<void> {
    this.endSilent();
    const { isWaiting, count } = this.parts;
    const idle = [...this.workers].find(({ busy }) => !busy);
    if (!idle && (this.workers.size >= count || performance.now() < this.startsFrom)) return;
    // The database is unreachable or has no tables yet: try again later.
    if (!(await isWaiting().catch(() => false)) || this.stopping) return;
    if (idle && !idle.isOver) idle.work();
    else if (this.workers.size < count) this.begin();
  }

  private begin(): void {
    const { logger } = this.parts;
    const worker = new Worker(this.parts, () => (this.pauseMs = FIRST_PAUSE_MS));
    this.workers.add(worker);
    void worker.exited.then((code) => {
      this.workers.delete(worker);
      void this.parts.counts?.workerEnded(worker.name);
      if (code === 0 || this.stopping) return;
      // If this fails, the lease expires.
      void this.parts.release(worker.name).catch(() => undefined);
      this.startsFrom = performance.now() + this.pauseMs;
      logger.warn({ pid: worker.pid, code, next_after_ms: this.pauseMs }, 'a job worker process exited');
      this.pauseMs = Math.min(2 * this.pauseMs, LAST_PAUSE_MS);
    });
  }

  private endSilent(): void {
    for (const worker of this.workers) if (worker.isSilent) worker.kill();
  }
}
