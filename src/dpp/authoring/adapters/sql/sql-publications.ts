import { Injectable } from '@nestjs/common';
import { change, ChangeLog } from '../../../../../libs/kernel/index.js';
import { chunks, Database, inList, lowerCase, type Params, placeholders } from '../../../../../libs/database/index.js';
import { type Records, RecordStore, RowRefused } from '../../../../../libs/records/index.js';
import { PASSPORTS_PUBLISHED } from '../../application/publish-versions.js';
import { type Publication, Publications, type Shown } from '../../ports/publications.js';
import { INDEXED_FIELDS, type JsonObject, type PublicPassport, WAYS } from '../../../passport/domain/index.js';
import { ALL_POINTS } from '../../../templates/domain/index.js';
import { FORM } from '../../../versions/domain/index.js';
import { SharedBodies } from '../../../versions/index.js';
import { type PublishedPassportRow, publishedPassportResource } from '../../../passport/index.js';

/** Order of preference if a SKU has several passports. */
const PREFERENCE = { model: 3, batch: 2, item: 1 } as const;

const IN_LOWER_CASE = [...WAYS].filter(([property, { beginning }]) => beginning && beginning.property !== property);

export const indexRow = (id: number, { view }: Pick<Publication, 'view'>): PublishedPassportRow => {
  const shown = new Map(INDEXED_FIELDS.map(({ property, name }) => [property, (view as JsonObject)[name]]));
  const keys = IN_LOWER_CASE.map(([property, { beginning }]) => {
    const text = shown.get(property);
    return [beginning?.property, typeof text === 'string' ? lowerCase(text) : null];
  });
  return {
    ...Object.fromEntries([...shown, ...keys]),
    id,
    preference: PREFERENCE[view.granularity],
    publishedAt: new Date(view.published_at),
  } as PublishedPassportRow;
};

const ROWS_AT_ONCE = 100;
/** Earlier rows stored their bytes in these columns, which are now left empty. */
const BEFORE = ['public_url', 'qr_target', 'view', 'jsonld'] as const;
const PARTS = ['part_1', 'part_2', 'part_3', 'part_4'] as const;
const COLUMNS = ['id', 'template_id', 'form', 'digests', ...PARTS, ...BEFORE] as const;

const HEX = /[0-9a-f]{64}$/;
const short = (digest: string): string => Buffer.from(HEX.exec(digest)?.[0] ?? '', 'hex').toString('base64url');

const rowOf = (
  { id, templateId }: Shown['version'],
  { view, parts }: Publication,
  ids: ReadonlyMap<string, number | null>,
): Params => {
  const byPoint = new Map(parts.map((part) => [part.point, part]));
  const digests = [view.content_digest, ...ALL_POINTS.map((point) => byPoint.get(point)?.digest ?? '')].map(short);
  const bodies = ALL_POINTS.map((point) => ids.get(byPoint.get(point)?.body ?? '') ?? null);
  return [id, templateId, FORM, digests.join(','), ...bodies, ...BEFORE.map(() => '')];
};

/** Plain SQL, because the published bytes are in a separate table that is not a record. */
@Injectable()
export class SqlPublications extends Publications {
  private readonly published: Records<PublishedPassportRow>;

  constructor(
    store: RecordStore,
    private readonly database: Database,
    private readonly changes: ChangeLog,
    private readonly bodies: SharedBodies,
  ) {
    super();
    this.published = store.recordsOf(publishedPassportResource);
  }

  async showAll(made: readonly Shown[]): Promise<void> {
    const bodies = made.flatMap(({ publication, like }) => {
      const likes = new Map(like?.publication.parts.map(({ point, body }) => [point, body]));
      return publication.parts.map(({ point, body }) => ({ text: body, like: likes.get(point) }));
    });
    const ids = await this.bodies.store(bodies);
    const byText = new Map(bodies.map(({ text }, index) => [text, ids[index] ?? null]));
    for (const some of chunks(made, ROWS_AT_ONCE)) {
      const rows = some.map(({ version, publication }) => rowOf(version, publication, byText));
      await this.database.run(
        `INSERT INTO passport_publication (${COLUMNS.join(', ')}) VALUES ${rows.map((row) => `(${placeholders(row.length)})`).join(', ')}`,
        rows.flat(),
      );
    }
    await RowRefused.withoutRow(() =>
      this.published.insert(
        made.map(({ version, publication }) => indexRow(version.id, publication)),
        true,
      ),
    );
    for (const some of chunks(
      made.filter(({ superseded }) => !superseded),
      ROWS_AT_ONCE,
    )) {
      const { text, params } = inList(
        'passport_id',
        some.map(({ publication }) => publication.view.passport_id),
      );
      await this.database.run(`DELETE FROM passport_notice WHERE ${text}`, params);
    }
    this.changes.append(made.map(({ version }) => change('passport', version.id)));
    this.database.afterCommit(async () => PASSPORTS_PUBLISHED.add(made.length));
  }

  async hide(versionId: number): Promise<void> {
    // eslint-disable-next-line no-restricted-syntax -- the port Records, not TypeORM's remove()
    await this.published.remove([versionId]);
    this.touch(versionId);
  }

  async showAgain(versionId: number, view: PublicPassport): Promise<void> {
    await RowRefused.withoutRow(() => this.published.insert([indexRow(versionId, { view })], true));
    this.touch(versionId);
  }

  touch(versionId: number): void {
    this.changes.append([change('passport', versionId)]);
  }

  async usesTemplate(templateId: number): Promise<boolean> {
    const sql = `SELECT id FROM passport_publication WHERE template_id = ? LIMIT 1${this.database.lock}`;
    return (await this.database.queryOne(sql, [templateId])) !== undefined;
  }
}
