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
import { type CallsInput, nameOfSteps, sentIn } from './stored-call.js';
import { AsyncCallContext } from './async-call-context.js';
import type { CallOutcome, ClaimedJob, JobQueue, OpenCall } from './ports.js';
import { accountOf, STATUS } from './status.js';

/** Dependencies of running calls. */
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

/** A call with its parsed input. */
interface ReadCall {
  readonly position: number;
  readonly input: OperationInput;
}

const isRead = (one: ReadCall | CallOutcome): one is ReadCall => 'input' in one;

/** The sender of the calls, with current rights, and its address. */
interface Admission {
  readonly caller: Caller | undefined;
  readonly context: AsyncCallContext;
}

/** The outcome of a call that failed with `error`. A refusal is returned to the caller; other errors are logged. */
export const failedFor = (position: number, error: unknown, where: string): CallOutcome => ({
  position,
  status: STATUS.failed,
  message: error instanceof Refusal ? error.message : reported(error, where),
});

const isOutcome = (error: unknown): error is Refusal => error instanceof Refusal && !(error instanceof Unavailable);

/** Runs calls of one job and stores their outcomes together with their writes. Throws `Unavailable` and bugs. */
export class DoCalls {
  /** The rights at the last transaction. The next one checks that they have not changed. */
  private known: { readonly caller: Caller | undefined } | undefined;
  private readonly form: AnswerForm;

  constructor(
    private readonly parts: CallParts,
    private readonly of: JobParts,
  ) {
    this.form = wholeAnswerForm(of.served.operation.output, parts.settings.instants);
  }

  /** Whether several calls may share a transaction. */
  get inGroups(): boolean {
    const { served } = this.of;
    return served.rows !== undefined || served.operation.inGroups === true;
  }

  /** Runs calls in one transaction, each with its own outcome. Returns the duration in milliseconds. */
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

  /** Runs a call in its own transaction, or in several whose progress is stored. */
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

  /** Runs calls inside the transaction. Slow work that needs no transaction is done before. */
  private async saving(
    calls: readonly ReadCall[],
    context: AsyncCallContext,
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

  /** A refused call rolls back its own writes only. */
  private async eachDone(calls: readonly ReadCall[], context: AsyncCallContext): Promise<readonly CallOutcome[]> {
    const outcomes: CallOutcome[] = [];
    for (const call of calls) {
      const done = await this.orRefused(() => this.parts.transactions.write(() => this.done(call, context)));
      outcomes.push('refusal' in done ? failedFor(call.position, done.refusal, this.of.job.description) : done.value);
    }
    return outcomes;
  }

  private async done({ position, input }: ReadCall, context: AsyncCallContext): Promise<CallOutcome> {
    return { position, status: STATUS.complete, result: this.resultText(await this.of.served.answer(input, context)) };
  }

  /** The result as REST returns it. */
  private resultText(answer: unknown): string {
    return JSON.stringify(this.form(answer) ?? null);
  }

  private async callerNow(): Promise<Caller | undefined> {
    const account = accountOf(this.of.job.owner);
    return account && this.parts.callers.byAccount(account);
  }

  /** Throws the same errors as REST if the right is missing or the store view does not exist. */
  private async admitted(call?: NamedCall): Promise<Admission> {
    const { caller } = this.known ?? { caller: await this.callerNow() };
    const { right } = this.of.served.operation;
    const { settings, storeViews } = this.parts;
    mustMay(caller, right, resourcesOf(right, settings));
    return { caller, context: await AsyncCallContext.create(caller, this.of.job.store, storeViews, call) };
  }

  /**
   * The calls were parsed with the caller's previous rights. If the rights have changed, the calls are parsed again.
   */
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

  /** Parses a call; its errors become its outcome. */
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

  /**
   * The key under which a call stores its progress, for a process that continues it. Valid as long as the job exists.
   */
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

/** The rights of the caller have changed since the calls were parsed. */
class RightsMoved extends Unavailable {
  constructor() {
    super(1);
  }
}

/** A row for `saveAll`: the record, with the id from the path. */
const rowOf = ({ record, id }: OperationInput): Input => {
  const sent = record as Input;
  return id === undefined ? sent : { ...sent, id };
};
