/** A single failure can be accidental, such as a momentary lack of memory. */
const FAILURES_MIN = 2;
/**
 * After this time the server counts as ready again, because without requests nothing would retry starting the process.
 */
const VALID_MS = 30_000;

interface Failures {
  readonly count: number;
  readonly lastAt: number;
}

/**
 * Kinds of child processes, as named in `/health/ready`, that exit before they are ready, for example because the
 * build was replaced under a running server. Calls that need them return 503, so the server is not ready
 * (operations.md, "Health").
 */
export class ChildStarts {
  private readonly failures = new Map<string, Failures>();

  // eslint-disable-next-line no-restricted-syntax -- one instance for the process, made without the container
  constructor(private readonly now: () => number = () => performance.now()) {}

  failed(kind: string): void {
    const count = (this.failures.get(kind)?.count ?? 0) + 1;
    this.failures.set(kind, { count, lastAt: this.now() });
  }

  succeeded(kind: string): void {
    this.failures.delete(kind);
  }

  get failing(): readonly string[] {
    return [...this.failures]
      .filter(([, { count, lastAt }]) => count >= FAILURES_MIN && this.now() - lastAt < VALID_MS)
      .map(([kind]) => kind);
  }
}

/** The failed child process starts of this process. */
export const CHILD_STARTS = new ChildStarts();
