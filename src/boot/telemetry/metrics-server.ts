import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { FindService } from '../../../libs/manifest/index.js';
import type { Settings } from '../../config/settings.js';
import { listen } from '../listening.js';
import { declaredMetrics } from './declared-metrics.js';
import { PrometheusMetrics } from './prometheus.js';

/** Time limit of a scrape in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Time limit of a gauge in milliseconds. A slower one keeps its old value; the others are returned. */
const GAUGE_MS = 2_000;

/** One per process, because its observers cannot be removed. */
let ofProcess: Registry | undefined;

/** The default Node.js metrics: event loop lag, heap, garbage collection and others. */
const processMetrics = (): Registry => {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
};

const inTime = async (work: void | Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, GAUGE_MS)));
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Serves the metrics of a server at `/metrics` on a separate port (metrics.md, "Where"). */
export class MetricsServer {
  readonly prometheus: PrometheusMetrics;
  private find: FindService | undefined;
  private readonly server: Server;

  private constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {
    this.prometheus = new PrometheusMetrics(declaredMetrics(settings).flatMap(({ metrics }) => metrics));
    this.server = createServer((request, response) => this.answer(request, response));
    this.server.requestTimeout = TIMEOUT_MS;
    this.server.headersTimeout = TIMEOUT_MS;
    this.server.maxConnections = 32;
  }

  /** Throws `ListenRefused` if the port is not available. */
  static async start(settings: Settings, port: number, logger: Logger): Promise<MetricsServer> {
    const { METRICS_HOST: host = settings.HOST } = settings;
    const started = new MetricsServer(settings, logger);
    await listen(started.server, port, host, { port: 'METRICS_PORT', host: 'METRICS_HOST' });
    started.prometheus.begin();
    started.server.unref();
    logger.info({ port: started.port, host }, 'metrics');
    return started;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on, reads the values of gauges from the application. */
  observe(find: FindService): void {
    this.find = find;
  }

  async stop(): Promise<void> {
    this.find = undefined;
    this.prometheus.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const asks = request.method === 'GET' || request.method === 'HEAD';
    if (!asks || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found. Use GET /metrics.\n');
      return;
    }
    this.text().then(
      (text) => {
        const type = { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' };
        response.writeHead(200, type).end(request.method === 'HEAD' ? undefined : text);
      },
      (error: unknown) => {
        this.logger.error({ err: error }, 'the metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  }

  private async text(): Promise<string> {
    const { find } = this;
    if (find)
      await Promise.all(declaredMetrics(this.settings).map(({ observe }) => this.observed(() => observe?.(find))));
    return `${await this.prometheus.text()}\n${await processMetrics().metrics()}`;
  }

  /** Ignores errors: the health check and the counters show an unreachable database. */
  private async observed(observe: () => void | Promise<void>): Promise<void> {
    try {
      await inTime(observe());
    } catch (error) {
      this.logger.debug({ err: error }, 'a metric could not be collected');
    }
  }
}
