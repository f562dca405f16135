/** Secrets by which deliveries are signed. */
export abstract class WebhookSecrets {
  /** Those in force now, the newest first; none before the first was made. */
  abstract find(webhookId: number, now: number): Promise<readonly string[]>;

  /**
   * Creates a new secret and lets the old ones expire at this time (milliseconds since 1970); in the ambient write
   * transaction.
   */
  abstract create(webhookId: number, formerEnd: number): Promise<string>;

  /** Revokes all secrets at once, in the ambient write transaction. */
  abstract end(webhookId: number): Promise<void>;
}
