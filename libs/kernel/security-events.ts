/** Frequent events, which are logged with a count (operations.md, "Logs"). */
export const REPEATED_EVENTS = [
  'sign_in_refused',
  'signature_refused',
  'locked_out',
  'right_missing',
  'too_many_requests',
  'customer_password_changed',
  'tokens_ended',
] as const;

/** Read and download events, which are only recorded in the audit trail (audit.md, "Events"). */
export const READ_EVENTS = ['restricted_read', 'document_downloaded', 'data_exported'] as const;

/** Events that are logged individually. */
export const SINGLE_EVENTS = [
  'account_created',
  'account_changed',
  'account_deleted',
  'account_unlocked',
  'password_changed',
  'password_lost',
  'token_rotated',
  'token_revoked',
  'token_lost',
  'file_infected',
] as const;

type RepeatedEvent = (typeof REPEATED_EVENTS)[number];
type SingleEvent = (typeof SINGLE_EVENTS)[number];
export type SecurityEventName = RepeatedEvent | SingleEvent | (typeof READ_EVENTS)[number];

/** A security event for the audit trail, which aggregates events per quarter of an hour. */
export interface NotedEvent {
  readonly event: SecurityEventName;
  /** `admin:5`, `command`, `nobody` for anonymous callers. */
  readonly caller: string;
  readonly address: string | undefined;
  readonly operation: string | undefined;
  /** `document:7`, `_Pricing::manage`, `admin:5`. */
  readonly subject: string | undefined;
}

/**
 * Details of an event in addition to caller and address. Never contains a secret or a user name entered at sign-in.
 */
export interface SecurityDetails {
  /** The affected account: `admin:5`, `role:2`, `integration:3`, `customer:9`. */
  readonly account?: string;
  /** Names of the fields in a write request. */
  readonly fields?: readonly string[];
  readonly right?: string;
  /** The object that was read or revoked: `document:7`. */
  readonly subject?: string;
  /** SHA-256 of a file, and the name of the malware that a scanner found in it. */
  readonly sha256?: string;
  readonly found?: string;
}

/** Records refusals and account changes. */
export abstract class SecurityEvents {
  /**
   * Records an event of the current request or the operator. Call it after the write: in a transaction, a change is
   * recorded after the commit, a refusal immediately.
   */
  abstract note(event: SecurityEventName, details?: SecurityDetails): void;

  /** Calls the listener for each frequent or read-only event. */
  abstract listen(listener: (event: NotedEvent) => void): void;
}
