/** The address, caller and operation of a request: for limits by address and for logs. */
export interface Origin {
  /** The caller's IP address (wire.md, "Who asks"). */
  readonly address: string;
  /** Whether the address is a proxy of TRUST_PROXY: many callers share it, so it has no quota. */
  readonly isProxy: boolean;
  /** Our own ID of the request. */
  readonly requestId: string | undefined;
  /** The ID that the caller sent, which the log then uses; undefined without one. */
  readonly sentRequestId?: string | undefined;
  /** The trace that the caller named; undefined without one. */
  readonly sentTraceId?: string | undefined;
  /** The trace of the request, 32 hexadecimal digits (metrics.md, "Traces"); undefined without one. */
  readonly traceId?: string | undefined;
  /** `admin:5`, `integration:3`, `customer:9`; undefined for an anonymous caller. */
  readonly caller: string | undefined;
  /** Whether the caller is signed in to the staff page, whose requests are REST calls too. */
  readonly isStaffPage?: boolean;
  /** Verb and path as declared, with placeholders for ids: `PUT /rest/V1/access/admins/:id`. */
  readonly operation: string;
}
