import type { Tried } from './deliveries.js';

/** The posted message, signed with each of the secrets. */
export interface Message {
  readonly id: string;
  readonly at: Date;
  /** JSON. */
  readonly payload: string;
  readonly secrets: readonly string[];
}

/** Receives deliveries. */
export abstract class Receivers {
  /**
   * Sends one delivery according to Standard Webhooks. Failures are returned, never thrown; any 2xx status is a
   * success.
   */
  abstract post(url: string, message: Message): Promise<Tried>;
}
