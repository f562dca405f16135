import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.js';

/** From Debian's package prometheus. */
const PROGRAM = '/usr/bin/prometheus';
const RULES = join(__dirname, '..', '..', 'deploy', 'prometheus', '*.rules.yml');
const START_MS = 60_000;

/** A value and its labels in a query result. */
export interface Figure {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A real Prometheus with the alert rules of `deploy/`, which scrapes these servers every second. */
export class Prometheus {
  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(metricsPorts: readonly number[]): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-prometheus-'));
    const port = await freePort();
    const file = join(folder, 'prometheus.yml');
    writeFileSync(
      file,
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '5s' },
        rule_files: [RULES],
        scrape_configs: [
          { job_name: 'kontor', static_configs: [{ targets: metricsPorts.map((own) => `127.0.0.1:${own}`) }] },
        ],
      }),
    );
    const args = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ];
    const child = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const prometheus = new Prometheus(port, folder, child);
    const until = Date.now() + START_MS;
    while (!(await prometheus.isReady())) {
      if (child.exitCode !== null || Date.now() > until) {
        await prometheus.end();
        throw new Error("Prometheus doesn't start");
      }
      await delay(100);
    }
    return prometheus;
  }

  /** Result of a query at this time. */
  async query(query: string, at: Date): Promise<readonly Figure[]> {
    const body = new URLSearchParams({ query, time: String(at.getTime() / 1000) });
    const response = await fetch(`http://127.0.0.1:${this.port}/api/v1/query`, { method: 'POST', body });
    if (response.status !== 200) throw new Error(`${query}: ${await response.text()}`);
    const { data } = (await response.json()) as {
      readonly data: {
        readonly result: readonly { readonly metric: Figure['labels']; readonly value: [number, string] }[];
      };
    };
    return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGKILL');
      await once(this.child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async isReady(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.port}/-/ready`)).ok;
    } catch {
      return false;
    }
  }
}
