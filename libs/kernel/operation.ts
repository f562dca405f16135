import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<string>();

/** Runs `work` under a name by which logs tell of it: `POST /rest/V1/pricing/customerprice/bulk`, `kontor import`. */
export const inOperation = <T>(name: string, work: () => T): T => running.run(name, work);

/** The name of what runs now; undefined where nobody has given it one. */
export const runningOperation = (): string | undefined => running.getStore();
