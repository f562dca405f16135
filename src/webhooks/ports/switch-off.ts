/** Ends a webhook that can't be told any more. */
export abstract class SwitchOff {
  /** `gone`: it said so; `failing`: for three days. Told in the log and the audit trail, where it was on. */
  abstract run(webhookId: number, why: 'gone' | 'failing'): Promise<void>;
}
