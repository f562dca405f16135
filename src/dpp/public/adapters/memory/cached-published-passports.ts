import { Inject, Injectable } from '@nestjs/common';
import {
  type BatchedCache,
  Clock,
  type Criteria,
  CacheManager,
  type Page,
  sizeOf,
} from '../../../../../libs/kernel/index.js';
import { daysOnEarth, holdsOnAll } from '../../domain/certain-days.js';
import {
  type GtinQuestion,
  type PublishedPassport,
  PublishedPassports,
  type SkuQuestion,
} from '../../ports/published-passports.js';
import type { DatedQuestion } from '../sql/public-questions.js';
import { type DatedPassport, SqlPublishedPassports } from '../sql/sql-published-passports.js';

/** Cache key of a lookup. A lookup by UUID does not depend on the date. */
const nameOf = ({ question, days: { earliest, latest } }: DatedQuestion): string => {
  if ('uuid' in question) return JSON.stringify([question.uuid]);
  const { storeId, batch = null, serial = null } = question;
  const product = 'sku' in question ? ['sku', question.sku] : ['gtin', question.gtin];
  return JSON.stringify([...product, storeId, batch, serial, earliest, latest]);
};

/**
 * Caches public lookups by SKU, GTIN and UUID until any passport is published or archived. A scanned code is read
 * often, and each hit only checks if something has changed. Misses are batched with concurrent ones.
 */
@Injectable()
export class CachedPublishedPassports extends PublishedPassports {
  private readonly candidates: BatchedCache<DatedQuestion, DatedPassport>;

  constructor(
    private readonly stored: SqlPublishedPassports,
    memory: CacheManager,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    super();
    this.candidates = memory.batched<DatedQuestion, DatedPassport>(
      {
        cleared: ({ scope }) => scope === 'passport',
        // Misses are not cached, because callers can make up keys.
        absence: false,
        // Limited, so that a crawl of all passports does not evict cached prices.
        share: 0.25,
        bytes: sizeOf,
      },
      { nameOf, load: (questions) => stored.candidates(questions) },
    );
  }

  async bySkus(questions: readonly SkuQuestion[]): Promise<readonly (PublishedPassport | undefined)[]> {
    const days = daysOnEarth(this.clock.now());
    const candidates = await this.candidates.get(questions.map((question) => ({ question, days })));
    const settled: (PublishedPassport | undefined)[] = [];
    for (const [index, question] of questions.entries()) {
      settled.push(await this.stored.settled(candidates[index], question, days));
    }
    return settled;
  }

  async byUuid(uuid: string): Promise<PublishedPassport | undefined> {
    const [candidate] = await this.candidates.get([{ question: { uuid }, days: daysOnEarth(this.clock.now()) }]);
    return candidate && this.stored.today(candidate);
  }

  async byGtin(question: GtinQuestion): Promise<PublishedPassport | undefined> {
    const days = daysOnEarth(this.clock.now());
    const [candidate] = await this.candidates.get([{ question, days }]);
    if (!candidate) return undefined;
    // If validity starts or ends around today, another passport may match in some time zones.
    return holdsOnAll(candidate.period, days) ? this.stored.withSuccessors(candidate) : this.stored.byGtin(question);
  }

  uuidsOf(questions: Parameters<PublishedPassports['uuidsOf']>[0]): Promise<readonly (string | undefined)[]> {
    return this.stored.uuidsOf(questions);
  }

  jsonldOf(passport: PublishedPassport): Promise<string> {
    return this.stored.jsonldOf(passport);
  }

  search(criteria: Criteria, storeId: number): Promise<Page<PublishedPassport>> {
    return this.stored.search(criteria, storeId);
  }
}
