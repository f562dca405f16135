import type { Lab } from './lab.js';

/** What Kontor needs of a server (databases.md, "What a server must do"). */
export interface Need {
  /** As the page calls it. */
  readonly name: string;
  /** Throws where the server doesn't meet it: `Lacking`, or what the driver threw. */
  readonly try: (lab: Lab) => Promise<void>;
  /** Only advice: a server without it can be used. */
  readonly isAdvice?: boolean;
}
