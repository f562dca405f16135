import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { type Cell, guardedCell } from '../../domain/source-row.js';
import { RecordSink, type TakeBytes } from '../../ports/record-sink.js';

/** The folder cannot be written; the message gives the reason. */
export class FolderRefused extends Error {
  constructor(
    readonly folder: string,
    readonly reason: string,
  ) {
    super(`${folder}: ${reason}`);
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const FAILURES: Readonly<Record<string, string>> = {
  ENOTDIR: 'is not a folder; correct the path',
  EEXIST: 'already exists; choose another folder',
  ENOTEMPTY: 'already exists; choose another folder',
  EACCES: 'cannot be written: permission denied; change its permissions or choose another folder',
  EROFS: 'cannot be written: the file system is read-only; choose another folder',
  ENOSPC: 'the disk is full; free up space, then try again',
  EBUSY: 'is a mount point; use a folder inside it',
  EXDEV: 'is a mount point; use a folder inside it',
};

const refusing = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const reason = FAILURES[codeOf(error)];
    if (reason === undefined) throw error;
    throw new FolderRefused(folder, reason);
  }
};

/** Format of the cells. */
export interface CsvForm {
  readonly forSpreadsheets?: boolean;
}

/**
 * Cells that are quoted in addition to those with commas and quotes: the empty text (to distinguish it from null), and
 * every kind of line ending.
 */
const QUOTED = /^$|[\r\n]/;

/** Formats rows as CSV; every cell is written unchanged. */
const rowsText = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows] as Cell[][], { record_delimiter: '\n', quoted_match: QUOTED });

const synced = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Writes a folder of CSV files atomically: under a temporary name, then synced and renamed. A killed export leaves a
 * folder `.<name>.<random>.partial`, which is never read.
 */
export class CsvExportFolder extends RecordSink {
  private readonly kept = new Set<string>();

  private constructor(
    private readonly folder: string,
    /** Temporary location of the files until all are complete. */
    readonly staging: string,
    private readonly forSpreadsheets: boolean,
  ) {
    super();
  }

  /**
   * Throws `FolderRefused` if content of the folder would be lost. `forSpreadsheets`: text that starts like a formula
   * gets an apostrophe (csv.md, "For spreadsheets").
   */
  static async begin(folder: string, { forSpreadsheets = false }: CsvForm = {}): Promise<CsvExportFolder> {
    const path = resolve(folder);
    return refusing(folder, async () => {
      const entries = await readdir(path).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      if (entries.length > 0) throw new FolderRefused(folder, 'already exists and is not empty; choose another folder');
      const staging = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.partial`);
      // Not with its parents, because a mount that is missing must not become an export on the same disk.
      await mkdir(staging).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
        throw new FolderRefused(folder, `the folder ${dirname(path)} does not exist; create it, or correct the path`);
      });
      return new CsvExportFolder(folder, staging, forSpreadsheets);
    });
  }

  async write(
    file: string,
    columns: readonly string[],
    batches: AsyncIterable<readonly (readonly Cell[])[]>,
  ): Promise<void> {
    await refusing(this.folder, async () => {
      const handle = await open(join(this.staging, file), 'w');
      try {
        await handle.writeFile(rowsText([columns]));
        for await (const rows of batches) await handle.writeFile(rowsText(this.written(rows)));
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
  }

  async keep(path: string, fill: (take: TakeBytes) => Promise<void>): Promise<void> {
    if (this.kept.has(path)) return;
    const name = join(this.staging, ...path.split('/'));
    await refusing(this.folder, async () => {
      await mkdir(dirname(name), { recursive: true });
      await fill(async (bytes) => {
        const handle = await open(name, 'w');
        try {
          for await (const chunk of bytes) await handle.writeFile(chunk);
          await handle.sync();
        } finally {
          await handle.close();
        }
      });
    });
    this.kept.add(path);
  }

  private written(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
    return this.forSpreadsheets ? rows.map((row) => row.map(guardedCell)) : rows;
  }

  /** Renames the folder, which makes all its files visible. */
  async finish(): Promise<void> {
    const path = resolve(this.folder);
    await refusing(this.folder, async () => {
      await synced(this.staging);
      // The target may be an empty folder, which a rename does not replace on every system.
      await rmdir(path).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
      });
      await rename(this.staging, path);
      await synced(dirname(path));
    });
  }

  /** Deletes everything written so far. */
  async abandon(): Promise<void> {
    await rm(this.staging, { recursive: true, force: true });
  }
}
