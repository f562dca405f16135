import { Injectable } from '@nestjs/common';
import { CacheManager, type Day, type Derivations, type DerivedCache } from '../../../libs/kernel/index.js';
import { JsonBytes } from '../../../libs/operations/index.js';

/** A response, with the day and time zone that it depends on in addition to the request and the data version. */
interface CachedResponse {
  readonly json: JsonBytes;
  /** Number of lines with a price. */
  readonly priced: number;
  readonly day: Day;
  readonly timeZone: string;
}

/** Share of the cache for responses, so that long responses do not evict rows. */
const SHARE = 1 / 8;
const RESPONSE_BYTES = 500;

/**
 * Responses to repeated price requests, which have the same decoded body object. Any change to the data evicts all
 * responses, so a cached response has the current version.
 */
@Injectable()
export class ResponseCache {
  private readonly responses: DerivedCache<CachedResponse>;
  /** A number for each request body that was sent before. */
  private readonly numbers = new WeakMap<object, number>();
  private count = 0;

  constructor(memory: CacheManager) {
    this.responses = memory.derived<CachedResponse>({
      cleared: () => true,
      share: SHARE,
      bytes: ({ json: { bytes } }) => RESPONSE_BYTES + bytes.length,
    });
  }

  /** Undefined for the first request with this body. `version`: the current version of the data. */
  open(body: object, terms: string, version: number): ResponseSlot | undefined {
    const number = this.numbers.get(body);
    if (number !== undefined) return new ResponseSlot(this.responses.open(version), number, terms);
    this.count += 1;
    this.numbers.set(body, this.count);
    return undefined;
  }
}

/** The cache entry of one request body. */
class ResponseSlot {
  constructor(
    private readonly responses: Derivations<CachedResponse>,
    private readonly body: number,
    private readonly terms: string,
  ) {}

  get cached(): CachedResponse | undefined {
    return this.responses.lookupOf(this.body)(this.terms);
  }

  /** Copies the bytes, which may be part of a larger buffer. */
  keep({ bytes }: JsonBytes, { priced, day, timeZone }: Omit<CachedResponse, 'json'>): void {
    const own = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(own);
    this.responses.keep(this.body, new Map([[this.terms, { json: new JsonBytes(own), priced, day, timeZone }]]));
  }
}
