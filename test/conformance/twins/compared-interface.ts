import type { Operation } from '../../../libs/operations/index.js';
import type { Reply } from '../../support/send.js';
import type { Ask, Json } from '../crawl/crawler.js';
import type { FoundOperation } from './routes.js';
import type { Side } from './side.js';

/** A REST request that another interface cannot express. The message gives the reason. */
export class Unsayable extends Error {}

/** A call that one twin has answered over REST, to be made to the other one. */
export interface TwinCall extends FoundOperation {
  readonly ask: Ask;
  /** Path below `/V1/`, as sent. */
  readonly path: string;
  /** Query string without `?`, as sent. */
  readonly query: string;
  /** Code of the store view in the path. */
  readonly store: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: string | undefined;
  /** The response of REST. */
  readonly rest: Reply;
}

/** The result of a call and the result expected from REST's response, both in the same form. */
export interface Compared {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly isRefused: boolean;
  /** The response in the form of REST, from which values are stored. */
  readonly json: Json;
  /** A readable form of the request. */
  readonly asked: string;
}

/** An interface other than REST. */
export interface ComparedInterface {
  /** Name of the operation in this interface; undefined if it does not have it. */
  nameOf(operation: Operation): string | undefined;
  /** Whether the interface may be able to express the request. Others are sent over REST. */
  takes(ask: Ask): boolean;
  /** Throws `Unsayable` before anything is sent. */
  call(call: TwinCall, side: Side): Promise<Compared>;
}

const JSON_TYPE = 'application/json';

/** True if the request has no headers other than those for JSON and the idempotency key. */
export const isPlainJson = ({ headers = {}, body }: Ask): boolean =>
  !Buffer.isBuffer(body) &&
  Object.entries(headers).every(([name, value]) =>
    name === 'content-type' ? value === JSON_TYPE : name === 'idempotency-key',
  );
