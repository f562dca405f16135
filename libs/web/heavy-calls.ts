import { TooManyRequests } from '../kernel/index.js';

/** How many heavy calls are worked on at once (wire.md §8). */
interface HeavyLimits {
  readonly ofOneCaller: number;
  readonly inAll: number;
}

/** A turn is over as a rule within seconds; whoever comes back after these finds one more often than not. */
const RETRY_S = 5;

const told = (limit: number, whose: string, setting: string): TooManyRequests =>
  new TooManyRequests(
    RETRY_S,
    `Heavy calls take turns: ${limit} ${whose} are being answered (${setting}). Wait for an answer, then ask again.`,
  );

/** Counts the heavy calls that are under way in this process, by caller. */
export class HeavyCalls {
  private readonly underWay = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: HeavyLimits) {}

  get count(): number {
    return this.total;
  }

  /** Takes a turn; answers how to give it back, once or more often. `TooManyRequests` where none is left. */
  begin(caller: string): () => void {
    const own = this.underWay.get(caller) ?? 0;
    if (own >= this.limits.ofOneCaller) throw told(this.limits.ofOneCaller, 'of yours', 'HEAVY_CALLS_PER_CALLER');
    if (this.total >= this.limits.inAll) throw told(this.limits.inAll, 'in all', 'HEAVY_CALLS');
    this.total += 1;
    this.underWay.set(caller, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.end(caller);
    };
  }

  private end(caller: string): void {
    this.total -= 1;
    const left = (this.underWay.get(caller) ?? 1) - 1;
    if (left > 0) this.underWay.set(caller, left);
    else this.underWay.delete(caller);
  }
}
