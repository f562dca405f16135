import type { Clock, Transactions } from '../../../libs/kernel/index.js';
import { GroupSize, mustBeCurrent, type Scope } from '../../../libs/records/index.js';
import {
  DIFFERENCES_MAX,
  emptyReport,
  failedRows,
  type FileReport,
  type ImportReport,
  joined,
} from '../domain/report.js';
import type { BadRow, Columns, SourceRow } from '../domain/source-row.js';
import { SourceRefused, type SourceRows } from '../ports/source-rows.js';

/** Nothing was read or written; the message gives the reason. */
export class ImportRefused extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
  }
}

/** Receives the rows of one file, in order and in batches. */
export interface RowsLoader {
  /** Does as much as possible before the transaction, which may be repeated. */
  prepare?(rows: readonly (SourceRow | BadRow)[]): Promise<void>;
  /** Saves the rows in the ambient write transaction. Reports what at most `differences` rows change. */
  save(rows: readonly (SourceRow | BadRow)[], differences: number): Promise<FileReport>;
  /** Rows that look damaged by a spreadsheet, after they are saved. */
  warnings?(rows: readonly (SourceRow | BadRow)[]): Promise<readonly BadRow[]>;
  /** Runs after the transaction for work that needs its rows. Returns the changes to the report. */
  finish?(): Promise<FileReport>;
  /** Deletes the records of the scope that no row refers to. Returns their number. */
  removeOthers?(scope: Scope): Promise<number>;
}

/** Why a file is not loaded. */
export const LEFT_OUT =
  'skipped: the module for this file is not installed; to import the file, add the module to ADD_ONS';

export interface LoadedFile {
  readonly file: string;
  readonly columns: Columns;
  /** Returns a new loader, or the reason why the file is not loaded, as a sentence. */
  begin(source: SourceRows): RowsLoader | string;
}

interface ImportParts {
  /**
   * The files to load, in an order in which their rows can be saved. Throws `ImportRefused` if these files cannot be
   * loaded.
   */
  readonly filesOf: (present: () => Promise<readonly string[]>) => Promise<readonly LoadedFile[]>;
  readonly transactions: Transactions;
  /** Measures the duration of transactions. */
  readonly clock: Clock;
  /** Prepares the shop for the rows and returns what changed. Throws `ImportRefused` if that is impossible. */
  readonly settle: () => Promise<readonly string[]>;
}

export interface ImportOptions {
  /** Stores nothing if a row is invalid. */
  readonly allOrNothing: boolean;
  /** Stores nothing in any case. */
  readonly dryRun?: boolean;
  /** Deletes the other records of this scope; implies all or nothing. */
  readonly replace?: Scope | undefined;
  readonly onProgress?: (file: string, rows: number) => void;
}

class RolledBack extends Error {
  constructor(readonly report: ImportReport) {
    super('nothing of it is to be stored');
  }
}

/** Yields chunks with the current number of rows per transaction. */
async function* inChunks<T>(rows: AsyncIterable<T>, size: GroupSize): AsyncGenerator<readonly T[]> {
  let chunk: T[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < size.rows) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * Imports a folder file by file through the modules' services. An import can be repeated, because every row finds its
 * record by a business key.
 */
export class ImportBook {
  constructor(private readonly parts: ImportParts) {}

  /** Throws `ImportRefused` before anything is written if a file is missing or has the wrong columns. */
  async importFrom(source: SourceRows, options: ImportOptions): Promise<ImportReport> {
    const files = await this.parts.filesOf(() => source.files());
    await this.readHeaders(files, source);
    const load = (): Promise<ImportReport> => this.loadAll(files, source, options);
    const { allOrNothing, dryRun = false, replace } = options;
    if (!allOrNothing && !dryRun && !replace) return load();
    try {
      return await this.parts.transactions.write(async () => {
        const report = await load();
        if (dryRun || failedRows(report) > 0) throw new RolledBack(report);
        return report;
      });
    } catch (error) {
      if (error instanceof RolledBack) return { ...error.report, rolledBack: true };
      throw error;
    }
  }

  private async readHeaders(files: readonly LoadedFile[], source: SourceRows): Promise<void> {
    const reasons: string[] = [];
    for (const { file, columns } of files) {
      try {
        for await (const _ of source.rowsOf(file, columns)) break;
      } catch (error) {
        if (!(error instanceof SourceRefused)) throw error;
        reasons.push(error.message);
      }
    }
    if (reasons.length > 0) throw new ImportRefused(reasons);
  }

  private async loadAll(
    files: readonly LoadedFile[],
    source: SourceRows,
    options: ImportOptions,
  ): Promise<ImportReport> {
    const settled = await this.parts.settle();
    const reports: FileReport[] = [];
    for (const file of files) reports.push(await this.loadFile(file, source, options));
    return { settled, files: reports, rolledBack: false };
  }

  private async loadFile(
    { file, columns, begin }: LoadedFile,
    source: SourceRows,
    { onProgress, replace, dryRun = false }: ImportOptions,
  ): Promise<FileReport> {
    const loader = begin(source);
    if (typeof loader === 'string') return emptyReport(file, loader);
    let report = emptyReport(file);
    const { transactions, clock } = this.parts;
    const now = (): number => clock.now().getTime();
    const size = new GroupSize();
    for await (const chunk of inChunks(source.rowsOf(file, columns), size)) {
      await loader.prepare?.(chunk);
      let began = 0;
      const differences = dryRun ? DIFFERENCES_MAX - report.differences.length : 0;
      const saved = await transactions.write(() => {
        began = now();
        return loader.save(chunk, differences);
      });
      size.took(chunk.length, now() - began);
      report = joined(report, saved);
      if (dryRun && loader.warnings)
        report = { ...report, warnings: [...report.warnings, ...(await loader.warnings(chunk))] };
      if (loader.finish) report = joined(report, await loader.finish());
      onProgress?.(file, report.rows);
    }
    // Refused rows roll back everything.
    if (!replace || !loader.removeOthers || report.failed > 0) return report;
    mustBeCurrent(report.outdated, report.rows);
    return { ...report, deleted: await loader.removeOthers(replace) };
  }
}
