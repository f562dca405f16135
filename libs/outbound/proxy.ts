import { type ClientRequestArgs, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type FindAddresses, refusalOf } from './checked-lookup.js';
import { hostIn } from './hosts.js';

/** Opens the connection to the server of a URL. */
export type Connect = (
  url: URL,
  mayReach: (address: string) => boolean,
  signal: AbortSignal,
) => Promise<NonNullable<ClientRequestArgs['createConnection']>>;

/** The connection that the proxy makes on request (CONNECT), also for http. */
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
      reject(new Error(`the proxy refuses ${target} with ${statusCode}`));
    });
    sent.once('response', (response) => {
      response.destroy();
      reject(new Error(`the proxy refuses ${target} with ${response.statusCode ?? 0}`));
    });
    sent.on('error', reject);
    sent.end();
  });

/** Why this server refuses the host; a name that only the proxy can resolve is the proxy's to refuse. */
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

/** Connects through a proxy, which resolves names itself and so has the last word on addresses. */
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
