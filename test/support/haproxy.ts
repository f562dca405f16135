import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './free-port.js';

const CONFIGURATION = join(__dirname, '..', '..', 'deploy', 'haproxy.cfg');

/** A balancer in front of a cluster, with the configuration that operators are given. */
export class Haproxy {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  static async start(nodePorts: readonly number[]): Promise<Haproxy> {
    const port = await freePort();
    const nodes = nodePorts.map((node, index) => [`KONTOR_NODE${index + 1}`, `127.0.0.1:${node}`]);
    const env = {
      PATH: `${process.env['PATH']}:/usr/sbin`,
      KONTOR_LISTEN: `127.0.0.1:${port}`,
      ...Object.fromEntries(nodes),
    };
    const child = spawn('haproxy', ['-db', '-f', CONFIGURATION], { env, stdio: 'ignore' });
    await once(child, 'spawn');
    return new Haproxy(port, child);
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}
