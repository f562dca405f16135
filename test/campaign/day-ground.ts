import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Balancer } from '../support/balancer.js';
import { Clamd } from '../support/clamd.js';
import { freePort } from '../support/free-port.js';
import { GaleraCluster } from '../support/galera.js';
import { Haproxy } from '../support/haproxy.js';
import { OtlpCollector } from '../support/otlp-collector.js';
import { KontorProcess } from '../support/process.js';
import { Prometheus } from '../support/prometheus.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const NODES = 3;
/** As recommended in docs/operations.md, "A cluster of databases", for calls that should wait for a failover. */
const SUSPICION = ['evs.keepalive_period=PT0.5S', 'evs.suspect_timeout=PT2S', 'evs.inactive_timeout=PT6S'];
const QUOTE_S = 8;
const START_MS = 120_000;
const LOOK_MS = 50;

export const ADMINISTRATOR = { username: 'admin', password: 'a password of the day' };

/** Runs the cleanup in reverse order. */
const endAll = async (ends: (() => Promise<void>)[]): Promise<void> => {
  for (const end of ends.splice(0).reverse()) await end();
};

/** One of the two server slots behind the balancer, and the process that is running there. */
export interface Server {
  readonly index: number;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  process: KontorProcess | undefined;
}

/**
 * The setup of `deploy/compose.yml` as processes of this machine: two servers behind their balancer, a cluster of three
 * nodes behind another one, a scanner and Prometheus. Also a webhook receiver and a trace collector.
 */
export class DayGround {
  private constructor(
    readonly galera: GaleraCluster,
    readonly balancer: Balancer,
    readonly clamd: Clamd,
    readonly receiver: WebhookReceiver,
    readonly collector: OtlpCollector,
    readonly prometheus: Prometheus,
    readonly servers: readonly [Server, Server],
    private readonly ends: (() => Promise<void>)[],
  ) {}

  static async open(): Promise<DayGround> {
    const ends: (() => Promise<void>)[] = [];
    try {
      return await DayGround.opened(ends);
    } catch (error) {
      await endAll(ends);
      throw error;
    }
  }

  /** Everything started is added to `ends` at once. */
  private static async opened(ends: (() => Promise<void>)[]): Promise<DayGround> {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-day-'));
    ends.push(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
    const galera = await GaleraCluster.start(NODES, SUSPICION);
    ends.push(() => galera.end());
    await galera.createDatabase('day');
    const database = await Haproxy.start(galera.nodes.map(({ port }) => port));
    ends.push(() => database.end());
    const ports = [await freePort(), await freePort()] as const;
    const metricsPorts = [await freePort(), await freePort()] as const;
    const balancer = await Balancer.start(ports);
    ends.push(() => balancer.end());
    const clamd = await Clamd.start();
    ends.push(() => clamd.end());
    const receiver = await new WebhookReceiver().start();
    ends.push(() => receiver.stop());
    const collector = await OtlpCollector.open();
    ends.push(() => collector.close());
    const prometheus = await Prometheus.start(metricsPorts);
    ends.push(() => prometheus.end());
    const common = {
      DATABASE_URL: `mysql://kontor@127.0.0.1:${database.port}/day`,
      JWT_SECRET: randomBytes(32).toString('hex'),
      SECRETS_KEY: randomBytes(32).toString('hex'),
      PUBLIC_BASE_URL: `http://localhost:${balancer.port}`,
      STORAGE_URL: `file:${join(folder, 'documents')}`,
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      CLAMAV_URL: clamd.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      // Only the traces that the load requests, because the test checks whether those arrive.
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      DRAIN_S: '5',
      DEADLINE_QUOTE_S: String(QUOTE_S),
    };
    const server = (index: 0 | 1): Server => ({
      index,
      port: ports[index],
      settings: { ...common, PORT: String(ports[index]), METRICS_PORT: String(metricsPorts[index]) },
      process: undefined,
    });
    const servers = [server(0), server(1)] as const;
    return new DayGround(galera, balancer, clamd, receiver, collector, prometheus, servers, ends);
  }

  /** Starts a server in a slot, from this build or another one. Resolves when it is ready. */
  async start(server: Server, build?: string): Promise<void> {
    server.process = KontorProcess.start('main', server.settings, build === undefined ? {} : { build });
    let isOver = false;
    void server.process.exited.then(() => (isOver = true));
    for (const until = Date.now() + START_MS; !(await this.isReady(server)); await delay(LOOK_MS))
      if (isOver || Date.now() > until)
        throw new Error(`server ${server.index} doesn't start:\n${JSON.stringify(server.process.lines.slice(-20))}`);
  }

  /** Stops a server in order or kills it. Resolves with the way in which it ended. */
  async stop(server: Server, signal: 'SIGTERM' | 'SIGKILL') {
    const { process } = server;
    if (!process) throw new Error(`no server runs at ${server.index}`);
    server.process = undefined;
    process.signal(signal);
    return process.exited;
  }

  async end(): Promise<void> {
    for (const server of this.servers) if (server.process) await this.stop(server, 'SIGKILL');
    await endAll(this.ends);
  }

  private async isReady({ port }: Server): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
    } catch {
      return false;
    }
  }
}
