import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { type CsvFiles, guardedCell } from '../../../import-export/index.js';

/**
 * A temporary CSV file next to the database. It becomes a file of the job once it is complete. It is a report for people,
 * so no spreadsheet may run its cells as formulas.
 */
export class TemporaryCsv {
  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Runs `work` with a temporary file and removes the file afterwards. */
  static during<T>(files: CsvFiles, work: (csv: TemporaryCsv) => Promise<T>): Promise<T> {
    return files.inTemporaryFolder(async (folder) => {
      const path = join(folder, 'rows.csv');
      const file = await open(path, 'a');
      try {
        return await work(new TemporaryCsv(path, file));
      } finally {
        await file.close();
      }
    });
  }

  /** Restarts the file and drops everything written so far. */
  async begin(header: readonly string[]): Promise<void> {
    await this.file.truncate(0);
    await this.file.appendFile(stringify([header]));
  }

  async add(rows: readonly (readonly string[])[]): Promise<void> {
    if (rows.length > 0) await this.file.appendFile(stringify(rows.map((row) => row.map(guardedCell))));
  }

  bytes(): AsyncIterable<Uint8Array> {
    return createReadStream(this.path) as AsyncIterable<Uint8Array>;
  }
}
