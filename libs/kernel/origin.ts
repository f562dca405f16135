/** From where a request comes, who sends it and what it does: for what counts by address, and for what is logged of it. */
export interface Origin {
  /** The caller's IP address (wire.md, "Who asks"). */
  readonly address: string;
  /** Whether that address is a proxy's of TRUST_PROXY: many callers stand behind it, so it has no share of its own. */
  readonly isProxy: boolean;
  /** Our own id of the request. */
  readonly requestId: string | undefined;
  /** The id that the caller sent, under which the log has the request then; absent without one. */
  readonly sentRequestId?: string | undefined;
  /** The trace that the caller named; absent without one. */
  readonly sentTraceId?: string | undefined;
  /** The trace that it is part of, 32 hexadecimal digits (metrics.md, "Traces"); absent where nobody has begun one. */
  readonly traceId?: string | undefined;
  /** `admin:5`, `integration:3`, `customer:9`; undefined for nobody. */
  readonly caller: string | undefined;
  /** Verb and path as declared, without what stands for ids: `PUT /rest/V1/access/admins/:id`. */
  readonly operation: string;
}
