import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

const CONFIGURATION = join(__dirname, '..', '..', 'deploy', 'balancer.cfg');

/**
 * The balancer of `deploy/compose.yml` in front of two servers, with the same configuration except for the addresses.
 */
export class Balancer {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(serverPorts: readonly [number, number]): Promise<Balancer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'kontor-balancer-'));
    const file = join(folder, 'haproxy.cfg');
    const replaced: readonly (readonly [string, string])[] = [
      ['bind :3000', `bind 127.0.0.1:${port}`],
      ['kontor-1:3000', `127.0.0.1:${serverPorts[0]}`],
      ['kontor-2:3000', `127.0.0.1:${serverPorts[1]}`],
    ];
    const text = replaced.reduce(
      (configuration, [from, to]) => {
        if (!configuration.includes(from)) throw new Error(`${CONFIGURATION} has no "${from}"`);
        return configuration.replaceAll(from, to);
      },
      readFileSync(CONFIGURATION, 'utf8'),
    );
    writeFileSync(file, text);
    const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
    const child = spawn('haproxy', ['-db', '-f', file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await once(child, 'spawn');
    return new Balancer(port, folder, child);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGKILL');
      await once(this.child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
