/** What happens again and again and is told with a count (operations.md, "Logs"). */
export const REPEATED_EVENTS = [
  'sign_in_refused',
  'signature_refused',
  'locked_out',
  'right_missing',
  'too_many_requests',
  'customer_password_changed',
  'tokens_ended',
] as const;

/** What is told to the audit trail alone, since no log is read for it: who has read or taken away what (audit.md, "Events"). */
export const READ_EVENTS = ['restricted_read', 'document_downloaded', 'data_exported'] as const;

/** What is told each time. */
export const SINGLE_EVENTS = [
  'account_created',
  'account_changed',
  'account_deleted',
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

/** An event as the audit trail keeps it, with others of its quarter hour. */
export interface NotedEvent {
  readonly event: SecurityEventName;
  /** `admin:5`, `nobody`, `command`. */
  readonly caller: string;
  readonly address: string | undefined;
  readonly operation: string | undefined;
  /** `document:7`, `_Pricing::manage`, `admin:5`. */
  readonly subject: string | undefined;
}

/** What is told of an event beside who and from where. Never a secret, nor a name that somebody has typed to sign in. */
export interface SecurityDetails {
  /** `admin:5`, `role:2`, `integration:3`, `customer:9`: on whom it acts. */
  readonly account?: string;
  /** The names of the fields that a write sent. */
  readonly fields?: readonly string[];
  readonly right?: string;
  /** What was read or taken away: `document:7`. */
  readonly subject?: string;
  /** Of the bytes of a file, with the name of what a scanner found in them. */
  readonly sha256?: string;
  readonly found?: string;
}

/** Where it is told that somebody was refused, or that accounts were changed. */
export abstract class SecurityEvents {
  /**
   * Tells of an event of the request under way, or of the operator's. Behind the write that it is about: where a
   * transaction is still open around it, a change is told once that is stored, and a refusal at once.
   */
  abstract note(event: SecurityEventName, details?: SecurityDetails): void;

  /** Tells this of all that happens again and again, or is only read, as it happens. */
  abstract listen(listener: (event: NotedEvent) => void): void;
}
