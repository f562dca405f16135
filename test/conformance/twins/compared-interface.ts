import type { Operation } from '../../../libs/operations/index.js';
import type { Reply } from '../../support/send.js';
import type { Ask, Json } from '../crawl/crawler.js';
import type { FoundOperation } from './routes.js';
import type { Side } from './side.js';

/** What is sent over REST and can't be said through another interface; the message says why. */
export class Unsayable extends Error {}

/** A call that REST of one twin has answered, as it is to be made of the other one. */
export interface TwinCall extends FoundOperation {
  readonly ask: Ask;
  /** Below `/V1/`, as it is written. */
  readonly path: string;
  /** Behind the `?`, as it is written. */
  readonly query: string;
  /** The code of a store view in the path. */
  readonly store: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: string | undefined;
  /** What REST answered. */
  readonly rest: Reply;
}

/** What a call was answered, beside what REST's answer makes one expect: both in the same words. */
export interface Compared {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly isRefused: boolean;
  /** The answer as REST tells it: what is kept of it. */
  readonly json: Json;
  /** How it was asked, for people. */
  readonly asked: string;
}

/** Another way to ask than REST. */
export interface ComparedInterface {
  /** What the operation is called there; undefined where it isn't offered. */
  nameOf(operation: Operation): string | undefined;
  /** Whether there may be a form of such a request there; others are made over REST. */
  takes(ask: Ask): boolean;
  /** Throws `Unsayable` before anything is sent. */
  call(call: TwinCall, side: Side): Promise<Compared>;
}

const JSON_TYPE = 'application/json';

/** Whether its headers say no more than that it is JSON, and under which key it is done once. */
export const isPlainJson = ({ headers = {}, body }: Ask): boolean =>
  !Buffer.isBuffer(body) &&
  Object.entries(headers).every(([name, value]) =>
    name === 'content-type' ? value === JSON_TYPE : name === 'idempotency-key',
  );
