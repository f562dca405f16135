import { type ChildProcess, fork, type ForkOptions, type Serializable } from 'node:child_process';
import { CHILD_STARTS } from '../kernel/index.js';

interface ChildProgramParts<From> extends Pick<ForkOptions, 'env' | 'serialization' | 'stdio'> {
  /** Name in `/health/ready` if such processes exit before their first message (operations.md, "Health"). */
  readonly kind: string;
  readonly file: string;
  readonly args?: readonly string[];
  /** Node.js flags. */
  readonly flags: readonly string[];
  readonly onMessage: (message: From) => void;
  /** Called when the process exits or cannot be started. */
  readonly onEnd: (code: number | null, signal: NodeJS.Signals | null, error?: Error) => void;
}

/** The flags of this process, except those for memory, debugging and profiling. */
export const inheritedFlags = (): readonly string[] =>
  process.execArgv.filter((flag) => !/^--(?:inspect|max-|heap-growing|cpu-prof|heap-prof|watch)/.test(flag));

/**
 * A Node.js program in a child process that exchanges messages with this process. It keeps this process alive only
 * between `hold` and `rest`.
 */
export class ChildProgram<To extends Serializable, From> {
  /** Resolves with the exit code once the process has exited; null after a signal. */
  readonly exited: Promise<number | null>;
  private readonly child: ChildProcess;
  /** The exit was requested, so it does not count as a failed start. */
  private isDismissed = false;

  constructor({ kind, file, args = [], flags, onMessage, onEnd, env, serialization, stdio }: ChildProgramParts<From>) {
    this.child = fork(file, [...args], {
      execArgv: [...flags],
      ...(env && { env }),
      ...(serialization && { serialization }),
      ...(stdio && { stdio }),
    });
    let hasSpoken = false;
    this.child.on('message', (message) => {
      if (!hasSpoken) CHILD_STARTS.succeeded(kind);
      hasSpoken = true;
      onMessage(message as From);
    });
    this.exited = new Promise((resolve) => {
      const over = (code: number | null, signal: NodeJS.Signals | null, error?: Error): void => {
        if (!hasSpoken && !this.isDismissed) CHILD_STARTS.failed(kind);
        this.isDismissed = true;
        resolve(code);
        onEnd(code, signal, error);
      };
      this.child.on('error', (error) => over(null, null, error));
      this.child.on('exit', (code, signal) => over(code, signal));
    });
    this.rest();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** `onLost`: called if the process could not receive the message. By default its exit is sufficient notice. */
  tell(message: To, onLost?: (error: Error) => void): void {
    this.child.send(message, (error) => error && onLost?.(error));
  }

  /** Marks the exit as expected from now on. */
  dismiss(): void {
    this.isDismissed = true;
  }

  kill(): void {
    this.dismiss();
    this.child.kill('SIGKILL');
  }

  hold(): void {
    this.child.ref();
    this.child.channel?.ref();
  }

  rest(): void {
    this.child.unref();
    this.child.channel?.unref();
    (this.child.stderr as { unref?: () => void } | null)?.unref?.();
  }

  /** Listens to the standard error output, if that is a pipe. */
  onErrorOutput(listener: (text: string) => void): void {
    this.child.stderr?.setEncoding('utf8').on('data', listener);
  }
}
