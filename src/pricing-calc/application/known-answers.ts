import { Injectable } from '@nestjs/common';
import { CacheManager, type Day, type Derivations, type DerivedCache } from '../../../libs/kernel/index.js';
import { JsonBytes } from '../../../libs/operations/index.js';

/** A response, with the day and time zone that it depends on in addition to the request and the data version. */
interface KnownAnswer {
  readonly json: JsonBytes;
  /** Number of lines with a price. */
  readonly priced: number;
  readonly day: Day;
  readonly timeZone: string;
}

/** Share of the cache for responses, so that long responses do not evict rows. */
const SHARE = 1 / 8;
const ANSWER_BYTES = 500;

/**
 * Responses to repeated price requests, which have the same decoded body object. Any change to the data evicts all
 * responses, so a cached response has the current version.
 */
@Injectable()
export class KnownAnswers {
  private readonly answers: DerivedCache<KnownAnswer>;
  /** A number for each request body that was sent before. */
  private readonly numbers = new WeakMap<object, number>();
  private count = 0;

  constructor(memory: CacheManager) {
    this.answers = memory.derived<KnownAnswer>({
      cleared: () => true,
      share: SHARE,
      bytes: ({ json: { bytes } }) => ANSWER_BYTES + bytes.length,
    });
  }

  /** Undefined for the first request with this body. Call it while a response is being calculated. */
  open(question: object, terms: string): AnswerSlot | undefined {
    const number = this.numbers.get(question);
    if (number !== undefined) return new AnswerSlot(this.answers.open(), number, terms);
    this.count += 1;
    this.numbers.set(question, this.count);
    return undefined;
  }
}

/** The cache entry of one request body. */
class AnswerSlot {
  constructor(
    private readonly answers: Derivations<KnownAnswer>,
    private readonly question: number,
    private readonly terms: string,
  ) {}

  get known(): KnownAnswer | undefined {
    return this.answers.lookupOf(this.question)(this.terms);
  }

  /** Copies the bytes, which may be part of a larger buffer. */
  keep({ bytes }: JsonBytes, { priced, day, timeZone }: Omit<KnownAnswer, 'json'>): void {
    const own = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(own);
    this.answers.keep(this.question, new Map([[this.terms, { json: new JsonBytes(own), priced, day, timeZone }]]));
  }
}
