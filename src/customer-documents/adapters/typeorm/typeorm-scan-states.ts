import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, Or } from 'typeorm';
import { Database } from '../../../../libs/database/index.js';
import type { ScanVerdict } from '../../domain/scan.js';
import { type UnscannedFile, ScanStates } from '../../ports/virus-scanner.js';
import { DOCUMENT_BLOB } from './document-tables.js';

const AT_ONCE = 100;

const UNDECIDED = Or(IsNull(), In(['not_scanned', 'pending', 'scanner_away']));
const WAITING = In(['pending', 'scanner_away']);
const select = { id: true, storage_key: true, sha256: true } as const;

interface OpenRow {
  readonly id: number;
  readonly storage_key: string;
  readonly sha256: string;
}

const bytesOf = ({ id, storage_key: key, sha256 }: OpenRow): UnscannedFile => ({ id, key, sha256 });

/** The columns `scan_state` and `scan_found` of `document_blob`. */
@Injectable()
export class TypeOrmScanStates extends ScanStates {
  constructor(private readonly database: Database) {
    super();
  }

  async open(afterId: number): Promise<readonly UnscannedFile[]> {
    const where = { scan_state: UNDECIDED, id: MoreThan(afterId) };
    return (await this.blobs.find({ select, where, order: { id: 'ASC' }, take: AT_ONCE })).map(bytesOf);
  }

  async openOf(key: string): Promise<UnscannedFile | undefined> {
    const found = await this.blobs.findOne({ select, where: { storage_key: key, scan_state: UNDECIDED } });
    return found ? bytesOf(found) : undefined;
  }

  pending(): Promise<number> {
    return this.blobs.countBy({ scan_state: WAITING });
  }

  async settle(id: number, verdict: ScanVerdict): Promise<boolean> {
    const scan_found = verdict.state === 'infected' ? verdict.found : null;
    // Checks and writes in one statement, so that no other process comes between.
    const { affected } = await this.blobs.update(
      { id, scan_state: UNDECIDED },
      { scan_state: verdict.state, scan_found },
    );
    return (affected ?? 0) > 0;
  }

  private get blobs() {
    return this.database.repository(DOCUMENT_BLOB);
  }
}
