/** What happened to a record: `password_changed`, `published`. At most 32 characters. */
type AuditAction = 'created' | 'updated' | 'deleted' | (string & {});

/** A value before and after, in wire format; null for none. */
export type ChangedValue = readonly [before: unknown, after: unknown];

/** Changes of one record in a transaction (audit.md, "Entries"). */
export interface AuditedChange {
  /** The resource's name: `customerPrice`. */
  readonly resource: string;
  /** Null where the record has no number. */
  readonly id: number | null;
  /** Readable key of the record: its business key or the caller's own key; never personal data. */
  readonly key?: string | null;
  readonly action: AuditAction;
  /** Keyed by the field names of the API; never contains a secret. */
  readonly changes?: Readonly<Record<string, ChangedValue>>;
  /** The same for personal values, which are stored next to the hash chain and can be erased. */
  readonly personal?: Readonly<Record<string, ChangedValue>>;
  /** The version that the record's source gave it. */
  readonly sourceVersion?: number | null;
  /** The resource whose deletion took this record along, or emptied its reference. */
  readonly cause?: string;
}

/** The audit entry of one record. */
export interface EnteredChange {
  /** Position in the transaction, from 1. */
  readonly position: number;
  readonly id: number | null;
  readonly key: string | null;
  readonly sourceVersion: number | null;
  readonly cause: string | null;
  /** Personal values among them; those that are erased are absent. */
  readonly changes: Readonly<Record<string, ChangedValue>>;
}

/** The audit trail (audit.md): entries that are part of the transaction with the change. */
export abstract class AuditTrail {
  /**
   * Adds entries to the ambient write transaction. They are rolled back with the surrounding call of `write`. Outside
   * of a write transaction this is a bug. Declared records are entered by the code that stores them; this is for
   * everything else.
   */
  abstract enter(changes: readonly AuditedChange[]): Promise<void>;

  /**
   * Changes of the ambient write transaction during this work are entered as an erasure: a deleted record is `erased`,
   * and its entry contains no values, no key and no personal data of others (privacy.md, "The trail").
   */
  abstract erasing<T>(work: () => Promise<T>): Promise<T>;
}
