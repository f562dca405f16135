import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PATIENT_DEADLINES } from './patience.js';

const ROOT = join(__dirname, '..', '..');
const HOOK = join(__dirname, 'typescript-hook.cjs');
const SAME_PRIORITY = join(__dirname, 'same-priority.cjs');
/** Set by `npm run verify:all` after building, because a compiled process starts in half the time. */
export const IS_BUILT = process.env['TEST_BUILT'] === '1';

const { PATH, NODE_COMPILE_CACHE } = process.env;
/** Variables for Node itself; none of them is a setting. */
const FOR_NODE = { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

type Entry = 'main' | 'cli/kontor';
type LogLine = Readonly<Record<string, unknown>>;

interface StartOptions {
  readonly args?: readonly string[];
  readonly preload?: readonly string[];
  /** Command prefix that runs the process, such as `['unshare', '--pid', '--fork']`. */
  readonly under?: readonly string[];
  readonly cwd?: string;
  /** Node flags. */
  readonly flags?: readonly string[];
  /** Path of another build, such as the last release. */
  readonly build?: string;
}

/**
 * A separate kontor process, from the sources or from the build. Apart from the given settings, its environment
 * contains only long deadlines.
 */
export class KontorProcess {
  readonly lines: LogLine[] = [];
  readonly exited: Promise<Exit>;
  private readonly waiting = new Set<() => void>();
  private stderrText = '';

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    entry: Entry,
  ) {
    createInterface(child.stdout).on('line', (line) => {
      this.lines.push(entry === 'main' ? (JSON.parse(line) as LogLine) : { text: line });
      for (const look of this.waiting) look();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderrText += text));
    this.exited = once(child, 'close').then(([code, signal]) => {
      for (const look of this.waiting) look();
      return { code: code as number | null, signal: signal as NodeJS.Signals | null };
    });
  }

  /** Starts `main` with settings, or `cli` with arguments, after preloading further modules. */
  static start(
    entry: Entry,
    settings: Readonly<Record<string, string>>,
    { args = [], preload = [], under = [], cwd = ROOT, flags = [], build }: StartOptions = {},
  ): KontorProcess {
    const isBuilt = IS_BUILT || build !== undefined;
    const loading = [...(isBuilt ? [] : [HOOK]), SAME_PRIORITY, ...preload].flatMap((file) => ['-r', file]);
    const file = isBuilt ? join(build ?? ROOT, 'dist', 'src', `${entry}.js`) : join(ROOT, 'src', `${entry}.ts`);
    const [command = '', ...words] = [...under, process.execPath, ...flags, ...loading, file, ...args];
    const child = spawn(command, words, {
      cwd,
      env: { ...FOR_NODE, HOST: '127.0.0.1', PORT: '0', ...PATIENT_DEADLINES, ...settings },
    });
    return new KontorProcess(child, entry);
  }

  get stdout(): string {
    return this.lines.map(({ text }) => `${String(text)}\n`).join('');
  }

  /** Types this text and nothing more. */
  type(text: string): void {
    this.child.stdin.end(text);
  }

  get stderr(): string {
    return this.stderrText;
  }

  /** Resolves with the first log line that has this message. Fails if the process ends before. */
  async line(message: string | RegExp): Promise<LogLine> {
    const isIt = ({ msg }: LogLine): boolean =>
      typeof msg === 'string' && (typeof message === 'string' ? msg === message : message.test(msg));
    let over = false;
    void this.exited.then(() => (over = true));
    for (;;) {
      const found = this.lines.find(isIt);
      if (found) return found;
      if (over) throw new Error(`no line ${String(message)}:\n${JSON.stringify(this.lines)}\n${this.stderrText}`);
      await new Promise<void>((resolve) => {
        const look = (): void => {
          this.waiting.delete(look);
          resolve();
        };
        this.waiting.add(look);
      });
    }
  }

  /** URL of the server, once it accepts requests. */
  url(): Promise<string> {
    return this.urlIn('listening');
  }

  /** URL of the server, once it listens. Until start-up is complete, it only responds to health requests. */
  startingUrl(): Promise<string> {
    return this.urlIn('starting');
  }

  private async urlIn(message: string): Promise<string> {
    const { port } = await this.line(message);
    return `http://127.0.0.1:${String(port)}`;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** PID of the process, or of the command that runs it. */
  get pid(): number {
    return this.child.pid ?? 0;
  }
}

export interface CommandResult extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

/** The warning about a write lock that was held long, which a busy machine can cause. */
const LOCK_HELD = /^\{"level":"warn",.*held the SQLite write lock for .*\n/gm;

/** Runs one CLI command to its end. Leaves out warnings about held locks. */
export const runCli = async (
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
  input = '',
  options: Pick<StartOptions, 'build'> = {},
): Promise<CommandResult> => {
  const child = KontorProcess.start('cli/kontor', settings, { args, ...options });
  child.type(input);
  const exit = await child.exited;
  return { ...exit, stdout: child.stdout, stderr: child.stderr.replace(LOCK_HELD, '') };
};
