import { CALL_STATUSES } from '../../../libs/jobs/index.js';
import { defineRecord, InstantField, IntField, StringField } from '../../../libs/records/index.js';
import { MANAGE_JOBS } from '../rights.record.js';

/** A call of a job as criteria name its parts. */
export class SearchedCall {
  @IntField({ about: 'Its place in its bulk, from 0 on', example: 0 })
  readonly id!: number;

  @StringField({ about: 'Of its bulk', maxLength: 36, example: '799a59fb-09e6-4d9a-9c2e-3ab7d2b3f4a1' })
  readonly bulkUuid!: string;

  @StringField({
    about: 'What is called',
    maxLength: 255,
    example: 'async.pricing.customerpricerepositoryinterface.save.post',
  })
  readonly topicName!: string;

  @IntField({ about: CALL_STATUSES, example: 3 })
  readonly status!: number;

  @StringField({ about: 'Why it failed', maxLength: 65_535, nullable: true })
  readonly resultMessage!: string | null;

  @InstantField({ about: 'When the bulk was accepted' })
  readonly startTime!: Date;
}

/** How calls are searched; it has no table of its own, and no routes. */
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
