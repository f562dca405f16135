import { type Criteria, Refusal } from '../../../libs/kernel/index.js';
import type { Recorded, RecordBytes, RowSaver, Scope, Stored } from '../../../libs/records/index.js';
import { emptyReport, type FileReport } from '../domain/report.js';
import { type BadRow, isBad, type SourceRow } from '../domain/source-row.js';
import { type SourceFile, SourceRefused, type SourceRows } from '../ports/source-rows.js';
import type { RowsLoader } from './import-book.js';
import { FILE_COLUMN } from './record-file.js';
import type { SaveRecords } from './save-records.js';

type Rows = readonly (SourceRow | BadRow)[];

interface WithFile extends Recorded {
  readonly file: { readonly name: string; readonly sha256: string } | null;
}

const IDS = (values: readonly number[]): Criteria => ({
  groups: [[{ property: 'id', condition: 'in', values }]],
  sort: [],
  page: 1,
  pageSize: values.length,
});

/** Saves documents and then their files. Storing the same bytes under the same name changes nothing. */
export class SaveWithFiles implements RowsLoader {
  private files: ReadonlyMap<number, SourceFile | string> = new Map();

  constructor(
    private readonly records: SaveRecords,
    private readonly saver: RowSaver,
    private readonly bytes: RecordBytes,
    private readonly source: SourceRows,
  ) {}

  /** Detects unreadable files before their rows are saved. */
  async prepare(rows: Rows): Promise<void> {
    const files = new Map<number, SourceFile | string>();
    for (const row of rows) {
      if (isBad(row) || !(FILE_COLUMN in row.values) || row.blank.has(FILE_COLUMN)) continue;
      const path = row.values[FILE_COLUMN] ?? '';
      try {
        files.set(row.line, await this.source.fileAt(path));
      } catch (error) {
        if (!(error instanceof SourceRefused)) throw error;
        files.set(row.line, `${FILE_COLUMN} "${path}": ${error.reason}`);
      }
    }
    this.files = files;
  }

  save(rows: Rows, differences: number): Promise<FileReport> {
    return this.records.save(
      rows.map((row) => {
        const file = this.files.get(row.line);
        return typeof file === 'string' && !isBad(row) ? { line: row.line, reason: file } : row;
      }),
      differences,
    );
  }

  removeOthers(scope: Scope): Promise<number> {
    return this.records.removeOthers(scope);
  }

  warnings(rows: Rows): Promise<readonly BadRow[]> {
    return this.records.warnings(rows);
  }

  /**
   * Stores the files and adds the result to the report. Runs outside of transactions, because reading files is slow.
   */
  async finish(): Promise<FileReport> {
    let added = emptyReport('');
    const named = [...this.records.saved].filter(([line]) => typeof this.files.get(line) === 'object');
    if (named.length === 0) return added;
    const { items } = await this.saver.search(IDS(named.map(([, { id }]) => id)));
    const before = new Map(items.map((record) => [record.id, (record as WithFile).file]));
    for (const [line, { id, status }] of named) {
      const file = this.files.get(line) as SourceFile;
      const present = before.get(id);
      if (present?.sha256 === file.sha256 && present.name === file.name) continue;
      added = changed(added, line, status, await this.put(id, file));
    }
    return added;
  }

  private async put(id: number, file: SourceFile): Promise<string | undefined> {
    try {
      await this.bytes.put(id, file.name, file.bytes());
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return `${FILE_COLUMN}: ${error.message}`;
      throw error;
    }
  }
}

/**
 * Counts a row whose file was stored as changed, and one whose file was refused as failed, instead of its previous
 * outcome.
 */
const changed = (report: FileReport, line: number, status: Stored, reason: string | undefined): FileReport => {
  const moved = { ...report, [status]: report[status] - 1 };
  if (reason !== undefined) return { ...moved, failed: moved.failed + 1, bad: [...moved.bad, { line, reason }] };
  const now = status === 'unchanged' || status === 'outdated' ? 'updated' : status;
  return { ...moved, [now]: moved[now] + 1 };
};
