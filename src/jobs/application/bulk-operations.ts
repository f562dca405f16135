import { CALL_STATUSES, ERROR_CODE, STATUS } from '../../../libs/jobs/index.js';
import { platformTime } from '../../../libs/kernel/index.js';
import { answers, needs, operation, takes } from '../../../libs/operations/index.js';
import { IntField, ObjectsField, StringField } from '../../../libs/records/index.js';
import { SearchedCall } from './searched-call.js';
import type { StoredCall, StoredJob } from '../ports/stored-jobs.js';
import { MANAGE_JOBS } from '../rights.record.js';
import { cancelAndRetry } from './cancel-and-retry.js';
import { SeeJobs } from './see-jobs.js';

class BulkCall {
  @IntField({ about: 'Position of the call in the bulk request, starting at 0', example: 0 })
  readonly id!: number;

  @IntField({ about: CALL_STATUSES, min: 1, max: 5, example: 4 })
  readonly status!: number;

  @StringField({
    about: 'Error message; null if the call did not fail',
    maxLength: 65_535,
    nullable: true,
    example: null,
  })
  readonly resultMessage!: string | null;

  @IntField({ about: 'Error code: 0 if the call failed, otherwise null', nullable: true, example: null })
  readonly errorCode!: number | null;
}

class DetailedCall extends BulkCall {
  @StringField({
    about: 'UUID of the bulk request that contains the call',
    maxLength: 36,
    example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1',
  })
  readonly bulkUuid!: string;

  @StringField({
    about: 'Topic name that identifies the called operation',
    maxLength: 255,
    example: 'async.pricing.customerpricerepositoryinterface.save.post',
  })
  readonly topicName!: string;

  @StringField({
    about: 'Request of the call as JSON; null once the call is complete',
    nullable: true,
    maxLength: 2_147_483_647,
  })
  readonly serializedData!: string | null;

  @StringField({
    about: 'Response to the call as JSON; null until the call is complete',
    nullable: true,
    maxLength: 2_147_483_647,
  })
  readonly resultSerializedData!: string | null;
}

class FoundCall extends DetailedCall {
  @StringField({
    about: 'Time when the bulk request was accepted (UTC), as YYYY-MM-DD HH:MM:SS',
    maxLength: 19,
    example: '2026-01-31 12:00:00',
  })
  readonly startTime!: string;
}

class BulkSummary {
  @IntField({
    about: 'Caller type: 1 integration, 2 administrator, 3 customer, 4 anonymous',
    min: 1,
    max: 4,
    example: 1,
  })
  readonly userType!: number;

  @StringField({ about: 'UUID of the bulk request', maxLength: 36, example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1' })
  readonly bulkId!: string;

  @StringField({
    about: 'Description of the bulk request',
    maxLength: 255,
    example: 'Topic async.pricing.customerpricerepositoryinterface.save.post',
  })
  readonly description!: string;

  @StringField({
    about: 'Time when the bulk request was accepted (UTC), as YYYY-MM-DD HH:MM:SS',
    maxLength: 19,
    example: '2026-01-31 12:00:00',
  })
  readonly startTime!: string;

  @IntField({
    about: 'ID of the caller (integration, administrator or customer); null for an anonymous caller',
    nullable: true,
    example: 1,
  })
  readonly userId!: number | null;

  @IntField({ about: 'Number of calls in the bulk request', example: 1 })
  readonly operationCount!: number;
}

class BulkStatus extends BulkSummary {
  @ObjectsField(BulkCall, { about: 'Status of each call, in the order of the request' })
  readonly operationsList!: readonly BulkCall[];
}

class DetailedBulkStatus extends BulkSummary {
  @ObjectsField(DetailedCall, { about: 'Status of each call, in the order of the request' })
  readonly operationsList!: readonly DetailedCall[];
}

const timeOf = (at: Date): string => platformTime(at.toISOString());

const FAILED: ReadonlySet<number> = new Set([STATUS.failedForNow, STATUS.failed]);

const shortOf = ({ position, status, message }: StoredCall) => ({
  id: position,
  status,
  result_message: message,
  error_code: FAILED.has(status) || message !== null ? ERROR_CODE : null,
});

const longOf = (call: StoredCall) => ({
  ...shortOf(call),
  bulk_uuid: call.uuid,
  topic_name: call.topic,
  serialized_data: call.status === STATUS.complete ? null : call.input,
  result_serialized_data: call.answer,
});

const summaryOf = ({ userType, userId, uuid, description, createdAt }: StoredJob, calls: readonly unknown[]) => ({
  operations_list: calls,
  user_type: userType,
  bulk_id: uuid,
  description,
  start_time: timeOf(createdAt),
  user_id: userId,
  operation_count: calls.length,
});

const service = 'jobsBulkStatusV1';
const tag = 'Bulk';
const common = { service, tag, right: needs.own(MANAGE_JOBS), by: SeeJobs } as const;
const OWN = 'Without the right `_Jobs::manage`, requests for jobs of other callers return 404.';

/** Operations on bulk calls (jobs.md, "Status and results"). */
export const BULK_OPERATIONS = [
  operation({
    ...common,
    name: 'getStatus',
    summary: 'Get the status of each call in a bulk request',
    about: OWN,
    effect: 'reads',
    rest: { verb: 'GET', path: 'bulk/:bulkUuid/status' },
    input: { uuid: takes.key('bulkUuid') },
    output: answers.fields(BulkStatus),
    run: async (jobs, { uuid }, { caller }) => {
      const { job, calls } = await jobs.withCalls(uuid, caller, false);
      return summaryOf(job, calls.map(shortOf));
    },
  }),
  operation({
    ...common,
    name: 'getDetailedStatus',
    summary: 'Get the status, request and response of each call in a bulk request',
    about: OWN,
    effect: 'reads',
    rest: { verb: 'GET', path: 'bulk/:bulkUuid/detailed-status' },
    input: { uuid: takes.key('bulkUuid') },
    output: answers.fields(DetailedBulkStatus),
    run: async (jobs, { uuid }, { caller }) => {
      const { job, calls } = await jobs.withCalls(uuid, caller, true);
      return summaryOf(job, calls.map(longOf));
    },
  }),
  operation({
    ...common,
    name: 'getCountByStatus',
    summary: 'Count the calls in a bulk request that have a specific status',
    about: OWN,
    effect: 'reads',
    rest: { verb: 'GET', path: 'bulk/:bulkUuid/operation-status/:status' },
    input: { uuid: takes.key('bulkUuid'), status: takes.id('status') },
    output: answers.int(12),
    run: (jobs, { uuid, status }, { caller }) => jobs.count(uuid, status, caller),
  }),
  operation({
    ...common,
    name: 'getList',
    summary: 'Search the asynchronous calls of all bulk requests',
    about: 'Without the right `_Jobs::manage`, the result contains only the calls that the caller sent.',
    effect: 'reads',
    rest: { verb: 'GET', path: 'bulk' },
    input: { search: takes.criteriaOver(SearchedCall) },
    output: answers.fieldsSearch(FoundCall),
    run: async (jobs, { search: { criteria } }, { caller }) => {
      const { items, total } = await jobs.search(criteria, caller);
      return { items: items.map((call) => ({ ...longOf(call), start_time: timeOf(call.startTime) })), total };
    },
  }),
  ...cancelAndRetry({
    service,
    tag,
    path: 'bulk',
    cancel: {
      summary: 'Cancel the open calls in a bulk request',
      about: `Sets the status of open calls to 5 (canceled). ${OWN}`,
    },
    retry: {
      summary: 'Retry the failed calls in a bulk request',
      about: `Sets the status of failed calls (2 or 3) to 4 (open). ${OWN}`,
    },
  }),
];
