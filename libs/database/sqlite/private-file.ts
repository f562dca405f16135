import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Logger } from '@nestjs/common';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** Suffixes of the database's files; SQLite creates the others with the mode of the database. */
const SUFFIXES = ['', '-wal', '-shm'];

const log = new Logger('database');

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const tighten = (file: string): void => {
  try {
    const mode = statSync(file).mode & 0o777;
    if ((mode & OTHERS) === 0) return;
    chmodSync(file, OWNER_ONLY);
    log.warn(`${file} was accessible to other users (${mode.toString(8)}); its mode is now 600`);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    // Another user owns the file, or the file system has no modes. The database works, but the operator is warned.
    log.warn(
      `${file} is accessible to other users, and Kontor cannot change its mode (${codeOf(error) ?? 'unknown'}); set the mode to 600`,
    );
  }
};

/**
 * Creates an empty file that only its owner can access. An existing file is not even opened, because closing it would
 * release this process's locks on it.
 */
export const makePrivate = (file: string): void => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch {
    // The file exists, or cannot be created; opening it reports the reason.
  }
};

/**
 * Restricts an SQLite database to its owner: creates it with that mode, or changes the mode, including the files next
 * to it (running.md, "Files").
 */
export const keepPrivate = (file: string): void => {
  makePrivate(file);
  for (const end of SUFFIXES) tighten(file + end);
};
