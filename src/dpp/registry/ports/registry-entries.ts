import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Proof } from '../domain/answer.js';
import type { Action, QueuedEntry, RegistryEntry } from '../domain/entry.js';

/** An export that one process writes, as long as it has the lease. */
export interface TakenExport {
  readonly number: number;
  readonly createdAt: Date;
  /** Proves the lease. */
  readonly owner: string;
  /** In the order of their versions; the same for every attempt. */
  readonly entries: readonly { readonly versionId: number; readonly action: Action }[];
}

/** Entries that no file contains yet. */
export interface WaitingEntries {
  /** Exportable ones, without those of exports in progress. */
  readonly pending: number;
  /** Without an operator identifier that the registry accepts. */
  readonly operatorIdentifier: number;
}

/** A change of an entry, with its identifier for the audit trail. */
export interface EntryChange {
  readonly from: RegistryEntry;
  readonly to: RegistryEntry;
  readonly upi: string | null;
}

/** Entries for the EU registry: one for each published version. Inside `Transactions.write`, reading an entry locks it. */
export abstract class RegistryEntries {
  /**
   * Stores new entries as pending. Replaces older entries of their passports that nobody has started to export. Only
   * inside `Transactions.write`.
   */
  abstract queue(entries: readonly QueuedEntry[]): Promise<void>;

  /** IDs of published versions without an entry, after this ID (0: from the start), at most `count`; locked. */
  abstract unqueued(afterId: number, count: number): Promise<readonly number[]>;

  /**
   * Rejected entries of published versions after this ID (0: from the start), at most `count`, become pending again.
   * Returns their IDs. Only inside `Transactions.write`.
   */
  abstract requeueRejected(afterId: number, count: number): Promise<readonly number[]>;

  /**
   * Takes the oldest export whose process died, else a new one of the oldest pending entries of public versions, under
   * a lease. Undefined if nothing is left. Only inside `Transactions.write`.
   */
  abstract take(most: number, leaseMs: number, at: Date): Promise<TakenExport | undefined>;

  /**
   * Marks the entries of an export as exported. False, without any change, if another process has the lease by now.
   * Only inside `Transactions.write`.
   */
  abstract finish(taken: TakenExport, at: Date): Promise<boolean>;

  abstract waiting(): Promise<WaitingEntries>;

  /** A filter on `passport_id` is answered by the versions of that passport. */
  abstract search(criteria: Criteria): Promise<Page<RegistryEntry>>;

  /** All entries with these keys of identifiers. */
  abstract ofProducts(products: readonly number[]): Promise<readonly RegistryEntry[]>;

  /** All entries of these passports by version. */
  abstract ofPassports(passportIds: readonly number[]): Promise<readonly RegistryEntry[]>;

  /** Enters the changes into the audit trail. Only inside `Transactions.write`. */
  abstract change(changes: readonly EntryChange[]): Promise<void>;

  abstract has(id: number): Promise<boolean>;

  abstract proof(id: number): Promise<Proof | undefined>;

  /** Those of these entries with a proof. */
  abstract withProof(ids: readonly number[]): Promise<ReadonlySet<number>>;

  /** Replaces an earlier proof, and ends its reminder. Only inside `Transactions.write`. */
  abstract putProof(id: number, proof: Proof): Promise<void>;

  /** Reminds of a proof at a time, unless it is stored by then. Only inside `Transactions.write`. */
  abstract remindAt(id: number, at: Date): Promise<void>;

  /** Entries whose reminder is due, at most `count`. */
  abstract due(at: Date, count: number): Promise<readonly RegistryEntry[]>;

  /** Enters the reminders into the audit trail, and ends them. Only inside `Transactions.write`. */
  abstract reminded(
    entries: readonly { readonly entry: RegistryEntry; readonly upi: string }[],
    at: Date,
  ): Promise<void>;
}
