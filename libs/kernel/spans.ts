/** Position of work in a trace. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

type SpanAttributes = Readonly<Record<string, string | number>>;

interface SpanDetails {
  /** `server`: a client waits for it; `client`: it waits for another server. */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** A span that is open; ended once. */
export interface OpenSpan {
  readonly context: SpanContext;
  /** Spans that start in `work` become its children. */
  within<T>(work: () => T): T;
  /** Adds details that are known only now. */
  tell(details: { readonly name?: string; readonly attributes?: SpanAttributes }): void;
  /** `error`: it has failed of this. */
  end(error?: unknown): void;
}

/** Writes traces (metrics.md, "Traces"). */
export interface Tracer {
  /** Below the span that is open around this call, or below the one that these headers of a request name. */
  begin(name: string, details: SpanDetails, parent?: Readonly<Record<string, unknown>>): OpenSpan;
  /** The span that is open around this call. */
  context(): SpanContext | undefined;
  /** Headers that make a request to another server part of the trace. */
  headers(): Readonly<Record<string, string>>;
}

/** One per process, because a trace crosses all of it; undefined unless the operator enabled traces. */
let tracer: Tracer | undefined;

export const traceBy = (given: Tracer | undefined): void => {
  tracer = given;
};

export const isTraced = (): boolean => tracer !== undefined;

/** Undefined if traces are disabled. */
export const beginSpan = (
  name: string,
  details: SpanDetails = {},
  parent?: Readonly<Record<string, unknown>>,
): OpenSpan | undefined => tracer?.begin(name, details, parent);

/** The span that is open around this call; undefined without traces. */
export const currentSpan = (): SpanContext | undefined => tracer?.context();

/** Headers that make a request to another server part of the trace; empty without traces. */
export const traceHeaders = (): Readonly<Record<string, string>> => tracer?.headers() ?? {};

/** Runs `work` in a span of this name; errors are recorded in the span. */
export const inSpan = <T>(name: string, work: () => T, details: SpanDetails = {}): T => {
  if (!tracer) return work();
  const span = tracer.begin(name, details);
  return ended(span, () => span.within(work));
};

/** Like `inSpan`, but only if `work` has to wait. Work that finishes at once leaves no span. */
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
