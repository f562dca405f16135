import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  type Day,
  type Filter,
  grouped,
  type Page,
  type Period,
  periodHolds,
} from '../../../../../libs/kernel/index.js';
import { chunks, Database, inList, type Sql } from '../../../../../libs/database/index.js';
import { Resources } from '../../../../../libs/records/index.js';
import { asDays, daysOnEarth, holdsOnAll, type SomeDays } from '../../domain/certain-days.js';
import { DppSettings, PassportStores } from '../../../passport/index.js';
import {
  type GtinQuestion,
  type PublishedPassport,
  PublishedPassports,
  type SkuQuestion,
} from '../../ports/published-passports.js';
import { publicSearchOf } from '../../domain/public-search.js';
import {
  type IdentifierHolder,
  isSameHolder,
  mustBeLight,
  productIdentifier,
  type PublicPassport,
} from '../../../passport/domain/index.js';
import { Templates } from '../../../templates/index.js';
import { contextOf, jsonLdText, pageUrl, type PublicBody } from '../../../versions/domain/index.js';
import { SharedBodies } from '../../../versions/index.js';
import { PublicSearchSql } from './public-search-sql.js';
import {
  byGtin,
  bySku,
  byUuid,
  type FollowerRow,
  followersOf,
  type MadeRow,
  madeRows,
  publishedOf,
  type PublicRow,
  selected,
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

/** A published passport, the days on which it is public, and what follows it, with days of their own. */
export interface DatedPassport {
  readonly passport: PublishedPassport;
  readonly period: Period;
  readonly followers: readonly FollowerRow[];
}

const periodOf = (row: Pick<PublicRow, 'validFrom' | 'validTo'>): Period => ({ from: row.validFrom, to: row.validTo });

/** The store's own goes before store 0's. */
const ownFirst = (one: PublicRow, other: PublicRow): number =>
  Number(one.storeId === ALL_STORES) - Number(other.storeId === ALL_STORES);

type Question = GtinQuestion | { readonly uuid: string };

const identifierOf = (question: Question): string | undefined =>
  'uuid' in question
    ? undefined
    : productIdentifier({
        gtin: question.gtin,
        batch: question.batch ?? null,
        serial: question.serial ?? null,
      });

/**
 * That of the asked batch first: a code that names it was printed of no other. Then the holder's of the identifier, then that of
 * the asked store, of store 0, of others.
 */
const byRank = (
  question: Question,
  holders: ReadonlyMap<string, IdentifierHolder>,
): ((one: PublicRow, other: PublicRow) => number) => {
  const holder = holders.get(identifierOf(question) ?? '');
  const { storeId: own, batch: asked } = 'uuid' in question ? {} : question;
  const isOfOther = ({ batch }: PublicRow): number => Number(asked !== undefined && batch !== asked);
  const isOthers = (row: PublicRow): number => Number(holder !== undefined && !isSameHolder(row, holder));
  const rank = ({ storeId }: PublicRow): number => (storeId === own ? 0 : storeId === ALL_STORES ? 1 : 1 + storeId);
  return (one, other) =>
    isOfOther(one) - isOfOther(other) || isOthers(one) - isOthers(other) || rank(one) - rank(other);
};

/** SQL by hand: a hundred questions in one statement, each answered by an index that is named. */
@Injectable()
export class SqlPublishedPassports extends PublishedPassports {
  private readonly listed: PublicSearchSql;

  constructor(
    resources: Resources,
    private readonly database: Database,
    private readonly stores: PassportStores,
    private readonly clock: Clock,
    private readonly bodies: SharedBodies,
    private readonly templates: Templates,
    private readonly settings: DppSettings,
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
      return row && passports.get(row.id);
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
    if (holdsOnAll(period, days))
      return (await this.isOfStore(passport.storeId, question)) ? this.withSuccessors(candidate) : undefined;
    const { storeId } = question;
    const [own, general] = [await this.stores.today(storeId), await this.stores.today(ALL_STORES)];
    if (own === undefined || general === undefined) return undefined;
    const rows = await this.answered([{ place: 0, question }], (id) => asDays(id === storeId ? own : general));
    const [best] = rows.get(0) ?? [];
    return best && (await this.isOfStore(best.storeId, question)) ? this.one(best) : undefined;
  }

  async byUuid(uuid: string): Promise<PublishedPassport | undefined> {
    const candidate = await this.candidateByUuid(uuid);
    return candidate && this.today(candidate);
  }

  /** Whether it is valid today is another question. */
  async candidateByUuid(uuid: string): Promise<DatedPassport | undefined> {
    const { text, params } = byUuid(uuid);
    const row = await this.database.queryOne<PublicRow>(text, params);
    return row && this.dated(row);
  }

  /** What the question means if it is valid today: the best of those that may be valid on some of these days. */
  async candidateByGtin(question: GtinQuestion, days: SomeDays): Promise<DatedPassport | undefined> {
    const [ranked] = await this.ranked([question], days);
    const [best] = ranked ?? [];
    return best && this.dated(best);
  }

  /** The passport if it is valid today, with what follows it. */
  async today(candidate: DatedPassport): Promise<PublishedPassport | undefined> {
    const { passport, period } = candidate;
    const row = { storeId: passport.storeId, validFrom: period.from, validTo: period.to };
    return (await this.holdsToday(row)) ? this.withSuccessors(candidate) : undefined;
  }

  async byGtin(question: GtinQuestion): Promise<PublishedPassport | undefined> {
    const [row] = await this.found([question]);
    return row && this.one(row);
  }

  async uuidsOf(questions: readonly Question[]): Promise<readonly (string | undefined)[]> {
    return (await this.found(questions)).map((row) => row?.uuid);
  }

  /** Of each question the row that it means today. */
  private async found(questions: readonly Question[]): Promise<readonly (PublicRow | undefined)[]> {
    const found: (PublicRow | undefined)[] = [];
    const today = this.todayAt();
    for (const ranked of await this.ranked(questions, daysOnEarth(this.clock.now()))) {
      const holds = await Promise.all(ranked.map((row) => this.holdsToday(row, today)));
      found.push(ranked.find((_, rank) => holds[rank]));
    }
    return found;
  }

  /** Of each question the rows that may be meant on some of these days, the best first. */
  private async ranked(questions: readonly Question[], days: SomeDays): Promise<readonly (readonly PublicRow[])[]> {
    const asked = questions.map((question, place) => ({ question, place }));
    const rows = new Map<number, PublicRow[]>();
    for (const part of chunks(asked, QUESTIONS_PER_STATEMENT)) {
      const { text, params } = unionOf(
        part.map(({ question, place }) =>
          'uuid' in question ? byUuid(question.uuid, place) : byGtin(question, days, place),
        ),
      );
      for (const row of await this.database.query<PublicRow>(text, params))
        rows.set(row.question, [...(rows.get(row.question) ?? []), row]);
    }
    const found = asked.map(({ question, place }) => ({ question, rows: rows.get(place) ?? [] }));
    const holders = await this.holdersOf(found);
    return found.map(({ question, rows: some }) => some.toSorted(byRank(question, holders)));
  }

  async jsonldOf({ id, json, templateCode, templateVersion }: PublishedPassport): Promise<string> {
    const row = await this.database.queryOne<{ form: number | null; part_1: number | null; jsonld: string }>(
      'SELECT form, part_1, jsonld FROM passport_publication WHERE id = ?',
      [id],
    );
    if (!row) throw new Error(`the version ${id} was published but nothing was made of it`);
    if (row.form === null || row.part_1 === null) return row.jsonld;
    const template = await this.templates.byCode(templateCode, templateVersion);
    if (!template) throw new Error(`the template ${templateCode} ${templateVersion} of a published passport is gone`);
    const { base } = (await this.bodies.read([row.part_1])).get(row.part_1) as unknown as PublicBody;
    return jsonLdText(JSON.parse(json) as PublicPassport, contextOf(template.document, base), base);
  }

  async search(criteria: Criteria, storeId: number): Promise<Page<PublishedPassport>> {
    const search = publicSearchOf(criteria);
    const [own, general] = [await this.stores.today(storeId), await this.stores.today(ALL_STORES)];
    if (own === undefined || general === undefined) return { items: [], total: 0 };
    const { ids, total } = await this.listed.run(search, publicNow({ storeId, own, general }), criteria);
    const passports = new Map<number, PublishedPassport>();
    let characters = 0;
    for (const some of chunks(ids, SEARCHED_AT_ONCE)) {
      for (const [id, dated] of await this.published(await this.rowsOf(some))) {
        passports.set(id, await this.withSuccessors(dated));
        characters += dated.passport.json.length;
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
  private async published(rows: readonly PublicRow[]): Promise<ReadonlyMap<number, DatedPassport>> {
    const passports = new Map<number, DatedPassport>();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const ids of chunks([...byId.keys()], QUESTIONS_PER_STATEMENT)) {
      const { text, params } = inList('m.id', ids);
      const made = await this.database.query<MadeRow>(madeRows(text), params);
      const bodies = await this.bodies.read(made.flatMap(({ part_1: part }) => part ?? []));
      const followed = made.flatMap(({ id, followed: is }) =>
        Number(is) === 1 ? (byId.get(id)?.passportId ?? []) : [],
      );
      const followers = await this.followersOf(followed);
      for (const one of made) {
        const row = byId.get(one.id);
        const body = one.part_1 === null ? undefined : bodies.get(one.part_1);
        if (row)
          passports.set(one.id, {
            passport: publishedOf(row, one, body),
            period: periodOf(row),
            followers: followers.get(row.passportId) ?? [],
          });
      }
    }
    return passports;
  }

  private async one(row: PublicRow): Promise<PublishedPassport | undefined> {
    const dated = await this.dated(row);
    return dated && this.withSuccessors(dated);
  }

  private async dated(row: PublicRow): Promise<DatedPassport | undefined> {
    return (await this.published([row])).get(row.id);
  }

  /** The published versions that follow these passports. */
  private async followersOf(passportIds: readonly number[]): Promise<ReadonlyMap<number, readonly FollowerRow[]>> {
    if (passportIds.length === 0) return new Map();
    const { text, params } = unionOf(passportIds.map(followersOf));
    return grouped(await this.database.query<FollowerRow>(text, params), ({ followed }) => followed);
  }

  /** With what follows it today. */
  async withSuccessors({ passport, followers }: DatedPassport): Promise<PublishedPassport> {
    if (followers.length === 0) return passport;
    const successors: string[] = [];
    for (const follower of followers)
      if (await this.holdsToday(follower)) successors.push(pageUrl(follower.uuid, this.settings.publicBaseUrl));
    return { ...passport, successors };
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

  /** Whose identifiers are, where several holders published under one before identifiers were kept apart. */
  private async holdersOf(
    asked: readonly { readonly question: Question; readonly rows: readonly PublicRow[] }[],
  ): Promise<ReadonlyMap<string, IdentifierHolder>> {
    const shared = asked.filter(({ rows: [first, ...more] }) => first && more.some((row) => !isSameHolder(row, first)));
    const identifiers = shared.flatMap(({ question }) => identifierOf(question) ?? []);
    const holders = new Map<string, IdentifierHolder>();
    for (const some of chunks(identifiers, QUESTIONS_PER_STATEMENT)) {
      const { text, params } = inList('identifier', some);
      const rows = await this.database.query<{ identifier: string; sku: string; batch: string }>(
        `SELECT identifier, sku, batch FROM passport_identifier WHERE ${text}`,
        params,
      );
      for (const { identifier, sku, batch } of rows) holders.set(identifier, { sku, batch: batch || null });
    }
    return holders;
  }

  /** What is for all stores is nobody's at a store that isn't there. */
  private async isOfStore(ofStore: number, { storeId, isKnownStore }: SkuQuestion): Promise<boolean> {
    return ofStore === storeId || isKnownStore === true || (await this.stores.byId(storeId)) !== undefined;
  }

  private async holdsToday(
    row: Pick<PublicRow, 'storeId' | 'validFrom' | 'validTo'>,
    todayAt = this.todayAt(),
  ): Promise<boolean> {
    if (holdsOnAll(periodOf(row), daysOnEarth(this.clock.now()))) return true;
    const today = await todayAt(row.storeId);
    return today !== undefined && periodHolds(periodOf(row), today);
  }

  /** Which day it is in the zone of a store, looked up once. */
  private todayAt(): (storeId: number) => Promise<Day | undefined> {
    const known = new Map<number, Promise<Day | undefined>>();
    return (storeId) => {
      const today = known.get(storeId) ?? this.stores.today(storeId);
      known.set(storeId, today);
      return today;
    };
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
