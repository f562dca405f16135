/** Position in a trace. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

type SpanAttributes = Readonly<Record<string, string | number>>;

interface SpanDetails {
  /** `server`: handles a client's request; `client`: waits for another server. */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** An open span; must be ended once. */
export interface OpenSpan {
  readonly context: SpanContext;
  /** Runs `work`; spans that start in it become children of this span. */
  within<T>(work: () => T): T;
  /** Adds details that were unknown at the start. */
  tell(details: { readonly name?: string; readonly attributes?: SpanAttributes }): void;
  /** Ends the span; `error`: why the work failed. */
  end(error?: unknown): void;
}

/** Writes traces (metrics.md, "Traces"). */
export interface Tracer {
  /** Starts a span below the current one, or below the one in these request headers. */
  begin(name: string, details: SpanDetails, parent?: Readonly<Record<string, unknown>>): OpenSpan;
  /** The current span. */
  context(): SpanContext | undefined;
  /** Headers that make a request to another server part of the trace. */
  headers(): Readonly<Record<string, string>>;
}

/** One per process, because a trace spans all its code; undefined unless the operator enabled tracing. */
let tracer: Tracer | undefined;

export const traceBy = (given: Tracer | undefined): void => {
  tracer = given;
};

export const isTraced = (): boolean => tracer !== undefined;

/** Starts a span; undefined if tracing is disabled. */
export const beginSpan = (
  name: string,
  details: SpanDetails = {},
  parent?: Readonly<Record<string, unknown>>,
): OpenSpan | undefined => tracer?.begin(name, details, parent);

/** The current span; undefined if tracing is disabled. */
export const currentSpan = (): SpanContext | undefined => tracer?.context();

/** Headers that make a request to another server part of the trace; empty if tracing is disabled. */
export const traceHeaders = (): Readonly<Record<string, string>> => tracer?.headers() ?? {};

/** Runs `work` in a span with this name; an error is recorded in the span. */
export const inSpan = <T>(name: string, work: () => T, details: SpanDetails = {}): T => {
  if (!tracer) return work();
  const span = tracer.begin(name, details);
  return ended(span, () => span.within(work));
};

/** Like `inSpan`, but only if `work` is asynchronous. Synchronous work creates no span. */
export const inSpanIfWaiting = <T>(name: string, work: () => T, details: SpanDetails = {}): T => {
  if (!tracer) return work();
  const span = tracer.begin(name, details);
  const result = span.within(work);
  return result instanceof Promise ? ended(span, () => result as T) : result;
};

const ended = <T>(span: OpenSpan, work: () => T): T => {
  let result: T;
  try {
    result = work();
  } catch (error) {
    span.end(error);
    throw error;
  }
  if (!(result instanceof Promise)) {
    span.end();
    return result;
  }
  result.then(
    () => span.end(),
    (error: unknown) => span.end(error),
  );
  return result;
};
