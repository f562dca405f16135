import { TooManyRequests, Unavailable } from '../kernel/index.js';
import { LIMITED } from './metrics.js';

/** Maximum number of concurrent heavy calls (wire.md §8). */
interface HeavyLimits {
  readonly ofOneCaller: number;
  readonly inAll: number;
}

/** Slots usually become free within seconds, so a retry after this time mostly succeeds. */
const RETRY_S = 5;

/** 429: no slot is free for this caller or in total. */
export class NoHeavySlot extends TooManyRequests {
  constructor(
    readonly limit: number,
    readonly policy: 'heavy-caller' | 'heavy',
  ) {
    const [scope, advice] =
      policy === 'heavy-caller'
        ? ['per caller (HEAVY_CALLS_PER_CALLER)', 'Wait for a response, then try again.']
        : ['for all callers (HEAVY_CALLS)', 'Please wait and try again later.'];
    super(RETRY_S, `Too many heavy calls: the limit is ${limit} at once ${scope}. ${advice}`);
  }
}

/** 503: the process is overloaded (wire.md, "8. Heavy calls"). */
export class Overloaded extends Unavailable {
  constructor() {
    super(RETRY_S, undefined, 'The server is overloaded and accepts no heavy calls. Please wait and try again later.');
  }
}

const limited = <E extends Error>(limit: string, refusal: E): E => {
  LIMITED.add(1, limit);
  return refusal;
};

const taken = (limit: number, policy: NoHeavySlot['policy']): NoHeavySlot =>
  limited(policy, new NoHeavySlot(limit, policy));

/** Counts the running heavy calls of this process by caller. */
export class HeavyCalls {
  private readonly underWay = new Map<string, number>();
  private total = 0;

  /** `isOverloaded`: whether the process is overloaded even for light calls. */
  constructor(
    private readonly limits: HeavyLimits,
    private readonly isOverloaded: () => boolean = () => false,
  ) {}

  get count(): number {
    return this.total;
  }

  /**
   * Acquires a slot and returns a function that releases it, which may be called repeatedly. Throws `NoHeavySlot` or
   * `Overloaded`.
   */
  begin(caller: string): () => void {
    if (this.isOverloaded()) throw limited('lag', new Overloaded());
    const own = this.underWay.get(caller) ?? 0;
    if (own >= this.limits.ofOneCaller) throw taken(this.limits.ofOneCaller, 'heavy-caller');
    if (this.total >= this.limits.inAll) throw taken(this.limits.inAll, 'heavy');
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
