import { HOUR_MS, type SharedLease } from '../../libs/manifest/index.js';
import { currentDeadline, runningWork } from '../../libs/kernel/index.js';
import { type BoundSchedule, Scheduler } from './scheduler.js';

const SECOND_MS = 1_000;
const LEASE_MS = 20_000;

/** A lease that several schedulers share. It follows the fake clock. */
const sharedLease = () => {
  const state = { owner: undefined as unknown, until: 0, taken: 0 };
  const of = (owner: unknown): SharedLease => ({
    acquire: async (ms) => {
      if (state.owner !== owner && state.until > Date.now()) return false;
      Object.assign(state, { owner, until: Date.now() + ms, taken: state.taken + 1 });
      return true;
    },
    release: async () => void (state.owner === owner && (state.until = 0)),
  });
  return { of, state };
};

describe('Scheduler', () => {
  let warned: unknown[];
  let isReady: boolean;
  const started: Scheduler[] = [];
  const schedule = (rest: Partial<BoundSchedule>): BoundSchedule => ({
    name: 'counting',
    every: SECOND_MS,
    once: 'process',
    failure: 'counting failed',
    warn: (error) => void warned.push(error),
    run: async () => undefined,
    ...rest,
  });
  const scheduler = (
    schedules: readonly Partial<BoundSchedule>[],
    leaseOf: (name: string) => SharedLease = () => sharedLease().of(1),
  ): Scheduler => {
    const made = new Scheduler(schedules.map(schedule), {
      find: () => undefined as never,
      isReady: async () => isReady,
      leaseOf,
    });
    made.start();
    started.push(made);
    return made;
  };

  beforeEach(() => {
    warned = [];
    isReady = true;
    jest.useFakeTimers();
  });
  afterEach(async () => {
    jest.useRealTimers();
    for (const one of started.splice(0)) await one.stop(0);
  });

  describe('with intervals of less than an hour', () => {
    it('runs a schedule after each interval until it is stopped', async () => {
      let runs = 0;
      const one = scheduler([{ run: async () => void (runs += 1) }]);
      await jest.advanceTimersByTimeAsync(SECOND_MS - 1);
      expect(runs).toBe(0);
      await jest.advanceTimersByTimeAsync(3 * SECOND_MS + 1);
      expect(runs).toBe(4);
      await one.stop();
      await jest.advanceTimersByTimeAsync(HOUR_MS);
      expect(runs).toBe(4);
    });

    it('continues after failures and logs only the first of consecutive ones', async () => {
      let runs = 0;
      scheduler([
        {
          run: () => {
            runs += 1;
            return runs === 3 ? Promise.resolve() : Promise.reject(new Error(String(runs)));
          },
        },
      ]);
      await jest.advanceTimersByTimeAsync(HOUR_MS);
      expect(runs).toBeGreaterThan(4);
      expect(warned).toEqual([new Error('1'), new Error('4')]);
    });

    it('never overlaps runs, and stop() waits for the run and its background work', async () => {
      const finish: (() => void)[] = [];
      const later = () => new Promise<void>((resolve) => finish.push(resolve));
      const seen: boolean[] = [];
      const one = scheduler([
        {
          run: async (run) => {
            void run.inBackground(later().then(() => void seen.push(run.isStopping)));
            await later();
          },
        },
      ]);
      await jest.advanceTimersByTimeAsync(10 * SECOND_MS);
      expect(finish).toHaveLength(2);
      let isStopped = false;
      const stopping = one.stop().then(() => (isStopped = true));
      for (const [index, done] of finish.entries()) {
        await jest.advanceTimersByTimeAsync(SECOND_MS);
        expect([index, isStopped]).toEqual([index, false]);
        done();
      }
      await stopping;
      expect(seen).toEqual([true]);
    });

    it("logs failures of a run's background work", async () => {
      scheduler([{ run: async (run) => void run.inBackground(Promise.reject(new Error('behind'))) }]);
      await jest.advanceTimersByTimeAsync(SECOND_MS);
      expect(warned).toEqual([new Error('behind')]);
    });

    it('runs a schedule under its name, as the system, with its time limit', async () => {
      const seen: unknown[] = [];
      const look = async () => void seen.push([runningWork(), currentDeadline()?.remainingMs]);
      scheduler([
        { limitMs: 5_000, run: look },
        { name: 'unlimited', run: look },
      ]);
      await jest.advanceTimersByTimeAsync(SECOND_MS);
      const by = { interface: 'system' };
      expect(seen).toEqual([
        [{ name: 'counting', by }, 5_000],
        [{ name: 'unlimited', by }, undefined],
      ]);
    });
  });

  describe('with intervals of an hour or more', () => {
    it('runs schedules at startup, one after another, then at their intervals', async () => {
      const order: string[] = [];
      const run = (name: string, every: number): Partial<BoundSchedule> => ({
        name,
        every,
        run: async () => {
          order.push(`${name} starts`, String(runningWork()?.name));
          await new Promise((resolve) => setTimeout(resolve, 1));
          order.push(`${name} ends`);
        },
      });
      scheduler([run('a', HOUR_MS), run('b', 3 * HOUR_MS)]);
      await jest.advanceTimersByTimeAsync(10);
      const first = ['a starts', 'housekeeping', 'a ends', 'b starts', 'housekeeping', 'b ends'];
      expect(order).toEqual(first);
      await jest.advanceTimersByTimeAsync(HOUR_MS);
      expect(order).toEqual([...first, 'a starts', 'housekeeping', 'a ends']);
    });

    it('waits until the schema is up to date', async () => {
      let runs = 0;
      isReady = false;
      scheduler([{ every: HOUR_MS, run: async () => void (runs += 1) }]);
      await jest.advanceTimersByTimeAsync(HOUR_MS - 1);
      expect(runs).toBe(0);
      isReady = true;
      await jest.advanceTimersByTimeAsync(1);
      expect(runs).toBe(1);
    });

    it('logs every failure and still runs the other schedules', async () => {
      let runs = 0;
      const one = scheduler([
        { name: 'a', every: HOUR_MS, run: () => Promise.reject(new Error('locked')) },
        { name: 'b', every: HOUR_MS, run: async () => void (runs += 1) },
      ]);
      await jest.advanceTimersByTimeAsync(0);
      await one.runHourly();
      expect([warned.length, runs]).toEqual([2, 2]);
    });

    it('stops even if a run hangs', async () => {
      jest.useRealTimers();
      let isRunning = (): void => undefined;
      const running = new Promise<void>((resolve) => (isRunning = resolve));
      const run = (): Promise<void> => (isRunning(), new Promise(() => undefined));
      const one = scheduler([{ every: HOUR_MS, run }]);
      await running;
      await one.stop(1);
    });
  });

  describe('with one run per cluster', () => {
    const both = (rest: Partial<BoundSchedule>) => {
      const lease = sharedLease();
      const runs: string[] = [];
      const of = (name: string) =>
        scheduler([{ once: 'cluster', run: async () => void runs.push(name), ...rest }], () => lease.of(name));
      return { one: of('one'), other: of('other'), runs, lease };
    };

    it('runs a schedule in one process, and in another soon after that stops', async () => {
      const { one, runs } = both({});
      await jest.advanceTimersByTimeAsync(60 * SECOND_MS);
      expect(new Set(runs)).toEqual(new Set(['one']));
      await one.stop();
      runs.length = 0;
      await jest.advanceTimersByTimeAsync(5 * SECOND_MS);
      expect(new Set(runs)).toEqual(new Set(['other']));
    });

    it('takes over once the lease of a dead process has expired', async () => {
      const { runs, lease } = both({});
      Object.assign(lease.state, { owner: 'dead', until: Date.now() + LEASE_MS });
      await jest.advanceTimersByTimeAsync(LEASE_MS - 1);
      expect(runs).toEqual([]);
      await jest.advanceTimersByTimeAsync(5 * SECOND_MS);
      expect(runs.length).toBeGreaterThan(0);
    });

    it('runs once per long interval, even if the first process stops', async () => {
      const { one, runs } = both({ every: HOUR_MS });
      await jest.advanceTimersByTimeAsync(HOUR_MS / 2);
      expect(runs).toEqual(['one']);
      await one.stop();
      await jest.advanceTimersByTimeAsync(HOUR_MS / 2 - SECOND_MS);
      expect(runs).toEqual(['one']);
      await jest.advanceTimersByTimeAsync(2 * 60 * SECOND_MS);
      expect(runs).toEqual(['one', 'other']);
    });

    it('takes no lease if there is nothing to do', async () => {
      const { runs, lease } = both({ isNeeded: async () => false });
      await jest.advanceTimersByTimeAsync(60 * SECOND_MS);
      expect([runs, lease.state.taken]).toEqual([[], 0]);
    });

    it('reports whether a run holds the lease long enough or lost it', async () => {
      const lease = sharedLease();
      const may: boolean[] = [];
      scheduler(
        [
          {
            once: 'cluster',
            run: async (run) => {
              may.push(await run.hasLeaseFor(LEASE_MS / 2));
              // The process hangs.
              jest.setSystemTime(Date.now() + 2 * LEASE_MS);
              await lease.of('other').acquire(LEASE_MS);
              may.push(await run.hasLeaseFor(2 * LEASE_MS));
            },
          },
        ],
        () => lease.of('one'),
      );
      await jest.advanceTimersByTimeAsync(SECOND_MS);
      expect(may).toEqual([true, false]);
    });
  });
});
