/**
 * Lets other work run between parts of a long call. Otherwise the embedded database, whose driver blocks, would stop
 * all requests.
 */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work per turn of the event loop, in rows and entries of their lists: a few milliseconds. */
const TURN_WEIGHT = 1_000;

/** Yields to the event loop whenever enough work is done. */
export class PacedWork {
  private done = 0;

  after(weight: number): Promise<void> | undefined {
    this.done += weight;
    if (this.done < TURN_WEIGHT) return undefined;
    this.done = 0;
    return yieldToEventLoop();
  }
}
