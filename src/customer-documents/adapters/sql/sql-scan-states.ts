import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import type { ScanVerdict } from '../../domain/scan.js';
import { type OpenBytes, ScanStates } from '../../ports/scan-states.js';

interface OpenRow {
  readonly id: number;
  readonly storage_key: string;
  readonly sha256: string;
}

const AT_ONCE = 100;

/** NULL in rows from before scanning was introduced. */
const OPEN = "(scan_state IS NULL OR scan_state IN ('not_scanned', 'pending', 'scanner_away'))";
const COLUMNS = 'SELECT id, storage_key, sha256 FROM document_blob';

const bytesOf = ({ id, storage_key: key, sha256 }: OpenRow): OpenBytes => ({ id, key, sha256 });

/** The columns `scan_state` and `scan_found` of `document_blob`. SQL, because one statement checks and writes. */
@Injectable()
export class SqlScanStates extends ScanStates {
  constructor(private readonly database: Database) {
    super();
  }

  async open(afterId: number): Promise<readonly OpenBytes[]> {
    const rows = await this.database.query<OpenRow>(
      `${COLUMNS} WHERE ${OPEN} AND id > ? ORDER BY id LIMIT ${AT_ONCE}`,
      [afterId],
    );
    return rows.map(bytesOf);
  }

  async openOf(key: string): Promise<OpenBytes | undefined> {
    const row = await this.database.queryOne<OpenRow>(`${COLUMNS} WHERE storage_key = ? AND ${OPEN}`, [key]);
    return row && bytesOf(row);
  }

  async pending(): Promise<number> {
    const found = await this.database.queryOne<{ count: number }>(
      "SELECT COUNT(*) AS count FROM document_blob WHERE scan_state IN ('pending', 'scanner_away')",
    );
    return Number(found?.count ?? 0);
  }

  async settle(id: number, verdict: ScanVerdict): Promise<boolean> {
    const found = verdict.state === 'infected' ? verdict.found : null;
    const { affected } = await this.database.run(
      `UPDATE document_blob SET scan_state = ?, scan_found = ? WHERE id = ? AND ${OPEN}`,
      [verdict.state, found, id],
    );
    return affected > 0;
  }
}
