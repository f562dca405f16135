import { setPriority } from 'node:os';
import { type INestApplicationContext, Logger as NestLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { CALLS, JobQueue, type JobRunner, JobWorker, RunCalls, RunKind } from '../../libs/jobs/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { Callers, reported, WireSettings } from '../../libs/web/index.js';
import { appModule } from '../app.module.js';
import { readSettings } from '../config/config.js';
import type { Settings } from '../config/settings.js';
import { ALIVE_MS, type Begin, type FromWorker, offerOf, type ToWorker } from './job-messages.js';
import { endLog, NestLog, openLog } from './logging.js';
import { declaredMetrics } from './telemetry/declared-metrics.js';
import { type EndTracing, tracedBy } from './telemetry/traced.js';
import type { PrometheusMetrics } from './telemetry/prometheus.js';

/** In milliseconds. An idle worker uses as much memory as a small server. */
const IDLE_MS = 60_000;
/** Lower priority, so that price requests come first on machines with few cores. */
const NICE = 10;

const beLast = (): void => {
  try {
    setPriority(NICE);
  } catch {
    // Without permission, the default priority remains.
  }
};

/** Runs jobs when the server has some, until the server stops this process, exits or sends nothing for too long. */
class Working {
  private readonly stopping = new AbortController();
  private idle: NodeJS.Timeout | undefined;
  private busy = false;
  private again = false;

  constructor(
    private readonly worker: JobWorker,
    private readonly end: () => void,
    private readonly metrics: PrometheusMetrics | undefined,
  ) {
    setInterval(() => void this.tell(), ALIVE_MS);
  }

  work(): void {
    if (this.busy) this.again = true;
    else void this.untilNone();
  }

  stop(): void {
    this.stopping.abort();
    if (!this.busy) this.end();
  }

  private async untilNone(): Promise<void> {
    clearTimeout(this.idle);
    this.busy = true;
    void this.tell();
    do {
      this.again = false;
      // The database may be unreachable; the server requests another attempt.
      await this.worker.work(this.stopping.signal).catch(() => undefined);
      await this.tell();
    } while (this.again && !this.stopping.signal.aborted);
    this.busy = false;
    void this.tell();
    if (this.stopping.signal.aborted) this.end();
    else this.idle = setTimeout(this.end, IDLE_MS);
  }

  private async tell(): Promise<void> {
    const { busy, metrics } = this;
    // An idle worker has already sent its counters.
    const message: FromWorker = busy && metrics ? { busy, counted: metrics.counted() } : { busy };
    await new Promise<void>((resolve) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
      else resolve();
    });
  }
}

/** Creates the metrics whose counters are sent to the server, if they are enabled. */
const metricsOf = async (settings: Settings): Promise<PrometheusMetrics | undefined> => {
  if (settings.METRICS_PORT === undefined) return undefined;
  const { PrometheusMetrics: Counting } = await import('./telemetry/prometheus.js');
  return new Counting(declaredMetrics(settings).flatMap(({ metrics }) => metrics)).begin();
};

/** The application in a job worker: it serves no requests and does not migrate the schema. */
const applicationOf = (settings: Settings, logger: Logger): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(
    appModule(settings, 'command', () => Promise.resolve()),
    { logger: new NestLog(logger), abortOnError: false },
  );

const workerOf = (app: INestApplicationContext, { installedRooms }: Settings, worker: string): JobWorker => {
  const log = new NestLogger('jobs');
  const queue = app.get(JobQueue);
  const callers = app.get(Callers);
  const wire = app.get(WireSettings);
  const kinds = installedRooms.flatMap(({ manifest }) => manifest.jobs ?? []);
  const runners = new Map<string, JobRunner>([
    [CALLS, app.get(RunCalls)],
    ...kinds.map((kind): readonly [string, JobRunner] => {
      const service: unknown = app.get(kind.by as never, { strict: false });
      return [kind.name, new RunKind({ kind, service, queue, callers, settings: wire })];
    }),
  ]);
  return new JobWorker({
    queue,
    runnerOf: (kind) => runners.get(kind),
    worker,
    failed: ({ uuid }, error) => log.error(reported(error, `job ${uuid}`)),
  });
};

/**
 * Runs a job worker process of a server, with the same modules as the server. A server with custom modules needs its
 * own program that calls this function (architecture.md, "The manifest").
 */
export const workJobs = (rooms: readonly Room[]): void => {
  beLast();
  const logger = openLog(process.stdout);
  logger.level = 'warn';
  let app: INestApplicationContext | undefined;
  let working: Working | undefined;
  let isStopped = false;
  let endTracing: EndTracing = () => Promise.resolve();
  const end = (code = 0): void => {
    void (app?.close() ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => endTracing())
      .then(() => endLog(logger))
      .finally(() => process.exit(code));
  };
  const stop = (): void => {
    isStopped = true;
    if (working) working.stop();
    else end();
  };
  const begin = async ({ begin: environment, worker, offer }: Begin): Promise<void> => {
    try {
      const settings = readSettings(environment, rooms);
      // The server logs at info level what its requests do, so the worker only logs warnings then.
      if (settings.LOG_LEVEL !== 'info') logger.level = settings.LOG_LEVEL;
      if (offerOf(settings) !== offer)
        throw new Error('the modules of this job program differ from those of the server that started it');
      endTracing = await tracedBy(settings);
      app = await applicationOf(settings, logger);
      await app.init();
      working = new Working(workerOf(app, settings, worker), () => end(), await metricsOf(settings));
      if (isStopped) working.stop();
      else working.work();
    } catch (error) {
      logger.error({ err: error }, 'a job worker process could not start');
      end(1);
    }
  };
  // Ctrl-C goes to the whole process group, but the server stops its workers itself.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
  process.on('message', (message: ToWorker) => {
    if ('begin' in message) void begin(message);
    else if ('work' in message) working?.work();
    else stop();
  });
};
