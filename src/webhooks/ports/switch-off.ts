/** Deactivates a webhook whose receiver does not work. */
export abstract class SwitchOff {
  /** `gone`: the receiver returned 410; `failing`: for three days. Recorded in the log and the audit trail. */
  abstract run(webhookId: number, why: 'gone' | 'failing'): Promise<void>;
}
