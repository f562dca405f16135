/** `password_changed`, `published` and others; at most 32 characters. */
type AuditAction = 'created' | 'updated' | 'deleted' | (string & {});

/** Values before and after a change in API format; null for none. */
export type ChangedValue = readonly [before: unknown, after: unknown];

/** Changes of one record within a transaction (audit.md, "Entries"). */
export interface AuditedChange {
  /** The resource's name: `customerPrice`. */
  readonly resource: string;
  /** Null if the record has no id. */
  readonly id: number | null;
  /** Readable key of the record: its business key or the caller's own key. Never personal data. */
  readonly key?: string | null;
  readonly action: AuditAction;
  /** Changed values by API field name; never secrets. */
  readonly changes?: Readonly<Record<string, ChangedValue>>;
  /** Changed personal values. They are stored outside of the hash chain and can be erased. */
  readonly personal?: Readonly<Record<string, ChangedValue>>;
  /** The `source_version` of the record. */
  readonly sourceVersion?: number | null;
  /** The resource whose deletion also deleted this record or cleared its reference. */
  readonly cause?: string;
}

/** The audit entry of one record. */
export interface EnteredChange {
  /** Position in the transaction, starting at 1. */
  readonly position: number;
  readonly id: number | null;
  readonly key: string | null;
  readonly sourceVersion: number | null;
  readonly cause: string | null;
  /** Includes personal values, except erased ones. */
  readonly changes: Readonly<Record<string, ChangedValue>>;
}

/** The audit trail (audit.md). Its entries are part of the transaction of the change. */
export abstract class AuditTrail {
  /**
   * Adds entries to the ambient write transaction; throws outside of one. They are rolled back with the surrounding
   * call of `write`. The record store adds the entries for declared records; this method is for all other changes.
   */
  abstract enter(changes: readonly AuditedChange[]): Promise<void>;

  /**
   * Records the changes made during `work` in the ambient write transaction as an erasure: a deleted record is
   * `erased`, and its entry contains no values, no key and no personal data of others (privacy.md, "The trail").
   */
  abstract erasing<T>(work: () => Promise<T>): Promise<T>;
}
