import { Injectable } from '@nestjs/common';
import { Database } from '../../../../../libs/database/index.js';
import {
  type Notice,
  NOTICE_COLUMNS,
  noticeOf,
  type NoticeRow,
  productIdentifier,
} from '../../../passport/domain/index.js';
import { type NoticeQuestion, PublicNotices } from '../../ports/published-passports.js';

/** Plain SQL, because each request for an unpublished passport reads notices and must use one index. */
@Injectable()
export class SqlPublicNotices extends PublicNotices {
  constructor(private readonly database: Database) {
    super();
  }

  byUuid(uuid: string): Promise<Notice | undefined> {
    return this.one('uuid = ?', [uuid]);
  }

  byIdentifier({ gtin, batch, serial }: NoticeQuestion): Promise<Notice | undefined> {
    const identifier = productIdentifier({ gtin, batch: batch ?? null, serial: serial ?? null }) ?? '';
    return batch === undefined
      ? this.one('identifier = ?', [identifier])
      : this.one('identifier = ? AND (batch IS NULL OR batch = ?)', [identifier, batch]);
  }

  private async one(condition: string, params: readonly string[]): Promise<Notice | undefined> {
    const row = await this.database.queryOne<NoticeRow>(
      `SELECT ${NOTICE_COLUMNS} FROM passport_notice WHERE ${condition} ORDER BY id DESC LIMIT 1`,
      params,
    );
    return row && noticeOf(row);
  }
}
