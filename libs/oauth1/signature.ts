import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SignedForm, signedForms, type SignedParts } from './base-strings.js';
import { encoded } from './percent.js';

export type SignatureMethod = 'HMAC-SHA256' | 'HMAC-SHA1';

/** The two OAuth secrets in plain text. The token secret is empty before there is a token. */
export interface SigningSecrets {
  readonly consumer: string;
  readonly token: string;
}

const HASHES = { 'HMAC-SHA256': 'sha256', 'HMAC-SHA1': 'sha1' } as const;

const signatureOf = (method: SignatureMethod, { consumer, token }: SigningSecrets, base: string): string =>
  createHmac(HASHES[method], `${encoded(consumer)}&${encoded(token)}`)
    .update(base)
    .digest('base64');

const isEqual = (expected: string, sent: Buffer): boolean =>
  expected.length === sent.length && timingSafeEqual(Buffer.from(expected), sent);

/** The candidate that matches the request's signature; undefined if the signature is wrong. */
export const findSignedForm = (
  parts: SignedParts,
  method: SignatureMethod,
  secrets: SigningSecrets,
  signature: string,
): SignedForm | undefined => {
  const sent = Buffer.from(signature);
  for (const form of signedForms(parts)) if (isEqual(signatureOf(method, secrets, form.base), sent)) return form;
  return undefined;
};

/** The credentials, and the parameters that make a signature unique. */
interface Signer {
  readonly consumerKey: string;
  /** Undefined before there is a token. */
  readonly token?: string;
  readonly secrets: SigningSecrets;
  readonly method?: SignatureMethod;
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The Authorization header that signs a request. Names with numbers are sorted like on the shop platform. */
export const authorizationFor = (
  parts: Omit<SignedParts, 'oauth'>,
  { consumerKey, token, secrets, method = 'HMAC-SHA256', nonce, timestamp }: Signer,
): string => {
  const oauth: (readonly [string, string])[] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', method],
    ['oauth_timestamp', String(timestamp)],
    ...(token === undefined ? [] : [['oauth_token', token] as const]),
    ['oauth_version', '1.0'],
  ];
  const [form] = signedForms({ ...parts, oauth });
  if (!form) throw new Error('a request can be signed in one form at least');
  const signed = [...oauth, ['oauth_signature', signatureOf(method, secrets, form.base)] as const];
  return `OAuth ${signed.map(([name, value]) => `${name}="${encoded(value)}"`).join(', ')}`;
};
