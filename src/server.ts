import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { KeptAnswers } from '../libs/kernel/index.js';
import { ChangeLogRetention, pendingMigrations, Persistence } from '../libs/persistence/index.js';
import { configureWire, serveDocumentation, WireAdapter } from '../libs/webapi/index.js';
import { appModule, ensureAdministrator, ensureTemplates, wireSettings } from './app.module.js';
import { OperatorFault } from './failure.js';
import { closingWhileDraining, healthRoutes, Lifecycle } from './health.js';
import { type Chore, Housekeeping } from './housekeeping.js';
import { NestLog, requestLog } from './logging.js';
import type { Settings } from './settings.js';

const HOUR_MS = 3_600_000;
const CHECK_PATIENCE_MS = 2000;
/** A request may take so long to come in: Node's own five minutes cut a file of 10 MiB off at 280 kbit/s. */
const COMING_IN_MS = 900_000;
/** How long requests that are under way when the drain ends may still take. */
const LAST_REQUESTS_MS = 8000;

/** The port can't be had; the message says what to do. */
export class ListenRefused extends OperatorFault {}

const LISTEN_FAULTS: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) => `Port ${port} of ${host} is in use: stop the server that has it, or set PORT.`,
  EACCES: (port) => `This user may not listen on port ${port}: set PORT to one above 1023.`,
  EADDRNOTAVAIL: (_port, host) => `This machine has no address ${host}: correct HOST.`,
  ENOTFOUND: (_port, host) => `The name ${host} leads nowhere: correct HOST.`,
};

const listen = (server: HttpServer, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => {
      const told = LISTEN_FAULTS[error.code ?? ''];
      reject(told ? new ListenRefused(told(port, host)) : error);
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });

const closed = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
    // Those that are busy now go as soon as they have their answer.
    Object.assign(server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
  });

/** A server that takes requests. */
export class RunningServer {
  constructor(
    readonly app: INestApplication,
    readonly lifecycle: Lifecycle,
    readonly housekeeping: Housekeeping,
  ) {}

  get http(): HttpServer {
    return this.app.getHttpServer() as HttpServer;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  /** From now on it isn't ready; what comes is still served until `stop`. */
  drain(): void {
    this.lifecycle.drain();
  }

  /** Takes no more requests, finishes those under way, lets go of the database. */
  async stop(): Promise<void> {
    this.lifecycle.drain();
    await closed(this.http);
    await this.housekeeping.stop();
    await this.app.close();
  }
}

/** Builds the application without listening: what the command line works with. */
export const createApp = async (settings: Settings, logger: Logger): Promise<INestApplication> => {
  const adapter = new WireAdapter(wireSettings(settings));
  // Whose X-Forwarded-For counts; of nobody's, the peer is the client.
  adapter.getInstance<Express>().set('trust proxy', [...settings.TRUST_PROXY]);
  return NestFactory.create(appModule(settings, 'server'), adapter, {
    bodyParser: false,
    logger: new NestLog(logger),
    abortOnError: false,
  });
};

/** With MIGRATE_AT_START=0 a server waits, not ready, until somebody else has brought the schema up to date. */
const isMigrated = async (persistence: Persistence): Promise<boolean> => {
  try {
    return (await pendingMigrations(persistence)).length === 0;
  } catch {
    return false;
  }
};

/** What has become too old is forgotten: entries of the change log, kept answers. */
const choresOf = (app: INestApplication, settings: Settings): readonly Chore[] => {
  const { PRICE_LOG_DAYS, PRICE_LOG_ENTRIES } = settings;
  const forgetting = (what: string, forget: () => Promise<void>): Chore => ({
    failure: `${what} could not be pruned`,
    work: async () => {
      if (await isMigrated(app.get(Persistence))) await forget();
    },
  });
  return [
    forgetting('the change log', () => app.get(ChangeLogRetention).prune(PRICE_LOG_DAYS, PRICE_LOG_ENTRIES)),
    forgetting('kept answers', () => app.get(KeptAnswers).prune()),
    // For a server that was started before its schema was there.
    {
      failure: 'the templates of passports could not be put in',
      work: async () => {
        if (await isMigrated(app.get(Persistence))) await ensureTemplates(app, settings);
      },
    },
  ];
};

/** What an operator should know of settings that let more through than most want (documents.md §1). */
const warnings = ({ ADD_ONS, EXTERNAL_HOSTS }: Settings): readonly string[] =>
  ADD_ONS.includes('customer-documents') && EXTERNAL_HOSTS.length === 0
    ? ['EXTERNAL_HOSTS lists no host: external documents may point anywhere']
    : [];

/** Starts a server. `ListenRefused` if its port can't be had. */
export const startServer = async (settings: Settings, logger: Logger): Promise<RunningServer> => {
  const app = await createApp(settings, logger);
  try {
    const lifecycle = new Lifecycle();
    const persistence = app.get(Persistence);
    app.use(
      healthRoutes({
        lifecycle,
        patienceMs: CHECK_PATIENCE_MS,
        checks: {
          database: async () => (await persistence.database.queryOne('SELECT 1 AS one')) !== undefined,
          migrations: () => isMigrated(persistence),
        },
      }),
    );
    app.use(requestLog(logger));
    app.use(closingWhileDraining(lifecycle));
    configureWire(app);
    serveDocumentation(app);
    await app.init();
    if ((await isMigrated(persistence)) && (await ensureAdministrator(app, settings)))
      logger.info(`administrator ${settings.ADMIN_USERNAME} is made`);
    if (await isMigrated(persistence)) await ensureTemplates(app, settings);
    const http = app.getHttpServer() as HttpServer;
    http.keepAliveTimeout = settings.KEEP_ALIVE_S * 1000;
    // Longer than the above, else Node cuts a connection that a client just uses again.
    http.headersTimeout = http.keepAliveTimeout + 5000;
    http.requestTimeout = COMING_IN_MS;
    await listen(http, settings.PORT, settings.HOST);
    for (const warning of warnings(settings)) logger.warn(warning);
    const housekeeping = new Housekeeping(choresOf(app, settings), HOUR_MS, logger);
    housekeeping.start();
    return new RunningServer(app, lifecycle, housekeeping);
  } catch (error) {
    await app.close();
    throw error;
  }
};
