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

/** From now on a test moves these by hand (`jest.advanceTimersByTime`); everything else follows the real time. */
export const fakeOnly = (faked: readonly Fakeable[], options: { readonly now?: Date } = {}): void => {
  jest.useFakeTimers({ ...options, doNotFake: FAKEABLE.filter((name) => !faked.includes(name)) });
};

/** The watches of a server, which look at something in each tick. */
export const INTERVALS: readonly Fakeable[] = ['setInterval', 'clearInterval'];

/** `performance.now`, by which deadlines go: it stands still from the beginning, and a test moves it. */
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
