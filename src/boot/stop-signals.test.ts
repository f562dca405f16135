import { exitCodeOf, Stopped, StopSignals } from './stop-signals.js';

const heard = (): { readonly stops: StopSignals; readonly ends: string[] } => {
  const ends: string[] = [];
  return { stops: new StopSignals((signal, count) => ends.push(`${signal} ${count}`)), ends };
};

describe('a signal', () => {
  it('ends a process that holds nothing', () => {
    const { stops, ends } = heard();
    stops.receive('SIGTERM');
    expect(ends).toEqual(['SIGTERM 1']);
  });

  it('lets what is held come to its safe point, where it is thrown', async () => {
    const { stops, ends } = heard();
    const work = stops.hold(async () => {
      stops.receive('SIGTERM');
      await Promise.resolve();
      stops.signal.throwIfAborted();
    });
    await expect(work).rejects.toEqual(new Stopped('SIGTERM'));
    expect(ends).toEqual([]);
  });

  it('lets nothing begin behind it', async () => {
    const { stops } = heard();
    stops.receive('SIGINT');
    let begun = false;
    await expect(stops.hold(async () => void (begun = true))).rejects.toEqual(new Stopped('SIGINT'));
    expect(begun).toBe(false);
  });

  it('that comes again ends the process whatever is held', async () => {
    const { stops, ends } = heard();
    await stops.hold(async () => {
      stops.receive('SIGTERM');
      stops.receive('SIGTERM');
    });
    expect(ends).toEqual(['SIGTERM 2']);
  });

  it('ends the process again once nothing is held any more, also after work that failed', async () => {
    const { stops, ends } = heard();
    await stops.hold(() => Promise.reject(new Error('a bug'))).catch(() => undefined);
    stops.receive('SIGTERM');
    expect(ends).toEqual(['SIGTERM 1']);
  });

  it('is told to whoever handles it, each time', async () => {
    const { stops } = heard();
    const signals: number[] = [];
    stops.handle((_signal, count) => signals.push(count));
    await stops.hold(async () => stops.receive('SIGTERM'));
    stops.receive('SIGINT');
    expect(signals).toEqual([1, 2]);
  });

  it('has the exit code of shells', () => {
    expect([exitCodeOf('SIGTERM'), exitCodeOf('SIGINT')]).toEqual([143, 130]);
  });
});
