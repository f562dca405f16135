import { Unavailable } from './errors.js';

/** Kinds of requests with different deadlines (operations.md, "Deadlines"). */
export type DeadlineKind = 'quote' | 'read' | 'write' | 'bulk';

/** Time limits by kind, in milliseconds. */
export type DeadlineTable = Readonly<Record<DeadlineKind, number>>;

/** Defaults of DEADLINE_QUOTE_S and the other deadlines. */
export const DEADLINES_MS: DeadlineTable = { quote: 2_000, read: 5_000, write: 10_000, bulk: 30_000 };

/** Name of the setting with the time limit of a kind. */
export const deadlineSetting = (kind: DeadlineKind): string => `DEADLINE_${kind.toUpperCase()}_S`;

const seconds = (ms: number): string => String(Math.round(ms) / 1000);

/** 503: the request exceeded its deadline. Nothing is stored, except what a bulk call has reported. */
export class DeadlinePassed extends Unavailable {
  constructor({ kind, limitMs }: Deadline, options?: ErrorOptions) {
    super(
      1,
      options,
      `The request took longer than its limit of ${seconds(limitMs)} s (${deadlineSetting(kind)}). ` +
        'Request less data at once, or try again later.',
    );
  }
}

/**
 * The deadline of a request. Time for receiving the body does not count. It limits waiting for the database;
 * computations are not interrupted.
 */
export class Deadline {
  private endsAt: number;
  private pausedAt: number | undefined;
  private present: DeadlineKind;
  private limit: number;

  constructor(kind: DeadlineKind, limitMs: number) {
    this.present = kind;
    this.limit = limitMs;
    this.endsAt = performance.now() + limitMs;
  }

  get kind(): DeadlineKind {
    return this.present;
  }

  /** The total time limit in milliseconds. */
  get limitMs(): number {
    return this.limit;
  }

  /** Remaining time in milliseconds; 0 or less once the deadline has passed. */
  get remainingMs(): number {
    return this.endsAt - (this.pausedAt ?? performance.now());
  }

  /** Sets the kind once it is known. The time limit is measured from the start of the request. */
  become(kind: DeadlineKind, limitMs: number): void {
    this.endsAt += limitMs - this.limit;
    this.limit = limitMs;
    this.present = kind;
  }

  /** Stops the clock while the server waits for the client. */
  pause(): void {
    this.pausedAt ??= performance.now();
  }

  resume(): void {
    if (this.pausedAt === undefined) return;
    this.endsAt += performance.now() - this.pausedAt;
    this.pausedAt = undefined;
  }

  /** Throws `DeadlinePassed` if no time remains. */
  mustRemain(): void {
    if (this.remainingMs <= 0) throw new DeadlinePassed(this);
  }
}
