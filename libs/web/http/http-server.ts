import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { continueWhenRead, discard, hasBody } from './body-reader.js';
import { ClientConnections } from './client-connections.js';
import type { TrustsProxy } from './client-address.js';
import type { IncomingBodies } from './incoming-bodies.js';
import { rawRefusal, refuseAtOnce } from './raw-answer.js';
import type { WireSettings } from '../settings.js';
import { NotProcessable } from '../wire-errors.js';

const SECOND_MS = 1000;

/** Number of Host headers. Node.js uses the first one and ignores the others. */
const countHosts = (rawHeaders: readonly string[]): number => {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
};

/** Several Host headers are ambiguous, because a proxy in front may use another one. */
const hostFault = ({ rawHeaders, httpVersion }: IncomingMessage): string | undefined => {
  const hosts = countHosts(rawHeaders);
  if (hosts > 1) return 'The request has more than one Host header. Send exactly one.';
  return hosts === 0 && httpVersion === '1.1' ? 'The request has no Host header. Send exactly one.' : undefined;
};

const READING: ReadonlySet<string | undefined> = new Set(['POST', 'PUT', 'PATCH']);

/** Of the other methods, only lists of DELETE calls have a body (jobs.md, "Many calls at once"). */
const mayBringBody = ({ method, url = '' }: IncomingMessage): boolean =>
  READING.has(method) || (method === 'DELETE' && url.includes('/async/bulk/V1/'));

/** Responses by Node.js error code, for invalid requests. */
const faultOf = (
  code: string | undefined,
  { headerMaxBytes, connections }: WireSettings,
): readonly [status: number, message: string] => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [
        431,
        `The request line and headers are longer than ${headerMaxBytes} bytes. Send fewer or shorter headers.`,
      ];
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'The chunk extensions are too long. Send the request without them.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [
        408,
        `The headers of the request did not arrive within ${connections.headSeconds} seconds. ` +
          'Open a connection only to send a request, and send it without pauses.',
      ];
    default:
      return [400, new NotProcessable().message];
  }
};

/** The response that a connection is currently writing. Only this internal property of Node.js exposes it. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
}

/** Whether an error may be sent; not in the middle of a response. */
const mayAnswer = (socket: Socket): boolean =>
  socket.writable && (socket as Socket & Answering)._httpMessage?.headersSent !== true;

interface HttpServerParts {
  readonly settings: WireSettings;
  readonly bodies: IncomingBodies;
  readonly trustsProxy: TrustsProxy;
  readonly listener: RequestListener;
  /** What the server makes requests and responses of. */
  readonly classes: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
}

/** A Node.js server with Kontor's limits (wire.md "Connections"). */
export const createHttpServer = ({ settings, bodies, trustsProxy, listener, classes }: HttpServerParts): Server => {
  const { connections: limits, maxConnections, headerMaxBytes } = settings;
  const connections = new ClientConnections(maxConnections, limits, trustsProxy);
  const take: RequestListener = (request, response) => {
    if (!connections.admits(request, response)) return;
    const fault = hostFault(request);
    if (fault !== undefined) {
      refuseAtOnce(response, 400, fault);
      return;
    }
    // Discards the unexpected body, so that it does not block the connection for long.
    if (!mayBringBody(request) && hasBody(request)) discard(request, { bodies, response });
    listener(request, response);
  };
  const server = createServer(
    {
      ...classes,
      maxHeaderSize: headerMaxBytes,
      headersTimeout: limits.headSeconds * SECOND_MS,
      requestTimeout: limits.requestSeconds * SECOND_MS,
      connectionsCheckingInterval: limits.tickMs,
      // Checked together with the other Host error, so that the response is JSON.
      requireHostHeader: false,
    },
    take,
  );
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    take(request, response);
  });
  connections.watch(server);
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    if (mayAnswer(socket)) socket.write(rawRefusal(...faultOf(code, settings)));
    socket.destroy();
  });
  return server;
};
