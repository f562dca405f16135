import { NoSuchEntity, NoSuchOne } from '../../../libs/kernel/index.js';
import type { JobQueue, JobRights } from '../../../libs/jobs/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import type { Seen, StoredCall, StoredJob, StoredJobs } from '../ports/stored-jobs.js';
import { MANAGE_JOBS } from '../rights.record.js';
import { JOBS, SeeJobs, observeJobs } from './see-jobs.js';

const NOW = new Date('2027-03-10T12:00:00.000Z');
const UUID = '0b4d6c0e-0000-4000-8000-00000000000a';

const job = { id: 7, uuid: UUID, kind: 'export', userType: 2, userId: 1, result: '{"rows":3}' } as StoredJob;
const calls = [
  { position: 0, topic: 'allowed', input: '{"sku":"A"}', answer: '1' },
  { position: 1, topic: 'other', input: '{"sku":"B"}', answer: '2' },
] as StoredCall[];

const caller = (id: number, rights: readonly string[] = []): Caller =>
  ({ kind: 'admin', id, rights, holds: (right: string) => rights.includes(right) }) as unknown as Caller;
const owner = caller(1);
const stranger = caller(2);
const manager = caller(3, [MANAGE_JOBS]);

const isOf = ({ userId }: StoredJob, seen: Seen | undefined): boolean => !seen || seen.userId === userId;

/** Jobs in memory that record every call that changes them. */
const seeJobs = ({ mayReadResult = true } = {}) => {
  const done: unknown[] = [];
  const note = <T>(name: string, value: unknown, answer: T): Promise<T> => {
    done.push([name, value]);
    return Promise.resolve(answer);
  };
  const jobs = {
    byUuid: (uuid: string, seen?: Seen) => Promise.resolve(uuid === UUID && isOf(job, seen) ? job : undefined),
    newest: (most: number, seen?: Seen) => Promise.resolve([job].filter((one) => isOf(one, seen)).slice(0, most)),
    calls: (id: number, whole: boolean) => note('calls', [id, whole], calls),
    countCalls: (id: number, status: number) => note('count', [id, status], 5),
    searchCalls: (_: unknown, seen?: Seen) =>
      Promise.resolve(isOf(job, seen) ? { items: calls, total: 9 } : { items: [], total: 0 }),
    cancel: (id: number) => note('cancel', id, 2),
    retry: (id: number) => note('retry', id, 3),
    removeBefore: (at: Date) => note('removeBefore', at.toISOString(), undefined),
    removeArriving: (forMs: number) => note('removeArriving', forMs, undefined),
  } as unknown as StoredJobs;
  const files = {
    names: () => Promise.resolve(['prices.csv']),
    read: (name: string) => Promise.resolve([Buffer.from(`bytes of ${name}`)]),
  };
  const queue = { filesOf: () => files } as unknown as JobQueue;
  const rights = {
    mayReadCall: (topic: string) => topic === 'allowed',
    mayReadResult: () => mayReadResult,
    mustReadFile: (file: unknown) => done.push(['mustReadFile', file]),
  } as unknown as JobRights;
  return { done, see: new SeeJobs(jobs, queue, rights, { now: () => NOW }) };
};

describe('a job', () => {
  it('is visible to its owner and to job managers, whatever the case of its ID', async () => {
    const { see } = seeJobs();
    expect(await see.one(UUID.toUpperCase(), owner)).toBe(job);
    expect(await see.one(UUID, manager)).toBe(job);
    expect(await see.one(UUID, undefined)).toBe(job);
  });

  it('does not exist for other callers, who cannot change it', async () => {
    const { see, done } = seeJobs();
    for (const work of [
      () => see.one(UUID, stranger),
      () => see.withFiles(UUID, stranger),
      () => see.withCalls(UUID, stranger, true),
      () => see.count(UUID, 1, stranger),
      () => see.cancel(UUID, stranger),
      () => see.retry(UUID, stranger),
      () => see.one('unknown', owner),
    ])
      await expect(work()).rejects.toThrow(NoSuchOne);
    expect(done).toEqual([]);
    expect(await see.newest(10, stranger)).toEqual([]);
    expect(await see.newest(10, owner)).toEqual([job]);
  });

  it('is cancelled, retried and counted by its internal ID', async () => {
    const { see, done } = seeJobs();
    expect(await see.cancel(UUID, owner)).toBe(2);
    expect(await see.retry(UUID, owner)).toBe(3);
    expect(await see.count(UUID, 4, owner)).toBe(5);
    expect(done).toEqual([
      ['cancel', 7],
      ['retry', 7],
      ['count', [7, 4]],
    ]);
  });

  it('shows its result only to callers who may start such a job', async () => {
    expect(await seeJobs().see.withFiles(UUID, owner)).toEqual({ job, files: ['prices.csv'] });
    const { see } = seeJobs({ mayReadResult: false });
    expect((await see.withFiles(UUID, owner)).job).toEqual({ ...job, result: null });
  });
});

describe('a file of a job', () => {
  it('is read only after its rights were checked', async () => {
    const { see, done } = seeJobs();
    const parts: Uint8Array[] = [];
    for await (const part of await see.file(UUID, 'prices.csv', owner)) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('bytes of prices.csv');
    expect(done).toEqual([['mustReadFile', { kind: 'export', name: 'prices.csv', names: ['prices.csv'] }]]);
  });

  it('does not exist under another name', async () => {
    await expect(seeJobs().see.file(UUID, 'other.csv', owner)).rejects.toThrow(NoSuchEntity);
  });
});

describe('calls of a job', () => {
  const shown = [calls[0], { ...calls[1], input: null, answer: null }];

  it('hide input and answer of operations that the caller may not call', async () => {
    const { see, done } = seeJobs();
    expect(await see.withCalls(UUID, owner, true)).toEqual({ job, calls: shown });
    expect(done).toEqual([['calls', [7, true]]]);
  });

  it('are found with their total, and only in jobs of the caller', async () => {
    const { see } = seeJobs();
    const criteria = {} as Parameters<typeof see.search>[0];
    expect(await see.search(criteria, owner)).toEqual({ items: shown, total: 9 });
    expect(await see.search(criteria, stranger)).toEqual({ items: [], total: 0 });
  });
});

describe('old jobs', () => {
  it('are deleted after the given days, and those that never fully arrived after one day', async () => {
    const { see, done } = seeJobs();
    await see.prune(3);
    expect(done).toEqual([
      ['removeBefore', '2027-03-07T12:00:00.000Z'],
      ['removeArriving', 86_400_000],
    ]);
  });
});

describe('the number of jobs', () => {
  it('is exposed as a metric for each state', () => {
    const set = jest.spyOn(JOBS, 'set').mockImplementation();
    observeJobs({ waiting: 1, running: 2, failedForNow: 3, failed: 4 });
    expect(set.mock.calls).toEqual([
      [1, 'waiting'],
      [2, 'running'],
      [3, 'failed_for_now'],
      [4, 'failed'],
    ]);
    set.mockRestore();
  });
});
