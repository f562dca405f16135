import { Injectable } from '@nestjs/common';
import { Database, inList } from '../../../../../libs/database/index.js';
import type { ArchiveReason } from '../../../passport/domain/index.js';
import { PassportVersions, type PublishedVersion } from '../../ports/passport-versions.js';

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

/** Plain SQL: joins three tables by key. */
@Injectable()
export class SqlPassportVersions extends PassportVersions {
  readonly newestOf: (passportId: number) => Promise<PublishedVersion | undefined>;

  constructor(private readonly database: Database) {
    super();
    this.newestOf = database.batched(async (passportIds) => {
      const { text, params } = inList('p.id', passportIds);
      const rows = await database.query<Row>(`${READ} WHERE ${text} AND ${IS_NEWEST}`, params);
      return new Map(rows.map((row) => [row.passport_id, versionOf(row)]));
    });
  }

  async ofUuid(uuid: string): Promise<readonly PublishedVersion[]> {
    return (await this.database.query<Row>(`${READ} WHERE p.uuid = ? ${ORDER} ${ALL}`, [uuid])).map(versionOf);
  }

  async ofPassport(passportId: number): Promise<readonly PublishedVersion[]> {
    return (await this.database.query<Row>(`${READ} WHERE p.id = ? ${ORDER} ${ALL}`, [passportId])).map(versionOf);
  }
}
