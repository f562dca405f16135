import { existsSync } from 'node:fs';
import { chmod, copyFile, link, rename, rm } from 'node:fs/promises';
import SqliteFile from 'better-sqlite3';
import { checkedCopy, synced } from './backup.js';

/** A backup that cannot replace the database. Nothing has changed. */
export class RestoreRefused extends Error {}

const OWNER_ONLY = 0o600;

const migrationsIn = (backup: string): readonly string[] => {
  const file = new SqliteFile(backup, { readonly: true, fileMustExist: true });
  try {
    return file.prepare('SELECT name FROM migration').pluck().all() as string[];
  } catch {
    throw new RestoreRefused(`${backup} is not a Kontor backup: it has no migration table. Choose another file.`);
  } finally {
    file.close();
  }
};

/**
 * Checkpoints and removes the write-ahead log, so that the database is a single file. Fails if another process uses
 * it.
 */
const mustBeUnused = (database: string): void => {
  const file = new SqliteFile(database, { timeout: 0 });
  try {
    file.pragma('journal_mode = DELETE');
  } catch {
    throw new RestoreRefused(`${database} is in use. Stop all servers and commands that use it, then try again.`);
  } finally {
    file.close();
  }
};

/** Timestamp in the name of the replaced file: `20261127T130000`. */
const stampOf = (at: Date): string => at.toISOString().replace(/[-:]|\..*$/g, '');

/**
 * Replaces an SQLite database that no process uses with a verified backup. The previous database is kept next to it;
 * returns its name, or undefined if there was none. `known`: the migrations of this build.
 */
export const restoreSqlite = async (
  backup: string,
  database: string,
  known: readonly string[],
): Promise<string | undefined> => {
  if (!existsSync(backup)) throw new RestoreRefused(`${backup} does not exist. Correct the path of the backup.`);
  const newer = migrationsIn(backup).filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new RestoreRefused(
      `${backup} was created by a newer version of Kontor, which contains the migrations ${newer.join(', ')}. Install that version.`,
    );
  const isThere = existsSync(database);
  const [draft, kept] = [`${database}.restoring`, `${database}.before-${stampOf(new Date())}`];
  try {
    await copyFile(backup, draft);
    await chmod(draft, OWNER_ONLY);
    checkedCopy(draft);
    synced(draft);
    if (isThere) {
      mustBeUnused(database);
      await link(database, kept);
    }
    // After this, the database is the backup, even if the process is killed.
    await rename(draft, database);
  } finally {
    await rm(draft, { force: true });
  }
  return isThere ? kept : undefined;
};
