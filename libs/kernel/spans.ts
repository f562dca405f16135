/** Where work is, in a trace. */
export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
}

export type SpanAttributes = Readonly<Record<string, string | number>>;

interface SpanDetails {
  /** `server`: somebody else waits for it; `client`: it waits for somebody else. */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** A span that is open; ended once. */
export interface OpenSpan {
  readonly place: SpanPlace;
  /** What is called within has this span above it. */
  within<T>(work: () => T): T;
  /** What is known of it only now. */
  tell(details: { readonly name?: string; readonly attributes?: SpanAttributes }): void;
  /** `error`: it has failed of this. */
  end(error?: unknown): void;
}

/** Who writes traces (metrics.md, "Traces"). */
export interface Tracer {
  /** Below the span that is open around this call, or below the one that these headers of a request name. */
  begin(name: string, details: SpanDetails, parent?: Readonly<Record<string, unknown>>): OpenSpan;
  /** The span that is open around this call. */
  place(): SpanPlace | undefined;
  /** The headers that make what is asked elsewhere part of the trace. */
  headers(): Readonly<Record<string, string>>;
}

/** One for the process, since a trace goes through all of it; there is none unless the operator asked for it. */
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
export const currentSpan = (): SpanPlace | undefined => tracer?.place();

/** What is sent along with a request to another server, so that it is part of the trace; nothing without traces. */
export const traceHeaders = (): Readonly<Record<string, string>> => tracer?.headers() ?? {};

/** Runs `work` in a span of this name; errors are recorded in the span. */
export const inSpan = <T>(name: string, work: () => T, details: SpanDetails = {}): T => {
  if (!tracer) return work();
  const span = tracer.begin(name, details);
  return ended(span, () => span.within(work));
};

/** The same of work that is only worth a span if it has to wait: what is done at once leaves none. */
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
