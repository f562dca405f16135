/** What became of a record, or what was done to it: `password_changed`, `published`. At most 32 characters. */
export type AuditAction = 'created' | 'updated' | 'deleted' | (string & {});

/** A value before and after, as it is told on the wire; null for none. */
export type ChangedValue = readonly [before: unknown, after: unknown];

/** What a transaction has changed of one record (audit.md, "What an entry says"). */
export interface AuditedChange {
  /** The resource's name: `customerPrice`. */
  readonly resource: string;
  /** Null where the record has no number. */
  readonly id: number | null;
  /** By which people name the record: its business key, or the caller's own key; never personal. */
  readonly key?: string | null;
  readonly action: AuditAction;
  /** By the names of the wire; never a secret. */
  readonly changes?: Readonly<Record<string, ChangedValue>>;
  /** The same of what tells of a person: it lies beside the chain of hashes, and can be erased. */
  readonly personal?: Readonly<Record<string, ChangedValue>>;
  /** The version that the record's source gave it. */
  readonly sourceVersion?: number | null;
  /** The resource whose deletion took this record along, or emptied its reference. */
  readonly cause?: string;
}

/** What was entered of one record. */
export interface EnteredChange {
  /** Its place in the transaction, from 1 on. */
  readonly position: number;
  readonly id: number | null;
  readonly key: string | null;
  readonly sourceVersion: number | null;
  readonly cause: string | null;
  /** Personal values among them; those that are erased are absent. */
  readonly changes: Readonly<Record<string, ChangedValue>>;
}

/** Who changed what (audit.md): entries that stand in the transaction that makes the change, and stay. */
export abstract class AuditTrail {
  /**
   * Enters what the ambient write transaction changes. Taken back with the call of `write` around it. Outside a write
   * transaction this is a bug. Declared records are entered by whoever stores them; this is for everything else.
   */
  abstract enter(changes: readonly AuditedChange[]): Promise<void>;

  /**
   * What the ambient write transaction changes during this work is entered as an erasure: a deleted record is `erased`,
   * and nothing stands there that it said, no key and no personal value of others (privacy.md, "The trail").
   */
  abstract erasing<T>(work: () => Promise<T>): Promise<T>;
}
