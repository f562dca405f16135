import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Proof } from '../domain/answer.js';
import type { Action, QueuedEntry, RegistryEntry } from '../domain/entry.js';

/** An export that this process writes while it holds the lease. */
export interface TakenExport {
  readonly number: number;
  readonly createdAt: Date;
  /** Token that proves ownership of the lease. */
  readonly owner: string;
  /** Entries in the order of their versions, the same for every attempt. */
  readonly entries: readonly { readonly versionId: number; readonly action: Action }[];
}

/** Numbers of entries that are in no file yet. */
export interface WaitingEntries {
  /** Entries that can be exported, without those of exports in progress. */
  readonly pending: number;
  /** Entries without an operator identifier that the registry accepts. */
  readonly operatorIdentifier: number;
}

/** A change of an entry, with the product identifier for the audit trail. */
export interface EntryChange {
  readonly from: RegistryEntry;
  readonly to: RegistryEntry;
  readonly upi: string | null;
}

/**
 * Entries for the EU registry, one for each published version. Inside `Transactions.write`, reading an entry locks it.
 */
export abstract class RegistryEntries {
  /**
   * Stores new entries as pending. They replace older entries of the same passports whose export has not started. Only
   * inside `Transactions.write`.
   */
  abstract queue(entries: readonly QueuedEntry[]): Promise<void>;

  /** IDs of published versions without an entry, after this ID (0 for all), at most `count`. Locks the rows. */
  abstract unqueued(afterId: number, count: number): Promise<readonly number[]>;

  /**
   * Sets rejected entries of published versions to pending again: those after this ID (0 for all), at most `count`.
   * Returns their IDs. Only inside `Transactions.write`.
   */
  abstract requeueRejected(afterId: number, count: number): Promise<readonly number[]>;

  /**
   * Leases an export: the oldest one whose process died, else a new one with the oldest pending entries of public
   * versions. Undefined if nothing is left. Only inside `Transactions.write`.
   */
  abstract take(most: number, leaseMs: number, at: Date): Promise<TakenExport | undefined>;

  /**
   * Marks the entries of an export as exported. Returns false and changes nothing if another process now holds the
   * lease. Only inside `Transactions.write`.
   */
  abstract finish(taken: TakenExport, at: Date): Promise<boolean>;

  abstract waiting(): Promise<WaitingEntries>;

  /** A filter on `passport_id` is evaluated through the versions of that passport. */
  abstract search(criteria: Criteria): Promise<Page<RegistryEntry>>;

  /** All entries with these product keys. */
  abstract ofProducts(products: readonly number[]): Promise<readonly RegistryEntry[]>;

  /** All entries of these passports, by version. */
  abstract ofPassports(passportIds: readonly number[]): Promise<readonly RegistryEntry[]>;

  /** Stores the changes and records them in the audit trail. Only inside `Transactions.write`. */
  abstract change(changes: readonly EntryChange[]): Promise<void>;

  abstract has(id: number): Promise<boolean>;

  abstract proof(id: number): Promise<Proof | undefined>;

  /** IDs of the entries, among these, that have a proof. */
  abstract withProof(ids: readonly number[]): Promise<ReadonlySet<number>>;

  /**
   * Stores the proof of an entry. Replaces an earlier proof and cancels the entry's reminder. Only inside
   * `Transactions.write`.
   */
  abstract putProof(id: number, proof: Proof): Promise<void>;

  /**
   * Schedules a reminder of the proof of an entry, unless the proof is stored by then. Only inside
   * `Transactions.write`.
   */
  abstract remindAt(id: number, at: Date): Promise<void>;

  /** Entries whose reminder is due, at most `count`. */
  abstract due(at: Date, count: number): Promise<readonly RegistryEntry[]>;

  /** Records the reminders in the audit trail and clears them. Only inside `Transactions.write`. */
  abstract reminded(
    entries: readonly { readonly entry: RegistryEntry; readonly upi: string }[],
    at: Date,
  ): Promise<void>;
}
