import { currentDeadline, Deadline, outOfPatience, patience, withDeadline } from '../kernel/index.js';
import { AnonymousSearches, SearchesCrowded, SearchTookLong } from './anonymous-searches.js';

/** Work that runs until `end` is called, and records the order of its start. */
class Work {
  private static started = 0;
  startedAs: number | undefined;
  end: () => void = () => undefined;
  private readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  readonly run = async (): Promise<string> => {
    Work.started += 1;
    this.startedAs = Work.started;
    await this.ended;
    return 'done';
  };
}

const works = (count: number): readonly Work[] => Array.from({ length: count }, () => new Work());
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const started = (all: readonly Work[]): number => all.filter(({ startedAs }) => startedAs !== undefined).length;

describe('the queue of anonymous searches', () => {
  it('runs one search, lets eight wait in order and rejects the tenth', async () => {
    const lane = new AnonymousSearches();
    const all = works(9);
    const answers = all.map(({ run }) => lane.run({}, run));
    await expect(lane.run({}, new Work().run)).rejects.toBeInstanceOf(SearchesCrowded);
    for (const [at, { end }] of all.entries()) {
      await settled();
      expect(started(all)).toBe(at + 1);
      expect(all.map(({ startedAs }) => startedAs ?? Infinity)).toEqual(
        all.map(({ startedAs }) => startedAs ?? Infinity).toSorted((one, other) => one - other),
      );
      end();
    }
    expect(await Promise.all(answers)).toEqual(all.map(() => 'done'));
    const last = new Work();
    last.end();
    expect(await lane.run({}, last.run)).toBe('done');
  });

  it('runs the searches of one request one after the other in one slot', async () => {
    const lane = new AnonymousSearches();
    const request = {};
    const [own, other] = [works(30), new Work()];
    const answers = own.map(({ run }) => lane.run(request, run));
    const last = lane.run({}, other.run);
    for (const [at, { end }] of own.entries()) {
      await settled();
      expect([started(own), other.startedAs]).toEqual([at + 1, undefined]);
      end();
    }
    await settled();
    expect(other.startedAs).toBeDefined();
    other.end();
    expect(await Promise.all([...answers, last])).toHaveLength(31);
  });

  it('runs no search of a rejected request', async () => {
    const lane = new AnonymousSearches();
    const all = works(9);
    const answers = all.map(({ run }) => lane.run({}, run));
    const request = {};
    const refused = works(3);
    const outcomes = await Promise.allSettled(refused.map(({ run }) => lane.run(request, run)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const { end } of all) end();
    await Promise.all(answers);
    expect(started(refused)).toBe(0);
  });

  it('frees the slot of a failed search', async () => {
    const lane = new AnonymousSearches();
    for (let at = 0; at < 12; at += 1)
      await expect(lane.run({}, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await lane.run({}, () => Promise.resolve('done'))).toBe('done');
  });

  it('stops a hanging search at half of its deadline, in favor of others', async () => {
    jest.useFakeTimers();
    const lane = new AnonymousSearches();
    const hanging = async (): Promise<never> => {
      await new Promise((resolve) => setTimeout(resolve, patience(10_000)));
      throw outOfPatience();
    };
    const asked = <T>(search: () => Promise<T>): Promise<T> =>
      withDeadline(new Deadline('quote', 2_000), () => lane.run({}, search));
    const ended = expect(asked(hanging)).rejects.toBeInstanceOf(SearchTookLong);
    const remained = Promise.all([1, 2, 3].map(() => asked(async () => currentDeadline()?.remainingMs)));
    await jest.advanceTimersByTimeAsync(1_000);
    await ended;
    expect(await remained).toEqual([1_000, 1_000, 1_000]);
    jest.useRealTimers();
  });

  it('rejects a waiting search at its deadline and never runs it', async () => {
    const lane = new AnonymousSearches();
    const [first, late, next] = [new Work(), new Work(), new Work()];
    const running = lane.run({}, first.run);
    await expect(withDeadline(new Deadline('quote', 20), () => lane.run({}, late.run))).rejects.toBeInstanceOf(
      SearchesCrowded,
    );
    const waiting = lane.run({}, next.run);
    for (const { end } of [first, late, next]) end();
    expect(await Promise.all([running, waiting])).toEqual(['done', 'done']);
    expect(late.startedAs).toBeUndefined();
  });
});
