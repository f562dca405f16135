import type { Request, Response } from 'express';
import { beginTimed, Timings } from '../kernel/index.js';
import type { Caller } from '../operations/index.js';

/** The right to see timings, which reveal something about the data of others. */
export const TIMING_RIGHT = '_System::timing';

const HEADER = 'x-debug-timing';

/** Undefined for a request that does not ask for them. */
export const timingsOf = (request: Request, response: Response): Timings | undefined => {
  if (request.headers[HEADER] === undefined) return undefined;
  response.once('close', beginTimed());
  return new Timings(() => performance.now());
};

/**
 * Value of the Server-Timing header; undefined if the caller may not see it or has not requested it (metrics.md,
 * "Server-Timing").
 */
export const timingHeader = ({
  timings,
  caller,
}: {
  readonly timings: Timings | undefined;
  readonly caller: Caller | undefined;
}): readonly [name: string, value: string] | undefined =>
  timings && caller && caller.kind !== 'customer' && caller.holds(TIMING_RIGHT)
    ? ['Server-Timing', timings.header]
    : undefined;
