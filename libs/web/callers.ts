import type { Request } from 'express';
import type { Caller } from '../operations/index.js';
import { originForm } from './http/query-string.js';

/** A signed request as received, without decoding or rewriting. */
export interface SignedRequest {
  readonly method: string;
  /** The address of the client, as reported by a trusted proxy. */
  readonly scheme: 'http' | 'https';
  /** The header Host. */
  readonly host: string;
  /** With its percent codes and the store code, without query. */
  readonly path: string;
  /** Behind the `?`; empty without one. */
  readonly query: string;
  /** The header Authorization. */
  readonly authorization: string;
}

/** A request whose signature holds. */
export interface SignedCaller {
  /** Undefined if the integration is inactive. */
  readonly caller: Caller | undefined;
  /** Path and query as signed: reading them in another way would run a request that was not signed. */
  readonly path: string;
  readonly query: string;
}

/** Authenticates callers by a token or a signature; implemented by `access`. */
export abstract class Callers {
  /** The caller of this token; undefined if it is unknown, expired, revoked or forged. */
  abstract byToken(token: string): Promise<Caller | undefined>;

  /**
   * The integration that has signed this request by OAuth 1.0a, whichever interface it came by; its nonce is spent.
   * `SignatureRefused` for a signature that doesn't hold, `InputRefused` where something is missing or isn't supported.
   */
  abstract bySignature(request: SignedRequest): Promise<SignedCaller>;

  /** The account as it is now; undefined if there is none any more, or it may not act. For what runs later. */
  abstract byAccount(account: Pick<Caller, 'kind' | 'id'>): Promise<Caller | undefined>;
}

const BEARER = /^bearer +(\S+) *$/i;

const OAUTH = /oauth /i;

/** Whether a header claims to hold a signature. */
export const isSignature = (authorization: string): boolean => OAUTH.test(authorization);

/** The token of a header; undefined if it has none. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];

/** The parts of a request that its sender may have signed, as received. */
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
