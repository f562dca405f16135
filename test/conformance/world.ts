import type { Resources } from '../../libs/records/index.js';
import { type Reply, send, type Sent } from '../support/send.js';
import type { Overrides } from './samples.js';

/** An application that listens, and who may call it. */
export interface World {
  readonly base: string;
  /** Of somebody who has every right. */
  readonly root: string;
  readonly aclVendor: string;
  readonly pageSizeMax: number;
  readonly resources: Resources;
  /** What a declaration can't tell of good values. */
  readonly overrides: Overrides;
  /** Of an administrator or integration with exactly these rights. */
  token(...rights: readonly string[]): Promise<string>;
  /** Of a customer. */
  customer(): Promise<string>;
}

export type Json = Readonly<Record<string, unknown>>;

/** A request with every right. */
export const ask = (world: World, sent: Sent): Promise<Reply> => send(world.base, { token: world.root, ...sent });

/** The same, which must succeed. */
export const good = async (world: World, sent: Sent): Promise<Reply['json']> => {
  const reply = await ask(world, sent);
  if (reply.status >= 300) {
    throw new Error(
      `${sent.method ?? 'GET'} ${sent.path}: ${reply.status} ${reply.text}; sent ${JSON.stringify(sent.body)}`,
    );
  }
  return reply.json;
};
