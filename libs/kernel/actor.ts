import { currentOrigin } from './request-context.js';
import { runningOperation, runningWork } from './operation.js';

/**
 * Interface of a call. `rest` is any route, including bytes and pages; `desk` is a route called by the staff page;
 * `job` is work in a job.
 */
export type Interface = 'rest' | 'desk' | 'soap' | 'job' | 'command' | 'system';

/** The acting caller and the interface, for the audit trail (audit.md, "Entries"). */
export interface Actor {
  /**
   * `admin:5`, `integration:3`, `customer:9`, `nobody` for anonymous callers, `command` for the operator, `system` for
   * Kontor itself.
   */
  readonly caller: string;
  readonly interface: Interface;
  /** `PUT /rest/V1/pricing/customerprice/:id`, `kontor import`. */
  readonly operation: string;
  /** The ID assigned by Kontor, which callers cannot set. */
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
  readonly callerRequestId?: string | undefined;
  readonly callerTraceId?: string | undefined;
  /** The UUID of the job or bulk that the work belongs to. */
  readonly job: string | undefined;
  /** The client address; personal data. */
  readonly address: string | undefined;
  /** The operating system account that runs a command; personal data. */
  readonly user: string | undefined;
}

export const NOBODY = 'nobody';

/** The actor of the current request, job, command or scheduled work. */
export const currentActor = (): Actor => {
  const [origin, work] = [currentOrigin(), runningWork()];
  const by = work?.by;
  const operation = runningOperation() ?? 'start';
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
