/**
 * Handles the signals that stop a process from the start: process 1 of a container has no default handlers. This
 * module imports nothing, so that it loads first.
 */
export type StopSignal = 'SIGTERM' | 'SIGINT';

const NUMBERS: Readonly<Record<StopSignal, number>> = { SIGTERM: 15, SIGINT: 2 };

/** The exit code of a command that a signal ended: 143 or 130. */
export const exitCodeOf = (signal: StopSignal): number => 128 + NUMBERS[signal];

/** Thrown at a safe point to stop further work. */
export class Stopped extends Error {
  constructor(readonly by: StopSignal) {
    super(`${by}: stopped. Stored data is kept.`);
  }
}

/** Stops the process. Receives the signal and the number of signals so far. */
type StopHandler = (signal: StopSignal, count: number) => void;

/**
 * Without a handler, the first signal ends the process. During `hold`, the work continues to its next safe point,
 * where it checks `signal`. The second signal always ends the process.
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

  /** From now on, a signal ends the process: immediately, or when the work in `hold` reaches its next safe point. */
  endOrWait(end: StopHandler): void {
    this.handler = (signal, count) => {
      if (this.held === 0 || count > 1) end(signal, count);
    };
  }

  /** From now on, passes every signal to the handler, even during `hold`. */
  handle(handler: StopHandler): void {
    this.handler = handler;
  }

  /** Runs work that must not be interrupted. Throws if a signal has already arrived. */
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

/** The signals of a command, once its entry point has called `listen`. Tests receive none. */
export const COMMAND_STOPS = new StopSignals();
