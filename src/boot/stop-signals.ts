/**
 * The signals that stop a process, heard from its first line on: as process 1 of a container it has no default that would
 * end it. This module imports nothing, so that nothing is loaded before it listens.
 */
export type StopSignal = 'SIGTERM' | 'SIGINT';

const NUMBERS: Readonly<Record<StopSignal, number>> = { SIGTERM: 15, SIGINT: 2 };

/** What a shell tells of a command that a signal ended: 143, 130. */
export const exitCodeOf = (signal: StopSignal): number => 128 + NUMBERS[signal];

/** Thrown at a safe point, behind which nothing more is begun. */
export class Stopped extends Error {
  constructor(readonly by: StopSignal) {
    super(`${by}: stopped. Stored data is kept.`);
  }
}

/** Ends the process, or begins to; with the signal that came, and how many have come with it. */
type StopHandler = (signal: StopSignal, count: number) => void;

/**
 * Until somebody handles signals otherwise, the first one ends the process, unless work is held: that goes on to its next
 * safe point, where it sees `signal`. The second one ends it whatever is under way.
 */
export class StopSignals {
  private readonly controller = new AbortController();
  private held = 0;
  private count = 0;
  private handler: StopHandler;

  constructor(end: StopHandler = (signal) => process.exit(exitCodeOf(signal))) {
    this.handler = end;
    this.endOrWait(end);
  }

  /** Aborted by the first signal; `throwIfAborted` at a safe point throws `Stopped`. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  listen(): this {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.receive(signal));
    return this;
  }

  receive(signal: StopSignal): void {
    this.count += 1;
    this.controller.abort(new Stopped(signal));
    this.handler(signal, this.count);
  }

  /** From now on this ends the process, at once or once what is held has come to its safe point. */
  endOrWait(end: StopHandler): void {
    this.handler = (signal, count) => {
      if (this.held === 0 || count > 1) end(signal, count);
    };
  }

  /** From now on each signal is told, whatever is held. */
  handle(handler: StopHandler): void {
    this.handler = handler;
  }

  /** Work that must not be cut anywhere. It isn't begun after a signal. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    this.held += 1;
    try {
      return await work();
    } finally {
      this.held -= 1;
    }
  }
}

/** Those of a command, once its entry has called `listen`; in a test they never come. */
export const COMMAND_STOPS = new StopSignals();
