import type { Act, ChainEnd, Link } from '../domain/chain.js';

/** A completed day of the chain. */
export interface ClosedDay {
  readonly day: string;
  readonly firstNumber: number;
  readonly lastNumber: number;
  readonly acts: number;
  /** Hash of its last entry, from which the next day continues. */
  readonly head: string;
  /** When its entries were deleted; null while they exist. */
  readonly removedAt: string | null;
}

/** An entry with its position in the chain, and the actual state of its rows. */
export interface StoredAct extends Act, Link {
  readonly actual: {
    readonly entries: number;
    readonly digest: string;
    /** Whether any existing personal value does not match its digest in the chain. */
    readonly falsePersonal: boolean;
  };
}

/** The chain of the audit trail's acts, and its days. */
export abstract class AuditChain {
  /** The SHA-256 digest of a text in hexadecimal. */
  abstract digest(text: string): string;

  /** Whether any entry is not chained yet; read-only. */
  abstract isWaiting(): Promise<boolean>;

  /** Acquires the lease on the chain for this many milliseconds. One process at a time can hold it. */
  abstract acquire(ms: number): Promise<boolean>;

  abstract release(): Promise<void>;

  /**
   * Chains the next entries, up to a maximum number, as computed by `link`, and closes a completed day. Returns their
   * number and the closed day. Does nothing if another process has the lease.
   */
  abstract extend(
    most: number,
    link: (end: ChainEnd, acts: readonly Act[]) => readonly (Link & { readonly id: number })[],
  ): Promise<{ readonly count: number; readonly closed: ClosedDay | undefined }>;

  abstract end(): Promise<ChainEnd>;

  /** All completed days, oldest first. */
  abstract days(): Promise<readonly ClosedDay[]>;

  /** Entries of the chain after a number, in order, up to a maximum number. */
  abstract acts(after: number, most: number): Promise<readonly StoredAct[]>;

  /** Deletes the acts and entries of a completed day; its last hash remains. */
  abstract removeDay(day: ClosedDay): Promise<void>;
}
