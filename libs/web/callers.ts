import type { Request } from 'express';
import type { Caller } from '../operations/index.js';
import { originForm } from './http/query-string.js';

/** A signed request as received, neither decoded nor rewritten. */
export interface SignedRequest {
  readonly method: string;
  /** The client's scheme, as reported by a trusted proxy. */
  readonly scheme: 'http' | 'https';
  /** The Host header. */
  readonly host: string;
  /** The path without decoding, including the store code, without the query. */
  readonly path: string;
  /** The query after the `?`; empty without one. */
  readonly query: string;
  /** The Authorization header. */
  readonly authorization: string;
}

/** A request with a valid signature. */
export interface SignedCaller {
  /** Undefined if the integration is inactive. */
  readonly caller: Caller | undefined;
  /** Path and query as signed. Using anything else would run a request that was not signed. */
  readonly path: string;
  readonly query: string;
}

/** Authenticates callers by token or signature; implemented by `access`. */
export abstract class Callers {
  /** The caller of a token; undefined if it is unknown, expired, revoked or forged. */
  abstract byToken(token: string): Promise<Caller | undefined>;

  /**
   * The integration that signed this request with OAuth 1.0a, for any interface. Marks the nonce as used. Throws
   * `SignatureRefused` for an invalid signature, and `InputRefused` if something is missing or unsupported.
   */
  abstract bySignature(request: SignedRequest): Promise<SignedCaller>;

  /** The current state of an account, for work that runs later; undefined if it does not exist or is inactive. */
  abstract byAccount(account: Pick<Caller, 'kind' | 'id'>): Promise<Caller | undefined>;
}

const BEARER = /^bearer +(\S+) *$/i;

const OAUTH = /oauth /i;

/** Whether an Authorization header is for a signature. */
export const isSignature = (authorization: string): boolean => OAUTH.test(authorization);

/** The token in an Authorization header; undefined if there is none. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];

/** The parts of a request that a signature may cover, as received. */
export const signedRequestOf = (request: Request, authorization: string): SignedRequest => {
  const target = originForm(request.originalUrl);
  const queryAt = target.indexOf('?');
  return {
    method: request.method,
    scheme: request.protocol === 'https' ? 'https' : 'http',
    host: request.headers.host ?? '',
    path: queryAt === -1 ? target : target.slice(0, queryAt),
    query: queryAt === -1 ? '' : target.slice(queryAt + 1),
    authorization,
  };
};
