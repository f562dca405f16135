import { Inject, Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  Memory,
  type Page,
  type LeastRecentlyUsed,
  sizeOf,
} from '../../../../../libs/kernel/index.js';
import { daysOnEarth, holdsOnAll, type SomeDays } from '../../domain/certain-days.js';
import {
  type GtinQuestion,
  type PublishedPassport,
  PublishedPassports,
  type SkuQuestion,
} from '../../ports/published-passports.js';
import { type DatedPassport, SqlPublishedPassports } from '../sql/sql-published-passports.js';

/** The answer of a question has no second key. */
const ANSWER = 0;

const nameOf = ({ sku, storeId, batch, serial }: SkuQuestion, { earliest, latest }: SomeDays): string =>
  JSON.stringify([sku, storeId, batch ?? null, serial ?? null, earliest, latest]);

/**
 * What a SKU, a GTIN or a uuid means to the public, remembered until any passport is published or withdrawn. A scanned code is read by
 * many, and each asks no more of the database than whether something has changed.
 */
@Injectable()
export class RememberedPublishedPassports extends PublishedPassports {
  private readonly candidates: LeastRecentlyUsed<DatedPassport>;

  constructor(
    private readonly stored: SqlPublishedPassports,
    private readonly memory: Memory,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    super();
    this.candidates = memory.cache<DatedPassport>({
      cleared: ({ scope }) => scope === 'passport',
      // Anybody may ask for whatever they make up.
      absence: false,
      // A walk through all passports mustn't drop the prices.
      share: 0.25,
      bytes: sizeOf,
    });
  }

  async bySkus(questions: readonly SkuQuestion[]): Promise<readonly (PublishedPassport | undefined)[]> {
    const days = daysOnEarth(this.clock.now());
    const byName = new Map(questions.map((question) => [nameOf(question, days), question]));
    const found = new Map<string, DatedPassport>();
    await this.memory.answer(async () => {
      found.clear();
      await this.candidates.recall(
        [...byName.keys()],
        [ANSWER],
        async (names) => {
          const missing = names.flatMap((name) => byName.get(name) ?? []);
          const candidates = await this.stored.candidates(missing, days);
          return new Map(
            names.flatMap((name, place) => {
              const candidate = candidates[place];
              return candidate ? [[name, new Map([[ANSWER, candidate]])] as const] : [];
            }),
          );
        },
        (candidate, name) => found.set(name, candidate),
      );
    });
    const settled: (PublishedPassport | undefined)[] = [];
    for (const question of questions) {
      settled.push(await this.stored.settled(found.get(nameOf(question, days)), question, days));
    }
    return settled;
  }

  async byUuid(uuid: string): Promise<PublishedPassport | undefined> {
    const candidate = await this.recalled(JSON.stringify([uuid]), () => this.stored.candidateByUuid(uuid));
    return candidate && this.stored.today(candidate);
  }

  async byGtin(question: GtinQuestion): Promise<PublishedPassport | undefined> {
    const { gtin, batch, serial, storeId } = question;
    const days = daysOnEarth(this.clock.now());
    const { earliest, latest } = days;
    const name = JSON.stringify([gtin, batch ?? null, serial ?? null, storeId, 'gtin', earliest, latest]);
    const candidate = await this.recalled(name, () => this.stored.candidateByGtin(question, days));
    if (!candidate) return undefined;
    // Where it begins or ends about today another one may be meant.
    return holdsOnAll(candidate.period, days) ? this.stored.withSuccessors(candidate) : this.stored.byGtin(question);
  }

  private async recalled(
    name: string,
    load: () => Promise<DatedPassport | undefined>,
  ): Promise<DatedPassport | undefined> {
    let found: DatedPassport | undefined;
    await this.memory.answer(async () => {
      found = await this.candidates.recallOne(name, ANSWER, load);
    });
    return found;
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
