/**
 * Lets whatever else waits have its turn: a long call on the embedded database, whose driver blocks, would otherwise
 * hold up all others.
 */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** So much work is done in one turn, in rows and entries of their lists: a few milliseconds. */
const TURN_WEIGHT = 1_000;

/** Lets others have their turn whenever enough work is done. */
export class PacedWork {
  private done = 0;

  after(weight: number): Promise<void> | undefined {
    this.done += weight;
    if (this.done < TURN_WEIGHT) return undefined;
    this.done = 0;
    return yieldToEventLoop();
  }
}
