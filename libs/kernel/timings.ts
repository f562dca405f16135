/** Part of a request's time. */
interface Share {
  readonly count: number;
  readonly ms: number;
}

/** Where the time of a request was spent (metrics.md, "Server-Timing"). */
export class Timings {
  private readonly shares = new Map<string, Share>();
  private readonly beganMs: number;

  constructor(private readonly nowMs: () => number) {
    this.beganMs = nowMs();
  }

  add(name: string, ms: number): void {
    const { count, ms: before } = this.shares.get(name) ?? { count: 0, ms: 0 };
    this.shares.set(name, { count: count + 1, ms: before + ms });
  }

  /** Starts a measurement; call the returned function to end it. */
  begin(name: string): () => void {
    const began = this.nowMs();
    return () => this.add(name, this.nowMs() - began);
  }

  /** Value of the `Server-Timing` header: milliseconds, then the count. */
  get header(): string {
    const total = `total;dur=${(this.nowMs() - this.beganMs).toFixed(1)}`;
    const shares = [...this.shares].map(([name, { count, ms }]) => `${name};dur=${ms.toFixed(1)};desc="${count}"`);
    return [total, ...shares].join(', ');
  }
}
