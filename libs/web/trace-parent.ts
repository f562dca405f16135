const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const FIRST_VERSION = /^00-.{52}$/;

/** The span that a caller names as the one above its request. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
}

/** Parses a W3C `traceparent` header (metrics.md, "Traces"); undefined if it is invalid, and then ignored. */
export const traceParent = (header: unknown): TraceParent | undefined => {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const [, traceId, spanId] = TRACE_PARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  // The first version has four fields and no more; later ones may add some.
  if (text.startsWith('00-') && !FIRST_VERSION.test(text)) return undefined;
  return { traceId, spanId };
};
