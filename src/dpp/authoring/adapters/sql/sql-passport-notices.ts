import { Injectable } from '@nestjs/common';
import { chunks, Database, inList, places } from '../../../../../libs/database/index.js';
import {
  type Notice,
  NOTICE_COLUMNS,
  noticeOf,
  type NoticeRow,
  productIdentifier,
} from '../../../passport/domain/index.js';
import type { StoredVersion } from '../../ports/passport-book.js';
import { PassportNotices } from '../../ports/passport-notices.js';

const COLUMNS = 'passport_id, uuid, identifier, batch, status, noticed_on, text, link, created_at';
const AT_ONCE = 200;

/** SQL by hand: the public reads the same rows by uuid and identifier. */
@Injectable()
export class SqlPassportNotices extends PassportNotices {
  constructor(private readonly database: Database) {
    super();
  }

  async of(passportId: number): Promise<Notice | undefined> {
    const row = await this.database.queryOne<NoticeRow>(
      `SELECT ${NOTICE_COLUMNS} FROM passport_notice WHERE passport_id = ?`,
      [passportId],
    );
    return row && noticeOf(row);
  }

  async put(versions: readonly StoredVersion[], { status, date, text, link }: Notice, at: Date): Promise<void> {
    for (const some of chunks(versions, AT_ONCE)) {
      const before = inList('passport_id', some.map(({ passportId }) => passportId)); // prettier-ignore
      await this.database.run(`DELETE FROM passport_notice WHERE ${before.text}`, before.params);
      const rows = some.map((version) => [
        version.passportId,
        version.uuid,
        productIdentifier(version) ?? null,
        version.batch,
        status,
        date,
        JSON.stringify(text),
        link,
        at.toISOString(),
      ]);
      await this.database.run(
        `INSERT INTO passport_notice (${COLUMNS}) VALUES ${rows.map((row) => `(${places(row.length)})`).join(', ')}`,
        rows.flat(),
      );
    }
  }

  async takeBack(passportId: number): Promise<boolean> {
    const { affected } = await this.database.run('DELETE FROM passport_notice WHERE passport_id = ?', [passportId]);
    return affected > 0;
  }
}
