import { Inject, Injectable } from '@nestjs/common';
import {
  type BatchedCache,
  Clock,
  type Criteria,
  Memory,
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

/** Of a passport asked by its uuid the days don't matter. */
const nameOf = ({ question, days: { earliest, latest } }: DatedQuestion): string => {
  if ('uuid' in question) return JSON.stringify([question.uuid]);
  const { storeId, batch = null, serial = null } = question;
  const product = 'sku' in question ? ['sku', question.sku] : ['gtin', question.gtin];
  return JSON.stringify([...product, storeId, batch, serial, earliest, latest]);
};

/**
 * What a SKU, a GTIN or a uuid means to the public, remembered until any passport is published or withdrawn. A scanned code is read by
 * many, and each asks no more of the database than whether something has changed; what isn't remembered is read together with
 * what others ask for at that moment.
 */
@Injectable()
export class RememberedPublishedPassports extends PublishedPassports {
  private readonly candidates: BatchedCache<DatedQuestion, DatedPassport>;

  constructor(
    private readonly stored: SqlPublishedPassports,
    memory: Memory,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    super();
    this.candidates = memory.batched<DatedQuestion, DatedPassport>(
      {
        cleared: ({ scope }) => scope === 'passport',
        // Anybody may ask for whatever they make up.
        absence: false,
        // A walk through all passports mustn't drop the prices.
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
    for (const [place, question] of questions.entries()) {
      settled.push(await this.stored.settled(candidates[place], question, days));
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
    // Where it begins or ends about today another one may be meant.
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
