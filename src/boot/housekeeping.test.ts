import pino from 'pino';
import { Housekeeping } from './housekeeping.js';

const HOUR_MS = 3_600_000;

describe('housekeeping', () => {
  let reported: string[];
  const logger = () =>
    pino({ base: null }, { write: (line: string) => reported.push((JSON.parse(line) as { msg: string }).msg) });
  beforeEach(() => {
    reported = [];
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  it('comes in rounds: at the start, then every so often, until it is stopped', async () => {
    let rounds = 0;
    const housekeeping = new Housekeeping(
      [
        {
          failure: 'counting failed',
          work: async () => {
            rounds += 1;
          },
        },
      ],
      HOUR_MS,
      logger(),
    );
    housekeeping.start();
    await housekeeping.round();
    expect(rounds).toBe(1);
    await jest.advanceTimersByTimeAsync(HOUR_MS * 3);
    expect(rounds).toBe(4);
    await housekeeping.stop();
    await jest.advanceTimersByTimeAsync(HOUR_MS * 3);
    expect(rounds).toBe(4);
  });

  it('never does two rounds at once, and stops when the last one is done', async () => {
    let begun = 0;
    let finish = (): void => undefined;
    const work = (): Promise<void> => {
      begun += 1;
      return new Promise((resolve) => (finish = resolve));
    };
    const housekeeping = new Housekeeping([{ failure: '', work }], HOUR_MS, logger());
    housekeeping.start();
    await jest.advanceTimersByTimeAsync(HOUR_MS * 2);
    expect(begun).toBe(1);
    let stopped = false;
    const stopping = housekeeping.stop().then(() => (stopped = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(stopped).toBe(true);
  });

  it('is stopped all the same when a chore hangs', async () => {
    jest.useRealTimers();
    const housekeeping = new Housekeeping(
      [{ failure: '', work: () => new Promise(() => undefined) }],
      HOUR_MS,
      logger(),
    );
    housekeeping.start();
    await housekeeping.stop(1);
  });

  it('tells of a chore that fails, and does the others', async () => {
    const done: string[] = [];
    const housekeeping = new Housekeeping(
      [
        { failure: 'the first could not be done', work: () => Promise.reject(new Error('locked')) },
        {
          failure: '',
          work: async () => {
            done.push('second');
          },
        },
      ],
      HOUR_MS,
      logger(),
    );
    await housekeeping.round();
    expect([reported, done]).toEqual([['the first could not be done'], ['second']]);
  });
});
