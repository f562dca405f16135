import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Origin, SpanContext } from '../kernel/index.js';
import { clientAddress, isTrustedProxy } from './http/client-address.js';
import type { Caller } from '../operations/index.js';

const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const FIRST_VERSION = /^00-.{52}$/;

/** The parent span that a caller names. */
interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
}

/** Parses a W3C `traceparent` header (metrics.md, "Traces"). Undefined if it is invalid; it is then ignored. */
export const traceParent = (header: unknown): TraceParent | undefined => {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const [, traceId, spanId] = TRACE_PARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  // Version 00 has exactly four fields; later versions may add some.
  if (text.startsWith('00-') && !FIRST_VERSION.test(text)) return undefined;
  return { traceId, spanId };
};

const ID = Symbol('request id');
const TRACE = Symbol('trace id');

interface RequestIds {
  readonly own: string;
  /** The ID sent by the caller. */
  readonly sent: string | undefined;
}

interface Carrier {
  [ID]?: RequestIds;
  [TRACE]?: SpanContext;
}

/** Sets the request IDs assigned by Kontor and sent by the caller. */
export const nameRequest = (request: IncomingMessage, ids: RequestIds): void => {
  (request as IncomingMessage & Carrier)[ID] = ids;
};

export const traceRequest = (request: IncomingMessage, context: SpanContext): void => {
  (request as IncomingMessage & Carrier)[TRACE] = context;
};

/** Trace position for log lines: the request's own span, or else the trace named by the caller. */
export const traceContext = (request: IncomingMessage): Partial<SpanContext> => {
  const own = (request as IncomingMessage & Carrier)[TRACE];
  if (own) return own;
  const traceId = sentTraceId(request);
  return traceId === undefined ? {} : { traceId };
};

const sentTraceId = (request: IncomingMessage): string | undefined => {
  const header = request.headers['traceparent'];
  return header === undefined ? undefined : traceParent(header)?.traceId;
};

/** Details of a request that become known while it is processed. */
interface Found {
  readonly caller: Caller | undefined;
  readonly route: string | undefined;
  readonly isStaffPage: boolean;
}

/** The origin of a request, determined on first use, because few requests need it. */
export class RequestOrigin implements Origin {
  constructor(
    private readonly request: Request,
    private readonly found: Found,
  ) {}

  get address(): string {
    return clientAddress(this.request);
  }

  get isProxy(): boolean {
    return isTrustedProxy(this.request);
  }

  get requestId(): string | undefined {
    return (this.request as Request & Carrier)[ID]?.own;
  }

  get sentRequestId(): string | undefined {
    return (this.request as Request & Carrier)[ID]?.sent;
  }

  get sentTraceId(): string | undefined {
    return sentTraceId(this.request);
  }

  get traceId(): string | undefined {
    return traceContext(this.request).traceId;
  }

  get caller(): string | undefined {
    const { caller } = this.found;
    return caller && `${caller.kind}:${caller.id}`;
  }

  get isStaffPage(): boolean {
    return this.found.isStaffPage;
  }

  get operation(): string {
    return `${this.request.method} ${this.found.route ?? 'of no route'}`;
  }
}
