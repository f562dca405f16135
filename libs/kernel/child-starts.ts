/** What child processes are for: a name for people, in the answer of `/health/ready`. */
export type ChildKind = 'search' | 'validation' | 'jobs';

/** One failure may be chance: a moment without memory. */
const FAILURES_MIN = 2;
/** After this a server counts as ready again: without requests nothing would try to start the process. */
const REMEMBERED_MS = 30_000;

interface Failures {
  readonly count: number;
  readonly lastAt: number;
}

/**
 * Which kinds of child processes end before they are ready, as after a build was replaced under a running server. What
 * needs them answers 503 then, so the server is not ready (operations.md, "Health").
 */
export class ChildStarts {
  private readonly failures = new Map<ChildKind, Failures>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  failed(kind: ChildKind): void {
    const count = (this.failures.get(kind)?.count ?? 0) + 1;
    this.failures.set(kind, { count, lastAt: this.now() });
  }

  succeeded(kind: ChildKind): void {
    this.failures.delete(kind);
  }

  get failing(): readonly ChildKind[] {
    return [...this.failures]
      .filter(([, { count, lastAt }]) => count >= FAILURES_MIN && this.now() - lastAt < REMEMBERED_MS)
      .map(([kind]) => kind);
  }
}

/** Of this process. */
export const CHILD_STARTS = new ChildStarts();
