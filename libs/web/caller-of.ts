import type { Request } from 'express';
import type { Caller } from '../operations/index.js';
import {
  bearerOf,
  type Callers,
  isSignature,
  type SignedCaller,
  type SignedRequest,
  signedRequestOf,
} from './callers.js';
import { NoSuchRoute } from './wire-errors.js';

type ReadAsSigned = (sent: SignedRequest, signed: SignedCaller) => void;

/** For endpoints whose path decides what runs: a different signed path is refused. */
const samePath: ReadAsSigned = (sent, signed) => {
  if (signed.path !== sent.path) throw new NoSuchRoute();
};

/**
 * The caller of a request from its Authorization header, a token or a signature (access.md); undefined for an
 * anonymous caller. A signed request is changed to what was signed. Throws `SignatureRefused`, `InputRefused` and
 * `NoSuchRoute`.
 */
export const callerOf = async (
  request: Request,
  callers: Callers,
  readAsSigned: ReadAsSigned = samePath,
): Promise<Caller | undefined> => {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const token = bearerOf(authorization);
  if (token !== undefined) return callers.byToken(token);
  if (!isSignature(authorization)) return undefined;
  const sent = signedRequestOf(request, authorization);
  const signed = await callers.bySignature(sent);
  readAsSigned(sent, signed);
  return signed.caller;
};
