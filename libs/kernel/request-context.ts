import { AsyncLocalStorage } from 'node:async_hooks';
import { Deadline, DeadlinePassed } from './deadline.js';
import { Unavailable } from './errors.js';
import type { Timings } from './timings.js';

/** The address, caller and operation of a request: for limits by address and for logs. */
export interface Origin {
  /** The caller's IP address (wire.md, "Client address"). */
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

/**
 * Context of a request, available in everything that it calls. All in one object, because each async context costs
 * every request.
 */
export interface RequestContext {
  readonly deadline: Deadline | undefined;
  readonly origin: Origin | undefined;
  /** Timings, if the request asked for them. */
  readonly timings?: Timings | undefined;
  /** Whether the last write of the request was ignored, because its source_version is below the stored one. */
  outdated?: boolean;
}

const ambient = new AsyncLocalStorage<RequestContext>();

export const withRequestContext = <T>(context: RequestContext, work: () => T): T => ambient.run(context, work);

/** Undefined for migrations, scheduled work, commands and the start of a server. */
const requestContext = (): RequestContext | undefined => ambient.getStore();

/** For the current request; undefined for commands, scheduled work and server start, where the operator acts. */
export const currentOrigin = (): Origin | undefined => requestContext()?.origin;

/** Notes whether a write was outdated; the last attempt counts. */
export const noteOutdated = (outdated: boolean): void => {
  const context = requestContext();
  if (context) context.outdated = outdated;
};

/** The number of current requests that want timings: with none, the others need not check. */
let timed = 0;

/** For the current request, if it wants timings. */
export const currentTimings = (): Timings | undefined => (timed > 0 ? requestContext()?.timings : undefined);

/** Whether any running request asked for timings. */
export const isTimed = (): boolean => timed > 0;

/** Starts counting a request that asked for timings. Call the returned function when it has finished. */
export const beginTimed = (): (() => void) => {
  timed += 1;
  return () => (timed -= 1);
};

/** Timers leave out fractions of a millisecond, and go by a clock of their own. */
const TIMERS_EARLY_MS = 2;

/** Runs `work` under a deadline, which all that it calls and waits for finds by `currentDeadline`. */
export const withDeadline = <T>(deadline: Deadline, work: () => T): T =>
  withRequestContext({ deadline, origin: requestContext()?.origin, timings: requestContext()?.timings }, work);

/** So long may it take to leave everything in order. */
const TIDYING_MS = 1_000;

/** Runs `work` under its own short deadline, so that resources are released even after the request's deadline. */
export const tidyingUp = <T>(work: () => T): T => withDeadline(new Deadline('write', TIDYING_MS), work);

/** The deadline of the current request; undefined for migrations, scheduled work and commands, which have none. */
export const currentDeadline = (): Deadline | undefined => requestContext()?.deadline;

/** The smaller of this patience and what remains of the current deadline, in milliseconds; never below 0. */
export const patience = (ms: number): number => {
  const deadline = currentDeadline();
  return deadline === undefined ? ms : Math.max(0, Math.min(ms, deadline.remainingMs));
};

/** The error for a wait that took all of `patience`: the deadline's if that has passed, else `Unavailable`. */
export const outOfPatience = (options?: ErrorOptions): Unavailable => {
  const deadline = currentDeadline();
  const isIts = deadline !== undefined && deadline.remainingMs <= TIMERS_EARLY_MS;
  return isIts ? new DeadlinePassed(deadline, options) : new Unavailable(1, options);
};
