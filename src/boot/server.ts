import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { CHILD_STARTS, isTraced, readGauges } from '../../libs/kernel/index.js';
import { type DatabaseWait, migrate, Persistence } from '../../libs/database/index.js';
import { configureWire, WireAdapter } from '../../libs/rest/index.js';
import { ownSettings } from '../../libs/config/index.js';
import type { FindService } from '../../libs/manifest/index.js';
import { serveDocumentation } from '../../libs/openapi/index.js';
import { serveSoap } from '../../libs/soap/index.js';
import { JobQueue, WorkWaiting } from '../../libs/jobs/index.js';
import { AccessSettings } from '../access/settings.js';
import { ServerState } from '../desk/index.js';
import { DeskSettings } from '../desk/settings.js';
import type { JobsSettings } from '../jobs/index.js';
import { JOBS_ROOM } from '../jobs/room.js';
import { appModule, publicBaseUrlOf, ROOMS, wireSettings } from '../app.module.js';
import { textsOf } from '../config/config.js';
import { maxChildProcesses, cachedBytes } from '../config/machine-limits.js';
import { CommitFlush } from './commit-flush.js';
import { diskChecks } from './disks.js';
import { FirstRecords } from './first-records.js';
import { type Check, closedWhileStarting, closingWhileDraining, healthRoutes, Lifecycle } from './health.js';
import { offerOf } from './job-messages.js';
import { installationOf } from './installation-line.js';
import { JOB_PROGRAM, JobWorkers } from './job-workers.js';
import { closeServer, listen } from './listening.js';
import { NestLog, requestLog } from './logging.js';
import { declaredMetrics } from './telemetry/declared-metrics.js';
import type { MetricsServer } from './telemetry/metrics-server.js';
import { requestSpans, requestMetrics } from './telemetry/request-spans.js';
import { type EndTracing, tracedBy } from './telemetry/traced.js';
import { preflight } from './preflight.js';
import { serveDesk } from './serve-desk.js';
import { serveSecurityTxt } from './security-txt.js';
import type { Scheduler } from './scheduler.js';
import { schedulerOf } from './schedules.js';
import { waitForDatabase, isMigrated, migrating, logSchema } from './schema-at-start.js';
import { Settings } from '../config/settings.js';
import { StopSignals } from './stop-signals.js';
import { VERSION } from '../config/version.js';

const CHECK_TIMEOUT_MS = 2000;
/** Time limit in milliseconds for running requests after draining. */
const LAST_REQUESTS_MS = 8000;

export class RunningServer {
  constructor(
    readonly app: INestApplication,
    readonly lifecycle: Lifecycle,
    readonly schedules: Scheduler,
    private readonly firstRecords: FirstRecords,
    readonly jobs: JobWorkers,
    /** Undefined if metrics are disabled. */
    readonly metrics: MetricsServer | undefined,
    private readonly endTracing: EndTracing,
  ) {}

  get http(): HttpServer {
    return this.app.getHttpServer() as HttpServer;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  /** Marks the server as not ready; it handles requests until `stop`. */
  drain(): void {
    this.lifecycle.drain();
  }

  /** Accepts no more requests, finishes the running ones and closes the database. */
  async stop(patienceMs = LAST_REQUESTS_MS): Promise<void> {
    this.lifecycle.drain();
    await closeServer(this.http, patienceMs, () => this.lifecycle.cut());
    this.firstRecords.stop();
    await Promise.all([this.schedules.stop(), this.jobs.stop()]);
    await this.metrics?.stop();
    await this.app.close();
    await this.endTracing();
  }
}

const adapterOf = (settings: Settings): WireAdapter => new WireAdapter(wireSettings(settings));

/** Creates the application without listening; also used by the command line. */
export const createApp = async (
  settings: Settings,
  logger: Logger,
  { adapter = adapterOf(settings), bringUp = migrate, databaseWait }: CreateOptions = {},
): Promise<INestApplication> =>
  NestFactory.create(appModule(settings, 'server', bringUp, databaseWait), adapter, {
    bodyParser: false,
    logger: new NestLog(logger),
    abortOnError: false,
  });

interface CreateOptions {
  readonly adapter?: WireAdapter;
  readonly bringUp?: (persistence: Persistence) => Promise<unknown>;
  readonly databaseWait?: DatabaseWait;
}

/** A failed check for each kind of child process that cannot start. */
const childChecks = (): Readonly<Record<string, Check>> =>
  Object.fromEntries(CHILD_STARTS.failing.map((kind) => [`process_${kind}`, () => Promise.resolve('failed' as const)]));

/** Warnings about settings that are more permissive than usual. */
const warningsOf = (settings: Settings): readonly string[] => [
  ...Settings.warnings(settings),
  ...settings.installedRooms.flatMap(
    ({ manifest }) => manifest.settings?.warnings?.(settings.ofModule(manifest)) ?? [],
  ),
];

/** Whether the staff page and its routes are enabled (DESK). */
const hasDesk = ({ installedRooms }: Settings): boolean =>
  installedRooms.some(({ manifest: { name } }) => name === 'desk');

/** Logs if the container's memory limits a setting. */
const observeMemoryUse = ({ PRICING_MEMORY_MB }: Settings, logger: Logger): void => {
  const megabytes = Math.floor(cachedBytes(PRICING_MEMORY_MB) / 1_048_576);
  if (megabytes < PRICING_MEMORY_MB)
    logger.info(
      `PRICING_MEMORY_MB is ${PRICING_MEMORY_MB}, but the cache uses at most ${megabytes} MiB, one sixteenth of the container's memory`,
    );
};

/** The default program of job workers; undefined for a server with custom modules. */
const jobProgram = ({ rooms }: Settings): string | undefined =>
  rooms.every((room) => ROOMS.includes(room)) ? JOB_PROGRAM : undefined;

interface WorkersParts {
  readonly program: string | undefined;
  readonly metrics: MetricsServer | undefined;
}

const findIn =
  (app: INestApplication): FindService =>
  (token) =>
    app.get(token, { strict: false });

/** Loads the metrics code only if metrics are enabled. */
const metricsOf = async (settings: Settings, logger: Logger): Promise<MetricsServer | undefined> => {
  if (settings.METRICS_PORT === undefined) return undefined;
  const { MetricsServer: Telling } = await import('./telemetry/metrics-server.js');
  return Telling.start(settings, settings.METRICS_PORT, logger);
};

/** Makes the gauges available to the staff page. */
const showState = (app: INestApplication, settings: Settings): void => {
  const [groups, find] = [declaredMetrics(settings), findIn(app)];
  const startedAt = new Date(Date.now() - Math.round(process.uptime() * 1000));
  app.get(ServerState, { strict: false }).readBy(async () => ({
    process: `${hostname()}:${process.pid}`,
    startedAt,
    memoryBytes: process.memoryUsage.rss(),
    gauges: await readGauges(groups, find),
  }));
};

const jobWorkers = (
  app: INestApplication,
  settings: Settings,
  logger: Logger,
  { program = jobProgram(settings), metrics }: WorkersParts,
): JobWorkers => {
  const { JOB_WORKERS } = settings.ofModule(JOBS_ROOM) as JobsSettings;
  const waiting = app.get(WorkWaiting);
  if (JOB_WORKERS === 0) logger.info('JOB_WORKERS is 0: this server accepts jobs, but another server must run them');
  else if (program === undefined)
    logger.warn(
      'this server has custom modules but no job program for them: it accepts jobs, but another server must run them',
    );
  const queue = app.get(JobQueue);
  return new JobWorkers({
    count: program === undefined ? 0 : maxChildProcesses(JOB_WORKERS),
    program: program ?? JOB_PROGRAM,
    offer: offerOf(settings),
    isWaiting: () => queue.isWaiting(),
    release: (worker) => queue.release(worker),
    listen: (listener) => waiting.listen(listener),
    environment: textsOf(settings),
    counts: metrics?.prometheus,
    logger,
  });
};

/** Time limit in milliseconds for closing resources after a failed start; exiting closes the rest. */
const CLOSING_MS = 3000;

const abandon = async (
  http: HttpServer,
  app: INestApplication | undefined,
  metrics: MetricsServer | undefined,
): Promise<void> => {
  http.closeAllConnections();
  const closing = Promise.allSettled([new Promise((resolve) => http.close(resolve)), app?.close(), metrics?.stop()]);
  // Keeps the process alive until the caller has reported the error and exits.
  const waited = new AbortController();
  await Promise.race([closing, delay(CLOSING_MS, undefined, waited).catch(() => undefined)]);
  waited.abort();
};

/**
 * Starts a server. It listens immediately and reports its health; other requests return 503 until the schema, the
 * application and the initial records are ready. Throws `ListenRefused` if the port is not available, and `Stopped`
 * after a signal during migrations. `jobProgram`: a file that calls `workJobs` with the same modules, if there are
 * custom ones.
 */
export const startServer = async (
  settings: Settings,
  logger: Logger,
  stops = new StopSignals(),
  jobProgram?: string,
): Promise<RunningServer> => {
  logger.info(installationOf(settings), `Kontor ${VERSION}`);
  const endTracing = await tracedBy(settings);
  const lifecycle = new Lifecycle();
  const adapter = adapterOf(settings);
  let app: INestApplication | undefined;
  let metrics: MetricsServer | undefined;
  let checks: Readonly<Record<string, Check>> = {};
  let commitFlush: CommitFlush | undefined;
  adapter.use(
    healthRoutes({
      lifecycle,
      patienceMs: CHECK_TIMEOUT_MS,
      checks: async () => ({
        ...checks,
        ...childChecks(),
        ...(await diskChecks(settings)),
        ...commitFlush?.checks(),
      }),
    }),
  );
  adapter.use(
    requestLog(logger, { secretPaths: wireSettings(settings).secretPaths, isCutting: () => lifecycle.isCutting }),
  );
  if (settings.METRICS_PORT !== undefined) adapter.use(requestMetrics);
  if (isTraced()) adapter.use(requestSpans);
  adapter.use(closedWhileStarting(lifecycle));
  adapter.use(closingWhileDraining(lifecycle));
  adapter.initHttpServer();
  const http = adapter.getHttpServer() as HttpServer;
  http.keepAliveTimeout = settings.KEEP_ALIVE_S * 1000;
  await listen(http, settings.PORT, settings.HOST);
  try {
    logger.info({ port: (http.address() as AddressInfo).port, host: settings.HOST }, 'starting');
    await preflight(settings, logger);
    metrics = await metricsOf(settings, logger);
    lifecycle.starting('connecting to the database');
    app = await createApp(settings, logger, {
      adapter,
      bringUp: migrating(lifecycle, logger, stops),
      databaseWait: waitForDatabase(lifecycle, logger, settings.DATABASE_START_S),
    });
    lifecycle.starting('creating the application');
    const persistence = app.get(Persistence);
    configureWire(app);
    serveDocumentation(app);
    serveSoap(app, publicBaseUrlOf(settings));
    serveSecurityTxt(app, settings);
    const page = {
      pricing: settings.PRICING_SEGMENT,
      provider: ownSettings(DeskSettings, settings).OIDC_ISSUER !== undefined,
      passwords: ownSettings(AccessSettings, settings).ADMIN_PASSWORDS !== '0',
    };
    if (hasDesk(settings) && !serveDesk(app, page))
      logger.warn('Desk is not built, so /desk is not served. Run npm run build.');
    await app.init();
    const firstRecords = new FirstRecords(app, persistence, settings, logger);
    checks = {
      database: async () => ((await persistence.database.queryAside('SELECT 1 AS one')).length === 0 ? 'failed' : 'ok'),
      migrations: () => firstRecords.state(),
    };
    commitFlush = new CommitFlush(persistence.database, logger);
    await commitFlush.look();
    if (await isMigrated(persistence)) await firstRecords.ensure();
    else firstRecords.watch();
    await logSchema(persistence, logger);
    observeMemoryUse(settings, logger);
    for (const warning of warningsOf(settings)) logger.warn(warning);
    const schedules = schedulerOf(app, settings, logger);
    schedules.start();
    const jobs = jobWorkers(app, settings, logger, { program: jobProgram, metrics });
    jobs.start();
    metrics?.observe(findIn(app));
    if (hasDesk(settings)) showState(app, settings);
    lifecycle.started();
    return new RunningServer(app, lifecycle, schedules, firstRecords, jobs, metrics, endTracing);
  } catch (error) {
    await abandon(http, app, metrics);
    await endTracing();
    throw error;
  }
};
