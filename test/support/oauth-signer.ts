import { createHmac, randomBytes } from 'node:crypto';

/*
 * A second account of OAuth 1.0a, written from RFC 5849 and nothing else: nothing of src/ is in it.
 */

export interface Credentials {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly access_token: string;
  readonly access_token_secret: string;
}

export interface ToSign {
  readonly method: string;
  /** As it is sent: percent codes and query included. */
  readonly url: string;
  readonly credentials: Partial<Credentials> & Pick<Credentials, 'consumer_key' | 'consumer_secret'>;
  readonly hash?: 'sha1' | 'sha256';
  /** In the place of what is made otherwise, `undefined` leaves one out; also further parameters. */
  readonly parameters?: Readonly<Record<string, string | undefined>>;
  /** Pairs of a form body. */
  readonly form?: readonly (readonly [string, string])[];
  /** The pairs that the query is taken for; by RFC 5849 a plus is a blank, a bare name has an empty value. */
  readonly query?: readonly (readonly [string, string])[];
  /** The path that is signed. */
  readonly path?: string;
  readonly order?: (one: readonly [string, string], other: readonly [string, string]) => number;
  readonly nowMs?: number;
}

const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** RFC 5849, 3.6: byte by byte. */
export const escaped = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return UNRESERVED.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** 3.4.1.3.2: by the encoded names, then by the encoded values. */
export const inByteOrder: NonNullable<ToSign['order']> = ([name, value], [otherName, otherValue]) =>
  compare(escaped(name), escaped(otherName)) || compare(escaped(value), escaped(otherValue));

/** 3.4.1.2 */
const baseUrl = (url: URL, path: string): string => `${url.protocol}//${url.host}${path}`;

/** The parameters of the header, the signature among them. */
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
