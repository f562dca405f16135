import { CALL_STATUSES, ERROR_CODE, STATUS } from '../../../libs/jobs/index.js';
import { platformTime } from '../../../libs/kernel/index.js';
import { answers, needs, operation, takes } from '../../../libs/operations/index.js';
import { IntField, ObjectsField, StringField } from '../../../libs/records/index.js';
import { SearchedCall } from './searched-call.js';
import type { KeptCall, KeptJob } from '../ports/kept-jobs.js';
import { MANAGE_JOBS } from '../rights.record.js';
import { cancelAndRetry } from './cancel-and-retry.js';
import { SeeJobs } from './see-jobs.js';

class BulkCall {
  @IntField({ about: 'Its place in the bulk, from 0 on', example: 0 })
  readonly id!: number;

  @IntField({ about: CALL_STATUSES, min: 1, max: 5, example: 4 })
  readonly status!: number;

  @StringField({ about: 'Why it failed', maxLength: 65_535, nullable: true, example: null })
  readonly resultMessage!: string | null;

  @IntField({ about: '0 where it failed', nullable: true, example: null })
  readonly errorCode!: number | null;
}

class DetailedCall extends BulkCall {
  @StringField({ about: 'Of its bulk', maxLength: 36, example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1' })
  readonly bulkUuid!: string;

  @StringField({
    about: 'What is called',
    maxLength: 255,
    example: 'async.pricing.customerpricerepositoryinterface.save.post',
  })
  readonly topicName!: string;

  @StringField({ about: 'What was sent, as JSON; null once it is done', nullable: true, maxLength: 2_147_483_647 })
  readonly serializedData!: string | null;

  @StringField({ about: 'What was answered, as JSON', nullable: true, maxLength: 2_147_483_647 })
  readonly resultSerializedData!: string | null;
}

class FoundCall extends DetailedCall {
  @StringField({ about: 'When the bulk was accepted, UTC', maxLength: 19, example: '2026-01-31 12:00:00' })
  readonly startTime!: string;
}

class BulkFacts {
  @IntField({ about: '1 integration, 2 administrator, 3 customer, 4 nobody', min: 1, max: 4, example: 1 })
  readonly userType!: number;

  @StringField({ about: 'The UUID', maxLength: 36, example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1' })
  readonly bulkId!: string;

  @StringField({
    about: 'What is called',
    maxLength: 255,
    example: 'Topic async.pricing.customerpricerepositoryinterface.save.post',
  })
  readonly description!: string;

  @StringField({ about: 'When it was accepted, UTC', maxLength: 19, example: '2026-01-31 12:00:00' })
  readonly startTime!: string;

  @IntField({ about: 'Of the integration, administrator or customer', nullable: true, example: 1 })
  readonly userId!: number | null;

  @IntField({ about: 'How many calls there are', example: 1 })
  readonly operationCount!: number;
}

class BulkStatus extends BulkFacts {
  @ObjectsField(BulkCall, { about: 'One for each call, in order' })
  readonly operationsList!: readonly BulkCall[];
}

class DetailedBulkStatus extends BulkFacts {
  @ObjectsField(DetailedCall, { about: 'One for each call, in order' })
  readonly operationsList!: readonly DetailedCall[];
}

const timeOf = (at: Date): string => platformTime(at.toISOString());

const FAILED: ReadonlySet<number> = new Set([STATUS.failedForNow, STATUS.failed]);

const shortOf = ({ position, status, message }: KeptCall) => ({
  id: position,
  status,
  result_message: message,
  error_code: FAILED.has(status) || message !== null ? ERROR_CODE : null,
});

const longOf = (call: KeptCall) => ({
  ...shortOf(call),
  bulk_uuid: call.uuid,
  topic_name: call.topic,
  serialized_data: call.status === STATUS.complete ? null : call.input,
  result_serialized_data: call.answer,
});

const factsOf = ({ userType, userId, uuid, description, createdAt }: KeptJob, calls: readonly unknown[]) => ({
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
const OWN = 'One’s own without any right, everybody’s with `_Jobs::manage`; another’s is 404.';

/** What became of calls that are done later (jobs.md, "Asking what became of them"). */
export const BULK_OPERATIONS = [
  operation({
    ...common,
    name: 'getStatus',
    summary: 'What became of the calls of a bulk',
    about: OWN,
    effect: 'reads',
    rest: { verb: 'GET', path: 'bulk/:bulkUuid/status' },
    input: { uuid: takes.key('bulkUuid') },
    output: answers.fields(BulkStatus),
    run: async (jobs, { uuid }, { caller }) => {
      const { job, calls } = await jobs.withCalls(uuid, caller, false);
      return factsOf(job, calls.map(shortOf));
    },
  }),
  operation({
    ...common,
    name: 'getDetailedStatus',
    summary: 'The same with what was sent and answered',
    about: OWN,
    effect: 'reads',
    rest: { verb: 'GET', path: 'bulk/:bulkUuid/detailed-status' },
    input: { uuid: takes.key('bulkUuid') },
    output: answers.fields(DetailedBulkStatus),
    run: async (jobs, { uuid }, { caller }) => {
      const { job, calls } = await jobs.withCalls(uuid, caller, true);
      return factsOf(job, calls.map(longOf));
    },
  }),
  operation({
    ...common,
    name: 'getCountByStatus',
    summary: 'How many calls of a bulk have a status',
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
    summary: 'Search calls that are done later',
    about: OWN,
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
    cancel: { summary: 'Cancel what is open of a bulk', about: `What is open becomes 5. ${OWN}` },
    retry: { summary: 'Try what failed of a bulk again', about: `What is 2 or 3 becomes 4. ${OWN}` },
  }),
];
