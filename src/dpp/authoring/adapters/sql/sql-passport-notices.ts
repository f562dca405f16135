import { Injectable } from '@nestjs/common';
import { chunks, Database, inChunks, inList, placeholders } from '../../../../../libs/database/index.js';
import {
  type Notice,
  NOTICE_COLUMNS,
  noticeOf,
  type NoticeRow,
  productIdentifier,
} from '../../../passport/domain/index.js';
import type { StoredVersion } from '../../ports/passport-book.js';
import { PassportNotices, type RecycledProduct } from '../../ports/publications.js';

const COLUMNS = 'passport_id, uuid, identifier, batch, status, noticed_on, text, link, created_at, ended_version';
const AT_ONCE = 200;

/** Plain SQL, because the public reads the same rows by UUID and identifier. */
@Injectable()
export class SqlPassportNotices extends PassportNotices {
  constructor(private readonly database: Database) {
    super();
  }

  async find(passportId: number): Promise<Notice | undefined> {
    const row = await this.database.queryOne<NoticeRow>(
      `SELECT ${NOTICE_COLUMNS} FROM passport_notice WHERE passport_id = ?${this.database.lock}`,
      [passportId],
    );
    return row && noticeOf(row);
  }

  recycled(identifiers: readonly string[]): Promise<readonly RecycledProduct[]> {
    return inChunks(identifiers, (some) => {
      const { text, params } = inList('identifier', some);
      return this.database.query<RecycledProduct>(
        `SELECT identifier, passport_id AS passportId FROM passport_notice WHERE ${text} AND status = ?${this.database.lock}`,
        [...params, 'recycled'],
      );
    });
  }

  async endedVersion(passportId: number): Promise<number | undefined> {
    const row = await this.database.queryOne<{ ended_version: number | null }>(
      'SELECT ended_version FROM passport_notice WHERE passport_id = ?',
      [passportId],
    );
    return row?.ended_version ?? undefined;
  }

  async put(
    versions: readonly StoredVersion[],
    { status, date, text, link }: Notice,
    at: Date,
    ended?: number,
  ): Promise<void> {
    for (const some of chunks(versions, AT_ONCE)) {
      await this.takeBackAll(some.map(({ passportId }) => passportId));
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
        ended ?? null,
      ]);
      await this.database.run(
        `INSERT INTO passport_notice (${COLUMNS}) VALUES ${rows.map((row) => `(${placeholders(row.length)})`).join(', ')}`,
        rows.flat(),
      );
      await this.database.enter(
        ...some.map(({ passportId }) => ({
          resource: 'passport',
          id: passportId,
          action: 'notice_published',
          changes: { status: [null, status] as const, date: [null, date] as const, text: [null, text] as const },
        })),
      );
    }
  }

  async takeBack(passportId: number): Promise<boolean> {
    const { affected } = await this.database.run('DELETE FROM passport_notice WHERE passport_id = ?', [passportId]);
    if (affected > 0) await this.database.enter({ resource: 'passport', id: passportId, action: 'notice_taken_back' });
    return affected > 0;
  }

  async takeBackAll(passportIds: readonly number[]): Promise<void> {
    for (const some of chunks(passportIds)) {
      const { text, params } = inList('passport_id', some);
      await this.database.run(`DELETE FROM passport_notice WHERE ${text}`, params);
    }
  }
}
