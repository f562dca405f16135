import { createHash } from 'node:crypto';

/** A key that encrypts stored secrets. */
interface SecretKey {
  /** Stored next to each encrypted value. Configured, or derived from the key. */
  readonly id: string;
  /** The key; 32 bytes. */
  readonly bytes: Buffer;
}

const BYTES = 32;
const FORM = /^(?:([\w-]{1,32}):)?([\da-f]{64}|[\w+/-]{43}=?)$/i;

const keyOf = (text: string): SecretKey | undefined => {
  const [, given, written = ''] = FORM.exec(text) ?? [];
  const bytes = Buffer.from(written, written.length === 2 * BYTES ? 'hex' : 'base64');
  if (bytes.length !== BYTES) return undefined;
  return { id: given ?? createHash('sha256').update('key id:').update(bytes).digest('hex').slice(0, 12), bytes };
};

/**
 * Reads keys, newest first. Each is 64 hex digits or base64, optionally after a name and a colon (`2026-11:…`). Commas
 * or white space separate them. Undefined for no key, an invalid key, or two with the same name.
 */
export const readSecretKeys = (text: string): readonly SecretKey[] | undefined => {
  const keys = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(keyOf);
  const found = keys.flatMap((key) => key ?? []);
  const isSound = found.length === keys.length && new Set(found.map(({ id }) => id)).size === found.length;
  return isSound && found.length > 0 ? found : undefined;
};

export const isSecretKeys = (text: string): boolean => readSecretKeys(text) !== undefined;
