import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { makePrivate } from './private-file.js';

/** The backup failed or is damaged. No file is left. */
export class BackupRefused extends Error {}

/** Throws if a copy is damaged. */
export const checkedCopy = (file: string): void => {
  const copy = new SqliteFile(file, { readonly: true });
  try {
    copy.pragma('temp_store = MEMORY');
    const findings = copy.pragma('integrity_check', { simple: true });
    if (findings !== 'ok')
      throw new BackupRefused(
        `The copy is damaged: ${String(findings)}. Check the database and the disk, then try again.`,
      );
  } finally {
    copy.close();
  }
};

export const synced = (file: string): void => {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/**
 * Creates a consistent copy of an SQLite database while a server writes to it, verifies it and then renames it, so
 * that there is never a partial backup. Never overwrites an existing file.
 */
export const backupSqlite = async (database: string, target: string): Promise<void> => {
  const folder = dirname(target);
  if (!existsSync(folder))
    throw new BackupRefused(`The folder ${folder} does not exist. Create it, or correct the path of the copy.`);
  const draft = `${target}.part`;
  await rm(draft, { force: true });
  try {
    const source = new SqliteFile(database, { readonly: true, fileMustExist: true });
    try {
      source.pragma('temp_store = MEMORY');
      makePrivate(draft);
      // One read transaction: unlike the page-by-page copy, it never restarts when others write.
      source.prepare('VACUUM INTO ?').run(draft);
    } finally {
      source.close();
    }
    checkedCopy(draft);
    synced(draft);
    await link(draft, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupRefused(`${target} already exists. Choose another path for the copy.`);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
};
