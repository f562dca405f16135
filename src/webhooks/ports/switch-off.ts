/** Ends a webhook that can't be told any more. */
export abstract class SwitchOff {
  /**
   * `gone`: it said so; `failing`: for three days; `owner`: its owner is deleted, inactive or unknown. Told in the log, the
   * audit trail and the metrics, where it was on.
   */
  abstract run(webhookId: number, why: 'gone' | 'failing' | 'owner'): Promise<void>;
}
