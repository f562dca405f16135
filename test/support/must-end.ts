import { runInNewContext } from 'node:vm';

/** More than any machine needs for work that takes time by the length of its input; work that takes its square needs hours. */
const HANGS_MS = 60_000;

/** Runs synchronous work, and throws where it hangs: Jest’s own time limit can’t interrupt it. */
export const mustEnd = <T>(work: () => T): T => runInNewContext('work()', { work }, { timeout: HANGS_MS }) as T;
