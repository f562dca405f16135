import type { Tried } from './deliveries.js';

/** What is posted: signed with each of the secrets. */
export interface Message {
  readonly id: string;
  readonly at: Date;
  /** JSON. */
  readonly payload: string;
  readonly secrets: readonly string[];
}

/** Whoever is posted to. */
export abstract class Receivers {
  /** Posts once, as Standard Webhooks says; what fails is told, never thrown. Any status of 2xx is a success. */
  abstract post(url: string, message: Message): Promise<Tried>;
}
