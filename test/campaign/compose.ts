import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { mustHold } from './shop.js';

const DEPLOY = join(__dirname, '..', '..', 'deploy');
const URL = 'http://127.0.0.1:3000';
/** All services except Grafana, which the test does not call. */
const SERVICES = ['database', 'kontor-1', 'kontor-2', 'balancer', 'prometheus'] as const;
const SERVERS = ['kontor-1', 'kontor-2'] as const;
const CALLERS = 8;
const START_MS = 180_000;
const LOOK_MS = 500;
/** Longer than the default deadline of prices, because a restarted database takes longer. */
const PATIENCE = "DEADLINE_QUOTE_S: '8'";
const PASSWORD = 'a password of the trial';

type Service = (typeof SERVICES)[number];

const run = async (program: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { encoding: 'utf8', maxBuffer: 1e8 })).stdout;

/** Compose is a subcommand of docker or, in older installations, a separate command. */
const COMPOSE = ((): readonly string[] => {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    const [program = '', ...words] = command;
    try {
      execFileSync(program, [...words, 'version'], { stdio: 'ignore' });
      return command;
    } catch {
      // Try the next command.
    }
  }
  return ['docker', 'compose'];
})();

interface Inspected {
  readonly Config: { readonly User: string };
  readonly HostConfig: {
    readonly ReadonlyRootfs: boolean;
    readonly CapDrop: readonly string[];
    readonly SecurityOpt: readonly string[];
    readonly Memory: number;
  };
  readonly NetworkSettings: { readonly Networks: Readonly<Record<string, { readonly IPAddress: string }>> };
}

/** `deploy/compose.yml` with its own secrets and project name. */
class Composed {
  private readonly folder = mkdtempSync(join(tmpdir(), 'kontor-compose-'));
  private readonly files: readonly string[];

  constructor() {
    for (const name of ['database', 'jwt', 'key', 'admin'])
      writeFileSync(join(this.folder, name), name === 'admin' ? PASSWORD : randomBytes(32).toString('hex'), {
        mode: 0o444,
      });
    const own = join(this.folder, 'compose.yml');
    const example = readFileSync(join(DEPLOY, 'compose.yml'), 'utf8');
    writeFileSync(
      own,
      example.replaceAll('./secrets/', `${this.folder}/`).replace(/^( +)METRICS_PORT: .*$/m, `$&\n$1${PATIENCE}`),
    );
    this.files = ['--project-directory', DEPLOY, '-f', own];
  }

  /** Asynchronous, so that callers continue meanwhile. */
  compose(...args: readonly string[]): Promise<string> {
    const [program = '', ...words] = COMPOSE;
    return run(program, [...words, '-p', 'kontor-trial', ...this.files, ...args]);
  }

  docker(...args: readonly string[]): Promise<string> {
    return run('docker', args);
  }

  async idOf(service: Service): Promise<string> {
    return (await this.compose('ps', '-q', service)).trim();
  }

  async inspected(service: Service): Promise<Inspected> {
    const [found] = JSON.parse(await this.docker('inspect', await this.idOf(service))) as readonly Inspected[];
    if (!found) throw new Error(`no container is ${service}`);
    return found;
  }

  async end(): Promise<void> {
    await this.compose('down', '--volumes', '--timeout', '40');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const isReady = async (): Promise<boolean> => {
  try {
    return (await fetch(`${URL}/health/ready`)).ok;
  } catch {
    return false;
  }
};

const called = async <T>(path: string, body: unknown, token?: string): Promise<T> => {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${URL}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  mustHold(answer.ok, `${path} is ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
};

interface Asked {
  readonly good: number;
  /** Outcomes of failed requests: a status, or the error of the connection. */
  readonly failed: readonly string[];
  readonly worstMs: number;
}

/** Requests prices continuously while `work` runs, and for three more seconds. */
const whileAsked = async (token: string, work: () => Promise<void>): Promise<Asked> => {
  let isOver = false;
  let good = 0;
  let worstMs = 0;
  const failed: string[] = [];
  const caller = async (): Promise<void> => {
    while (!isOver) {
      const began = performance.now();
      try {
        const { final_price: price } = await called<{ final_price: number }>(
          '/rest/V1/pricing/get-final-price',
          { sku: 'TRIAL' },
          token,
        );
        mustHold(price === 12.5, `the price is ${price}`);
        good += 1;
      } catch (error) {
        failed.push(String((error as { readonly cause?: unknown }).cause ?? error));
      }
      worstMs = Math.max(worstMs, performance.now() - began);
      await delay(10);
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  try {
    await delay(1_000);
    await work();
    await delay(3_000);
  } finally {
    isOver = true;
    await Promise.all(callers);
  }
  return { good, failed, worstMs: Math.round(worstMs) };
};

/** Checks that a service has no more privileges than it needs. */
const mustBeGuarded = async (composed: Composed, service: Service): Promise<void> => {
  const { HostConfig: host, Config: config } = await composed.inspected(service);
  const isGuarded = host.ReadonlyRootfs && host.CapDrop.includes('ALL') && host.SecurityOpt.length > 0;
  mustHold(isGuarded, `${service} isn't guarded: ${JSON.stringify(host)}`);
  if (!SERVERS.some((name) => name === service)) return;
  mustHold(config.User === '1000:1000' && host.Memory > 0, `${service} runs as ${config.User}`);
  mustHold(
    (await composed.docker('exec', await composed.idOf(service), 'id', '-u')).trim() === '1000',
    `${service} isn't user 1000`,
  );
};

const targetsOf = async (composed: Composed): Promise<readonly string[]> => {
  const [network] = Object.values((await composed.inspected('prometheus')).NetworkSettings.Networks);
  const answer = await fetch(`http://${network?.IPAddress}:9090/api/v1/targets`);
  const { data } = (await answer.json()) as {
    readonly data: { readonly activeTargets: readonly { readonly scrapeUrl: string; readonly health: string }[] };
  };
  return data.activeTargets.map(({ scrapeUrl, health }) => `${scrapeUrl} ${health}`).sort();
};

/**
 * Checks `deploy/compose.yml` with containers: one command starts everything, no container has more privileges than it
 * needs, both servers are replaced without a failed price, one server is killed, and the database is restarted.
 */
export const composeTrial = async (): Promise<string> => {
  const composed = new Composed();
  try {
    await composed.compose('up', '--build', '-d', ...SERVICES);
    const began = Date.now();
    while (!(await isReady())) {
      mustHold(Date.now() < began + START_MS, `nothing is ready:\n${await composed.compose('logs', '--tail=20')}`);
      await delay(LOOK_MS);
    }
    for (const service of SERVICES) await mustBeGuarded(composed, service);
    const token = await called<string>('/rest/V1/integration/admin/token', { username: 'admin', password: PASSWORD });
    await called('/rest/V1/commerce/products', { product: { sku: 'TRIAL', name: 'Trial', price: 12.5 } }, token);

    const replaced = await whileAsked(token, async () => {
      for (const server of SERVERS) {
        await composed.compose('up', '-d', '--no-deps', '--force-recreate', server);
        // Time for the balancer to find the new server.
        await delay(8_000);
      }
    });
    mustHold(replaced.failed.length === 0, `prices failed while servers were replaced: ${replaced.failed.join(', ')}`);

    const killed = await whileAsked(token, async () => {
      await composed.docker('kill', await composed.idOf('kontor-1'));
      await delay(4_000);
      await composed.docker('start', await composed.idOf('kontor-1'));
    });
    mustHold(killed.failed.length <= CALLERS, `more than what was under way failed: ${killed.failed.join(', ')}`);

    const database = await whileAsked(token, async () => {
      await composed.docker('restart', await composed.idOf('database'));
    });
    mustHold(database.failed.length === 0, `prices failed at the database's restart: ${database.failed.join(', ')}`);

    const targets = await targetsOf(composed);
    const expected = SERVERS.map((server) => `http://${server}:9464/metrics up`);
    mustHold(JSON.stringify(targets) === JSON.stringify(expected), `Prometheus sees ${targets.join(', ')}`);
    const summaryOf = (what: string, { good, failed, worstMs }: Asked): string =>
      `${what}: ${good} prices, ${failed.length} failed, ${worstMs} ms at most`;
    return [
      summaryOf('both servers replaced', replaced),
      summaryOf('one killed', killed),
      summaryOf('the database started again', database),
    ].join('; ');
  } finally {
    await composed.end();
  }
};
