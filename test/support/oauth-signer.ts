import { createHmac, randomBytes } from 'node:crypto';

/* A second implementation of OAuth 1.0a, written only from RFC 5849 and without code from src/. */

export interface Credentials {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly access_token: string;
  readonly access_token_secret: string;
}

export interface ToSign {
  readonly method: string;
  /** URL as sent, including percent-encoding and query. */
  readonly url: string;
  readonly credentials: Partial<Credentials> & Pick<Credentials, 'consumer_key' | 'consumer_secret'>;
  readonly hash?: 'sha1' | 'sha256';
  /** Overrides for signature parameters and additional ones. `undefined` leaves a parameter out. */
  readonly parameters?: Readonly<Record<string, string | undefined>>;
  /** Name-value pairs of a form body. */
  readonly form?: readonly (readonly [string, string])[];
  /**
   * The name-value pairs parsed from the query. In RFC 5849, a plus is a space and a name without `=` has an empty
   * value.
   */
  readonly query?: readonly (readonly [string, string])[];
  /** The path to sign. */
  readonly path?: string;
  readonly order?: (one: readonly [string, string], other: readonly [string, string]) => number;
  readonly nowMs?: number;
}

const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** Percent-encodes byte by byte (RFC 5849, 3.6). */
export const escaped = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return UNRESERVED.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Sorted by encoded name, then by encoded value (3.4.1.3.2). */
export const inByteOrder: NonNullable<ToSign['order']> = ([name, value], [otherName, otherValue]) =>
  compare(escaped(name), escaped(otherName)) || compare(escaped(value), escaped(otherValue));

/** Section 3.4.1.2. */
const baseUrl = (url: URL, path: string): string => `${url.protocol}//${url.host}${path}`;

/** The header parameters, including the signature. */
export const signedParameters = (given: ToSign): Readonly<Record<string, string>> => {
  const { method, credentials, hash = 'sha256', parameters = {}, form = [], order = inByteOrder } = given;
  const url = new URL(given.url);
  const rawPath = given.url.slice(url.origin.length).split('?', 1)[0] ?? '';
  const nowMs = given.nowMs ?? Date.now();
  const all: Record<string, string | undefined> = {
    oauth_consumer_key: credentials.consumer_key,
    oauth_nonce: randomBytes(12).toString('hex'),
    oauth_signature_method: hash === 'sha1' ? 'HMAC-SHA1' : 'HMAC-SHA256',
    oauth_timestamp: String(Math.floor(nowMs / 1000)),
    oauth_token: credentials.access_token,
    oauth_version: '1.0',
    ...parameters,
  };
  const header = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const query = given.query ?? [...url.searchParams.entries()];
  const pairs = [...header.filter(([name]) => name !== 'oauth_signature'), ...query, ...form].toSorted(order);
  const normalized = pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
  const base = [method.toUpperCase(), baseUrl(url, given.path ?? rawPath), normalized].map(escaped).join('&');
  const key = `${escaped(credentials.consumer_secret)}&${escaped(credentials.access_token_secret ?? '')}`;
  return {
    oauth_signature: createHmac(hash, key).update(base).digest('base64'),
    ...Object.fromEntries(header),
  };
};

export const headerOf = (parameters: Readonly<Record<string, string>>): string =>
  `OAuth ${Object.entries(parameters)
    .map(([name, value]) => `${escaped(name)}="${escaped(value)}"`)
    .join(', ')}`;

export const authorizationOf = (given: ToSign): string => headerOf(signedParameters(given));
