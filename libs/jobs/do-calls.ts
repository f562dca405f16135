import { createHash } from 'node:crypto';
import {
  type AnswerForm,
  mustMay,
  resourcesOf,
  type Sent,
  type ServedOperation,
  type ServedOperations,
  wholeAnswerForm,
} from '../calls/index.js';
import { type NamedCall, Refusal, type Transactions, Unavailable } from '../kernel/index.js';
import type { Caller } from '../operations/index.js';
import { type Input, type Outcome, type Recorded, toWire } from '../records/index.js';
import { type Callers, reported, type StoreViews, type WireSettings } from '../web/index.js';
import { listedCall, singleCall } from './call-form.js';
import { type CallsInput, nameOfSteps, sentIn } from './kept-call.js';
import { LaterContext } from './later-context.js';
import type { CallOutcome, ClaimedJob, JobQueue, OpenCall } from './ports.js';
import { accountOf, STATUS } from './status.js';

/** What calls are done with. */
export interface CallParts {
  readonly served: ServedOperations;
  readonly queue: JobQueue;
  readonly transactions: Transactions;
  readonly callers: Callers;
  readonly storeViews: StoreViews;
  readonly settings: WireSettings;
}

interface JobParts {
  readonly job: ClaimedJob;
  readonly common: CallsInput;
  readonly served: ServedOperation;
}

type OperationInput = Readonly<Record<string, unknown>>;

/** A call with what was read of it. */
interface ReadCall {
  readonly position: number;
  readonly input: OperationInput;
}

const isRead = (one: ReadCall | CallOutcome): one is ReadCall => 'input' in one;

/** The sender of the calls with their current rights, and the address. */
interface Admission {
  readonly caller: Caller | undefined;
  readonly context: LaterContext;
}

/** The outcome of a call that failed with `error`: a refusal is returned, other errors are logged. */
export const failedFor = (position: number, error: unknown, where: string): CallOutcome => ({
  position,
  status: STATUS.failed,
  message: error instanceof Refusal ? error.message : reported(error, where),
});

const isOutcome = (error: unknown): error is Refusal => error instanceof Refusal && !(error instanceof Unavailable);

/** Does calls of one job, and stores what became of them with what they write. `Unavailable`, and bugs, are thrown. */
export class DoCalls {
  /** As the last transaction has found them: the next one looks again whether they are the same. */
  private known: { readonly caller: Caller | undefined } | undefined;
  private readonly form: AnswerForm;

  constructor(
    private readonly parts: CallParts,
    private readonly of: JobParts,
  ) {
    this.form = wholeAnswerForm(of.served.operation.output, parts.settings.instants);
  }

  /** Whether many calls may share a transaction. */
  get inGroups(): boolean {
    const { served } = this.of;
    return served.rows !== undefined || served.operation.inGroups === true;
  }

  /** In one transaction, each with an outcome of its own; answers how long that took, in milliseconds. */
  async together(open: readonly OpenCall[]): Promise<number> {
    const admission = await this.orRefused(() => this.admitted());
    if ('refusal' in admission) {
      await this.refused(open, admission.refusal);
      return 0;
    }
    const { caller, context } = admission.value;
    const read = open.map((call) => this.readOr(call, caller));
    const good = read.filter(isRead);
    const save = await this.saving(good, context);
    let began = 0;
    await this.parts.queue.inGroup(this.of.job.lease, async () => {
      began = performance.now();
      await this.mustStillMay(caller);
      const bad = read.filter((one): one is CallOutcome => !isRead(one));
      return [...bad, ...(await save())];
    });
    return performance.now() - began;
  }

  /** In a transaction of its own, or several of which it keeps the steps. */
  async alone(call: OpenCall): Promise<void> {
    const { queue } = this.parts;
    const { job, served } = this.of;
    const { keepsSteps = false } = served.operation;
    const done = async (): Promise<CallOutcome> => {
      const { caller, context } = await this.admitted(keepsSteps ? this.named(call) : undefined);
      return this.done(this.read(call, caller), context);
    };
    try {
      if (!keepsSteps) await queue.late(job.lease, done);
      else {
        const outcome = await queue.guarded(job.lease, done);
        await queue.inGroup(job.lease, () => Promise.resolve([outcome]));
      }
    } catch (error) {
      if (!isOutcome(error)) throw error;
      await this.refused([call], error);
    }
  }

  /** What is done of these inside the transaction; what takes long and needs none is done before. */
  private async saving(
    calls: readonly ReadCall[],
    context: LaterContext,
  ): Promise<() => Promise<readonly CallOutcome[]>> {
    const { rows } = this.of.served;
    if (!rows) return () => this.eachDone(calls, context);
    const { service, verb } = rows;
    const inputs = calls.map(({ input }) => rowOf(input));
    await service.prepare(inputs);
    return async () => {
      const outcomes = await service.saveAll(inputs, { verb, mode: 'best_effort', isPart: true });
      return outcomes.map((outcome) => this.outcomeOf(outcome, calls));
    };
  }

  private outcomeOf(outcome: Outcome<Recorded>, calls: readonly ReadCall[]): CallOutcome {
    const position = calls[outcome.index]?.position;
    if (position === undefined) throw new Error('an outcome of no call');
    if (outcome.status === 'failed') return failedFor(position, outcome.refusal, this.of.job.description);
    const { resource } = this.of.served.operation;
    return {
      position,
      status: STATUS.complete,
      result: this.resultText(toWire(resource?.fields ?? [], outcome.record)),
    };
  }

  /** What is refused takes back its own writes, and no others'. */
  private async eachDone(calls: readonly ReadCall[], context: LaterContext): Promise<readonly CallOutcome[]> {
    const outcomes: CallOutcome[] = [];
    for (const call of calls) {
      const done = await this.orRefused(() => this.parts.transactions.write(() => this.done(call, context)));
      outcomes.push('refusal' in done ? failedFor(call.position, done.refusal, this.of.job.description) : done.value);
    }
    return outcomes;
  }

  private async done({ position, input }: ReadCall, context: LaterContext): Promise<CallOutcome> {
    return { position, status: STATUS.complete, result: this.resultText(await this.of.served.answer(input, context)) };
  }

  /** As REST would have answered it. */
  private resultText(answer: unknown): string {
    return JSON.stringify(this.form(answer) ?? null);
  }

  private async callerNow(): Promise<Caller | undefined> {
    const account = accountOf(this.of.job.owner);
    return account && this.parts.callers.byAccount(account);
  }

  /** Throws what REST would say: no right, no such store view. */
  private async admitted(call?: NamedCall): Promise<Admission> {
    const { caller } = this.known ?? { caller: await this.callerNow() };
    const { right } = this.of.served.operation;
    const { settings, storeViews } = this.parts;
    mustMay(caller, right, resourcesOf(right, settings));
    return { caller, context: await LaterContext.of(caller, this.of.job.store, storeViews, call) };
  }

  /** Rights that were taken away, or given, since the calls were read: they are read again. */
  private async mustStillMay(before: Caller | undefined): Promise<void> {
    this.known = undefined;
    const now = await this.callerNow();
    const same =
      now?.rights.length === before?.rights.length && (now?.rights ?? []).every((right) => before?.holds(right));
    if (!same) throw new RightsMoved();
    this.known = { caller: now };
    if (now) mustMay(now, this.of.served.operation.right, '');
  }

  private read({ position, input }: OpenCall, caller: Caller | undefined): ReadCall {
    const { common, served } = this.of;
    const { listed, params, query } = common;
    const sent = sentIn(input);
    const call: Sent = listed
      ? listedCall(served.operation, sent, query)
      : singleCall(served.operation, sent, { params, query });
    return { position, input: served.read(call, { caller, settings: this.parts.settings }) };
  }

  /** What is wrong with it is its outcome. */
  private readOr(call: OpenCall, caller: Caller | undefined): ReadCall | CallOutcome {
    try {
      return this.read(call, caller);
    } catch (error) {
      return failedFor(call.position, error, this.of.job.description);
    }
  }

  private refused(open: readonly OpenCall[], refusal: Refusal): Promise<void> {
    const { lease, description } = this.of.job;
    const outcomes = open.map(({ position }) => failedFor(position, refusal, description));
    return this.parts.queue.inGroup(lease, () => Promise.resolve(outcomes));
  }

  /** The name under which it stores its progress, for the process that continues it, as long as the job exists. */
  private named({ position, input }: OpenCall): NamedCall {
    const digest = createHash('sha256').update(input).digest('hex');
    return { ...nameOfSteps(this.of.job.uuid), key: String(position), digest, isLasting: true };
  }

  private async orRefused<T>(work: () => Promise<T>): Promise<{ readonly value: T } | { readonly refusal: Refusal }> {
    try {
      return { value: await work() };
    } catch (error) {
      if (isOutcome(error)) return { refusal: error };
      throw error;
    }
  }
}

/** Somebody has changed the rights of the caller meanwhile: what was read of the calls may be wrong. */
class RightsMoved extends Unavailable {
  constructor() {
    super(1);
  }
}

/** A row of `saveAll`: the record that was sent, with the id of the path. */
const rowOf = ({ record, id }: OperationInput): Input => {
  const sent = record as Input;
  return id === undefined ? sent : { ...sent, id };
};
