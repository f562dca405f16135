import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

type Settings = Readonly<Record<string, string>>;

export const projectRoot = (): string => join(__dirname, '..', '..');

/** Node arguments that run a file: the compiled file if there is a build, else the source through a hook. */
const entry = (file: string, root = projectRoot()): readonly string[] => {
  const compiled = join(root, 'dist', `${file}.js`);
  if (existsSync(compiled)) return [compiled];
  return ['-r', join(root, 'test', 'support', 'typescript-hook.cjs'), join(root, `${file}.ts`)];
};

/** Node flags of `npm start`. */
export const nodeFlags = (): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  return /^node (.*) dist\/src\/main\.js$/.exec(scripts.start)?.[1]?.split(' ') ?? [];
};

const environment = (settings: Settings): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  NODE_OPTIONS: process.env['NODE_OPTIONS'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  ...settings,
});

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Kills the process or, with SIGTERM, stops it in order. Resolves when it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

const isUp = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
};

const TOLD_LINES = 20;

/** The log of a process: a file, so that no measuring process has to read along. */
class LogFile {
  private readonly folder = mkdtempSync(join(tmpdir(), 'kontor-own-log-'));
  private readonly path = join(this.folder, 'log');
  readonly handle = openSync(this.path, 'a');

  /** The port that the system has chosen; undefined until the process listens. */
  get port(): string | undefined {
    return /"port":(\d+)/.exec(readFileSync(this.path, 'utf8'))?.[1];
  }

  get lastLines(): string {
    return readFileSync(this.path, 'utf8').trimEnd().split('\n').slice(-TOLD_LINES).join('\n');
  }

  remove(): void {
    closeSync(this.handle);
    rmSync(this.folder, { recursive: true });
  }
}

/**
 * Starts a server (`src/main`) and waits until it is ready. If it does not start, or ends unexpectedly, the error
 * contains its last log lines. `root` is the folder of another build.
 */
export const startProcess = async (file: string, settings: Settings, root?: string): Promise<ServerProcess> => {
  // Any connection of the machine can take a port that was found free in advance, so the system chooses one.
  const env = environment({ ...settings, HOST: '127.0.0.1', PORT: '0', DRAIN_S: '0' });
  const log = new LogFile();
  const child = spawn(process.execPath, [...nodeFlags(), ...entry(file, root)], {
    env,
    stdio: ['ignore', log.handle, 'inherit'],
  });
  let state: 'starting' | 'up' | 'asked to end' = 'starting';
  let last = '';
  const gone = once(child, 'exit').then(([code, signal]) => {
    last = `${file} ended with ${code ?? signal}; its last lines:\n${log.lastLines}`;
    log.remove();
    if (state === 'up') process.stderr.write(`${last}\n`);
  });
  let url = '';
  while (url === '' || !(await isUp(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await gone;
      throw new Error(last);
    }
    url = log.port === undefined ? '' : `http://127.0.0.1:${log.port}`;
    await delay(20);
  }
  state = 'up';
  return {
    url,
    child,
    kill: async (signal) => {
      state = 'asked to end';
      child.kill(signal);
      await gone;
    },
  };
};

/** Runs a file to its end and returns its output. */
const runFile = async (file: string, settings: Settings, args: readonly string[]): Promise<string> => {
  const child = spawn(process.execPath, [...entry(file), ...args], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
};

/** Runs a CLI command to its end and returns its output. */
export const runCommand = (settings: Settings, ...args: readonly string[]): Promise<string> =>
  runFile('src/cli/kontor', settings, args);

/** Runs a bench file in its own process and returns its output. */
export const runBench = (name: string, settings: Settings): Promise<string> =>
  runFile(`test/bench/${name}`, settings, []);
