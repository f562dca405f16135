import { Injectable } from '@nestjs/common';
import { Clock, type Criteria, type Day, type Filter, type Page, periodHolds } from '../../../../libs/kernel/index.js';
import { chunks, Database, inList, type Sql } from '../../../../libs/persistence/index.js';
import { type Records, RecordStore } from '../../../../libs/records/index.js';
import { asDays, daysOnEarth, holdsOnAll, type SomeDays } from '../../domain/certain-days.js';
import { PassportStores } from '../../ports/passport-stores.js';
import {
  type GtinQuestion,
  type PublishedPassport,
  PublishedPassports,
  type SkuQuestion,
} from '../../ports/published-passports.js';
import { type PublishedPassportRow, publishedPassportResource } from '../../published-passport.record.js';
import { bySku, byUuid, gtinSteps, publishedOf, type PublicRow, selected, stepSql, unionOf } from './published-sql.js';

const ALL_STORES = 0;
/** Two parts of a UNION for each question; SQLite takes 500 of them. */
const QUESTIONS_PER_STATEMENT = 100;

interface Asked {
  readonly place: number;
  readonly question: SkuQuestion;
}

const periodOf = (row: PublicRow) => ({ from: row.valid_from as Day | null, to: row.valid_to as Day | null });

/** The store's own goes before store 0's. */
const ownFirst = (one: PublicRow, other: PublicRow): number =>
  Number(one.store_id === ALL_STORES) - Number(other.store_id === ALL_STORES);

@Injectable()
export class TypeOrmPublishedPassports extends PublishedPassports {
  private readonly published: Records<PublishedPassportRow>;

  constructor(
    store: RecordStore,
    private readonly database: Database,
    private readonly stores: PassportStores,
    private readonly clock: Clock,
  ) {
    super();
    this.published = store.of(publishedPassportResource);
  }

  async bySkus(questions: readonly SkuQuestion[]): Promise<readonly (PublishedPassport | undefined)[]> {
    const answers = new Array<PublishedPassport | undefined>(questions.length).fill(undefined);
    const days = daysOnEarth(this.clock.now());
    const asked = questions.map((question, place) => ({ place, question }));
    for (const part of chunks(asked, QUESTIONS_PER_STATEMENT)) {
      const rows = await this.answered(part, () => days);
      for (const { place, question } of part) {
        const found = await this.certain({ place, question }, rows.get(place) ?? [], days);
        answers[place] = found && (await this.isOfStore(found, question)) ? publishedOf(found) : undefined;
      }
    }
    return answers;
  }

  async byUuid(uuid: string): Promise<PublishedPassport | undefined> {
    const { text, params } = byUuid(uuid);
    const row = await this.database.queryOne<PublicRow>(text, params);
    return row && (await this.holdsToday(row)) ? publishedOf(row) : undefined;
  }

  async byGtin(question: GtinQuestion): Promise<PublishedPassport | undefined> {
    const days = daysOnEarth(this.clock.now());
    const rank = ({ store_id }: PublicRow): number =>
      store_id === question.storeId ? 0 : store_id === ALL_STORES ? 1 : 1 + store_id;
    for (const step of gtinSteps(question)) {
      const { text, params } = stepSql(step, days);
      const rows = await this.database.query<PublicRow>(text, params);
      for (const row of rows.toSorted((one, other) => rank(one) - rank(other)))
        if (await this.holdsToday(row)) return publishedOf(row);
    }
    return undefined;
  }

  async search(criteria: Criteria, storeId: number): Promise<Page<PublishedPassport>> {
    const [own, general] = [await this.stores.today(storeId), await this.stores.today(ALL_STORES)];
    if (own === undefined || general === undefined) return { items: [], total: 0 };
    const page = await this.published.search({
      ...criteria,
      groups: [...criteria.groups, ...publicNow({ storeId, own, general })],
      sort: [...criteria.sort, { property: 'passportId', direction: 'ASC' }],
    });
    const bytes = await this.bytesOf(page.items.map(({ id }) => id));
    const items = page.items.flatMap(({ passportId }) => {
      const row = bytes.get(passportId);
      return row ? [publishedOf(row)] : [];
    });
    return { items, total: page.total };
  }

  private async bytesOf(ids: readonly number[]): Promise<ReadonlyMap<number, PublicRow>> {
    if (ids.length === 0) return new Map();
    const { text, params } = inList('p.id', ids);
    const rows = await this.database.query<PublicRow>(`${selected(0)} WHERE ${text}`, params);
    return new Map(rows.map((row) => [row.passport_id, row]));
  }

  /** Of each question the best of its store and of store 0, by the question's place. */
  private async answered(
    asked: readonly Asked[],
    daysOf: (storeId: number) => SomeDays,
  ): Promise<ReadonlyMap<number, readonly PublicRow[]>> {
    const parts = asked.flatMap(({ place, question }): readonly Sql[] => [
      bySku(place, question, question.storeId, daysOf(question.storeId)),
      ...(question.storeId === ALL_STORES ? [] : [bySku(place, question, ALL_STORES, daysOf(ALL_STORES))]),
    ]);
    const { text, params } = unionOf(parts);
    const byPlace = new Map<number, PublicRow[]>();
    for (const row of await this.database.query<PublicRow>(text, params)) {
      const rows = byPlace.get(row.question) ?? [];
      byPlace.set(row.question, [...rows, row].sort(ownFirst));
    }
    return byPlace;
  }

  /**
   * The best of those that may hold on some day of the earth is the answer if it holds on all of them. Only a passport
   * that begins or ends about today needs the zone of its store, and another look.
   */
  private async certain(asked: Asked, [best]: readonly PublicRow[], days: SomeDays): Promise<PublicRow | undefined> {
    if (!best || holdsOnAll(periodOf(best), days)) return best;
    const { storeId } = asked.question;
    const [own, general] = [await this.stores.today(storeId), await this.stores.today(ALL_STORES)];
    if (own === undefined || general === undefined) return undefined;
    const rows = await this.answered([asked], (id) => asDays(id === storeId ? own : general));
    return rows.get(asked.place)?.[0];
  }

  /** What is for all stores is nobody's at a store that isn't there. */
  private async isOfStore({ store_id }: PublicRow, { storeId, isKnownStore }: SkuQuestion): Promise<boolean> {
    return store_id === storeId || isKnownStore === true || (await this.stores.byId(storeId)) !== undefined;
  }

  private async holdsToday(row: PublicRow): Promise<boolean> {
    if (holdsOnAll(periodOf(row), daysOnEarth(this.clock.now()))) return true;
    const today = await this.stores.today(row.store_id);
    return today !== undefined && periodHolds(periodOf(row), today);
  }
}

/** Of this store and of store 0, each valid on the day that it is there. */
const publicNow = ({ storeId, own, general }: { storeId: number; own: Day; general: Day }): Criteria['groups'] => {
  const store = (id: number): Filter => ({ property: 'storeId', condition: 'eq', values: [id] });
  const begun = (day: Day): readonly Filter[] => [
    { property: 'validFrom', condition: 'null', values: [] },
    { property: 'validFrom', condition: 'lteq', values: [day] },
  ];
  const unended = (day: Day): readonly Filter[] => [
    { property: 'validTo', condition: 'null', values: [] },
    { property: 'validTo', condition: 'gteq', values: [day] },
  ];
  const stores: Filter = { property: 'storeId', condition: 'in', values: [storeId, ALL_STORES] };
  if (own === general) return [[stores], begun(own), unended(own)];
  return [
    [stores],
    [store(ALL_STORES), ...begun(own)],
    [store(ALL_STORES), ...unended(own)],
    [store(storeId), ...begun(general)],
    [store(storeId), ...unended(general)],
  ];
};
