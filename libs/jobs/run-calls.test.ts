import { ServedOperation, type ServedOperations } from '../calls/index.js';
import { type ChangeLog, InputRefused, type NamedCall, type Transactions, Unavailable } from '../kernel/index.js';
import { answers, type Caller, needs, type Operation, operation, takes } from '../operations/index.js';
import { StringField } from '../records/index.js';
import type { Callers, StoreViews, WireSettings } from '../web/index.js';
import type { CallParts } from './do-calls.js';
import {
  type CallOutcome,
  CallsMoved,
  type ClaimedJob,
  type JobQueue,
  type Lease,
  LeaseLost,
  type Progress,
} from './ports.js';
import { DIED_OF_IT } from './run-kind.js';
import { RunCalls } from './run-calls.js';
import { STATUS } from './status.js';

const RIGHT = '_Test::save';
const LEASE: Lease = { jobId: 7, worker: 'one' };

class Asked {
  @StringField({ about: '', required: true })
  readonly word!: string;
}

/** Returns each word in capitals; some words fail. */
class Words {
  readonly asked: string[] = [];
  readonly names: (NamedCall | undefined)[] = [];
  /** How many more calls find the database unavailable. */
  away = 0;

  say(word: string): string {
    this.asked.push(word);
    if (word === 'away' && this.away > 0) {
      this.away -= 1;
      throw new Unavailable(1);
    }
    if (word === 'refused') throw InputRefused.sentence('This word is refused.');
    if (word === 'bug') throw new Error('a secret of the server');
    return word.toUpperCase();
  }
}

const sayWord = (more: Partial<Operation> = {}): Operation => ({
  ...operation({
    service: 'wordsV1',
    name: 'say',
    summary: '',
    right: needs.right(RIGHT),
    effect: 'writes',
    rest: { verb: 'POST', path: 'words' },
    input: { body: takes.fields(Asked) },
    output: answers.string('WORD'),
    by: Words,
    run: (words, { body }, context) => {
      words.names.push(context.call);
      return words.say(body.word);
    },
  }),
  ...more,
});

interface Given {
  readonly words?: readonly unknown[];
  readonly of?: Partial<Operation>;
  readonly job?: Partial<ClaimedJob>;
  readonly rights?: readonly string[];
  readonly pausesMs?: readonly number[];
}

/** A job whose calls and outcomes are kept in memory. */
const jobOf = ({ words = [], of = {}, job = {}, rights = [RIGHT], pausesMs = [0, 0] }: Given) => {
  const service = new Words();
  const outcomes = new Map<number, CallOutcome>();
  const groups: number[] = [];
  const told: Progress[] = [];
  const state = { rights, before: (): void => undefined };
  const inputs = words.map((word) => JSON.stringify({ word }));
  const store = async (work: () => Promise<readonly CallOutcome[]>): Promise<void> => {
    state.before();
    const done = await work();
    groups.push(done.length);
    for (const one of done) outcomes.set(one.position, one);
  };
  const queue = {
    openCalls: (_: number, from: number, most: number) =>
      Promise.resolve(
        inputs
          .map((input, position) => ({ position, input }))
          .filter(({ position }) => position >= from && !outcomes.has(position))
          .slice(0, most),
      ),
    inGroup: (_: Lease, work: () => Promise<readonly CallOutcome[]>) => store(work),
    late: (_: Lease, work: () => Promise<CallOutcome>) => store(async () => [await work()]),
    guarded: <T>(_: Lease, work: () => Promise<T>) => work(),
    settleCalls: () => Promise.resolve(outcomes.size === inputs.length),
  } as unknown as JobQueue;
  const served = new ServedOperation(sayWord(of), (() => service) as never, {} as ChangeLog);
  const find = (name: string) => (name === 'wordsV1' ? served : undefined);
  const caller = (): Caller => {
    const now = state.rights;
    return { kind: 'admin', id: 3, rights: now, holds: (right) => now.includes(right) };
  };
  const parts: CallParts = {
    served: { find } as unknown as ServedOperations,
    queue,
    transactions: { write: <T>(work: () => Promise<T>) => work() } as unknown as Transactions,
    callers: { byAccount: () => Promise.resolve(caller()) } as unknown as Callers,
    storeViews: { byCode: () => Promise.resolve(undefined) } as unknown as StoreViews,
    settings: { vendor: 'Shop' } as unknown as WireSettings,
  };
  const claimed: ClaimedJob = {
    uuid: 'u-1',
    kind: 'calls',
    owner: { userType: 2, userId: 3 },
    store: null,
    description: 'say words',
    input: JSON.stringify({ service: 'wordsV1', name: 'say', listed: true, params: {}, query: {} }),
    lease: LEASE,
    claims: 1,
    known: inputs.length,
    ...job,
  };
  const run = (stop = new AbortController().signal) =>
    new RunCalls(parts).pausing(pausesMs).run(claimed, stop, (progress) => told.push(progress));
  /** The result of each call, or its status and message. */
  const results = () =>
    inputs.map((_, position) => {
      const one = outcomes.get(position);
      return one && ('result' in one ? JSON.parse(one.result) : [one.status, one.message]);
    });
  return { run, results, service, groups, told, state };
};

const REFUSED = [STATUS.failed, 'This word is refused.'];

describe.each<[string, Partial<Operation>]>([
  ['each in its own transaction', {}],
  ['many in one transaction', { inGroups: true }],
])('calls of a job, %s', (_, of) => {
  it('run in order and report their progress', async () => {
    const { run, results, service, told } = jobOf({ words: ['one', 'two', 'three'], of });
    expect(await run()).toBe(true);
    expect(results()).toEqual(['ONE', 'TWO', 'THREE']);
    expect(service.asked).toEqual(['one', 'two', 'three']);
    expect(told.at(-1)).toEqual({ done: 3, known: 3 });
  });

  it('fail individually, with the same message as REST', async () => {
    const { run, results } = jobOf({ words: ['one', 'refused', { no: 'text' }, 'two'], of });
    expect(await run()).toBe(true);
    const [first, refused, unread, last] = results() as [string, unknown, [number, string], string];
    expect([first, refused, last]).toEqual(['ONE', REFUSED, 'TWO']);
    expect(unread[0]).toBe(STATUS.failed);
    expect(unread[1]).toContain('word');
  });

  it('are retried while the database is unavailable', async () => {
    const { run, results, service } = jobOf({ words: ['away', 'two'], of });
    service.away = 2;
    expect(await run()).toBe(true);
    expect(results()).toEqual(['AWAY', 'TWO']);
  });

  it('fail temporarily if the database stays unavailable', async () => {
    const { run, results, service } = jobOf({ words: ['away', 'two'], of });
    service.away = 3;
    expect(await run()).toBe(true);
    expect(results()).toEqual([[STATUS.failedForNow, expect.stringContaining('temporarily unavailable')], 'TWO']);
  });

  it('all fail without the right for the operation, and none runs', async () => {
    const { run, results, service } = jobOf({ words: ['one', 'two'], of, rights: [] });
    expect(await run()).toBe(true);
    expect(results()).toEqual([0, 1].map(() => [STATUS.failed, expect.stringContaining(RIGHT)]));
    expect(service.asked).toEqual([]);
  });

  it('all fail for a store view that no longer exists', async () => {
    const { run, results, service } = jobOf({ words: ['one', 'two'], of, job: { store: 'gone' } });
    expect(await run()).toBe(true);
    expect(results()).toEqual([0, 1].map(() => [STATUS.failed, expect.any(String)]));
    expect(service.asked).toEqual([]);
  });

  it('do not start once the worker must stop', async () => {
    const { run, service } = jobOf({ words: ['one'], of });
    expect(await run(AbortSignal.abort())).toBe(false);
    expect(service.asked).toEqual([]);
  });

  it('stop at once if another worker has the job', async () => {
    const { run, state, service } = jobOf({ words: ['one'], of });
    state.before = () => {
      throw new LeaseLost();
    };
    await expect(run()).rejects.toThrow(LeaseLost);
    expect(service.asked).toEqual([]);
  });

  it('are read again if another process has changed them', async () => {
    const { run, results, state } = jobOf({ words: ['one', 'two'], of });
    let isFirst = true;
    state.before = () => {
      if (!isFirst) return;
      isFirst = false;
      throw new CallsMoved();
    };
    expect(await run()).toBe(true);
    expect(results()).toEqual(['ONE', 'TWO']);
  });

  it('do not reveal internal errors', async () => {
    const log = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const error = jest.spyOn(console, 'error').mockImplementation();
    const { run, results } = jobOf({ words: ['one', 'bug', 'two'], of });
    expect(await run()).toBe(true);
    log.mockRestore();
    error.mockRestore();
    expect(results()).toEqual(['ONE', [STATUS.failed, expect.any(String)], 'TWO']);
    expect(JSON.stringify(results())).not.toContain('a secret of the server');
  });
});

describe('calls of a job that crashes its workers', () => {
  it('run one at a time, and the first fails temporarily', async () => {
    const { run, results, groups } = jobOf({ words: ['one', 'two'], of: { inGroups: true }, job: { claims: 5 } });
    expect(await run()).toBe(true);
    expect(results()).toEqual([[STATUS.failedForNow, DIED_OF_IT], 'TWO']);
    expect(groups).toEqual([1, 1]);
  });
});

describe('calls of an operation that no installed module offers', () => {
  it('all fail', async () => {
    const input = JSON.stringify({ service: 'otherV1', name: 'say', listed: true, params: {}, query: {} });
    const { run, results, service } = jobOf({ words: ['one', 'two'], job: { input } });
    expect(await run()).toBe(true);
    expect(results()).toEqual([0, 1].map(() => [STATUS.failed, expect.any(String)]));
    expect(service.asked).toEqual([]);
  });
});

describe('calls whose sender gets different rights during the job', () => {
  it('are read and stored again, but run once', async () => {
    const { run, results, state, service } = jobOf({ words: ['one', 'two'], of: { inGroups: true } });
    let stores = 0;
    state.before = () => {
      stores += 1;
      state.rights = [RIGHT, '_Test::read'];
    };
    expect(await run()).toBe(true);
    expect(results()).toEqual(['ONE', 'TWO']);
    // The second time it tries again with fewer calls.
    expect(stores).toBe(3);
    expect(service.asked).toEqual(['one', 'two']);
  });

  it('are read again and rejected without the right', async () => {
    const { run, results, state, service } = jobOf({ words: ['one', 'two'], of: { inGroups: true } });
    state.before = () => {
      state.rights = ['_Test::read'];
    };
    expect(await run()).toBe(true);
    expect(results()).toEqual([0, 1].map(() => [STATUS.failed, expect.stringContaining(RIGHT)]));
    expect(service.asked).toEqual([]);
  });
});

describe('a call that stores its steps', () => {
  it('has a lasting name from its job, position and input digest', async () => {
    const { run, results, service } = jobOf({ words: ['one', 'two'], of: { keepsSteps: true } });
    expect(await run()).toBe(true);
    expect(results()).toEqual(['ONE', 'TWO']);
    const digest = expect.stringMatching(/^[\da-f]{64}$/) as string;
    expect(service.names).toEqual(
      ['0', '1'].map((key) => ({ caller: 'job', route: 'u-1', key, digest, isLasting: true })),
    );
    expect(service.names[0]?.digest).not.toBe(service.names[1]?.digest);
  });
});
