import fs from 'node:fs';
import { Counter, type Metric } from '../../libs/kernel/index.js';

const DROPPED = new Counter({
  name: 'kontor_log_lines_dropped_total',
  help: 'Number of log lines dropped because standard output was closed or not read fast enough',
});

export const LOG_METRICS: readonly Metric[] = [DROPPED];

/** Lines are collected up to this size or for this time, and then written together. */
const COLLECTED_BYTES = 65_536;
const COLLECTED_MS = 50;

/** Maximum memory of lines that wait for a slow reader. Further lines are dropped. */
const WAITING_MAX_BYTES = 1_048_576;
/** Pause in milliseconds before the next attempt if the reader of a pipe is slow. */
const SLOW_READER_MS = 100;
/** Number of attempts at exit, SLOW_READER_MS apart, if the reader is slow. */
const LAST_ATTEMPTS = 10;

const isSlowReader = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY';

const NEW_LINE = 10;

/** Number of lines that end in these bytes. A leading line feed belongs to the previous line. */
const linesIn = (bytes: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE, 1); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
};

const NOTHING = Buffer.alloc(0);

/** Writers that must be flushed at exit. */
const open = new Set<LogWriter>();
const writeAllNow = (): void => {
  for (const writer of open) writer.writeNow();
};

/**
 * Writes log lines to a file descriptor in order. Neither a full disk nor a stalled reader blocks the process: lines
 * that cannot be written are dropped and counted.
 */
export class LogWriter {
  private waiting: string[] = [];
  private waitingBytes = 0;
  /** The bytes being written or to be written next. */
  private current: Buffer = NOTHING;
  private isWriting = false;
  private isInFlight = false;
  private isTorn = false;
  private ended: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Dropped lines that are not yet in the metric, which does not exist during startup. */
  private uncounted = 0;
  private sinceLastWrite = 0;

  /** `recovered` is called with the number of dropped lines once lines can be written again. */
  constructor(
    private readonly fd: number,
    private readonly recovered: (dropped: number) => void,
  ) {
    if (!process.listeners('exit').includes(writeAllNow)) process.on('exit', writeAllNow);
    open.add(this);
  }

  write(line: string): void {
    if (this.ended || this.waitingBytes + line.length > WAITING_MAX_BYTES) {
      this.drop(1);
      return;
    }
    this.waiting.push(line);
    this.waitingBytes += line.length;
    if (this.waitingBytes >= COLLECTED_BYTES) this.writeWaiting();
    else this.timer ??= setTimeout(() => this.writeWaiting(), COLLECTED_MS).unref();
  }

  /** Accepts no more lines. Resolves when all are written or dropped. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      this.ended = () => {
        open.delete(this);
        resolve();
      };
      this.writeWaiting();
    });
  }

  /** Writes synchronously, because at exit there is no event loop. */
  writeNow(): void {
    const bytes = Buffer.concat([this.isInFlight ? NOTHING : this.current, Buffer.from(this.waiting.join(''))]);
    let done = 0;
    for (let attempt = 0; done < bytes.length && attempt < LAST_ATTEMPTS;) {
      try {
        done += fs.writeSync(this.fd, bytes, done);
      } catch (error) {
        if (!isSlowReader(error as NodeJS.ErrnoException)) return;
        attempt += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_READER_MS);
      }
    }
  }

  private writeWaiting(): void {
    if (this.isWriting) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waiting.length === 0) {
      this.ended?.();
      return;
    }
    // After a partially written line, start on a new line.
    this.current = Buffer.from((this.isTorn ? '\n' : '') + this.waiting.join(''));
    this.waiting = [];
    this.waitingBytes = 0;
    this.isWriting = true;
    this.writeCurrent();
  }

  private readonly writeCurrent = (): void => {
    this.isInFlight = true;
    fs.write(this.fd, this.current, (error, written) => {
      this.isInFlight = false;
      if (error && isSlowReader(error)) setTimeout(this.writeCurrent, SLOW_READER_MS).unref();
      else if (error) this.written(() => this.drop(linesIn(this.current)));
      else {
        this.isTorn = this.current[written - 1] !== NEW_LINE;
        this.current = this.current.subarray(written);
        if (this.current.length > 0) this.writeCurrent();
        else this.written(() => this.reportRecovered());
      }
    });
  };

  private written(then: () => void): void {
    then();
    this.current = NOTHING;
    this.isWriting = false;
    this.writeWaiting();
  }

  private drop(lines: number): void {
    this.uncounted += lines;
    this.sinceLastWrite += lines;
    if (!DROPPED.isRead) return;
    DROPPED.add(this.uncounted);
    this.uncounted = 0;
  }

  private reportRecovered(): void {
    const dropped = this.sinceLastWrite;
    this.sinceLastWrite = 0;
    if (dropped > 0) this.recovered(dropped);
  }
}
