import { CALL_STATUSES } from '../../../libs/jobs/index.js';
import { defineRecord, InstantField, IntField, StringField } from '../../../libs/records/index.js';
import { MANAGE_JOBS } from '../rights.record.js';

/** The fields of a call that search criteria may use. */
export class SearchedCall {
  @IntField({ about: 'Position of the call in the bulk request, starting at 0', example: 0 })
  readonly id!: number;

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

  @IntField({ about: CALL_STATUSES, example: 3 })
  readonly status!: number;

  @StringField({ about: 'Error message; null if the call did not fail', maxLength: 65_535, nullable: true })
  readonly resultMessage!: string | null;

  @InstantField({ about: 'Time when the bulk request was accepted (UTC)' })
  readonly startTime!: Date;
}

/** Fields for searching calls, which have no table and no routes of their own. */
export const searchedCall = defineRecord<SearchedCall>({
  resource: 'jobCall',
  record: SearchedCall,
  room: 'jobs',
  path: 'bulk',
  title: { one: 'call', many: 'calls' },
  table: 'job_call',
  rights: { read: MANAGE_JOBS, save: MANAGE_JOBS, delete: MANAGE_JOBS },
  ids: 'made',
  unique: [],
  service: 'jobsBulkStatusV1',
});
