import { Logger } from '@nestjs/common';
import { runningOperation } from '../../kernel/index.js';
import { WRITER_HOLD_SECONDS } from '../metrics.js';

/** Longer write transactions on SQLite are logged, because they delay other writes (bulk.md, "Groups"). */
const HOLD_MS = 200;

const log = new Logger('database');

const inLog = (operation: string, ms: number): void =>
  log.warn(`${operation} held the SQLite write lock for ${Math.round(ms)} ms; other writes waited`);

interface Hold {
  readonly operation: string;
  readonly ms: number;
}

/** Measures how long transactions block the single SQLite writer, from BEGIN to the end of COMMIT. */
export class WriterHold {
  private worst: Hold | undefined;

  constructor(private readonly tell: (operation: string, ms: number) => void = inLog) {}

  /** The longest transaction since the last reset. */
  get longest(): Hold | undefined {
    return this.worst;
  }

  forget(): void {
    this.worst = undefined;
  }

  async measured<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.note(performance.now() - began);
    }
  }

  private note(ms: number): void {
    WRITER_HOLD_SECONDS.observe(ms / 1000);
    if (ms <= (this.worst?.ms ?? 0) && ms <= HOLD_MS) return;
    const operation = runningOperation() ?? 'an unnamed operation';
    if (ms > (this.worst?.ms ?? 0)) this.worst = { operation, ms };
    if (ms > HOLD_MS) this.tell(operation, ms);
  }
}
