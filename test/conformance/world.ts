import type { Resources } from '../../libs/records/index.js';
import { type Reply, send, type Sent } from '../support/send.js';
import type { Overrides } from './samples.js';

/** A running application, and tokens for it. */
export interface World {
  readonly base: string;
  /** Token with all rights. */
  readonly root: string;
  readonly aclVendor: string;
  readonly pageSizeMax: number;
  readonly resources: Resources;
  /** Valid values that do not follow from a declaration. */
  readonly overrides: Overrides;
  /** Token of an administrator or integration with exactly these rights. */
  token(...rights: readonly string[]): Promise<string>;
  /** Token of a customer. */
  customer(): Promise<string>;
}

export type Json = Readonly<Record<string, unknown>>;

/** Sends a request with all rights. */
export const ask = (world: World, sent: Sent): Promise<Reply> => send(world.base, { token: world.root, ...sent });

/** Same as `ask`, but the request must succeed. */
export const good = async (world: World, sent: Sent): Promise<Reply['json']> => {
  const reply = await ask(world, sent);
  if (reply.status >= 300) {
    throw new Error(
      `${sent.method ?? 'GET'} ${sent.path}: ${reply.status} ${reply.text}; sent ${JSON.stringify(sent.body)}`,
    );
  }
  return reply.json;
};
