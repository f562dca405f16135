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

/** Events that are only recorded in the audit trail: reads and downloads (audit.md, "Events"). */
export const READ_EVENTS = ['restricted_read', 'document_downloaded', 'data_exported'] as const;

/** Events that are logged each time. */
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

/** A security event in the audit trail, which groups events per quarter hour. */
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
 * The details of an event in addition to caller and address. Never a secret, nor a name that was entered for sign-in.
 */
export interface SecurityDetails {
  /** `admin:5`, `role:2`, `integration:3`, `customer:9`: the target of the event. */
  readonly account?: string;
  /** The names of the fields that a write sent. */
  readonly fields?: readonly string[];
  readonly right?: string;
  /** The object that was read or revoked: `document:7`. */
  readonly subject?: string;
  /** SHA-256 of a file and the name of what a scanner found in it. */
  readonly sha256?: string;
  readonly found?: string;
}

/** Records refusals and changes of accounts. */
export abstract class SecurityEvents {
  /**
   * Records an event of the current request or the operator. Call it after the write: if a transaction is open, a
   * change is recorded after its commit, and a refusal immediately.
   */
  abstract note(event: SecurityEventName, details?: SecurityDetails): void;

  /** Calls this for each frequent or read-only event. */
  abstract listen(listener: (event: NotedEvent) => void): void;
}
