import { createHash, randomUUID } from 'node:crypto';
import type { Sent, ServedOperation, ServedOperations } from '../calls/index.js';
import { Refusal, type Transactions } from '../kernel/index.js';
import type { Operation } from '../operations/index.js';
import { PacedWork } from '../records/index.js';
import type { HttpRequestContext } from '../web/index.js';
import { judgeTypes, listedCall, singleCall } from './call-form.js';
import { CALLS } from './job-kinds.js';
import { type CallsInput, textOfSent } from './kept-call.js';
import type { JobQueue, NewCall } from './ports.js';
import { ERROR_CODE, ownerOf, STATUS } from './status.js';
import { topicOf } from './topic.js';
import type { WorkWaiting } from './work-waiting.js';

/** The immediate response for one call. */
interface RequestItem {
  readonly id: number;
  /** SHA-256 of what was sent; null of a rejected one. */
  readonly data_hash: string | null;
  readonly status: 'accepted' | 'rejected';
  readonly error_message?: string;
  readonly error_code?: number;
}

/** The answer 202. */
export interface Accepted {
  readonly bulk_uuid: string;
  readonly request_items: readonly RequestItem[];
  readonly errors: boolean;
}

/** Calls as they came: alone, with the variables of the path, or in a list. */
export interface SentCalls {
  readonly operation: Operation;
  readonly listed: boolean;
  readonly params: Sent['params'];
  readonly query: Sent['query'];
  readonly exchange: HttpRequestContext;
}

/** Validates calls like REST, and stores the valid ones for later (jobs.md, "Calls that run later"). */
export class AcceptCalls {
  constructor(
    private readonly served: ServedOperations,
    private readonly queue: JobQueue,
    private readonly transactions: Transactions,
    private readonly waiting: WorkWaiting,
  ) {}

  async run({ operation, listed, params, query, exchange }: SentCalls): Promise<Accepted> {
    const served = this.served.named(operation);
    const items = listed ? (exchange.body as readonly unknown[]) : [exchange.body];
    const turns = new PacedWork();
    const calls: NewCall[] = [];
    for (const item of items) {
      calls.push(judged(served, item, { operation, listed, params, query, exchange }));
      await turns.after(1);
    }
    const uuid = randomUUID();
    const { service, name } = operation;
    const input: CallsInput = { service, name, listed, params, query };
    await this.transactions.write(async () => {
      await this.queue.add(
        {
          uuid,
          kind: CALLS,
          owner: ownerOf(exchange.caller),
          store: exchange.store?.code ?? null,
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

const judged = (served: ServedOperation, item: unknown, sentCalls: SentCalls): NewCall => {
  const { operation, listed, params, query, exchange } = sentCalls;
  const input = textOfSent(item);
  try {
    const sent = listed ? listedCall(operation, item, query) : singleCall(operation, item, { params, query });
    served.read(sent, exchange);
    judgeTypes(operation, sent);
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
