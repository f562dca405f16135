const FAKEABLE = [
  'Date',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
] as const;

type Fakeable = (typeof FAKEABLE)[number];

/** Fakes only these; the test advances them (`jest.advanceTimersByTime`). Everything else uses real time. */
export const fakeOnly = (faked: readonly Fakeable[], options: { readonly now?: Date } = {}): void => {
  jest.useFakeTimers({ ...options, doNotFake: FAKEABLE.filter((name) => !faked.includes(name)) });
};

/** The timers of a server that check something on each tick. */
export const INTERVALS: readonly Fakeable[] = ['setInterval', 'clearInterval'];

/** Fakes `performance.now`, on which deadlines are based. It stands still until the test advances it. */
export class StillTime {
  private now = performance.now();
  private readonly spied = jest.spyOn(performance, 'now').mockImplementation(() => this.now);

  pass(ms: number): void {
    this.now += ms;
  }

  end(): void {
    this.spied.mockRestore();
  }
}
