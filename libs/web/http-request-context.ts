import { createHash, type Hash } from 'node:crypto';
import type { Request } from 'express';
import {
  Deadline,
  type IdempotencyStore,
  type NamedCall,
  type Origin,
  type RequestContext,
  type Timings,
} from '../kernel/index.js';
import { type Caller, ALL_STORES, type StoreView } from '../operations/index.js';
import type { IncomingBodies } from './http/incoming-bodies.js';
import { RequestOrigin } from './request-origin.js';
import type { WireSettings } from './settings.js';

/** The store views of the shop; implemented by `commerce`. */
export abstract class StoreViews {
  /** The store view with exactly this code; undefined if it does not exist. Never called with `all`. */
  abstract byCode(code: string): Promise<StoreView | undefined>;

  /** The one of a path without a code: the default store view of the default website. */
  abstract standard(): Promise<StoreView>;
}

/** Reports a write that was ignored, because its source_version is below the stored one. */
export const OUTDATED_HEADER = 'X-Outdated';

/** A call as its sender has named it by an Idempotency-Key (wire.md, "Sending again"). */
interface SentCall {
  readonly call: NamedCall;
  /** The URL without its query, for a handler that decides itself which parts of the query make another call. */
  readonly pathCall: NamedCall;
}

/** A declared operation and an interface, by their names (metrics.md, "Requests"). */
export interface ServedCall {
  readonly operation: string;
  readonly interfaceName: string;
}

/** The state of one request. Stored on the request itself, so that no provider is request-scoped. */
export class HttpRequestContext implements RequestContext {
  /** The caller; set by the guard, undefined for an anonymous caller. */
  caller: Caller | undefined;
  /** Whether the caller was found by the session of a browser. */
  isStaffPage = false;
  /** The decoded JSON body; undefined where none was sent or read. */
  body: unknown;
  /** Whether the answer is JSON: false for bytes, pages and whatever another library answers. */
  json = false;
  /** Changes an answer before it is written as JSON. */
  form: (answer: unknown) => unknown = (answer) => answer;
  /** Whether the answer is a record with an ETag. */
  tagged = false;
  /** Whether the write of the request was outdated, which the header X-Outdated reports. */
  outdated = false;
  /** The path of the route as registered, once it is known. */
  route: string | undefined;
  /** Operation and interface for metrics and traces; undefined until a route is found. */
  served: ServedCall | undefined;
  /** The store view that the path names; undefined without a code. */
  store: StoreView | undefined;
  /** Until when it must be done: a quote's until the route is known. */
  readonly deadline: Deadline;
  /** Undefined without a key, and where it says nothing. */
  sent: SentCall | undefined;
  /** Timings; undefined if the request does not ask for them. */
  timings: Timings | undefined;
  private hash: Hash | undefined;
  private from: Origin | undefined;

  constructor(
    private readonly request: Request,
    readonly settings: WireSettings,
    private readonly storeViews: StoreViews,
    readonly bodies: IncomingBodies,
    readonly idempotencyStore: IdempotencyStore,
  ) {
    this.deadline = new Deadline('quote', settings.deadlines.quote);
  }

  /** The origin of the request, computed on demand. */
  get origin(): Origin {
    this.from ??= new RequestOrigin(this.request, this);
    return this.from;
  }

  /** For parts of the body that a handler reads itself. */
  get streamed(): Hash {
    this.hash ??= createHash('sha256');
    return this.hash;
  }

  get streamedDigest(): string {
    if (!this.hash) throw new Error('a handler that reads its body by itself has told nothing of what it read');
    return this.hash.copy().digest('hex');
  }

  /** The store view of the request: the named one, else the default one (wire.md §1). */
  storeView(): StoreView | Promise<StoreView> {
    return this.store ?? this.storeViews.standard();
  }

  /** The store view with this code, `all` among them; undefined if there is none. */
  async storeByCode(code: string): Promise<StoreView | undefined> {
    return code === ALL_STORES.code ? ALL_STORES : this.storeViews.byCode(code);
  }
}

const REQUEST_CONTEXT = Symbol('http-request-context');

interface Carrier {
  [REQUEST_CONTEXT]?: HttpRequestContext;
}

export const attach = (request: Request, requestContext: HttpRequestContext): void => {
  (request as Carrier)[REQUEST_CONTEXT] = requestContext;
};

export const requestContextOf = (request: Request): HttpRequestContext => {
  const found = (request as Carrier)[REQUEST_CONTEXT];
  if (!found) throw new Error('a request that did not come through the entrance of the wire');
  return found;
};

/** For what may also see requests of other servers. */
export const requestContextIfAny = (request: Request): HttpRequestContext | undefined =>
  (request as Carrier)[REQUEST_CONTEXT];

/** Hashes what a handler reads itself, so that a different body makes a different call; undefined without a key. */
export const streamed = (request: Request): Hash | undefined => {
  const requestContext = requestContextIfAny(request);
  return requestContext?.sent && requestContext.streamed;
};
