/** A single failure can be a coincidence, such as a moment without memory. */
const FAILURES_MIN = 2;
/** Then the server counts as ready again: without requests nothing would try to start the process. */
const VALID_MS = 30_000;

interface Failures {
  readonly count: number;
  readonly lastAt: number;
}

/**
 * Kinds of child processes, as `/health/ready` names them, that exit before they are ready, for example after the build
 * was replaced under a running server. Calls that need them return 503, so the server is not ready (operations.md,
 * "Health").
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

/** Starts of the child processes of this process. */
export const CHILD_STARTS = new ChildStarts();
