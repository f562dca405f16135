import { AsyncLocalStorage } from 'node:async_hooks';
import { Deadline, DeadlinePassed } from './deadline.js';
import { Unavailable } from './errors.js';
import type { Timings } from './timings.js';

/** The address, caller and operation of a request, for address-based limits and logs. */
export interface Origin {
  /** The caller's IP address (wire.md, "Client address"). */
  readonly address: string;
  /** Whether the address is a proxy in TRUST_PROXY. Many callers share it, so it has no quota. */
  readonly isProxy: boolean;
  /** The request ID assigned by Kontor. */
  readonly requestId: string | undefined;
  /** The request ID sent by the caller, which logs then use; undefined without one. */
  readonly sentRequestId?: string | undefined;
  /** The trace ID sent by the caller; undefined without one. */
  readonly sentTraceId?: string | undefined;
  /** The trace of the request, 32 hexadecimal digits (metrics.md, "Traces"); undefined without one. */
  readonly traceId?: string | undefined;
  /** `admin:5`, `integration:3`, `customer:9`; undefined for an anonymous caller. */
  readonly caller: string | undefined;
  /** Whether the call comes from the staff page, which uses the REST API. */
  readonly isStaffPage?: boolean;
  /** Method and path as declared, with placeholders for ids: `PUT /rest/V1/access/admins/:id`. */
  readonly operation: string;
}

/**
 * Context of a request, available to everything that it calls. It is one object, because each async context slows down
 * every request.
 */
export interface RequestContext {
  readonly deadline: Deadline | undefined;
  readonly origin: Origin | undefined;
  /** Timings, if the request asks for them. */
  readonly timings?: Timings | undefined;
  /** Whether the last write of the request was ignored because its source_version is below the stored one. */
  outdated?: boolean;
}

const ambient = new AsyncLocalStorage<RequestContext>();

export const withRequestContext = <T>(context: RequestContext, work: () => T): T => ambient.run(context, work);

/** Undefined for migrations, scheduled work, commands and server startup. */
const requestContext = (): RequestContext | undefined => ambient.getStore();

/**
 * The origin of the current request; undefined for commands, scheduled work and server startup, where the operator
 * acts.
 */
export const currentOrigin = (): Origin | undefined => requestContext()?.origin;

/** Records whether a write was outdated; of several attempts the last one counts. */
export const noteOutdated = (outdated: boolean): void => {
  const context = requestContext();
  if (context) context.outdated = outdated;
};

/** Number of current requests that want timings. If it is 0, the others need not check. */
let timed = 0;

/** The timings of the current request, if it asks for them. */
export const currentTimings = (): Timings | undefined => (timed > 0 ? requestContext()?.timings : undefined);

/** Whether any current request asks for timings. */
export const isTimed = (): boolean => timed > 0;

/** Registers a request that asks for timings. Call the returned function when it has finished. */
export const beginTimed = (): (() => void) => {
  timed += 1;
  return () => (timed -= 1);
};

/** Timers truncate fractions of a millisecond and use a different clock, so they may fire early. */
const TIMERS_EARLY_MS = 2;

/** Runs `work` with a deadline, which `currentDeadline` returns inside. */
export const withDeadline = <T>(deadline: Deadline, work: () => T): T =>
  withRequestContext({ deadline, origin: requestContext()?.origin, timings: requestContext()?.timings }, work);

/** Time limit for releasing resources, in milliseconds. */
const TIDYING_MS = 1_000;

/** Runs `work` with its own short deadline, so that resources can be released even after the request's deadline. */
export const tidyingUp = <T>(work: () => T): T => withDeadline(new Deadline('write', TIDYING_MS), work);

/** The deadline of the current request; undefined for migrations, scheduled work and commands, which have none. */
export const currentDeadline = (): Deadline | undefined => requestContext()?.deadline;

/** The smaller of this time and the time until the current deadline, in milliseconds; at least 0. */
export const patience = (ms: number): number => {
  const deadline = currentDeadline();
  return deadline === undefined ? ms : Math.max(0, Math.min(ms, deadline.remainingMs));
};

/**
 * The error for a wait that lasted `patience`: `DeadlinePassed` if the deadline has passed, otherwise `Unavailable`.
 */
export const outOfPatience = (options?: ErrorOptions): Unavailable => {
  const deadline = currentDeadline();
  const isIts = deadline !== undefined && deadline.remainingMs <= TIMERS_EARLY_MS;
  return isIts ? new DeadlinePassed(deadline, options) : new Unavailable(1, options);
};
