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

/** What is told each time. */
type SingleEvent =
  | 'account_created'
  | 'account_changed'
  | 'account_deleted'
  | 'password_changed'
  | 'password_lost'
  | 'token_rotated'
  | 'token_revoked'
  | 'token_lost';

type RepeatedEvent = (typeof REPEATED_EVENTS)[number];
export type SecurityEventName = RepeatedEvent | SingleEvent;

/** What is told of an event beside who and from where. Never a secret, nor a name that somebody has typed to sign in. */
export interface SecurityDetails {
  /** `admin:5`, `role:2`, `integration:3`, `customer:9`: on whom it acts. */
  readonly account?: string;
  /** The names of the fields that a write sent. */
  readonly fields?: readonly string[];
  readonly right?: string;
}

/** Where it is told that somebody was refused, or that accounts were changed. */
export abstract class SecurityEvents {
  /**
   * Tells of an event of the request under way, or of the operator's. Behind the write that it is about: where a
   * transaction is still open around it, a change is told once that is stored, and a refusal at once.
   */
  abstract note(event: SecurityEventName, details?: SecurityDetails): void;
}
