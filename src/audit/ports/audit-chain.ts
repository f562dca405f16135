import type { Act, ChainEnd, Link } from '../domain/chain.js';

/** A day of the chain that is over. */
export interface ClosedDay {
  readonly day: string;
  readonly firstNumber: number;
  readonly lastNumber: number;
  readonly acts: number;
  /** Hash of its last entry, from which the next day continues. */
  readonly head: string;
  /** The time when its entries were deleted; null while they exist. */
  readonly removedAt: string | null;
}

/** An entry with its position in the chain, and the current state of its records. */
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

  /** Whether any entry is not chained yet; read-only. */
  abstract isWaiting(): Promise<boolean>;

  /** Acquires the lease on the chain for this many milliseconds; one process at a time has it. */
  abstract acquire(ms: number): Promise<boolean>;

  /** Releases the lease. */
  abstract release(): Promise<void>;

  /**
   * Chains the next entries, up to a maximum number, as `link` computes, and closes the completed day. Returns their
   * number and the closed day. Does nothing if another process has the lease.
   */
  abstract extend(
    most: number,
    link: (end: ChainEnd, acts: readonly Act[]) => readonly (Link & { readonly id: number })[],
  ): Promise<{ readonly count: number; readonly closed: ClosedDay | undefined }>;

  abstract end(): Promise<ChainEnd>;

  /** All days that are over, the oldest first. */
  abstract days(): Promise<readonly ClosedDay[]>;

  /** Entries of the chain after a number, in order, up to a maximum number. */
  abstract acts(after: number, most: number): Promise<readonly StoredAct[]>;

  /** Removes acts and entries of a day that is over. Its head stays. */
  abstract removeDay(day: ClosedDay): Promise<void>;
}
