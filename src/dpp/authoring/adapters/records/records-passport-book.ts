import { Injectable } from '@nestjs/common';
import { type Criteria, type Filter, InputRefused, type Page } from '../../../../../libs/kernel/index.js';
import { chunks, Database, inChunks, inList, sql, type Sql } from '../../../../../libs/database/index.js';
import { type Records, RecordStore, RowRefused } from '../../../../../libs/records/index.js';
import { type PassportRecord, passportResource } from '../../passport.record.js';
import { type PassportEventRecord as EventRow, passportEventResource } from '../../passport-event.record.js';
import { type PassportLinkRecord, passportLinkResource } from '../../passport-link.record.js';
import { type PassportVersionRow, passportVersionResource } from '../../passport-version.record.js';
import {
  type LastPublished,
  type Passport,
  PassportBook,
  type PassportEvent,
  type StoredVersion,
} from '../../ports/passport-book.js';
import { refuseLargePage, passportLinks } from '../../../passport/domain/index.js';
import { SharedBodies } from '../../../versions/index.js';
import {
  contentOf,
  eventOf,
  passportOf,
  rowOfEvent,
  rowOfPassport,
  rowOfVersion,
  sharesContent,
  versionOf,
  withContent,
  withoutContent,
} from './version-mapping.js';

const is = (property: string, value: unknown): Filter => ({ property, condition: 'eq', values: [value] });

const WORK: Filter = { property: 'status', condition: 'in', values: ['draft', 'active'] };
const SHOWN = is('isShown', 1);

/** Passports that refer to a data sheet in one of the two fields, each once. */
const itemsOf = (sheetId: number, afterId: number): Sql => {
  const named = (column: string): string =>
    `SELECT passport_id AS id FROM passport_version WHERE ${column} = ? AND passport_id > ? AND is_shown = 1 AND status <> 'archived'`;
  return sql(`${named('model_passport')} UNION ${named('batch_passport')}`, sheetId, afterId, sheetId, afterId);
};

const SHEET_COLUMNS = ['model_passport', 'batch_passport'] as const;

/** Distinct data sheet IDs, read from the indexes alone: a million items refer to few sheets. */
const SHEETS = (() => {
  const named = SHEET_COLUMNS.map(
    (column) => `SELECT ${column} AS id FROM passport_version WHERE ${column} IS NOT NULL GROUP BY ${column}`,
  );
  const isStill = SHEET_COLUMNS.map(
    (column) =>
      `EXISTS (SELECT 1 FROM passport_version v WHERE v.${column} = q.id AND v.is_shown = 1 AND v.status <> 'archived')`,
  );
  return `SELECT q.id FROM (${named.join(' UNION ')}) q WHERE ${isStill.join(' OR ')}`;
})();

const MANY = 1_000_000;

const liveKey = () => {
  const found = passportResource.unique.find(({ name }) => name === 'passport_live');
  if (!found) throw new Error('passports have no key');
  return found;
};
const LIVE = liveKey();

@Injectable()
export class RecordsPassportBook extends PassportBook {
  private readonly passportRows: Records<PassportRecord>;
  private readonly versions: Records<PassportVersionRow>;
  private readonly events: Records<EventRow>;
  private readonly links: Records<PassportLinkRecord>;

  constructor(
    store: RecordStore,
    private readonly bodies: SharedBodies,
    private readonly database: Database,
  ) {
    super();
    this.passportRows = store.recordsOf(passportResource);
    this.versions = store.recordsOf(passportVersionResource);
    this.events = store.recordsOf(passportEventResource);
    this.links = store.recordsOf(passportLinkResource);
  }

  async passport(id: number): Promise<Passport | undefined> {
    return (await this.passports([id])).get(id);
  }

  async passports(ids: readonly number[]): Promise<ReadonlyMap<number, Passport>> {
    const rows = await this.passportRows.byIds(ids);
    return new Map([...rows].map(([id, row]) => [id, passportOf(row)]));
  }

  async byKey(key: Pick<Passport, 'sku' | 'storeId' | 'batch' | 'serial'>): Promise<Passport | undefined> {
    return (await this.byKeys([key]))[0];
  }

  async byKeys(
    keys: readonly Pick<Passport, 'sku' | 'storeId' | 'batch' | 'serial'>[],
  ): Promise<readonly (Passport | undefined)[]> {
    const samples = keys.map(({ sku, storeId, batch, serial }) => ({ sku, storeId, batch, serial, isArchived: 0 }));
    const rows = await this.passportRows.byKey(LIVE, samples);
    return rows.map((row) => row && passportOf(row));
  }

  async ofRun(
    runId: number,
    { afterId, first, count }: { readonly afterId: number; readonly first: number; readonly count: number },
  ): Promise<readonly Passport[]> {
    const behind: Filter = { property: 'id', condition: 'gt', values: [afterId] };
    // Pages have one size: the result starts on this page and can continue on the next.
    const [page, skipped] = [Math.floor((first - 1) / count) + 1, (first - 1) % count];
    const pages = skipped === 0 ? [page] : [page, page + 1];
    const rows: PassportRecord[] = [];
    for (const one of pages) {
      const { items } = await this.passportRows.search({
        groups: [[is('runId', runId)], [behind]],
        sort: [{ property: 'id', direction: 'ASC' }],
        page: one,
        pageSize: count,
        uncounted: true,
      });
      rows.push(...items);
    }
    return rows.slice(skipped, skipped + count).map(passportOf);
  }

  currentOf(passportId: number): Promise<readonly StoredVersion[]> {
    return this.found([[is('passportId', passportId)], [WORK, is('status', 'published'), SHOWN]]);
  }

  async version(passportId: number, version: number): Promise<StoredVersion | undefined> {
    return (await this.found([[is('passportId', passportId)], [is('version', version)]]))[0];
  }

  /** Plain SQL: the newest published version of each passport. */
  lastPublished(passportIds: readonly number[]): Promise<readonly LastPublished[]> {
    return inChunks(passportIds, (ids) => {
      const { text, params } = inList('v.passport_id', ids);
      return this.database.query<LastPublished>(
        'SELECT v.passport_id AS passportId, v.uuid, v.store_id AS storeId, v.status, v.valid_from AS validFrom, ' +
          `v.valid_to AS validTo FROM passport_version v WHERE ${text} AND v.published_at IS NOT NULL AND NOT EXISTS ` +
          '(SELECT 1 FROM passport_version n WHERE n.passport_id = v.passport_id AND n.version > v.version ' +
          'AND n.published_at IS NOT NULL)',
        params,
      );
    });
  }

  async newestBut(passportId: number, version: number): Promise<StoredVersion | undefined> {
    const other: Filter = { property: 'version', condition: 'neq', values: [version] };
    const { items } = await this.versions.search({
      groups: [[is('passportId', passportId)], [other]],
      sort: [{ property: 'version', direction: 'DESC' }],
      page: 1,
      pageSize: 1,
      uncounted: true,
    });
    return (await this.whole(items))[0];
  }

  async search(criteria: Criteria): Promise<Page<StoredVersion>> {
    const { items, total } = await this.versions.search({
      ...criteria,
      groups: [...criteria.groups, [SHOWN]],
      sort: [...criteria.sort, { property: 'passportId', direction: 'ASC' }],
    });
    const whole = await this.filled(items);
    refuseLargePage(whole.reduce((sum, { dppPayload }) => sum + dppPayload.length, 0));
    return { items: whole.map(versionOf), total };
  }

  /** Plain SQL, as in the next method: reads only IDs and uses the index of each column. */
  async itemsOf(sheetId: number, afterId: number, count: number): Promise<readonly number[]> {
    const items = itemsOf(sheetId, afterId);
    const rows = await this.database.search<{ id: number }>(
      `SELECT id FROM (${items.text}) q ORDER BY id LIMIT ${count}`,
      items.params,
    );
    return rows.map(({ id }) => id);
  }

  async countItemsOf(sheetId: number): Promise<number> {
    const { text, params } = itemsOf(sheetId, 0);
    const [row] = await this.database.search<{ items: number }>(`SELECT COUNT(*) AS items FROM (${text}) q`, params);
    return Number(row?.items ?? 0);
  }

  async sheetIds(): Promise<readonly number[]> {
    const rows = await this.database.search<{ id: number }>(SHEETS, []);
    return rows.map(({ id }) => id);
  }

  async inWorkOf(templateId: number, afterId: number, count: number): Promise<readonly StoredVersion[]> {
    const { items } = await this.versions.search({
      groups: [[is('templateId', templateId)], [WORK], [{ property: 'id', condition: 'gt', values: [afterId] }]],
      sort: [{ property: 'id', direction: 'ASC' }],
      page: 1,
      pageSize: count,
    });
    return this.whole(items);
  }

  async addPassport(passport: Passport): Promise<number> {
    const [id = 0] = await this.addPassports([passport]);
    return id;
  }

  addPassports(passports: readonly Passport[]): Promise<readonly number[]> {
    return this.keyed(passports, () => this.passportRows.insert(passports.map(rowOfPassport)));
  }

  changePassport(passport: Passport): Promise<void> {
    return this.changePassports([passport]);
  }

  changePassports(passports: readonly Passport[]): Promise<void> {
    return this.keyed(passports, () => this.passportRows.update(passports.map(rowOfPassport)));
  }

  removePassports(ids: readonly number[]): Promise<void> {
    // eslint-disable-next-line no-restricted-syntax -- the port Records, not TypeORM's remove()
    return this.passportRows.remove(ids);
  }

  /** Plain SQL, because the runs module depends on this one. */
  async runName(runId: number): Promise<string | undefined> {
    const run = await this.database.queryOne<{ uuid: string }>('SELECT uuid FROM passport_run WHERE id = ?', [runId]);
    return run?.uuid;
  }

  async addVersion(version: StoredVersion): Promise<number> {
    const [id = 0] = await this.addVersions([version]);
    return id;
  }

  async addVersions(versions: readonly StoredVersion[], like?: StoredVersion): Promise<readonly number[]> {
    const rows = await this.rowsOf(versions, like);
    const ids = await RowRefused.withoutRow(() => this.versions.insert(rows));
    await this.addLinks(versions.map((version, index) => ({ ...version, id: ids[index] ?? 0 })));
    return ids;
  }

  async changeVersions(versions: readonly StoredVersion[]): Promise<void> {
    const rows = await this.rowsOf(versions);
    await RowRefused.withoutRow(() => this.versions.update(rows));
    for (const ids of chunks(versions.map(({ id }) => id))) {
      const { text, params } = inList('version_id', ids);
      await this.database.run(`DELETE FROM passport_link WHERE ${text}`, params);
    }
    await this.addLinks(versions);
  }

  removeVersion(id: number): Promise<void> {
    // eslint-disable-next-line no-restricted-syntax -- the port Records, not TypeORM's remove()
    return this.versions.remove([id]);
  }

  async noteAll(events: readonly { readonly passportId: number; readonly event: PassportEvent }[]): Promise<void> {
    await this.events.insert(events.map(({ passportId, event }) => rowOfEvent(passportId, event)));
  }

  async history(passportId: number, page: number, pageSize: number): Promise<readonly PassportEvent[]> {
    const { items } = await this.events.search({
      groups: [[is('passportId', passportId)]],
      sort: [{ property: 'id', direction: 'ASC' }],
      page,
      pageSize,
    });
    return items.map(eventOf);
  }

  /** Reports which passport already has the key. */
  private async keyed<T>(passports: readonly Passport[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const refused = error instanceof RowRefused ? passports[error.index] : undefined;
      const known = refused && (await this.byKey(refused));
      if (known && known.id !== refused.id)
        throw InputRefused.sentence(
          'Passport %id already exists for this SKU, store view, batch and serial number. Change that passport instead.',
          {
            id: known.id,
          },
        );
      return RowRefused.withoutRow(() => Promise.reject(error as Error));
    }
  }

  /** Stores the links as rows, in addition to the lists in the version. */
  private async addLinks(versions: readonly StoredVersion[]): Promise<void> {
    const rows = versions.flatMap((version) =>
      passportLinks(version).map((link) => ({ id: 0, versionId: version.id, ...link })),
    );
    if (rows.length > 0) await RowRefused.withoutRow(() => this.links.insert(rows));
  }

  private async found(groups: Criteria['groups']): Promise<readonly StoredVersion[]> {
    const { items } = await this.versions.search({ groups, sort: [], page: 1, pageSize: MANY });
    return this.whole(items);
  }

  /** Adds the shared content to the rows. */
  private async filled(rows: readonly PassportVersionRow[]): Promise<readonly PassportVersionRow[]> {
    const bodies = await this.bodies.read(rows.flatMap(({ contentPart }) => contentPart ?? []));
    return rows.map((row) => {
      const content = row.contentPart === null ? undefined : bodies.get(row.contentPart);
      return content ? withContent(row, content) : row;
    });
  }

  private async whole(rows: readonly PassportVersionRow[]): Promise<readonly StoredVersion[]> {
    return (await this.filled(rows)).map(versionOf);
  }

  /** Versions that can no longer be edited share their content; storing it again has no effect. */
  private async rowsOf(
    versions: readonly StoredVersion[],
    like?: StoredVersion,
  ): Promise<readonly PassportVersionRow[]> {
    const rows = versions.map(rowOfVersion);
    const shared = rows.filter((_, index) => sharesContent(versions[index] as StoredVersion));
    const base = like && contentOf(rowOfVersion(like));
    const ids = await this.bodies.store(shared.map((row) => ({ text: contentOf(row), like: base })));
    const byRow = new Map(shared.map((row, index) => [row, ids[index] ?? null]));
    return rows.map((row) => {
      const part = byRow.get(row) ?? null;
      return part === null ? row : withoutContent(row, part);
    });
  }
}
