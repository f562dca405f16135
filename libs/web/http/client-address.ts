import type { Express, Request } from 'express';
import { bareAddress } from '../../kernel/index.js';

/** Whether an address is that of a proxy whose X-Forwarded-For counts. */
export type TrustsProxy = (address: string) => boolean;

/** Express's setting and the function that it makes of it. */
const SETTING = 'trust proxy';
const COMPILED = 'trust proxy fn';

/**
 * Trusts X-Forwarded-For only from these proxies (addresses, subnets, `loopback`, `linklocal`, `uniquelocal`).
 * Addresses in that header may have ports, which Express would not recognize: then neither the proxy nor the client
 * would match.
 */
export const trustProxies = (app: Express, proxies: readonly string[]): TrustsProxy => {
  app.set(SETTING, [...proxies]);
  const compiled = app.get(COMPILED) as (address: string, hop: number) => boolean;
  const trusts: TrustsProxy = (address) => compiled(bareAddress(address), 0);
  app.set(SETTING, trusts);
  return trusts;
};

/**
 * The normalized IP address of the caller: that of the peer, or the one that a trusted proxy reports (wire.md §1,
 * "Client address"). Empty if the client disconnected. Log it as it is; for counting, use `addressKey`.
 */
export const clientAddress = (request: Request): string => bareAddress(request.ip ?? '');

/** Whether the caller is itself a proxy of TRUST_PROXY that reports no client. */
export const isTrustedProxy = (request: Request): boolean =>
  (request.app.get(COMPILED) as TrustsProxy)(clientAddress(request));
