import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorFault } from '../../libs/kernel/index.js';

const SHORTEST = 32;

const readSecret = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Writes a new secret atomically, unless another process has already created one. */
const writeSecret = (file: string): void => {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(SHORTEST).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
};

const madeOnce = (file: string): string => {
  if (readSecret(file) === undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeSecret(file);
  }
  chmodSync(file, 0o600);
  return readSecret(file) ?? '';
};

/**
 * The default secret for signing tokens: generated once and stored next to the SQLite database with mode 0600
 * (running.md). Errors are for the operator.
 */
export const storedSecret = (databaseFile: string): string => {
  const file = `${databaseFile}.jwt-secret`;
  let secret: string;
  try {
    secret = madeOnce(file);
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    const advice = 'Correct DATABASE_URL or the permissions of its folder, or set JWT_SECRET';
    throw new OperatorFault(
      `JWT_SECRET is not set, and a generated secret cannot be stored in ${file} (${code}). ${advice}.`,
      {
        cause: error,
      },
    );
  }
  if (Buffer.byteLength(secret) < SHORTEST) {
    throw new OperatorFault(
      `JWT_SECRET: ${file} contains fewer than ${SHORTEST} bytes. Delete the file to generate a new secret, or set JWT_SECRET.`,
    );
  }
  return secret;
};

/** A secret for an in-memory database. */
export const temporarySecret = (): string => randomBytes(SHORTEST).toString('hex');
