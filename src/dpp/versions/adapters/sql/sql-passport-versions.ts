import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, inList } from '../../../../../libs/database/index.js';
import type { ArchiveReason, JsonObject, PublicPassport } from '../../../passport/domain/index.js';
import {
  PassportVersions,
  type PublishedVersion,
  SharedBodies,
  type ReadVersion,
  type ReadableVersion,
  type VersionFile,
} from '../../ports/passport-versions.js';
import { sizeOf } from '../../../../../libs/kernel/index.js';
import { ALL_POINTS, type Point, PUBLIC_POINT, type TemplateDocument } from '../../../templates/domain/index.js';
import { Templates } from '../../../templates/index.js';
import {
  canonicalJson,
  ownBodies,
  type OwnValues,
  ownValues,
  type PartBodies,
  partBodies,
  type PartBody,
  publicBody,
} from '../../domain/index.js';
import { passportAt } from '../../domain/version-parts.js';

const READ =
  'SELECT v.id, v.passport_id, p.uuid, v.version, v.gtin, v.serial, v.template_code, v.published_at, v.archived_at, ' +
  'v.archive_reason FROM passport p JOIN passport_version v ON v.passport_id = p.id ' +
  'JOIN passport_publication m ON m.id = v.id';
const ORDER = 'ORDER BY v.version DESC LIMIT';
const ALL = 1000;
const IS_NEWEST =
  'NOT EXISTS (SELECT 1 FROM passport_version w JOIN passport_publication n ON n.id = w.id ' +
  'WHERE w.passport_id = p.id AND w.version > v.version)';

interface Row {
  readonly id: number;
  readonly passport_id: number;
  readonly uuid: string;
  readonly version: number;
  readonly gtin: string | null;
  readonly serial: string | null;
  readonly template_code: string;
  readonly published_at: string;
  readonly archived_at: string | null;
  readonly archive_reason: string | null;
}

const versionOf = (row: Row): PublishedVersion => ({
  id: row.id,
  passportId: row.passport_id,
  uuid: row.uuid,
  version: row.version,
  gtin: row.gtin,
  serial: row.serial,
  templateCode: row.template_code,
  publishedAt: new Date(row.published_at),
  archivedAt: row.archived_at === null ? null : new Date(row.archived_at),
  archiveReason: row.archive_reason as ArchiveReason | null,
});

/** Total size of cached content, in bytes. It includes texts once they are requested. */
const KEPT_BYTES = 16 * 1024 * 1024;

interface VersionRow {
  readonly id: number;
  readonly form: number | null;
  readonly part_1: number | null;
  readonly part_2: number | null;
  readonly part_3: number | null;
  readonly part_4: number | null;
  readonly digests: string | null;
  readonly public_url: string;
  readonly template_id: number;
  readonly template_updated_at: string | null;
  readonly passport_id: number;
  readonly uuid: string;
  readonly version: number;
  readonly batch: string | null;
  readonly serial: string | null;
  readonly published_at: string;
}

const COLUMNS =
  'm.id, m.form, m.part_1, m.part_2, m.part_3, m.part_4, m.digests, m.public_url, m.template_id, t.updated_at AS template_updated_at, ' +
  'v.passport_id, v.uuid, v.version, v.batch, v.serial, v.published_at';
const PARTS = `SELECT ${COLUMNS} FROM passport_publication m JOIN passport_version v ON v.id = m.id LEFT JOIN passport_template t ON t.id = m.template_id WHERE`;
/** A version published before versions were stored in parts. */
const BEFORE =
  'SELECT m.view, v.dpp_payload, v.content_part FROM passport_publication m JOIN passport_version v ON v.id = m.id WHERE m.id = ?';

const ownOf = (row: VersionRow): OwnValues => {
  const [view = ''] = (row.digests ?? '').split(',');
  return {
    passportId: row.passport_id,
    uuid: row.uuid,
    version: row.version,
    batch: row.batch,
    serial: row.serial,
    publishedAt: row.published_at,
    contentDigest: `sha-256:${Buffer.from(view, 'base64url').toString('hex')}`,
  };
};

/** Creates the text on demand, because readers with a grant get a text with measurements instead. */
class LazyReadableVersion implements ReadableVersion {
  private made: string | undefined;

  constructor(
    readonly compressed: JsonObject,
    readonly base: string,
    readonly template: TemplateDocument,
  ) {}

  get text(): string {
    this.made ??= canonicalJson(this.compressed);
    return this.made;
  }
}

/** Plain SQL, because these joins by key use tables that are not records. */
@Injectable()
export class SqlPassportVersions extends PassportVersions {
  readonly newestOf: (passportId: number) => Promise<PublishedVersion | undefined>;
  private readonly kept = new LRUCache<string, ReadableVersion>({ maxSize: KEPT_BYTES });
  private readonly rowOf: (versionId: number) => Promise<VersionRow | undefined>;

  constructor(
    private readonly database: Database,
    private readonly shared: SharedBodies,
    private readonly templates: Templates,
  ) {
    super();
    // After a switch to another database, the same IDs can belong to other versions.
    database.onMoved(() => this.kept.clear());
    this.newestOf = database.batched(async (passportIds) => {
      const { text, params } = inList('p.id', passportIds);
      const rows = await database.query<Row>(`${READ} WHERE ${text} AND ${IS_NEWEST}`, params);
      return new Map(rows.map((row) => [row.passport_id, versionOf(row)]));
    });
    this.rowOf = database.batched(async (versionIds) => {
      const { text, params } = inList('m.id', versionIds);
      const rows = await database.query<VersionRow>(`${PARTS} ${text}`, params);
      return new Map(rows.map((row) => [row.id, row]));
    });
  }

  async ofUuid(uuid: string): Promise<readonly PublishedVersion[]> {
    return (await this.database.query<Row>(`${READ} WHERE p.uuid = ? ${ORDER} ${ALL}`, [uuid])).map(versionOf);
  }

  async ofPassport(passportId: number): Promise<readonly PublishedVersion[]> {
    return (await this.database.query<Row>(`${READ} WHERE p.id = ? ${ORDER} ${ALL}`, [passportId])).map(versionOf);
  }

  async read(versionId: number, points: ReadonlySet<Point>): Promise<ReadVersion> {
    const row = await this.rowOf(versionId);
    if (!row) throw new Error(`the version ${versionId} was never published`);
    const template = await this.templates.ofPublished(row.template_id, row.template_updated_at ?? '');
    if (!template) throw new Error(`the template ${row.template_id} of a published passport is gone`);
    const { document } = template;
    if (row.form === null) return { template: document, ...(await this.before(versionId, row, document, points)) };
    const asked = ALL_POINTS.filter((point) => point === PUBLIC_POINT || points.has(point)).flatMap((point) => {
      const id = row[`part_${point}`];
      return id === null ? [] : [{ point, id }];
    });
    const found = await this.shared.read(asked.map(({ id }) => id));
    const bodies: PartBodies = new Map(asked.map(({ point, id }) => [point, found.get(id) as unknown as PartBody]));
    return { own: ownOf(row), bodies: ownBodies(bodies, row.uuid), template: document };
  }

  async file(
    versionIds: readonly number[],
    sha256: string,
    points: ReadonlySet<Point>,
  ): Promise<VersionFile | undefined> {
    const asked = ALL_POINTS.filter((point) => points.has(point));
    if (versionIds.length === 0 || asked.length === 0) return undefined;
    const { text, params } = inList('m.id', versionIds);
    const parts = asked.map((point) => `m.part_${point}`).join(', ');
    const rows = await this.database.query<Pick<VersionRow, 'id' | `part_${Point}`>>(
      `SELECT m.id, ${parts} FROM passport_publication m WHERE ${text} ` +
        `AND EXISTS (SELECT 1 FROM passport_part b WHERE b.id IN (${parts}) AND (b.body LIKE ? OR b.body LIKE ?)) ORDER BY m.id DESC`,
      // A body can be stored as its difference from another body. Then either of the two can contain the file's name.
      [...params, `%"${sha256}"%`, '{"@like":%'],
    );
    for (const row of rows)
      for (const point of asked) {
        const id = row[`part_${point}`];
        const body = id === null ? undefined : (await this.shared.read([id])).get(id);
        const { files = {} } = (body ?? {}) as Partial<PartBody>;
        const file = Object.hasOwn(files, sha256) ? files[sha256] : undefined;
        if (file) return { file, versionId: row.id, point };
      }
    return undefined;
  }

  async readable(versionId: number, points: ReadonlySet<Point>): Promise<ReadableVersion> {
    const name = `${versionId} ${[...points].toSorted().join('+')}`;
    const known = this.kept.get(name);
    if (known) return known;
    const { bodies, own, template } = await this.read(versionId, points);
    const compressed = passportAt(bodies, points, own, template);
    const readable = new LazyReadableVersion(compressed, publicBody(bodies).base, template);
    this.kept.set(name, readable, { size: sizeOf(compressed) });
    return readable;
  }

  /**
   * Splits a version that was stored as a whole. The result is always the same bytes. Non-public data is read only on
   * request.
   */
  private async before(
    versionId: number,
    { uuid, public_url: page }: VersionRow,
    template: TemplateDocument,
    points: ReadonlySet<Point>,
  ): Promise<Pick<ReadVersion, 'own' | 'bodies'>> {
    const row = await this.database.queryOne<{ view: string; dpp_payload: string; content_part: number | null }>(
      BEFORE,
      [versionId],
    );
    if (!row) throw new Error(`the version ${versionId} was never published`);
    const view = JSON.parse(row.view) as PublicPassport;
    const isPublic = [...points].every((point) => point === PUBLIC_POINT);
    const payload = isPublic ? view.dpp_payload : await this.payloadBefore(row);
    const all = partBodies(view, JSON.parse(payload) as JsonObject, template, page.replace(`/dpp/${uuid}`, ''));
    const bodies = new Map([...all].filter(([point]) => point === PUBLIC_POINT || points.has(point)));
    return { own: ownValues(view), bodies };
  }

  private async payloadBefore({
    dpp_payload: own,
    content_part: part,
  }: {
    readonly dpp_payload: string;
    readonly content_part: number | null;
  }): Promise<string> {
    if (part === null) return own;
    const content = (await this.shared.read([part])).get(part);
    return content?.['dppPayload'] as string;
  }
}
