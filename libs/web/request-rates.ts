import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { ServerResponse } from 'node:http';
import { addressKey, TooManyRequests } from '../kernel/index.js';
import type { Caller } from '../operations/index.js';
import type { HttpRequestContext } from './http-request-context.js';
import { LIMITED } from './metrics.js';

/**
 * The state of a policy, in the parameters of draft-ietf-httpapi-ratelimit-headers-11 (sections 3.1 and 4.1), the
 * current draft in November 2026.
 */
interface ReportedLimit {
  /** Name of the policy. */
  readonly policy: string;
  /** For example `q=600;w=60`. */
  readonly quota: string;
  /** For example `r=599;t=60`. */
  readonly left: string;
}

const add = (response: ServerResponse, name: string, item: string): void => {
  const before = response.getHeader(name);
  response.setHeader(name, typeof before === 'string' ? `${before}, ${item}` : item);
};

/** Adds a policy to the headers `RateLimit-Policy` and `RateLimit` of a response. */
export const addLimitHeaders = (response: ServerResponse, { policy, quota, left }: ReportedLimit): void => {
  add(response, 'RateLimit-Policy', `"${policy}";${quota}`);
  add(response, 'RateLimit', `"${policy}";${left}`);
};

/** Period of a quota in seconds, starting with its first counted request. */
const WINDOW_S = 60;
const WINDOW_MS = WINDOW_S * 1000;

/**
 * Maximum number of counted addresses, and of callers. Beyond it, the least recently active one is dropped: to reset a
 * count, an attacker would need requests from this many other networks.
 */
export const COUNTED_MAX = 20_000;

/** 429: an address or a caller has used up its requests for a minute (wire.md, "9. Requests per minute"). */
export class QuotaExceeded extends TooManyRequests {
  constructor(policy: Policy, { limit, resetS }: Quota) {
    const whose = policy === 'address' ? 'your address' : 'your account';
    super(
      resetS,
      `Too many requests: the limit is ${limit} per minute for ${whose} (RATE_LIMIT). Wait ${resetS} s, then send requests more slowly.`,
    );
  }
}

/** What a quota applies to; the names are used in headers. */
type Policy = 'address' | 'caller';

/** What remains of a quota. */
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

/** Counts requests per key and minute; rejected ones do not count. */
export class RateCounter {
  private readonly counts = new LRUCache<string, Count>({ max: COUNTED_MAX });

  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Number of counted keys. */
  get size(): number {
    return this.counts.size;
  }

  take(key: string): Quota {
    // Whole milliseconds, because rounding others could make a minute slightly longer.
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
 * Limits the requests per minute of an address and of a caller (RATE_LIMIT), in the memory of this process. A request
 * counts for its address on arrival, and for its caller after authentication.
 */
export class RequestRates {
  private readonly addresses: RateCounter;
  private readonly callers: RateCounter;

  /** `limit`: requests per minute; 0 disables the limit. */
  constructor(
    private readonly limit: number,
    now?: () => number,
  ) {
    this.addresses = new RateCounter(limit, now);
    this.callers = new RateCounter(limit, now);
  }

  /** Counts a request for its address, except for proxies in TRUST_PROXY. Throws `QuotaExceeded`. */
  ofAddress({ origin }: HttpRequestContext, response: Response): void {
    if (this.limit === 0 || origin.isProxy) return;
    this.count('address', this.addresses.take(addressKey(origin.address)), response);
  }

  /** Counts a request for the authenticated caller, from any address. Throws `QuotaExceeded`. */
  ofCaller(caller: Caller | undefined, response: Response): void {
    if (this.limit === 0 || !caller) return;
    this.count('caller', this.callers.take(`${caller.kind} ${caller.id}`), response);
  }

  private count(policy: Policy, quota: Quota, response: Response): void {
    const { limit, left, resetS } = quota;
    addLimitHeaders(response, { policy, quota: `q=${limit};w=${WINDOW_S}`, left: `r=${left};t=${resetS}` });
    if (!quota.isExceeded) return;
    LIMITED.add(1, policy);
    throw new QuotaExceeded(policy, quota);
  }
}
