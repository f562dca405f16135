import type { Act, ChainEnd, Link } from '../domain/chain.js';

/** A day of the chain that is over. */
export interface ClosedDay {
  readonly day: string;
  readonly firstNumber: number;
  readonly lastNumber: number;
  readonly acts: number;
  /** The hash of its last act, from which the next day goes on. */
  readonly head: string;
  /** When its entries were removed; null while they are kept. */
  readonly removedAt: string | null;
}

/** An act with its place in the chain, and what its entries come to as they stand there now. */
export interface StoredAct extends Act, Link {
  readonly actual: {
    readonly entries: number;
    readonly digest: string;
    /** Personal values, of the act or its entries, that are there and aren't what the chain covers. */
    readonly falsePersonal: boolean;
  };
}

/** The chain over the acts of the audit trail, and its days. */
export abstract class AuditChain {
  /** The digest of a text: SHA-256, in hexadecimal. */
  abstract digest(text: string): string;

  /** Whether any act has no place yet; only reads. */
  abstract isWaiting(): Promise<boolean>;

  /** Whether this process may go on with the chain for so long, in milliseconds; one at a time may. */
  abstract hold(ms: number): Promise<boolean>;

  /** Lets others go on with it. */
  abstract letGo(): Promise<void>;

  /**
   * Gives the next acts, at most so many, their places as `link` says, and closes the day that it leaves. Answers how
   * many, and the day that it closed. Nothing where somebody else holds the chain.
   */
  abstract extend(
    most: number,
    link: (end: ChainEnd, acts: readonly Act[]) => readonly (Link & { readonly id: number })[],
  ): Promise<{ readonly count: number; readonly closed: ClosedDay | undefined }>;

  abstract end(): Promise<ChainEnd>;

  /** All days that are over, the oldest first. */
  abstract days(): Promise<readonly ClosedDay[]>;

  /** Acts of the chain behind a number, in order, at most so many. */
  abstract acts(after: number, most: number): Promise<readonly StoredAct[]>;

  /** Removes acts and entries of a day that is over. Its head stays. */
  abstract removeDay(day: ClosedDay): Promise<void>;
}
