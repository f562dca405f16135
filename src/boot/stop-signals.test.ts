import { exitCodeOf, Stopped, StopSignals } from './stop-signals.js';

const recordingStops = (): { readonly stops: StopSignals; readonly ends: string[] } => {
  const ends: string[] = [];
  return { stops: new StopSignals((signal, count) => ends.push(`${signal} ${count}`)), ends };
};

describe('StopSignals', () => {
  it('ends the process if no work is held', () => {
    const { stops, ends } = recordingStops();
    stops.receive('SIGTERM');
    expect(ends).toEqual(['SIGTERM 1']);
  });

  it('lets held work reach its safe point, which throws Stopped', async () => {
    const { stops, ends } = recordingStops();
    const work = stops.hold(async () => {
      stops.receive('SIGTERM');
      await Promise.resolve();
      stops.signal.throwIfAborted();
    });
    await expect(work).rejects.toEqual(new Stopped('SIGTERM'));
    expect(ends).toEqual([]);
  });

  it('refuses to start work after a signal', async () => {
    const { stops } = recordingStops();
    stops.receive('SIGINT');
    let started = false;
    await expect(stops.hold(async () => void (started = true))).rejects.toEqual(new Stopped('SIGINT'));
    expect(started).toBe(false);
  });

  it('ends the process at the second signal, even during held work', async () => {
    const { stops, ends } = recordingStops();
    await stops.hold(async () => {
      stops.receive('SIGTERM');
      stops.receive('SIGTERM');
    });
    expect(ends).toEqual(['SIGTERM 2']);
  });

  it('ends the process once held work has failed', async () => {
    const { stops, ends } = recordingStops();
    await stops.hold(() => Promise.reject(new Error('a bug'))).catch(() => undefined);
    stops.receive('SIGTERM');
    expect(ends).toEqual(['SIGTERM 1']);
  });

  it('passes every signal and its count to the handler', async () => {
    const { stops } = recordingStops();
    const signals: number[] = [];
    stops.handle((_signal, count) => signals.push(count));
    await stops.hold(async () => stops.receive('SIGTERM'));
    stops.receive('SIGINT');
    expect(signals).toEqual([1, 2]);
  });

  it('uses the exit codes of shells', () => {
    expect([exitCodeOf('SIGTERM'), exitCodeOf('SIGINT')]).toEqual([143, 130]);
  });
});
