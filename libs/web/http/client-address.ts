import type { Express, Request } from 'express';
import { bareAddress } from '../../kernel/index.js';

/** Whether an address is a proxy whose X-Forwarded-For is trusted. */
export type TrustsProxy = (address: string) => boolean;

/** Express's setting, and the function that it creates from it. */
const SETTING = 'trust proxy';
const COMPILED = 'trust proxy fn';

/**
 * Trusts X-Forwarded-For only from these proxies (addresses, subnets, `loopback`, `linklocal`, `uniquelocal`).
 * Addresses in the header may have ports, which Express does not support: neither the proxy nor the client would be
 * recognized.
 */
export const trustProxies = (app: Express, proxies: readonly string[]): TrustsProxy => {
  app.set(SETTING, [...proxies]);
  const compiled = app.get(COMPILED) as (address: string, hop: number) => boolean;
  const trusts: TrustsProxy = (address) => compiled(bareAddress(address), 0);
  app.set(SETTING, trusts);
  return trusts;
};

/**
 * The caller's normalized IP address: that of the connection, or the one reported by a trusted proxy (wire.md §1,
 * "Client address"). Empty if the client has disconnected. Use it unchanged for logs and through `addressKey` for
 * counting.
 */
export const clientAddress = (request: Request): string => bareAddress(request.ip ?? '');

/** Whether the caller is a proxy in TRUST_PROXY that reports no client address. */
export const isTrustedProxy = (request: Request): boolean =>
  (request.app.get(COMPILED) as TrustsProxy)(clientAddress(request));
