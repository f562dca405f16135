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

/**
 * The EICAR test file, which is harmless and detected by every scanner. It is split, so that no scanner detects this
 * source file.
 */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');
/**
 * MD5, size and name of the EICAR file, as a clamd database with a single signature, so that no official database needs
 * to be downloaded.
 */
const SIGNATURES = '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n';

export const STREAM_MAX_BYTES = 512 * 1024;

/** Declares tests that need Debian's clamav-daemon. `npm run verify:all` reports if it is missing. */
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

/** A real clamd with its own socket, configuration and signatures. */
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

  /** The address in the form of CLAMAV_URL. */
  get url(): string {
    return `unix:${this.socket}`;
  }

  /** Resolves when clamd responds. */
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

  /** Stops the process: it accepts connections but does not respond. */
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
