import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PROGRAM = '/usr/sbin/clamd';
const PATIENCE_MS = 150_000;

/** The test file of EICAR, which is harmless and which every scanner finds; in pieces, so that none finds it here. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');
/** Its MD5, size and name, as a database of clamd with nothing else in it: the official ones needn't be fetched. */
const SIGNATURES = '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n';

export const STREAM_MAX_BYTES = 512 * 1024;

/** Where Debian's clamav-daemon is installed; `npm run verify:all` tells where it isn't. */
export const withClamd = (name: string, body: () => void): void => {
  if (existsSync(PROGRAM)) describe(name, body);
  else it(`${name}: looked at where there is a clamd`, () => expect(existsSync(PROGRAM)).toBe(false));
};

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = createConnection(socket);
    connection.once('error', () => resolve(false));
    connection.once('data', (bytes) => {
      connection.destroy();
      resolve(bytes.toString().startsWith('PONG'));
    });
    connection.once('connect', () => connection.write('zPING\0'));
  });

/** A real clamd with a socket, a configuration and signatures of its own. */
export class Clamd {
  private child: ChildProcess | undefined;

  private constructor(private readonly folder: string) {}

  static async start(): Promise<Clamd> {
    const clamd = new Clamd(await mkdtemp(join(tmpdir(), 'kontor-test-clamd-')));
    await mkdir(join(clamd.folder, 'db'));
    await writeFile(join(clamd.folder, 'db', 'eicar.hdb'), SIGNATURES);
    await writeFile(
      join(clamd.folder, 'clamd.conf'),
      [
        'Foreground yes',
        `LocalSocket ${clamd.socket}`,
        'FixStaleSocket yes',
        `DatabaseDirectory ${join(clamd.folder, 'db')}`,
        `TemporaryDirectory ${clamd.folder}`,
        `StreamMaxLength ${STREAM_MAX_BYTES / 1024}K`,
        'MaxThreads 2',
        '',
      ].join('\n'),
    );
    await clamd.begin();
    return clamd;
  }

  get socket(): string {
    return join(this.folder, 'clamd.sock');
  }

  /** As CLAMAV_URL takes it. */
  get url(): string {
    return `unix:${this.socket}`;
  }

  /** Through when it answers. */
  async begin(): Promise<void> {
    const child = spawn(PROGRAM, ['--config-file', join(this.folder, 'clamd.conf')], { stdio: 'ignore' });
    this.child = child;
    const until = performance.now() + PATIENCE_MS;
    while (!(await answers(this.socket))) {
      if (child.exitCode !== null || performance.now() > until) throw new Error('clamd does not answer');
      await delay(50);
    }
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** It takes connections and does nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
