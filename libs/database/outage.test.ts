import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Deadline, Unavailable, withDeadline } from '../kernel/index.js';
import { Outage } from './outage.js';
import { readAgain, repeated } from './repeats.js';
import { fakeTime, realTime } from '../../test/support/fake-timers.js';

const lost = (): Error => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
const within = <T>(limitMs: number, work: () => Promise<T>): Promise<T> =>
  withDeadline(new Deadline('write', limitMs), work);

describe.each([
  ['a read', readAgain],
  ['a transaction', repeated],
] as const)('%s during an outage', (_what, again) => {
  /** Fails until `ms` milliseconds have passed; counts its tries. */
  const awayFor = (ms: number) => {
    const began = performance.now();
    const tries = { count: 0 };
    const run = async (): Promise<string> => {
      tries.count += 1;
      if (performance.now() - began < ms) throw lost();
      return 'answered';
    };
    return { run, tries };
  };
  /** Advances the fake time until the work has finished. */
  const ended = async <T>(work: () => Promise<T>): Promise<T> => {
    let isOver = false;
    const result = work().finally(() => (isOver = true));
    result.catch(() => undefined);
    while (!isOver) await jest.advanceTimersByTimeAsync(1);
    return result;
  };
  /** Time until the work failed, in milliseconds of fake time. */
  const failedAfterMs = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await expect(ended(work)).rejects.toThrow(Unavailable);
    return performance.now() - began;
  };

  beforeEach(fakeTime);
  afterEach(realTime);

  it('is retried until the outage is over', async () => {
    const { run, tries } = awayFor(700);
    await expect(ended(() => within(5_000, () => again(run, new Outage())))).resolves.toBe('answered');
    expect(tries.count).toBeGreaterThan(2);
  });

  it('waits no longer than its deadline allows', async () => {
    const { run } = awayFor(60_000);
    expect(await failedAfterMs(() => within(400, () => again(run, new Outage())))).toBeLessThanOrEqual(400);
  });

  it('waits no longer than the outage limit; later calls fail at once', async () => {
    const outage = new Outage(300);
    const { run, tries } = awayFor(60_000);
    const waitedMs = await failedAfterMs(() => within(20_000, () => again(run, outage)));
    expect(waitedMs).toBeGreaterThanOrEqual(300);
    // Plus the longest pause between two tries.
    expect(waitedMs).toBeLessThanOrEqual(300 + 500);
    tries.count = 0;
    await failedAfterMs(() => within(20_000, () => again(run, outage)));
    expect(tries.count).toBe(2);
  });

  it('is retried once without a deadline, as in a chore or a command', async () => {
    const { run, tries } = awayFor(60_000);
    await failedAfterMs(() => again(run, new Outage()));
    expect(tries.count).toBe(2);
  });

  it('is retried only a few times while other calls succeed', async () => {
    const outage = new Outage();
    const { run, tries } = awayFor(60_000);
    const others = setInterval(() => void again(async () => 'well', outage), 5);
    try {
      await failedAfterMs(() =>
        within(20_000, () =>
          again(async () => {
            await delay(20);
            return run();
          }, outage),
        ),
      );
    } finally {
      clearInterval(others);
    }
    expect(tries.count).toBe(6);
  });

  it('is retried while a stopping server still answers some calls', async () => {
    const outage = new Outage();
    const { run } = awayFor(300);
    let asked = 0;
    const flickering = async (): Promise<string> => {
      if ((asked += 1) < 4) await again(async () => 'well', outage);
      return run();
    };
    await expect(ended(() => within(5_000, () => again(flickering, outage)))).resolves.toBe('answered');
  });

  it('waits the full limit again in the next outage', async () => {
    const outage = new Outage(300);
    await failedAfterMs(() => within(20_000, () => again(awayFor(60_000).run, outage)));
    await again(async () => 'well', outage);
    const waitedMs = await failedAfterMs(() => within(20_000, () => again(awayFor(60_000).run, outage)));
    expect(waitedMs).toBeGreaterThanOrEqual(300);
  });
});

describe('an outage in the log', () => {
  beforeEach(fakeTime);
  afterEach(() => {
    realTime();
    jest.restoreAllMocks();
  });

  it('has one warning of the loss and one of the return, unless it is short', async () => {
    const warnings: string[] = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((text: string) => void warnings.push(text));
    const outage = new Outage();
    outage.lost(lost());
    outage.answered();
    expect(warnings).toEqual([]);
    outage.lost(lost());
    await jest.advanceTimersByTimeAsync(1_500);
    outage.lost(lost());
    outage.lost(lost());
    outage.answered();
    outage.answered();
    expect(warnings).toEqual(['the database connection is lost: gone', 'the database is reachable again after 1.5 s']);
  });
});
