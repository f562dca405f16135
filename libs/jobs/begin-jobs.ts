import { randomUUID } from 'node:crypto';
import { mustMay, resourcesOf } from '../calls/index.js';
import { type IdempotencyStore, type NamedCall, TooManyRequests, type Transactions } from '../kernel/index.js';
import { type JobFiles, type JobOrder, Jobs } from '../operations/index.js';
import type { WireSettings } from '../web/index.js';
import type { JobQueue, NewJob } from './ports.js';
import { ownerOf } from './status.js';

/** Notifies the job runners of this process about a new job. */
export class WorkWaiting {
  private readonly listeners = new Set<() => void>();

  /** Returns a function that removes the listener. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  tell(): void {
    for (const listener of this.listeners) listener();
  }
}

interface BeginParts {
  readonly queue: JobQueue;
  readonly transactions: Transactions;
  readonly idempotencyStore: IdempotencyStore;
  readonly waiting: WorkWaiting;
  readonly settings: WireSettings;
  /** Maximum number of open jobs per caller (JOBS_PER_CALLER). */
  readonly perCaller: number;
}

const RETRY_AFTER_S = 30;
/** The width of the column. */
const DESCRIPTION_MAX = 255;

const tooMany = (most: number): string =>
  `The number of your unfinished jobs has reached the limit of ${most} (JOBS_PER_CALLER). Wait until a job finishes, or cancel a job, then try again.`;

const newJob = ({ kind, caller, description, input }: JobOrder): NewJob => ({
  uuid: randomUUID(),
  kind: kind.name,
  owner: ownerOf(caller),
  store: null,
  // It can contain long text from the caller.
  description: description.slice(0, DESCRIPTION_MAX),
  input: JSON.stringify(input),
});

/** Stores new jobs in the database. */
export class BeginJobs extends Jobs {
  constructor(private readonly parts: BeginParts) {
    super();
  }

  async begin(
    order: JobOrder,
    fill: (files: JobFiles) => Promise<void> = () => Promise.resolve(),
    call?: NamedCall,
  ): Promise<string> {
    const { transactions, waiting, settings } = this.parts;
    const { right } = order.kind;
    mustMay(order.caller, right, resourcesOf(right, settings));
    const uuid = await (call ? this.startOnce(order, fill, call) : this.started(order, fill));
    transactions.afterCommit(() => waiting.tell());
    return uuid;
  }

  private async started(order: JobOrder, fill: (files: JobFiles) => Promise<void>): Promise<string> {
    const { queue, transactions } = this.parts;
    const job = newJob(order);
    await queue.addFilled(job, this.limited(job, fill), (open) => transactions.write(open));
    return job.uuid;
  }

  /**
   * If the same order is sent several times concurrently, each request fills a job, but only the job whose UUID is
   * stored remains.
   */
  private async startOnce(order: JobOrder, fill: (files: JobFiles) => Promise<void>, call: NamedCall): Promise<string> {
    const { queue, idempotencyStore } = this.parts;
    const { parts } = await idempotencyStore.inSteps(call, async (steps) => {
      const job = newJob(order);
      await queue.addFilled(job, this.limited(job, fill), (open) =>
        steps.step(async () => {
          await open();
          return { part: () => job.uuid, isLast: true };
        }),
      );
    });
    return parts.join('');
  }

  /** Counts after storing the job, so that concurrent calls include each other in the count. */
  private limited({ uuid }: NewJob, fill: (files: JobFiles) => Promise<void>): (files: JobFiles) => Promise<void> {
    const { queue, perCaller } = this.parts;
    return async (files) => {
      if ((await queue.countUpTo(uuid)) > perCaller) throw new TooManyRequests(RETRY_AFTER_S, tooMany(perCaller));
      await fill(files);
    };
  }
}
