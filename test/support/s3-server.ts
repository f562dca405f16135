import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(__dirname, '../../node_modules/s3rver/bin/s3rver.js');
const LISTENING = /S3rver listening on (?:http:\/\/)?[^:]*:(\d+)/;

/** An S3-compatible server in its own process, with an empty bucket. */
export class S3Server {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly endpoint: string,
    readonly bucket: string,
  ) {}

  static async start(bucket = 'documents'): Promise<S3Server> {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-test-s3-'));
    const args = [PROGRAM, '-d', folder, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', bucket];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const port = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface(stream).on('line', (line) => {
          output += `${line}\n`;
          const found = LISTENING.exec(line)?.[1];
          if (found !== undefined) resolve(found);
        });
      child.once('exit', (code) => reject(new Error(`s3rver ended with ${code}:\n${output}`)));
    });
    return new S3Server(child, folder, `http://127.0.0.1:${port}`, bucket);
  }

  /** The usual AWS settings as environment variables. */
  get settings(): Readonly<Record<string, string>> {
    return {
      AWS_ENDPOINT_URL: this.endpoint,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await gone;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
