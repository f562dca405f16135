import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { readSecretKeys } from '../../libs/config/index.js';
import { OperatorFault } from '../../libs/kernel/index.js';
import type { SecretKeySource } from '../../libs/manifest/index.js';

const BYTES = 32;
/** The newest, and the one before it: somebody may just be reading what was stored under that. */
const ALWAYS_KEPT = 2;

/** A new key in front of all others: something may still be stored under each of them. */
const withNewKey = (text: string | undefined): string =>
  [randomBytes(BYTES).toString('hex'), ...(text === undefined ? [] : [text])].join('\n');

/** Removes keys that are neither used nor among the newest; unchanged if it contains no keys. */
const withoutOthers = (text: string, needed: ReadonlySet<string>): string => {
  const keys = readSecretKeys(text);
  if (!keys) return text;
  const isKept = keys.map(({ id }, place) => place < ALWAYS_KEPT || needed.has(id));
  const written = text.split(/[\s,]+/).filter((part) => part !== '');
  return written.filter((_, place) => isKept[place]).join('\n');
};

/** Keys from the setting: only the operator can create new ones. */
export const givenKeys = (read: () => string | undefined): SecretKeySource => ({ read });

/** For an in-memory database. */
export const temporaryKeys = (): SecretKeySource => {
  let text: string | undefined;
  return {
    read: () => text,
    make: () => (text = withNewKey(text)),
    dropBut: (needed) => (text &&= withoutOthers(text, needed)),
  };
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unreadable';

const faultOf = (file: string, error: unknown): OperatorFault =>
  new OperatorFault(
    `SECRETS_KEY is not set, and a generated key cannot be stored in ${file} (${codeOf(error)}). ` +
      'Correct DATABASE_URL or the permissions of its folder, or set SECRETS_KEY.',
    { cause: error },
  );

const textIn = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw faultOf(file, error);
  }
};

const withFile = (path: string, flags: string, work: (descriptor: number) => void): void => {
  const descriptor = openSync(path, flags, 0o600);
  try {
    work(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/**
 * Whole, or not at all, and on the disk before anything is stored under a key of it; of two processes that make the
 * first one at the same time one is the quicker.
 */
const write = (file: string, text: string, isFirst: boolean): void => {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  withFile(draft, 'wx', (descriptor) => writeFileSync(descriptor, `${text}\n`));
  try {
    if (isFirst) linkSync(draft, file);
    else renameSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  chmodSync(file, 0o600);
  // Also syncs the folder; otherwise a power failure can lose the file name.
  withFile(dirname(file), 'r', () => undefined);
};

/** Stored next to the SQLite database with mode 0600 (running.md); created with the first stored secret. */
export const keptKeys = (databaseFile: string): SecretKeySource => {
  const file = `${databaseFile}.secrets-key`;
  const change = (changed: (before: string | undefined) => string | undefined): void => {
    const before = textIn(file);
    const after = changed(before);
    if (after === undefined || after === before) return;
    try {
      write(file, after, before === undefined);
    } catch (error) {
      throw faultOf(file, error);
    }
  };
  return {
    read: () => textIn(file),
    make: () => change(withNewKey),
    dropBut: (needed) => change((before) => before && withoutOthers(before, needed)),
  };
};
