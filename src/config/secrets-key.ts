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
/** Keeps the newest key and the previous one, because a process may be reading a secret encrypted with it. */
const ALWAYS_KEPT = 2;

/** Adds a new key in front of the others, which may still be in use. */
const withNewKey = (text: string | undefined): string =>
  [randomBytes(BYTES).toString('hex'), ...(text === undefined ? [] : [text])].join('\n');

/** Removes keys that are neither used nor among the newest; returns the text unchanged if it contains no keys. */
const withoutOthers = (text: string, needed: ReadonlySet<string>): string => {
  const keys = readSecretKeys(text);
  if (!keys) return text;
  const isKept = keys.map(({ id }, index) => index < ALWAYS_KEPT || needed.has(id));
  const written = text.split(/[\s,]+/).filter((part) => part !== '');
  return written.filter((_, index) => isKept[index]).join('\n');
};

/** Keys from the setting: only the operator can create new ones. */
export const givenKeys = (read: () => string | undefined): SecretKeySource => ({ read });

/** Keys for an in-memory database. */
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
 * Writes the file atomically and syncs it to disk before any of its keys is used. If two processes create the first
 * file concurrently, one of them wins.
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
  // Also sync the folder; otherwise a power failure can lose the file name.
  withFile(dirname(file), 'r', () => undefined);
};

/** Keys stored next to the SQLite database with mode 0600 (running.md); created with the first stored secret. */
export const storedKeys = (databaseFile: string): SecretKeySource => {
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
