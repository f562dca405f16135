import { createHash, randomUUID } from 'node:crypto';
import type { Sent, ServedOperation, ServedOperations } from '../calls/index.js';
import { Refusal, type Transactions } from '../kernel/index.js';
import type { Operation } from '../operations/index.js';
import { PacedWork } from '../records/index.js';
import type { HttpRequestContext } from '../web/index.js';
import { checkTypes, listedCall, singleCall } from './call-form.js';
import { type CallsInput, textOfSent } from './stored-call.js';
import type { JobQueue, NewCall } from './ports.js';
import { ERROR_CODE, ownerOf, STATUS } from './status.js';
import { topicOf } from './job-rights.js';
import type { WorkWaiting } from './begin-jobs.js';

/** The kind of jobs that consist of calls. */
export const CALLS = 'calls';

/** The immediate response to one call. */
interface RequestItem {
  readonly id: number;
  /** SHA-256 of the call; null if it was rejected. */
  readonly data_hash: string | null;
  readonly status: 'accepted' | 'rejected';
  readonly error_message?: string;
  readonly error_code?: number;
}

/** The body of the 202 response. */
export interface Accepted {
  readonly bulk_uuid: string;
  readonly request_items: readonly RequestItem[];
  readonly errors: boolean;
}

/** Calls as received: a single one with its path parameters, or a list. */
interface SentCalls {
  readonly operation: Operation;
  readonly listed: boolean;
  readonly params: Sent['params'];
  readonly query: Sent['query'];
  readonly requestContext: HttpRequestContext;
}

/** Validates calls like REST, and queues the valid ones (jobs.md, "Calls that run later"). */
export class AcceptCalls {
  constructor(
    private readonly served: ServedOperations,
    private readonly queue: JobQueue,
    private readonly transactions: Transactions,
    private readonly waiting: WorkWaiting,
  ) {}

  async accept({ operation, listed, params, query, requestContext }: SentCalls): Promise<Accepted> {
    const served = this.served.named(operation);
    const items = listed ? (requestContext.body as readonly unknown[]) : [requestContext.body];
    const pace = new PacedWork();
    const calls: NewCall[] = [];
    for (const item of items) {
      calls.push(checkedCall(served, item, { operation, listed, params, query, requestContext }));
      await pace.after(1);
    }
    const uuid = randomUUID();
    const { service, name } = operation;
    const input: CallsInput = { service, name, listed, params, query };
    await this.transactions.write(async () => {
      await this.queue.add(
        {
          uuid,
          kind: CALLS,
          owner: ownerOf(requestContext.caller),
          store: requestContext.store?.code ?? null,
          description: `Topic ${topicOf(operation)}`,
          input: JSON.stringify(input),
        },
        calls,
      );
      this.transactions.afterCommit(() => this.waiting.tell());
    });
    return { bulk_uuid: uuid, request_items: calls.map(requestItem), errors: calls.some(isRejected) };
  }
}

const checkedCall = (served: ServedOperation, item: unknown, sentCalls: SentCalls): NewCall => {
  const { operation, listed, params, query, requestContext } = sentCalls;
  const input = textOfSent(item);
  try {
    const sent = listed ? listedCall(operation, item, query) : singleCall(operation, item, { params, query });
    served.read(sent, requestContext);
    checkTypes(operation, sent, served.references?.resources);
    return { status: STATUS.open, input, message: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: STATUS.rejected, input, message: error.message };
  }
};

const isRejected = ({ status }: NewCall): boolean => status === STATUS.rejected;

const requestItem = ({ status, input, message }: NewCall, id: number): RequestItem =>
  status === STATUS.open
    ? { id, data_hash: createHash('sha256').update(input).digest('hex'), status: 'accepted' }
    : { id, data_hash: null, status: 'rejected', error_message: message ?? '', error_code: ERROR_CODE };
