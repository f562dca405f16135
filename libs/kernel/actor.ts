import { currentOrigin } from './request-context.js';
import { runningOperation, runningWork } from './operation.js';

/**
 * Interface of a call: `rest` for every route, including bytes and pages; `desk` for the same from the staff page; `job`
 * for work in a job.
 */
export type Interface = 'rest' | 'desk' | 'soap' | 'job' | 'command' | 'system';

/** The acting caller and the interface of the call, for the audit trail (audit.md, "Entries"). */
export interface Actor {
  /**
   * `admin:5`, `integration:3`, `customer:9`, `nobody` for anonymous callers, `command` for the operator, `system` for
   * Kontor.
   */
  readonly caller: string;
  readonly interface: Interface;
  /** `PUT /rest/V1/pricing/customerprice/:id`, `kontor import`. */
  readonly operation: string;
  /** Our own IDs, which no caller can set. */
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  /** The IDs that the caller sent. */
  readonly callerRequestId?: string | undefined;
  readonly callerTraceId?: string | undefined;
  /** The UUID of the job, or bulk, that it is a part of. */
  readonly job: string | undefined;
  /** The address it came from; personal. */
  readonly address: string | undefined;
  /** The account of the operating system that runs a command; personal. */
  readonly user: string | undefined;
}

export const NOBODY = 'nobody';

/** For the current request, job, command or chore. */
export const currentActor = (): Actor => {
  const [origin, work] = [currentOrigin(), runningWork()];
  const by = work?.by;
  const operation = runningOperation() ?? origin?.operation ?? 'start';
  if (origin && by?.interface !== 'job')
    return {
      caller: origin.caller ?? NOBODY,
      interface: by?.interface ?? (origin.isStaffPage ? 'desk' : 'rest'),
      operation,
      requestId: origin.requestId,
      traceId: origin.traceId === origin.sentTraceId ? undefined : origin.traceId,
      callerRequestId: origin.sentRequestId,
      callerTraceId: origin.sentTraceId,
      job: undefined,
      address: origin.address,
      user: undefined,
    };
  const { caller = 'system', interface: through = 'system', job, user } = by ?? {};
  return {
    caller,
    interface: through,
    operation,
    requestId: undefined,
    traceId: undefined,
    job,
    address: undefined,
    user,
  };
};
