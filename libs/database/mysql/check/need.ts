import type { Lab } from './lab.js';

/** A requirement of Kontor for a server (databases.md, "What a server must do"). */
export interface Need {
  /** Name as on that page. */
  readonly name: string;
  /** Throws if the server does not meet it: `Lacking`, or the driver's error. */
  readonly try: (lab: Lab) => Promise<void>;
  /** Only advice: a server without it can be used. */
  readonly isAdvice?: boolean;
}
