/** What time it is. The domain is given time as an argument; only application services ask. */
export abstract class Clock {
  /** The present instant. */
  abstract now(): Date;
}

/** The machine's clock. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
