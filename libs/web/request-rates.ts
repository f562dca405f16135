import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { ServerResponse } from 'node:http';
import { addressKey, TooManyRequests } from '../kernel/index.js';
import type { Caller } from '../operations/index.js';
import type { HttpRequestContext } from './http-request-context.js';
import { LIMITED } from './metrics.js';

/**
 * What one policy says, in the parameters of draft-ietf-httpapi-ratelimit-headers-11 (sections 3.1 and 4.1), the draft
 * that was current in November 2026.
 */
interface ReportedLimit {
  /** Name of the policy. */
  readonly policy: string;
  /** `q=600;w=60` */
  readonly quota: string;
  /** `r=599;t=60` */
  readonly left: string;
}

const add = (response: ServerResponse, name: string, item: string): void => {
  const before = response.getHeader(name);
  response.setHeader(name, typeof before === 'string' ? `${before}, ${item}` : item);
};

/** Adds a policy to the headers `RateLimit-Policy` and `RateLimit` of an answer. */
export const tellLimit = (response: ServerResponse, { policy, quota, left }: ReportedLimit): void => {
  add(response, 'RateLimit-Policy', `"${policy}";${quota}`);
  add(response, 'RateLimit', `"${policy}";${left}`);
};

/** So long a quota holds, from the first request that is counted on it. */
const WINDOW_S = 60;
const WINDOW_MS = WINDOW_S * 1000;

/**
 * Maximum number of counted addresses, and of callers. Beyond it, the one that was quiet for longest is dropped:
 * resetting a count requires requests from this many other networks.
 */
export const COUNTED_MAX = 20_000;

/** 429: as many requests as one address, or one caller, has in a minute (wire.md, "9. Requests per minute"). */
export class QuotaExceeded extends TooManyRequests {
  constructor(policy: Policy, { limit, resetS }: Quota) {
    const whose = policy === 'address' ? 'your address' : 'your account';
    super(
      resetS,
      `Too many requests: the limit is ${limit} per minute for ${whose} (RATE_LIMIT). Wait ${resetS} s, then send requests more slowly.`,
    );
  }
}

/** The key of the counter; the names are used in headers. */
type Policy = 'address' | 'caller';

/** The rest of a quota. */
interface Quota {
  readonly limit: number;
  readonly left: number;
  /** Seconds until the whole quota is available again; at least 1. */
  readonly resetS: number;
  readonly isExceeded: boolean;
}

interface Count {
  used: number;
  readonly endsAt: number;
}

/** Counts requests per key and minute; a rejected one does not count. */
export class RateCounter {
  private readonly counts = new LRUCache<string, Count>({ max: COUNTED_MAX });

  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Largest number of tracked keys. */
  get size(): number {
    return this.counts.size;
  }

  take(key: string): Quota {
    // Whole milliseconds: with others, rounding could make a minute slightly longer.
    const now = Math.floor(this.now());
    let count = this.counts.get(key);
    if (!count || count.endsAt <= now) {
      count = { used: 0, endsAt: now + WINDOW_MS };
      this.counts.set(key, count);
    }
    const isExceeded = count.used >= this.limit;
    if (!isExceeded) count.used += 1;
    const resetS = Math.max(1, Math.ceil((count.endsAt - now) / 1000));
    return { limit: this.limit, left: this.limit - count.used, resetS, isExceeded };
  }
}

/**
 * The number of requests that one address and one caller may send per minute (RATE_LIMIT), in the memory of this
 * process. A request counts for its address on arrival, and for its caller after authentication.
 */
export class RequestRates {
  private readonly addresses: RateCounter;
  private readonly callers: RateCounter;

  /** `limit`: requests a minute; 0 switches it off. */
  constructor(
    private readonly limit: number,
    now?: () => number,
  ) {
    this.addresses = new RateCounter(limit, now);
    this.callers = new RateCounter(limit, now);
  }

  /** Counts a request of its address, except for proxies of TRUST_PROXY. Throws `QuotaExceeded`. */
  ofAddress({ origin }: HttpRequestContext, response: Response): void {
    if (this.limit === 0 || origin.isProxy) return;
    this.count('address', this.addresses.take(addressKey(origin.address)), response);
  }

  /** Counts it for the authenticated caller, from any address. `QuotaExceeded`. */
  ofCaller(caller: Caller | undefined, response: Response): void {
    if (this.limit === 0 || !caller) return;
    this.count('caller', this.callers.take(`${caller.kind} ${caller.id}`), response);
  }

  private count(policy: Policy, quota: Quota, response: Response): void {
    const { limit, left, resetS } = quota;
    tellLimit(response, { policy, quota: `q=${limit};w=${WINDOW_S}`, left: `r=${left};t=${resetS}` });
    if (!quota.isExceeded) return;
    LIMITED.add(1, policy);
    throw new QuotaExceeded(policy, quota);
  }
}
