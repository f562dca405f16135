import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { OperatorFault } from '../../../../libs/kernel/index.js';
import {
  type Algorithm,
  ALGORITHMS,
  misfit,
  OWN_NAME,
  publicPart,
  type SigningKey,
  type VerifyingKey,
} from './keys.js';

/** Keys of a shop, fetched from a URL. */
export interface KeySource {
  readonly url: string;
  readonly algorithm: Algorithm;
  readonly issuer: string;
  readonly audience: string;
  readonly customerNumberClaim: string;
}

/** The contents of JWT_KEYS_FILE (running.md). */
export interface KeysFile {
  readonly keys: readonly (VerifyingKey | SigningKey)[];
  readonly sources: readonly KeySource[];
}

export const NO_KEYS: KeysFile = { keys: [], sources: [] };

/** All errors of a keys file. Never contains a key. */
class KeysFileRefused extends OperatorFault {
  constructor(faults: readonly string[]) {
    super(['JWT_KEYS_FILE is invalid:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
  }
}

const NAMES = ['kid', 'algorithm', 'key', 'jwks_url', 'issuer', 'audience', 'customer_number_claim'] as const;
type Entry = Partial<Record<(typeof NAMES)[number], string>>;

const isAlgorithm = (text: string | undefined): text is Algorithm => ALGORITHMS.some((one) => one === text);

const objectIn = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

const entryOf = (value: unknown, faults: string[]): Entry => {
  const object = objectIn(value);
  if (!object) faults.push('the entry is not a JSON object');
  const entry: Entry = {};
  for (const [name, text] of Object.entries(object ?? {})) {
    const known = NAMES.find((one) => one === name);
    if (known === undefined) faults.push(`the field ${name} is unknown; known fields are ${NAMES.join(', ')}`);
    else if (typeof text !== 'string' || text === '') faults.push(`${name} must be a non-empty string`);
    else entry[known] = text;
  }
  return entry;
};

const keyOf = (algorithm: Algorithm, text: string): KeyObject | undefined => {
  if (algorithm === 'HS256') return createSecretKey(Buffer.from(text));
  try {
    return text.includes('PRIVATE KEY') ? createPrivateKey(text) : createPublicKey(text);
  } catch {
    return undefined;
  }
};

/** A plain HTTP URL can be spoofed, so it is only allowed for this machine. */
const isTrustedAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
};

const shopFaults = (entry: Entry): readonly string[] => [
  ...(entry.issuer === undefined ? ['issuer is missing; it is required for the key of a shop'] : []),
  ...(entry.issuer === OWN_NAME ? [`issuer "${OWN_NAME}" is reserved for Kontor`] : []),
  ...(entry.audience === undefined ? ['audience is missing; it is required for the key of a shop'] : []),
  // A shop with a shared secret could create Kontor's own tokens.
  ...(entry.algorithm === 'HS256'
    ? ['HS256 is only allowed for keys of Kontor; use RS256 or ES256 with the public key of the shop']
    : []),
  ...(entry.key?.includes('PRIVATE KEY') ? ['key contains the private key of the shop; use the public key'] : []),
];

const sourceOf = (entry: Entry, algorithm: Algorithm, faults: string[]): KeySource | undefined => {
  if (entry.kid !== undefined || entry.key !== undefined)
    faults.push('jwks_url cannot be combined with kid or key, because the downloaded keys have their own kid');
  if (entry.customer_number_claim === undefined)
    faults.push('customer_number_claim is missing; add the name of the claim that contains the customer number');
  if (!isTrustedAddress(entry.jwks_url ?? '')) faults.push('jwks_url must be an https URL');
  return {
    url: entry.jwks_url ?? '',
    algorithm,
    issuer: entry.issuer ?? '',
    audience: entry.audience ?? '',
    customerNumberClaim: entry.customer_number_claim ?? '',
  };
};

const fixedKeyOf = (entry: Entry, algorithm: Algorithm, faults: string[]): VerifyingKey | SigningKey | undefined => {
  if (entry.kid === undefined) faults.push('kid is missing; add the ID of the key');
  if (entry.key === undefined) faults.push('key is missing; add the key');
  const key = entry.key === undefined ? undefined : keyOf(algorithm, entry.key);
  if (entry.key !== undefined && !key) faults.push('key is not in PEM format; convert it to PEM');
  const unfit = key && misfit(algorithm, key);
  if (unfit !== undefined) faults.push(unfit);
  if (!key || entry.kid === undefined) return undefined;
  const verifying: VerifyingKey = {
    kid: entry.kid,
    algorithm,
    issuer: entry.issuer ?? OWN_NAME,
    audience: entry.audience ?? OWN_NAME,
    verifies: publicPart(key),
    customerNumberClaim: entry.customer_number_claim,
  };
  return entry.customer_number_claim === undefined && key.type !== 'public' ? { ...verifying, signs: key } : verifying;
};

const sameName = (one: VerifyingKey, other: VerifyingKey): boolean =>
  one.kid === other.kid && one.issuer === other.issuer;

/** Parses a keys file. Throws `KeysFileRefused` with all errors. */
export const parseKeysFile = (text: string): KeysFile => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new KeysFileRefused(['the file is not valid JSON']);
  }
  const entries = objectIn(json)?.['keys'];
  if (!Array.isArray(entries)) throw new KeysFileRefused(['the file contains no array named "keys"']);
  const keys: (VerifyingKey | SigningKey)[] = [];
  const sources: KeySource[] = [];
  const faults = (entries as readonly unknown[]).flatMap((value, index) => {
    const found: string[] = [];
    const entry = entryOf(value, found);
    if (entry.customer_number_claim !== undefined || entry.jwks_url !== undefined) found.push(...shopFaults(entry));
    const { algorithm } = entry;
    if (!isAlgorithm(algorithm)) found.push(`algorithm must be one of ${ALGORITHMS.join(', ')}`);
    else if (entry.jwks_url === undefined) {
      const key = fixedKeyOf(entry, algorithm, found);
      if (key && keys.some((other) => sameName(key, other)))
        found.push('another key has the same kid and issuer; use a unique kid');
      if (key) keys.push(key);
    } else {
      const source = sourceOf(entry, algorithm, found);
      if (source) sources.push(source);
    }
    return found.map((fault) => `keys[${index}]: ${fault}`);
  });
  if (faults.length > 0) throw new KeysFileRefused(faults);
  return { keys, sources };
};

export const readKeysFile = (path: string): KeysFile => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new KeysFileRefused([
      `"${path}" cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}); correct the path or the permissions`,
    ]);
  }
  return parseKeysFile(text);
};
