import { runInNewContext } from 'node:vm';

/** More time than any machine needs for work that is linear in its input. Quadratic work would take hours. */
const HANGS_MS = 60_000;

/** Runs synchronous work and throws if it hangs, because Jest's own time limit cannot interrupt it. */
export const mustEnd = <T>(work: () => T): T => runInNewContext('work()', { work }, { timeout: HANGS_MS }) as T;
