import type { Caller } from '../operations/index.js';
import type { WireSettings } from '../web/index.js';

/** What somebody has sent to an operation, told as REST tells it, whichever interface it came by. */
export interface Sent {
  /** Variables of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** As `parseQuery` gives it: criteria are `search_criteria` with parts in snake_case. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The decoded JSON, its wrapper included; of a bulk call the rows alone. */
  readonly body: unknown;
}

/** By whom, and under which limits it is read. */
export interface Sender {
  readonly caller: Caller | undefined;
  readonly settings: WireSettings;
}
