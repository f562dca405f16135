import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  type Day,
  type Filter,
  type Page,
  type Period,
  periodHolds,
} from '../../../../../libs/kernel/index.js';
import { chunks, Database, inList, type Sql } from '../../../../../libs/database/index.js';
import { Resources } from '../../../../../libs/records/index.js';
import { asDays, daysOnEarth, holdsOnAll, type SomeDays } from '../../domain/certain-days.js';
import { PassportStores } from '../../../passport/index.js';
import {
  type GtinQuestion,
  type PublishedPassport,
  PublishedPassports,
  type SkuQuestion,
} from '../../ports/published-passports.js';
import { publicSearchOf } from '../../domain/public-search.js';
import { mustBeLight } from '../../../passport/domain/index.js';
import { PublicSearchSql } from './public-search-sql.js';
import {
  bySku,
  byUuid,
  gtinSteps,
  type MadeRow,
  publishedOf,
  type PublicRow,
  selected,
  stepSql,
  unionOf,
} from './published-sql.js';

const ALL_STORES = 0;
/** Two parts of a UNION for each question; SQLite takes 500 of them. */
const QUESTIONS_PER_STATEMENT = 100;
/** Views may be large: so many are read before they are weighed. */
const SEARCHED_AT_ONCE = 25;

interface AskedKey {
  readonly place: number;
  readonly question: SkuQuestion;
}

/** A published passport, and the days on which it is public. */
export interface DatedPassport {
  readonly passport: PublishedPassport;
  readonly period: Period;
}

const periodOf = (row: PublicRow): Period => ({ from: row.validFrom, to: row.validTo });

/** The store's own goes before store 0's. */
const ownFirst = (one: PublicRow, other: PublicRow): number =>
  Number(one.storeId === ALL_STORES) - Number(other.storeId === ALL_STORES);

/** SQL by hand: a hundred questions in one statement, each answered by an index that is named. */
@Injectable()
export class SqlPublishedPassports extends PublishedPassports {
  private readonly listed: PublicSearchSql;

  constructor(
    resources: Resources,
    private readonly database: Database,
    private readonly stores: PassportStores,
    private readonly clock: Clock,
  ) {
    super();
    this.listed = new PublicSearchSql(database, resources);
  }

  async bySkus(questions: readonly SkuQuestion[]): Promise<readonly (PublishedPassport | undefined)[]> {
    const days = daysOnEarth(this.clock.now());
    const candidates = await this.candidates(questions, days);
    const answers: (PublishedPassport | undefined)[] = [];
    for (const [place, question] of questions.entries())
      answers.push(await this.settled(candidates[place], question, days));
    return answers;
  }

  /** What each question means if it is valid today: the best of those that may be valid on some of these days. */
  async candidates(questions: readonly SkuQuestion[], days: SomeDays): Promise<readonly (DatedPassport | undefined)[]> {
    const asked = questions.map((question, place) => ({ place, question }));
    const rows = new Map<number, PublicRow>();
    for (const part of chunks(asked, QUESTIONS_PER_STATEMENT)) {
      for (const [place, [best]] of await this.answered(part, () => days)) if (best) rows.set(place, best);
    }
    const passports = await this.published([...rows.values()]);
    return asked.map(({ place }) => {
      const row = rows.get(place);
      const passport = row && passports.get(row.id);
      return row && passport && { passport, period: periodOf(row) };
    });
  }

  /**
   * The passport itself if it is valid on all of these days. Only where it begins or ends about today the zone of its
   * store is needed, and another look.
   */
  async settled(
    candidate: DatedPassport | undefined,
    question: SkuQuestion,
    days: SomeDays,
  ): Promise<PublishedPassport | undefined> {
    if (!candidate) return undefined;
    const { passport, period } = candidate;
    if (holdsOnAll(period, days)) return (await this.isOfStore(passport.storeId, question)) ? passport : undefined;
    const { storeId } = question;
    const [own, general] = [await this.stores.today(storeId), await this.stores.today(ALL_STORES)];
    if (own === undefined || general === undefined) return undefined;
    const rows = await this.answered([{ place: 0, question }], (id) => asDays(id === storeId ? own : general));
    const [best] = rows.get(0) ?? [];
    return best && (await this.isOfStore(best.storeId, question)) ? this.one(best) : undefined;
  }

  async byUuid(uuid: string): Promise<PublishedPassport | undefined> {
    const { text, params } = byUuid(uuid);
    const row = await this.database.queryOne<PublicRow>(text, params);
    return row && (await this.holdsToday(row)) ? this.one(row) : undefined;
  }

  async byGtin(question: GtinQuestion): Promise<PublishedPassport | undefined> {
    const days = daysOnEarth(this.clock.now());
    const rank = ({ storeId }: PublicRow): number =>
      storeId === question.storeId ? 0 : storeId === ALL_STORES ? 1 : 1 + storeId;
    for (const step of gtinSteps(question)) {
      const { text, params } = stepSql(step, days);
      const rows = await this.database.query<PublicRow>(text, params);
      for (const row of rows.toSorted((one, other) => rank(one) - rank(other)))
        if (await this.holdsToday(row)) return this.one(row);
    }
    return undefined;
  }

  async jsonldOf({ id }: PublishedPassport): Promise<string> {
    const row = await this.database.queryOne<{ jsonld: string }>(
      'SELECT jsonld FROM passport_publication WHERE id = ?',
      [id],
    );
    if (!row) throw new Error(`the version ${id} was published but nothing was made of it`);
    return row.jsonld;
  }

  async search(criteria: Criteria, storeId: number): Promise<Page<PublishedPassport>> {
    const search = publicSearchOf(criteria);
    const [own, general] = [await this.stores.today(storeId), await this.stores.today(ALL_STORES)];
    if (own === undefined || general === undefined) return { items: [], total: 0 };
    const { ids, total } = await this.listed.run(search, publicNow({ storeId, own, general }), criteria);
    const passports = new Map<number, PublishedPassport>();
    let characters = 0;
    for (const some of chunks(ids, SEARCHED_AT_ONCE)) {
      for (const [id, passport] of await this.published(await this.rowsOf(some))) {
        passports.set(id, passport);
        characters += passport.json.length;
      }
      mustBeLight(characters);
    }
    return { items: ids.flatMap((id) => passports.get(id) ?? []), total };
  }

  private async rowsOf(ids: readonly number[]): Promise<readonly PublicRow[]> {
    if (ids.length === 0) return [];
    const { text, params } = inList('p.id', ids);
    return this.database.query<PublicRow>(`${selected(0)} WHERE ${text}`, params);
  }

  /** With what was made of them, by id. */
  private async published(rows: readonly PublicRow[]): Promise<ReadonlyMap<number, PublishedPassport>> {
    const passports = new Map<number, PublishedPassport>();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const ids of chunks([...byId.keys()], QUESTIONS_PER_STATEMENT)) {
      const { text, params } = inList('id', ids);
      const made = await this.database.query<MadeRow>(
        `SELECT id, qr_target, view FROM passport_publication WHERE ${text}`,
        params,
      );
      for (const one of made) {
        const row = byId.get(one.id);
        if (row) passports.set(one.id, publishedOf(row, one));
      }
    }
    return passports;
  }

  private async one(row: PublicRow): Promise<PublishedPassport | undefined> {
    return (await this.published([row])).get(row.id);
  }

  /** Of each question the best of its store and of store 0, by the question's place. */
  private async answered(
    asked: readonly AskedKey[],
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

  /** What is for all stores is nobody's at a store that isn't there. */
  private async isOfStore(ofStore: number, { storeId, isKnownStore }: SkuQuestion): Promise<boolean> {
    return ofStore === storeId || isKnownStore === true || (await this.stores.byId(storeId)) !== undefined;
  }

  private async holdsToday(row: PublicRow): Promise<boolean> {
    if (holdsOnAll(periodOf(row), daysOnEarth(this.clock.now()))) return true;
    const today = await this.stores.today(row.storeId);
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
