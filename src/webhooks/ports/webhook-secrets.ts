/** A webhook and its owner. */
export interface SecretHolder {
  readonly id: number;
  readonly owner: string | null;
}

/** Secrets for signing deliveries. */
export abstract class WebhookSecrets {
  /** The current secrets, newest first; empty before the first one is created. */
  abstract find(webhookId: number, now: number): Promise<readonly string[]>;

  /**
   * Creates a new secret for the webhook's current owner and lets the old ones expire at this time (milliseconds since
   * 1970). Runs in the ambient write transaction.
   */
  abstract create(webhook: SecretHolder, formerEnd: number): Promise<string>;

  /** Revokes the secrets that were created for another owner immediately. Runs in the ambient write transaction. */
  abstract endOfOthers(webhook: SecretHolder): Promise<void>;
}
