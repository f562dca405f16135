import type { Response } from 'express';
import type { Caller } from '../operations/index.js';
import type { HeavyCalls } from '../web/index.js';

/**
 * Takes a turn for a heavy call (wire.md §8); answers what is to be called when its work is done. The turn is held until
 * its answer is taken as well: work goes on for a caller who has gone away, and an answer lies in memory as long as
 * somebody reads it slowly. `TooManyRequests` where no turn is left.
 */
export const takeTurn = (calls: HeavyCalls, caller: Caller | undefined, response: Response): (() => void) => {
  if (!caller) throw new Error('a heavy call is counted for its caller, so its operation needs a right');
  const end = calls.begin(`${caller.kind} ${caller.id}`);
  let toCome = 2;
  const part = (): void => {
    toCome -= 1;
    if (toCome === 0) end();
  };
  if (response.destroyed) part();
  else response.once('close', part);
  return part;
};
