import type { Caller } from '../operations/index.js';
import type { WireSettings } from '../web/index.js';

/** The input of an operation in the form of REST, whichever interface received it. */
export interface Sent {
  /** Variables of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The result of `parseQuery`: criteria are `search_criteria` with parts in snake_case. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The decoded JSON, its wrapper included; of a bulk call the rows alone. */
  readonly body: unknown;
}

/** The caller, and the limits for reading the input. */
export interface Sender {
  readonly caller: Caller | undefined;
  readonly settings: WireSettings;
}
