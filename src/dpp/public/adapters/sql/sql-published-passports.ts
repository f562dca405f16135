import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  type Day,
  type Filter,
  grouped,
  type LoadedAnswers,
  type Page,
  type Period,
  periodHolds,
  Transactions,
} from '../../../../../libs/kernel/index.js';
import { chunks, Database, inList } from '../../../../../libs/database/index.js';
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
  refuseLargePage,
  type PublicPassport,
} from '../../../passport/domain/index.js';
import { Templates } from '../../../templates/index.js';
import { contextOf, jsonLdText, noticedJsonLdText, pageUrl, type PublicBody } from '../../../versions/domain/index.js';
import { SharedBodies } from '../../../versions/index.js';
import {
  ALL_STORES,
  byRank,
  type DatedQuestion,
  identifierOf,
  ownFirst,
  partsOf,
  type Question,
  skuParts,
} from './public-questions.js';
import { PublicSearchSql } from './public-search-sql.js';
import {
  type CandidateRow,
  candidateRows,
  type FollowerRow,
  followersOf,
  type MadeRow,
  madeRows,
  publishedOf,
  type PublicRow,
  selected,
  unionOf,
} from './published-sql.js';

/** Two UNION parts for each lookup; SQLite allows 500. */
const QUESTIONS_PER_STATEMENT = 100;
/** Views can be large, so they are read in groups before their size is checked. */
const SEARCHED_AT_ONCE = 25;

/** A published passport with its validity, and its successors with theirs. */
export interface DatedPassport {
  readonly passport: PublishedPassport;
  readonly period: Period;
  readonly followers: readonly FollowerRow[];
}

const periodOf = (row: Pick<PublicRow, 'validFrom' | 'validTo'>): Period => ({ from: row.validFrom, to: row.validTo });

const isFollowed = ({ followed }: MadeRow): boolean => Number(followed) === 1;

/** Plain SQL: a hundred lookups in one statement, each with a fixed index. */
@Injectable()
export class SqlPublishedPassports extends PublishedPassports {
  private readonly listed: PublicSearchSql;

  constructor(
    resources: Resources,
    private readonly database: Database,
    private readonly transactions: Transactions,
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
    const { answers } = await this.candidates(questions.map((question) => ({ question, days })));
    const settled: (PublishedPassport | undefined)[] = [];
    for (const [index, question] of questions.entries())
      settled.push(await this.settled(answers[index], question, days));
    return settled;
  }

  /**
   * The best match of each lookup among passports valid on at least one of its dates. Lookups by UUID ignore dates. The
   * results belong to the change log version that the same statement reads.
   */
  async candidates(asked: readonly DatedQuestion[]): Promise<LoadedAnswers<DatedPassport>> {
    const rows: CandidateRow[] = [];
    const placed = asked.map((one, index) => ({ ...one, index }));
    const parts = chunks(placed, QUESTIONS_PER_STATEMENT);
    for (const part of parts) {
      const { text, params } = candidateRows(unionOf(part.flatMap(partsOf)));
      rows.push(...(await this.database.query<CandidateRow>(text, params)));
    }
    // Another statement reads successors, and several statements are only consistent in a snapshot.
    const isWhole = parts.length <= 1 && !rows.some(isFollowed);
    if (!isWhole && !this.transactions.isOpen) return this.transactions.snapshot(() => this.candidates(asked));
    const questions = asked.map(({ question }) => question);
    const best = (await this.ranked(questions, rows)).map(([first]) => first);
    const passports = await this.datedOf(best.flatMap((row) => row ?? []));
    return {
      version: rows[0]?.readVersion,
      answers: best.map((row) => row && passports.get(row.id)),
    };
  }

  /** Rows of each lookup, best first. */
  private async ranked<Row extends PublicRow>(
    questions: readonly DatedQuestion['question'][],
    rows: readonly Row[],
  ): Promise<readonly (readonly Row[])[]> {
    const byIndex = grouped(rows, ({ question }) => question);
    const found = questions.map((question, index) => ({ question, rows: byIndex.get(index) ?? [] }));
    const holders = await this.holdersOf(found);
    return found.map(({ question, rows: some }) => some.toSorted(byRank(question, holders)));
  }

  /**
   * The passport if it is valid on all of these dates. The store's time zone is only needed if validity starts or ends
   * around today.
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
    const { text, params } = unionOf(skuParts(question, 0, (id) => asDays(id === storeId ? own : general)));
    const rows = await this.database.query<PublicRow>(text, params);
    const [best] = rows.toSorted(ownFirst);
    return best && (await this.isOfStore(best.storeId, question)) ? this.one(best) : undefined;
  }

  async byUuid(uuid: string): Promise<PublishedPassport | undefined> {
    const { answers } = await this.candidates([{ question: { uuid }, days: daysOnEarth(this.clock.now()) }]);
    const [candidate] = answers;
    return candidate && this.today(candidate);
  }

  /** The passport if it is valid today, with its successors. */
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

  /** For each lookup, the row that matches today. */
  private async found(questions: readonly Question[]): Promise<readonly (PublicRow | undefined)[]> {
    const found: (PublicRow | undefined)[] = [];
    const days = daysOnEarth(this.clock.now());
    const rows: PublicRow[] = [];
    const asked = questions.map((question, index) => ({ question, days, index }));
    for (const part of chunks(asked, QUESTIONS_PER_STATEMENT)) {
      const { text, params } = unionOf(part.flatMap(partsOf));
      rows.push(...(await this.database.query<PublicRow>(text, params)));
    }
    const today = this.todayAt();
    for (const ranked of await this.ranked(questions, rows)) {
      const holds = await Promise.all(ranked.map((row) => this.holdsToday(row, today)));
      found.push(ranked.find((_, rank) => holds[rank]));
    }
    return found;
  }

  async jsonldOf(passport: PublishedPassport): Promise<string> {
    const { publicUrl, uuid, notice } = passport;
    const stored = await this.storedJsonldOf(passport);
    return notice ? noticedJsonLdText(stored, notice, publicUrl.slice(0, -`/dpp/${uuid}`.length)) : stored;
  }

  private async storedJsonldOf({ id, json, templateCode, templateVersion }: PublishedPassport): Promise<string> {
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
    const { ids, total } = await this.listed.search(search, publicNow({ storeId, own, general }), criteria);
    const passports = new Map<number, PublishedPassport>();
    let characters = 0;
    for (const some of chunks(ids, SEARCHED_AT_ONCE)) {
      for (const [id, dated] of await this.published(await this.rowsOf(some))) {
        passports.set(id, await this.withSuccessors(dated));
        characters += dated.passport.json.length;
      }
      refuseLargePage(characters);
    }
    return { items: ids.flatMap((id) => passports.get(id) ?? []), total };
  }

  private async rowsOf(ids: readonly number[]): Promise<readonly PublicRow[]> {
    if (ids.length === 0) return [];
    const { text, params } = inList('p.id', ids);
    return this.database.query<PublicRow>(`${selected(0)} WHERE ${text}`, params);
  }

  /** The rows' published content, by ID. */
  private async published(rows: readonly PublicRow[]): Promise<ReadonlyMap<number, DatedPassport>> {
    const passports = new Map<number, DatedPassport>();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const ids of chunks([...byId.keys()], QUESTIONS_PER_STATEMENT)) {
      const { text, params } = inList('i.id', ids);
      const made = await this.database.query<MadeRow & { readonly id: number }>(madeRows(text), params);
      const whole = made.flatMap((one) => {
        const row = byId.get(one.id);
        return row ? [{ ...row, ...one }] : [];
      });
      for (const [id, passport] of await this.datedOf(whole)) passports.set(id, passport);
    }
    return passports;
  }

  /** The rows' shared content and successors, by ID. */
  private async datedOf(rows: readonly (PublicRow & MadeRow)[]): Promise<ReadonlyMap<number, DatedPassport>> {
    const bodies = await this.bodies.read(rows.flatMap(({ part_1: part }) => part ?? []));
    const followers = await this.followersOf(rows.filter(isFollowed).map(({ passportId }) => passportId));
    return new Map(
      rows.map((row) => {
        const body = row.part_1 === null ? undefined : bodies.get(row.part_1);
        const passport = publishedOf(row, row, body);
        return [row.id, { passport, period: periodOf(row), followers: followers.get(row.passportId) ?? [] }];
      }),
    );
  }

  private async one(row: PublicRow): Promise<PublishedPassport | undefined> {
    const dated = await this.dated(row);
    return dated && this.withSuccessors(dated);
  }

  private async dated(row: PublicRow): Promise<DatedPassport | undefined> {
    return (await this.published([row])).get(row.id);
  }

  /** Published successors of these passports. */
  private async followersOf(passportIds: readonly number[]): Promise<ReadonlyMap<number, readonly FollowerRow[]>> {
    if (passportIds.length === 0) return new Map();
    const { text, params } = unionOf(passportIds.map(followersOf));
    return grouped(await this.database.query<FollowerRow>(text, params), ({ followed }) => followed);
  }

  /** Adds the successors valid today. */
  async withSuccessors({ passport, followers }: DatedPassport): Promise<PublishedPassport> {
    if (followers.length === 0) return passport;
    const successors: string[] = [];
    for (const follower of followers)
      if (await this.holdsToday(follower)) successors.push(pageUrl(follower.uuid, this.settings.publicBaseUrl));
    return { ...passport, successors };
  }

  /** Holders of identifiers under which several products published before uniqueness was enforced. */
  private async holdersOf(
    asked: readonly { readonly question: DatedQuestion['question']; readonly rows: readonly PublicRow[] }[],
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

  /** True if the store view exists. Passports for all store views do not apply to an unknown store view. */
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

  /** Returns the current date in a store's time zone. Looks up each store once. */
  private todayAt(): (storeId: number) => Promise<Day | undefined> {
    const known = new Map<number, Promise<Day | undefined>>();
    return (storeId) => {
      const today = known.get(storeId) ?? this.stores.today(storeId);
      known.set(storeId, today);
      return today;
    };
  }
}

/** Filters for passports of this store and of store 0, each valid on its local date. */
const publicNow = ({ storeId, own, general }: { storeId: number; own: Day; general: Day }): Criteria['groups'] => {
  const store = (id: number): Filter => ({ property: 'storeId', condition: 'eq', values: [id] });
  const hasStarted = (day: Day): readonly Filter[] => [
    { property: 'validFrom', condition: 'null', values: [] },
    { property: 'validFrom', condition: 'lteq', values: [day] },
  ];
  const hasNotEnded = (day: Day): readonly Filter[] => [
    { property: 'validTo', condition: 'null', values: [] },
    { property: 'validTo', condition: 'gteq', values: [day] },
  ];
  const stores: Filter = { property: 'storeId', condition: 'in', values: [storeId, ALL_STORES] };
  if (own === general) return [[stores], hasStarted(own), hasNotEnded(own)];
  return [
    [stores],
    [store(ALL_STORES), ...hasStarted(own)],
    [store(ALL_STORES), ...hasNotEnded(own)],
    [store(storeId), ...hasStarted(general)],
    [store(storeId), ...hasNotEnded(general)],
  ];
};
