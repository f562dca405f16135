import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { forkedBy } from './container.js';

export const ADMIN = { username: 'admin', password: 'a password of the tests' };

/** Settings of every server of the image, in addition to the image's own variables. */
export const SERVER_SETTINGS = {
  HOST: '127.0.0.1',
  PORT: '0',
  DRAIN_S: '0',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
};

interface Start {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

/** A server in its own namespaces, started as the image starts it. */
export class ImageServer {
  private readonly ended: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** Time from the start of the command to the first 200 of /health/ready, in milliseconds. */
    readonly readyMs: number,
  ) {
    this.ended = once(child, 'exit');
  }

  static async start({ command: [command = '', ...words], env, cwd }: Start): Promise<ImageServer> {
    const since = performance.now();
    const child = spawn(command, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    const [, port] = await new Promise<RegExpExecArray>((resolve, reject) => {
      child.on('exit', () => reject(new Error(log)));
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => {
          log += String(text);
          const found = /"port":(\d+).*"after_ms":\d+,"msg":"listening"/.exec(log);
          if (found) resolve(found);
        });
    });
    const url = `http://127.0.0.1:${port}`;
    const { status } = await fetch(`${url}/health/ready`);
    if (status !== 200) throw new Error(`it listens, and is not ready: ${status}\n${log}`);
    return new ImageServer(child, url, performance.now() - since);
  }

  /** The body of a response with 200 or any other status that is not an error. */
  async bytes(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
    const response = await fetch(this.url + path, { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${bytes.toString()}`);
    return bytes;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the test fail
  async call(path: string, method = 'GET', body?: unknown, token?: string): Promise<any> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  async signIn(): Promise<string> {
    return (await this.call('/rest/V1/integration/admin/token', 'POST', ADMIN)) as string;
  }

  /** PID of the server, outside its namespaces. */
  get pid(): number {
    return forkedBy(this.child.pid ?? 0);
  }

  /** Sends a signal and resolves with the way in which the server ended. */
  async signal(signal: NodeJS.Signals): Promise<unknown> {
    if (this.pid > 0) process.kill(this.pid, signal);
    return this.ended;
  }
}
