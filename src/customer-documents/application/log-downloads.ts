import type { Clock, Transactions } from '../../../libs/kernel/index.js';
import type { Recorded, Records } from '../../../libs/records/index.js';
import type { Via } from '../domain/download.js';

/** That somebody takes a document. */
export interface Download {
  readonly documentId: number;
  readonly customerId: number | null;
  readonly via: Via;
  readonly bytes: number;
}

export interface LoggedDownload extends Download, Recorded {
  readonly at: Date;
}

/** Logs every download by a customer or by anybody, before its first byte: what isn't logged isn't given (documents.md §3). */
export class LogDownloads {
  constructor(
    private readonly downloads: Records<LoggedDownload>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async note(download: Download): Promise<void> {
    await this.transactions.write(() => this.downloads.insert([{ ...download, id: 0, at: this.clock.now() }]));
  }
}
