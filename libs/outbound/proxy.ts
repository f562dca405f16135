import { type ClientRequestArgs, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type FindAddresses, refusalOf } from './checked-lookup.js';

/** The host of a URL, without IPv6 brackets and without a trailing dot. */
export const hostIn = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/** Whether a host is this machine. */
export const isLocalHost = (host: string): boolean => LOCAL.has(host);

/** Opens the connection to the server of a URL. */
export type Connect = (
  url: URL,
  mayReach: (address: string) => boolean,
  signal: AbortSignal,
) => Promise<NonNullable<ClientRequestArgs['createConnection']>>;

/** Opens a tunnel through the proxy with CONNECT, also for http. */
const tunnel = (proxy: URL, target: string, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const credentials = [proxy.username, proxy.password].map((text) => decodeURIComponent(text)).join(':');
    const sent = (proxy.protocol === 'https:' ? requestHttps : requestHttp)({
      host: hostIn(proxy),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: target,
      agent: false,
      signal,
      headers: {
        host: target,
        ...(credentials === ':'
          ? {}
          : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
    });
    sent.once('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy rejected ${target} with status ${statusCode}`));
    });
    sent.once('response', (response) => {
      response.destroy();
      reject(new Error(`the proxy rejected ${target} with status ${response.statusCode ?? 0}`));
    });
    sent.on('error', reject);
    sent.end();
  });

/** The reason why Kontor itself refuses the host. A name that only the proxy can resolve is left to the proxy. */
const refusedHere = (
  host: string,
  mayReach: (address: string) => boolean,
  find: FindAddresses,
  signal: AbortSignal,
): Promise<Error | undefined> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason as Error), { once: true });
    find(host, (error, addresses = []) => {
      const found = addresses.map(({ address }) => address);
      resolve(error ? undefined : refusalOf(host, found, mayReach));
    });
  });

/** Connects through a proxy. The proxy resolves names and therefore decides which addresses are allowed. */
export const tunnelThrough =
  (proxy: URL, find: FindAddresses): Connect =>
  async (url, mayReach, signal) => {
    const host = hostIn(url);
    const isName = isIP(host) === 0;
    const refused = isName ? await refusedHere(host, mayReach, find, signal) : undefined;
    if (refused) throw refused;
    const isSecure = url.protocol === 'https:';
    const socket = await tunnel(proxy, `${url.hostname}:${url.port || (isSecure ? 443 : 80)}`, signal);
    return () => (isSecure ? connectTls({ socket, servername: isName ? host : '' }) : socket);
  };
