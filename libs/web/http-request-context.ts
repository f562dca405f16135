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

  /** The store view of paths without a code: the default one of the default website. */
  abstract standard(): Promise<StoreView>;
}

/** Header that reports an ignored write, whose source_version is below the stored one. */
export const OUTDATED_HEADER = 'X-Outdated';

/** A call with an Idempotency-Key (wire.md, "Sending again"). */
interface SentCall {
  readonly call: NamedCall;
  /**
   * The call with its URL but without the query, for handlers that decide themselves which query parameters identify a
   * call.
   */
  readonly pathCall: NamedCall;
}

/** The names of an operation and an interface (metrics.md, "Requests"). */
export interface ServedCall {
  readonly operation: string;
  readonly interfaceName: string;
}

/** The state of a request. Stored on the request object, so that no provider needs to be request-scoped. */
export class HttpRequestContext implements RequestContext {
  /** The caller, set by the guard; undefined for an anonymous caller. */
  caller: Caller | undefined;
  /** Whether the caller was authenticated by a browser session. */
  isStaffPage = false;
  /** The parsed JSON body; undefined if there is none or it was not read. */
  body: unknown;
  /** Whether the response is JSON; false for bytes, pages and responses of other libraries. */
  json = false;
  /** Converts a response before it is serialized as JSON. */
  form: (answer: unknown) => unknown = (answer) => answer;
  /** Whether the response is a record with an ETag. */
  tagged = false;
  /** Whether the write was outdated, which the header X-Outdated reports. */
  outdated = false;
  /** The registered path of the route, once it is known. */
  route: string | undefined;
  /** Operation and interface for metrics and traces; undefined until a route is found. */
  served: ServedCall | undefined;
  /** The store view named in the path; undefined without a code. */
  store: StoreView | undefined;
  /** The request's deadline; that of a price question until the route is known. */
  readonly deadline: Deadline;
  /** The idempotency key; undefined without one, and where it has no effect. */
  sent: SentCall | undefined;
  /** Undefined if the request does not ask for timings. */
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

  /** Hash of the parts of the body that a handler reads itself. */
  get streamed(): Hash {
    this.hash ??= createHash('sha256');
    return this.hash;
  }

  get streamedDigest(): string {
    if (!this.hash) throw new Error('a handler that reads its body itself did not add it to the hash');
    return this.hash.copy().digest('hex');
  }

  /** The store view of the request: the named one, or the default one (wire.md §1). */
  storeView(): StoreView | Promise<StoreView> {
    return this.store ?? this.storeViews.standard();
  }

  /** The store view with this code, including `all`; undefined if there is none. */
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
  if (!found) throw new Error('the request did not pass through the request pipeline');
  return found;
};

/** For code that may also handle requests of other servers. */
export const requestContextIfAny = (request: Request): HttpRequestContext | undefined =>
  (request as Carrier)[REQUEST_CONTEXT];

/**
 * Hash for the bytes that a handler reads itself, so that another body is another call; undefined without an
 * idempotency key.
 */
export const streamed = (request: Request): Hash | undefined => {
  const requestContext = requestContextIfAny(request);
  return requestContext?.sent && requestContext.streamed;
};
