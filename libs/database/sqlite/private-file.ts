import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Logger } from '@nestjs/common';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** Beside the database; SQLite gives them its rights when it makes them. */
const BESIDE = ['', '-wal', '-shm'];

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
    // Another user's file, or a file system without rights: it works as it is, and its operator is told.
    log.warn(`${file} is accessible to other users, and its mode cannot be changed (${codeOf(error) ?? 'unknown'})`);
  }
};

/** Makes an empty file for the owner alone; one that is there is left alone, and not even opened: closing it would end
 * the locks that this process has on it. */
export const makePrivate = (file: string): void => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch {
    // There already, or can't be made: whoever opens it says why.
  }
};

/**
 * Sees to it that nobody but the owner reads or writes an SQLite database: made so where it isn't there yet, tightened
 * where it is, with what lies beside it (running.md, "Files").
 */
export const keepPrivate = (file: string): void => {
  makePrivate(file);
  for (const end of BESIDE) tighten(file + end);
};
