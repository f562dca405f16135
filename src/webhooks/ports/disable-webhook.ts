/** Deactivates a webhook whose receiver does not work. */
export abstract class DisableWebhook {
  /**
   * `gone`: the receiver returned 410; `failing`: for three days; `owner`: the owner was deleted, deactivated or is
   * unknown. Recorded in the log, the audit trail and the metrics if the webhook was active.
   */
  abstract run(webhookId: number, why: 'gone' | 'failing' | 'owner'): Promise<void>;
}
