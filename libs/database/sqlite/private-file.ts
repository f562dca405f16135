import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Logger } from '@nestjs/common';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** Files next to the database; SQLite creates them with the mode of the database. */
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
    // The file of another user, or a file system without modes: it works, but the operator is warned.
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
    // It exists already, or cannot be created: opening it reports the reason.
  }
};

/**
 * Restricts an SQLite database to its owner: creates it with that mode, or changes the mode, including the files next
 * to it (running.md, "Files").
 */
export const keepPrivate = (file: string): void => {
  makePrivate(file);
  for (const end of BESIDE) tighten(file + end);
};
