/** Secrets for signing deliveries. */
export abstract class WebhookSecrets {
  /** The current secrets, newest first; empty before the first one is created. */
  abstract find(webhookId: number, now: number): Promise<readonly string[]>;

  /**
   * Creates a new secret and lets the old ones expire at this time (milliseconds since 1970). Runs in the ambient
   * write transaction.
   */
  abstract create(webhookId: number, formerEnd: number): Promise<string>;

  /** Revokes all secrets immediately. Runs in the ambient write transaction. */
  abstract end(webhookId: number): Promise<void>;
}
