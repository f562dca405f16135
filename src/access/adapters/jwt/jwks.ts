import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { KeySource } from './keys-file.js';
import { misfit, type VerifyingKey } from './keys.js';
import { isLocalHost, type Outbound } from '../../../../libs/outbound/index.js';

/** Age at which fetched keys are refreshed in the background, and age at which they are no longer trusted. */
export const REFRESH_AFTER_MS = 5 * 60_000;
export const TRUSTED_FOR_MS = 10 * 60_000;
/** Time before the next attempt after an unknown `kid` or an unreachable shop. */
export const RETRY_AFTER_MS = 30_000;
const ANSWER_WITHIN_MS = 3_000;
const ANSWER_MAX_BYTES = 256 * 1024;
const MOST_KEYS = 100;

export type Fetching = (url: string) => Promise<string>;

/**
 * Does not follow redirects, because only the URL itself is trusted. The operator configures it, so it may be on any
 * network.
 */
export const fetchingBy = (outbound: Outbound): Fetching => {
  const client = outbound.client({
    name: 'key_servers',
    limitMs: ANSWER_WITHIN_MS,
    maxBytes: ANSWER_MAX_BYTES,
    mayReach: () => true,
    mayBePlain: isLocalHost,
  });
  return async (url) => {
    const { status, body } = await client.send(url, { headers: { accept: 'application/json' } });
    if (status < 200 || status >= 300) throw new Error(`${url} returned status ${status}`);
    return body.toString('utf8');
  };
};

const keyOf = (source: KeySource, jwk: JsonWebKey): VerifyingKey | undefined => {
  const { kid, alg, use } = jwk;
  if (typeof kid !== 'string' || kid === '') return undefined;
  if ((alg !== undefined && alg !== source.algorithm) || (use !== undefined && use !== 'sig')) return undefined;
  try {
    const verifies = createPublicKey({ key: jwk, format: 'jwk' });
    const { algorithm, issuer, audience, customerNumberClaim } = source;
    return misfit(algorithm, verifies) === undefined
      ? { kid, algorithm, issuer, audience, verifies, customerNumberClaim }
      : undefined;
  } catch {
    return undefined;
  }
};

/** The usable keys of a JWKS document: those with the configured algorithm of the source. */
export const keysIn = (source: KeySource, text: string): ReadonlyMap<string, VerifyingKey> => {
  const { keys } = JSON.parse(text) as { readonly keys?: unknown };
  if (!Array.isArray(keys)) throw new Error(`${source.url} returned no array named "keys"`);
  const found = new Map<string, VerifyingKey>();
  for (const jwk of (keys as readonly unknown[]).slice(0, MOST_KEYS)) {
    const key = typeof jwk === 'object' && jwk !== null ? keyOf(source, jwk as JsonWebKey) : undefined;
    if (key && !found.has(key.kid)) found.set(key.kid, key);
  }
  return found;
};

/**
 * The keys of one trusted shop. If they cannot be fetched in time, tokens are refused (access.md, "Tokens": fails
 * closed).
 */
export class Jwks {
  private keys: ReadonlyMap<string, VerifyingKey> = new Map();
  private fetchedAt = Number.NEGATIVE_INFINITY;
  private triedAt = Number.NEGATIVE_INFINITY;
  private underWay: Promise<void> | undefined;

  constructor(
    readonly source: KeySource,
    private readonly fetching: Fetching,
    private readonly failed: (error: unknown) => void,
  ) {}

  async byKid(kid: string, now: Date): Promise<VerifyingKey | undefined> {
    const age = now.getTime() - this.fetchedAt;
    if (age >= REFRESH_AFTER_MS || !this.keys.has(kid)) {
      const refreshed = this.refresh(now);
      if (age >= TRUSTED_FOR_MS || !this.keys.has(kid)) await refreshed;
    }
    return now.getTime() - this.fetchedAt < TRUSTED_FOR_MS ? this.keys.get(kid) : undefined;
  }

  /** Never rejects. Runs one at a time, and not more often than `RETRY_AFTER_MS`. */
  private refresh(now: Date): Promise<void> {
    if (this.underWay) return this.underWay;
    if (now.getTime() - this.triedAt < RETRY_AFTER_MS) return Promise.resolve();
    this.triedAt = now.getTime();
    this.underWay = this.fetchAt(now).finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private async fetchAt(now: Date): Promise<void> {
    try {
      this.keys = keysIn(this.source, await this.fetching(this.source.url));
      this.fetchedAt = now.getTime();
    } catch (error) {
      this.failed(error);
    }
  }
}
