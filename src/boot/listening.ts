import type { Server as HttpServer } from 'node:http';
import { OperatorFault } from '../../libs/kernel/index.js';

/** The port is not available. The message explains the solution. */
class ListenRefused extends OperatorFault {}

interface ListenSettings {
  readonly port: string;
  readonly host: string;
}

const PUBLIC: ListenSettings = { port: 'PORT', host: 'HOST' };

type ListenFault = (port: number, host: string, names: ListenSettings) => string;

const LISTEN_FAULTS: Readonly<Record<string, ListenFault>> = {
  EADDRINUSE: (port, host, names) =>
    `Port ${port} on ${host} is already in use. Stop the process that uses it, or set ${names.port} to another port.`,
  EACCES: (port, _host, names) =>
    `The user that runs Kontor cannot listen on port ${port}. Set ${names.port} to a port above 1023.`,
  EADDRNOTAVAIL: (_port, host, names) => `This machine does not have the address ${host}. Correct ${names.host}.`,
  ENOTFOUND: (_port, host, names) => `The host name ${host} cannot be resolved. Correct ${names.host}.`,
};

/** Throws `ListenRefused` for problems that the operator can solve. */
export const listen = (server: HttpServer, port: number, host: string, names = PUBLIC): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => {
      const messageFor = LISTEN_FAULTS[error.code ?? ''];
      reject(messageFor ? new ListenRefused(messageFor(port, host, names)) : error);
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });

/**
 * Accepts no more requests and resolves after the last response. After `patienceMs`, calls `cut` and closes the
 * remaining connections.
 */
export const closeServer = (server: HttpServer, patienceMs: number, cut: () => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      cut();
      server.closeAllConnections();
    }, patienceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
    // Busy connections close after their response.
    Object.assign(server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
  });
