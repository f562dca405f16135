import type { Response } from 'express';
import { addressKey } from '../kernel/index.js';
import { type HttpRequestContext, type HeavyCalls, addLimitHeaders, NoHeavySlot } from '../web/index.js';

/** The key for counting heavy calls: the account, or the address of an anonymous caller. */
const takerOf = ({ caller, origin }: HttpRequestContext): string =>
  caller ? `${caller.kind} ${caller.id}` : `address ${addressKey(origin.address)}`;

const begin = (calls: HeavyCalls, requestContext: HttpRequestContext, response: Response): (() => void) => {
  try {
    return calls.begin(takerOf(requestContext));
  } catch (error) {
    if (error instanceof NoHeavySlot)
      addLimitHeaders(response, {
        policy: error.policy,
        quota: `q=${error.limit};qu="concurrent-requests"`,
        left: 'r=0',
      });
    throw error;
  }
};

/**
 * Acquires a slot for a heavy call (wire.md §8) and returns the function that releases it. The slot is held until the
 * client has read the response, because work continues after a disconnect and a slowly read response uses memory.
 * Throws `NoHeavySlot` if no slot is free, and `Overloaded` under overload.
 */
export const takeHeavySlot = (
  calls: HeavyCalls,
  requestContext: HttpRequestContext,
  response: Response,
): (() => void) => {
  const end = begin(calls, requestContext, response);
  let toCome = 2;
  const part = (): void => {
    toCome -= 1;
    if (toCome === 0) end();
  };
  if (response.destroyed) part();
  else response.once('close', part);
  return part;
};
