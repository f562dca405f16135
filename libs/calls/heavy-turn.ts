import type { Response } from 'express';
import { addressKey } from '../kernel/index.js';
import { type Exchange, type HeavyCalls, tellLimit, TurnsTaken } from '../web/index.js';

/** Whose turns are counted together: a caller's, or those of an address where nobody is signed in. */
const takerOf = ({ caller, origin }: Exchange): string =>
  caller ? `${caller.kind} ${caller.id}` : `address ${addressKey(origin.address)}`;

const begin = (calls: HeavyCalls, exchange: Exchange, response: Response): (() => void) => {
  try {
    return calls.begin(takerOf(exchange));
  } catch (error) {
    if (error instanceof TurnsTaken)
      tellLimit(response, { policy: error.policy, quota: `q=${error.limit};qu="concurrent-requests"`, left: 'r=0' });
    throw error;
  }
};

/**
 * Takes a turn for a heavy call (wire.md §8); answers what is to be called when its work is done. The turn is held until
 * its answer is taken as well: work goes on for a caller who has gone away, and an answer lies in memory as long as
 * somebody reads it slowly. `TurnsTaken` where no turn is left, `OverItsHead`.
 */
export const takeTurn = (calls: HeavyCalls, exchange: Exchange, response: Response): (() => void) => {
  const end = begin(calls, exchange, response);
  let toCome = 2;
  const part = (): void => {
    toCome -= 1;
    if (toCome === 0) end();
  };
  if (response.destroyed) part();
  else response.once('close', part);
  return part;
};
