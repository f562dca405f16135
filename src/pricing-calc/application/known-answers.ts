import { Injectable } from '@nestjs/common';
import { CacheManager, type Day, type Derivations, type DerivedCache } from '../../../libs/kernel/index.js';
import { JsonBytes } from '../../../libs/operations/index.js';

/** An answer, and what it depends on besides question and version. */
interface KnownAnswer {
  readonly json: JsonBytes;
  /** The number of lines with a price. */
  readonly priced: number;
  readonly day: Day;
  readonly timeZone: string;
}

/** The part of the cache for answers, so that long ones evict no rows. */
const SHARE = 1 / 8;
const ANSWER_BYTES = 500;

/**
 * Answers of questions that are asked again in the same words. Any change evicts all of them, so a known answer has
 * the current version.
 */
@Injectable()
export class KnownAnswers {
  private readonly answers: DerivedCache<KnownAnswer>;
  /** A number for each question that was asked before. */
  private readonly numbers = new WeakMap<object, number>();
  private count = 0;

  constructor(memory: CacheManager) {
    this.answers = memory.derived<KnownAnswer>({
      cleared: () => true,
      share: SHARE,
      bytes: ({ json: { bytes } }) => ANSWER_BYTES + bytes.length,
    });
  }

  /** Undefined for a question that is asked for the first time. Called inside of an answer. */
  open(question: object, terms: string): PlaceOfAnswer | undefined {
    const number = this.numbers.get(question);
    if (number !== undefined) return new PlaceOfAnswer(this.answers.open(), number, terms);
    this.count += 1;
    this.numbers.set(question, this.count);
    return undefined;
  }
}

/** Where the answer to a question is kept. */
class PlaceOfAnswer {
  constructor(
    private readonly answers: Derivations<KnownAnswer>,
    private readonly question: number,
    private readonly terms: string,
  ) {}

  get known(): KnownAnswer | undefined {
    return this.answers.of(this.question)(this.terms);
  }

  /** Copies the bytes, which may be part of a larger buffer. */
  keep({ bytes }: JsonBytes, { priced, day, timeZone }: Omit<KnownAnswer, 'json'>): void {
    const own = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(own);
    this.answers.keep(this.question, new Map([[this.terms, { json: new JsonBytes(own), priced, day, timeZone }]]));
  }
}
