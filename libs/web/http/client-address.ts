import type { Express, Request } from 'express';
import { bareAddress } from '../../kernel/index.js';

/** Whether an address is that of a proxy whose X-Forwarded-For counts. */
export type TrustsProxy = (address: string) => boolean;

/** Express's own setting and what it makes of it. */
const SETTING = 'trust proxy';
const COMPILED = 'trust proxy fn';

/**
 * Has this application believe X-Forwarded-For of these proxies (addresses, subnets, `loopback`, `linklocal`,
 * `uniquelocal`) and of nobody else. Addresses in that header may carry ports, which Express by itself takes for
 * something that is no address: then neither the proxy nor the client would be known again.
 */
export const trustProxies = (app: Express, proxies: readonly string[]): TrustsProxy => {
  app.set(SETTING, [...proxies]);
  const compiled = app.get(COMPILED) as (address: string, hop: number) => boolean;
  const trusts: TrustsProxy = (address) => compiled(bareAddress(address), 0);
  app.set(SETTING, trusts);
  return trusts;
};

/**
 * The caller's IP address, the same for each way of writing it: that of the peer, or of whom a trusted proxy tells
 * (wire.md §1, "Who asks"). Empty for a caller who is gone. For a log as it is; what counts by it uses `addressKey`.
 */
export const clientAddress = (request: Request): string => bareAddress(request.ip ?? '');

/** Whether the caller is a proxy of TRUST_PROXY itself, that tells of nobody behind it. */
export const isTrustedProxy = (request: Request): boolean =>
  (request.app.get(COMPILED) as TrustsProxy)(clientAddress(request));
