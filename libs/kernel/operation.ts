import { AsyncLocalStorage } from 'node:async_hooks';
import { currentOrigin } from './request-context.js';

/** Who runs work outside of a request. */
export interface RunBy {
  readonly interface: 'soap' | 'job' | 'command' | 'system';
  /** The owner of a job; `command` for a command. */
  readonly caller?: string;
  /** The UUID of the job. */
  readonly job?: string;
  /** The operating system account. */
  readonly user?: string;
}

interface RunningWork {
  readonly name: string;
  readonly by: RunBy | undefined;
}

const running = new AsyncLocalStorage<RunningWork>();

/**
 * Runs `work` under the name that logs and the audit trail use: `POST /rest/V1/pricing/customerprice/bulk`, `kontor
 * import`. Without `by`, the surrounding actor applies.
 */
export const inOperation = <T>(name: string, work: () => T, by?: RunBy): T =>
  running.run({ name, by: by ?? running.getStore()?.by }, work);

/** The name of the running operation, in a request its method and route; undefined outside of both. */
export const runningOperation = (): string | undefined => running.getStore()?.name ?? currentOrigin()?.operation;

export const runningWork = (): RunningWork | undefined => running.getStore();
