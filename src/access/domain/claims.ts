/** Values of the claim `utypid` (access.md, "Tokens"). Integrations have another kind of token. */
const USER_TYPE = { integration: 1, admin: 2, customer: 3 } as const;

const TOKEN_MINUTES = 60;

/** The user of one of Kontor's tokens. The token is valid while `version` is the user's token version. */
export interface TokenClaims {
  readonly kind: 'admin' | 'customer';
  readonly id: number;
  readonly version: number;
}

type Payload = Readonly<Record<string, unknown>>;

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Tokens measure time in seconds. */
const seconds = (now: Date): number => now.getTime() / 1000;

/** Whether the token is valid at this time. Tokens without an end are not. */
export const isInForce = ({ exp, nbf }: Payload, now: Date): boolean =>
  typeof exp === 'number' &&
  seconds(now) < exp &&
  (nbf === undefined || (typeof nbf === 'number' && nbf <= seconds(now)));

/** The payload of a new token, without issuer and audience, which belong to the key. */
export const tokenPayload = ({ kind, id, version }: TokenClaims, now: Date): Readonly<Record<string, number>> => {
  const iat = Math.floor(seconds(now));
  return { uid: id, utypid: USER_TYPE[kind], iat, exp: iat + TOKEN_MINUTES * 60, ver: version };
};

/** Reads the payload of a token signed by one of Kontor's keys; undefined if Kontor does not create such payloads. */
export const readClaims = ({ uid, utypid, iat, ver }: Payload): TokenClaims | undefined => {
  if (!isCount(uid) || !isCount(ver) || typeof iat !== 'number') return undefined;
  if (utypid === USER_TYPE.admin) return { kind: 'admin', id: uid, version: ver };
  if (utypid === USER_TYPE.customer) return { kind: 'customer', id: uid, version: ver };
  return undefined;
};

/** The customer number in the configured claim of a shop's token (access.md, "Tokens"); never empty. */
export const assertedNumber = (payload: Payload, claim: string): string | undefined => {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' && value.length <= 255 ? value : undefined;
};
