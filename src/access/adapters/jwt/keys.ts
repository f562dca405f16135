import { createHash, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';

export const ALGORITHMS = ['HS256', 'RS256', 'ES256'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** A key that verifies tokens. It is bound to one algorithm, issuer and audience, which prevents confusion attacks. */
export interface VerifyingKey {
  readonly kid: string;
  readonly algorithm: Algorithm;
  readonly issuer: string;
  readonly audience: string;
  readonly verifies: KeyObject;
  /** For the key of a trusted shop: the claim with the customer number. Undefined for Kontor's own keys. */
  readonly customerNumberClaim: string | undefined;
}

/** A Kontor key that can also create tokens. */
export interface SigningKey extends VerifyingKey {
  readonly signs: KeyObject;
}

/** Default issuer and audience of Kontor's own tokens. */
export const OWN_NAME = 'kontor';

/** The key derived from JWT_SECRET. Its `kid` depends on the secret, so that another secret is another key. */
export const secretKey = (secret: string): SigningKey => {
  const key = createSecretKey(Buffer.from(secret));
  const kid = `secret-${createHash('sha256').update(`kid:${secret}`).digest('hex').slice(0, 12)}`;
  return {
    kid,
    algorithm: 'HS256',
    issuer: OWN_NAME,
    audience: OWN_NAME,
    verifies: key,
    signs: key,
    customerNumberClaim: undefined,
  };
};

export const isOwn = ({ customerNumberClaim }: VerifyingKey): boolean => customerNumberClaim === undefined;

const SHORTEST_SECRET = 32;
const SHORTEST_RSA = 2048;

/** Why the key does not fit the algorithm; undefined if it does. */
export const misfit = (algorithm: Algorithm, key: KeyObject): string | undefined => {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  switch (algorithm) {
    case 'HS256':
      return (key.symmetricKeySize ?? 0) >= SHORTEST_SECRET
        ? undefined
        : 'HS256 requires a secret of at least 32 bytes';
    case 'RS256':
      return type === 'rsa' && (details?.modulusLength ?? 0) >= SHORTEST_RSA
        ? undefined
        : 'RS256 requires an RSA key of at least 2048 bits';
    case 'ES256':
      return type === 'ec' && details?.namedCurve === 'prime256v1'
        ? undefined
        : 'ES256 requires a key on the curve P-256';
  }
};

export const publicPart = (key: KeyObject): KeyObject => (key.type === 'private' ? createPublicKey(key) : key);
