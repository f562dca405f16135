import { setTimeout as delay } from 'node:timers/promises';
import type { ServedOperation } from '../calls/index.js';
import { inOperation, inSpan, Unavailable } from '../kernel/index.js';
import { GROUP_ROWS_MAX, GroupSize } from '../records/index.js';
import { NoSuchRoute } from '../web/index.js';
import { type CallParts, DoCalls, failedFor } from './do-calls.js';
import type { JobRunner } from './job-worker.js';
import type { CallsInput } from './stored-call.js';
import { type CallOutcome, CallsMoved, type ClaimedJob, LeaseLost, type OpenCall, type Progress } from './ports.js';
import { doneBy, STATUS } from './status.js';
import { DEADLY_CLAIMS, DIED_OF_IT, RETRY_PAUSES_MS } from './run-kind.js';

/** Number of calls read at a time if they do not run in groups. */
const READ_AT_ONCE = 200;
/** After this many claims without progress, calls run one at a time, to find the one that kills workers. */
const SUSPICIOUS_CLAIMS = 3;

/** Runs the calls of a job in order (jobs.md, "How they run"). */
export class RunCalls implements JobRunner {
  /** Group sizes by operation. The next job starts with the size that the last one ended with. */
  private readonly sizes = new Map<ServedOperation, GroupSize>();

  constructor(
    private readonly parts: CallParts,
    private readonly pausesMs = RETRY_PAUSES_MS,
  ) {}

  /** A copy with other pauses, in milliseconds. */
  pausing(pausesMs: readonly number[]): RunCalls {
    return new RunCalls(this.parts, pausesMs);
  }

  /** Returns true if all calls are done and false if `stop` was requested between two groups. */
  async run(job: ClaimedJob, stop: AbortSignal, tell?: (progress: Progress) => void): Promise<boolean> {
    const common = JSON.parse(job.input) as CallsInput;
    const served = this.parts.served.find(common.service, common.name);
    const doing = served && new DoCalls(this.parts, { job, common, served });
    const work = new CallsInOrder(job, {
      parts: this.parts,
      doing,
      size: this.sizeOf(served),
      pausesMs: this.pausesMs,
      tell,
    });
    return inOperation(job.description, () => work.run(stop), doneBy(job));
  }

  private sizeOf(served: ServedOperation | undefined): GroupSize {
    const known = served && this.sizes.get(served);
    const size = known ?? new GroupSize();
    if (served) this.sizes.set(served, size);
    return size;
  }
}

interface RunParts {
  readonly parts: CallParts;
  /** Undefined if no installed module has the operation. */
  readonly doing: DoCalls | undefined;
  readonly size: GroupSize;
  readonly pausesMs: readonly number[];
  readonly tell: ((progress: Progress) => void) | undefined;
}

/** Runs the calls of one job group by group: reads open calls, retries failed ones and completes the job. */
class CallsInOrder {
  private from = 0;
  private claims: number;
  /** The maximum size of a group that may have killed workers. */
  private suspected: number;
  private readAhead: { readonly from: number; readonly calls: Promise<readonly OpenCall[]> } | undefined;

  constructor(
    private readonly job: ClaimedJob,
    private readonly given: RunParts,
  ) {
    this.claims = job.claims;
    this.suspected = job.claims >= SUSPICIOUS_CLAIMS ? GROUP_ROWS_MAX : 0;
  }

  async run(stop: AbortSignal): Promise<boolean> {
    const { queue } = this.given.parts;
    const { lease } = this.job;
    for (;;) {
      if (stop.aborted) return false;
      const calls = await this.open();
      const last = calls.at(-1);
      if (last) {
        if (this.given.doing?.inGroups) this.lookAhead(last.position + 1);
        await this.groupAsRead(calls, stop);
        continue;
      }
      // Calls that were already passed may have been reopened.
      if (this.from === 0 && (await queue.settleCalls(lease))) return true;
      this.from = 0;
    }
  }

  /** The next open calls, from the read-ahead if there is one. */
  private open(): Promise<readonly OpenCall[]> {
    const { readAhead, from } = this;
    this.readAhead = undefined;
    return readAhead?.from === from ? readAhead.calls : this.openFrom(from);
  }

  /** Reads the next calls while a group is stored. If they change meanwhile, storing them detects it. */
  private lookAhead(from: number): void {
    const calls = this.openFrom(from);
    // The code that awaits the calls handles the error.
    calls.catch(() => undefined);
    this.readAhead = { from, calls };
  }

  private openFrom(from: number): Promise<readonly OpenCall[]> {
    return this.given.parts.queue.openCalls(this.job.lease.jobId, from, this.atOnce);
  }

  private async groupAsRead(calls: readonly OpenCall[], stop: AbortSignal): Promise<void> {
    try {
      const part = { attributes: { 'kontor.calls': calls.length } };
      await inSpan('job part', () => this.group(calls, stop), part);
    } catch (error) {
      if (!(error instanceof CallsMoved)) throw error;
      this.from = 0;
    }
  }

  private get atOnce(): number {
    if (this.suspected > 0) return 1;
    return this.given.doing?.inGroups ? this.given.size.rows : READ_AT_ONCE;
  }

  private async group(calls: readonly OpenCall[], stop: AbortSignal): Promise<void> {
    const { doing } = this.given;
    if (this.claims >= DEADLY_CLAIMS) await this.settled(calls, (open) => this.deadly(open));
    else if (!doing) await this.settled(calls, (open) => this.unserved(open));
    else if (doing.inGroups) await this.together(calls, doing);
    else
      for (const call of calls) {
        if (stop.aborted) return;
        await this.settled([call], ([one]) => (one ? doing.alone(one) : Promise.resolve()));
      }
    this.claims = 0;
    this.suspected = Math.max(0, this.suspected - calls.length);
  }

  private async together(calls: readonly OpenCall[], doing: DoCalls): Promise<void> {
    let tookMs = 0;
    const done = await this.settled(calls, async (open) => {
      tookMs = await doing.together(open);
    });
    if (done === calls.length) this.given.size.took(done, tookMs);
  }

  /**
   * Runs these calls and stores their outcomes with `work`. If storing fails temporarily, retries after a pause with
   * fewer calls. Returns the number of calls with outcomes. Calls that still cannot be stored are marked as failed
   * temporarily. After an unexpected error, runs the calls one by one to isolate it.
   */
  private async settled(
    calls: readonly OpenCall[],
    work: (open: readonly OpenCall[]) => Promise<void>,
  ): Promise<number> {
    let open = calls;
    for (let tries = 0; ; tries += 1) {
      try {
        await work(open);
        break;
      } catch (error) {
        if (error instanceof LeaseLost || error instanceof CallsMoved) throw error;
        if (!(error instanceof Unavailable)) {
          if (open.length === 1) await this.marked(open, (one) => failedFor(one.position, error, this.job.description));
          else for (const one of open) await this.settled([one], work);
          break;
        }
        const pause = this.given.pausesMs[tries];
        if (pause === undefined) {
          await this.failedForNow(open, error.message);
          break;
        }
        open = open.slice(0, Math.max(1, open.length >> 2));
        await delay(pause * (0.75 + Math.random() / 2));
      }
    }
    this.from = (open.at(-1)?.position ?? this.from) + 1;
    this.given.tell?.({ done: this.from, known: this.job.known });
    return open.length;
  }

  private deadly(open: readonly OpenCall[]): Promise<void> {
    return this.failedForNow(open, DIED_OF_IT);
  }

  private failedForNow(open: readonly OpenCall[], message: string): Promise<void> {
    return this.marked(open, ({ position }) => ({ position, status: STATUS.failedForNow, message }));
  }

  private unserved(open: readonly OpenCall[]): Promise<void> {
    return this.marked(open, ({ position }) => failedFor(position, new NoSuchRoute(), this.job.description));
  }

  private marked(open: readonly OpenCall[], outcome: (call: OpenCall) => CallOutcome): Promise<void> {
    return this.given.parts.queue.inGroup(this.job.lease, () => Promise.resolve(open.map(outcome)));
  }
}
