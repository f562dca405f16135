import type { Caller } from '../operations/index.js';
/** Knows bearers by their tokens; met by `access`. */
export abstract class Callers {
  /** The one whom this token signs in; undefined if it is unknown, expired, revoked or forged. */
  abstract byToken(token: string): Promise<Caller | undefined>;
}

const BEARER = /^bearer +(\S+) *$/i;

/** The token of a header; undefined if it has none. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];
