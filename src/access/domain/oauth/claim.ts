import { InputRefused, refuse, required, sentence } from '../../../../libs/kernel/index.js';

export type SignatureMethod = 'HMAC-SHA256' | 'HMAC-SHA1';

/** The OAuth parameters of a request that has all required ones. */
export interface Claim {
  readonly consumerKey: string;
  /** Empty if the request needs no token. */
  readonly token: string;
  readonly method: SignatureMethod;
  readonly signature: string;
  readonly nonce: string;
  readonly timestamp: string;
}

const REQUIRED = [
  'oauth_consumer_key',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_nonce',
  'oauth_timestamp',
] as const;

/** Maximum length of consumer keys, tokens and their secrets. */
export const CREDENTIAL_LENGTH = 32;
const NONCE_LENGTH_MAX = 255;

/**
 * Allowed difference between a timestamp and the clock, in seconds. Nonces must be stored for twice that time
 * (`NonceStore`).
 */
const TOLERANCE_S = 600;

const VERSION = '1.0';

export const REFUSED = {
  consumer: 'A consumer having the specified key does not exist',
  token: 'Specified token does not exist',
  foreignToken: 'Token is not associated with the specified consumer',
  revoked: 'Access token has been revoked',
  nonceAtFault: 'An error occurred validating the nonce',
  signature: 'The signature is invalid. Verify and try again.',
  nonce: 'The nonce is already being used by the consumer with ID %1',
} as const;

const methodOf = (text: string, admitsSha1: boolean): SignatureMethod => {
  if (text === 'HMAC-SHA256' || (text === 'HMAC-SHA1' && admitsSha1)) return text;
  throw new InputRefused(sentence('Signature method %1 is not supported', [text]));
};

/**
 * Reads the OAuth parameters of a request. Throws `InputRefused` for the first violated rule (access.md, "OAuth
 * 1.0a"). `besides`: required parameters in addition to the common ones, such as a token.
 */
export const readClaim = (
  parameters: ReadonlyMap<string, string>,
  { admitsSha1, alsoAllowed }: { readonly admitsSha1: boolean; readonly alsoAllowed: readonly string[] },
): Claim => {
  const version = parameters.get('oauth_version') ?? VERSION;
  if (version !== VERSION) throw new InputRefused(sentence('The "%1" Oauth version isn\'t supported.', [version]));
  const [key, signature, method, nonce, timestamp, token] = [...REQUIRED, 'oauth_token'].map(
    (name) => parameters.get(name) ?? '',
  ) as [string, string, string, string, string, string];
  refuse([...REQUIRED, ...alsoAllowed].filter((name) => (parameters.get(name) ?? '') === '').map(required));
  if (alsoAllowed.includes('oauth_token') && token.length !== CREDENTIAL_LENGTH)
    throw InputRefused.sentence('The token length is invalid. Check the length and try again.');
  return { consumerKey: key, token, method: methodOf(method, admitsSha1), signature, nonce, timestamp };
};

/** Whether the timestamp is a number and close enough to now. */
export const isInTime = ({ timestamp }: Claim, now: Date): boolean => {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
  return Math.abs(seconds - now.getTime() / 1000) <= TOLERANCE_S;
};

/** Whether the request has a nonce that must be stored. */
export const hasNonce = ({ nonce }: Claim): boolean => nonce.length <= NONCE_LENGTH_MAX;

/** Binds an encrypted secret to its owner and purpose: it cannot be decrypted for another consumer or purpose. */
export const aboutConsumerSecret = (consumerKey: string): string => `oauth consumer secret ${consumerKey}`;
export const aboutAccessSecret = (consumerKey: string): string => `oauth access token secret ${consumerKey}`;
export const aboutRequestSecret = (consumerKey: string): string => `oauth request token secret ${consumerKey}`;
