import { InstantField, IntField, JsonField, ObjectsField, StringField } from '../../../libs/records/index.js';

/** One record, and what became of it. */
class AuditedRecord {
  @IntField({ about: 'Of the record; null where it has none', nullable: true, example: 17 })
  readonly id!: number | null;

  @StringField({ about: 'Its business key, or its external_id', maxLength: 255, nullable: true, example: 'ERP-4711' })
  readonly key!: string | null;

  @IntField({ about: 'The version its source gave it', nullable: true, example: null })
  readonly sourceVersion!: number | null;

  @StringField({ about: 'The resource whose deletion took it along', maxLength: 64, nullable: true, example: null })
  readonly cause!: string | null;

  @JsonField({ about: 'By field the value before and after', example: { value: [9.5, 9.9] } })
  readonly changes!: object;
}

/** What one transaction did to up to 250 records of one kind: who, when, through what. */
export class AuditItem {
  @IntField({ about: 'Of the transaction', max: Number.MAX_SAFE_INTEGER, example: 815 })
  readonly id!: number;

  @IntField({
    about: 'Its place in the chain; null until it has one',
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
    example: 4711,
  })
  readonly number!: number | null;

  @InstantField({ about: 'When it was done' })
  readonly at!: Date;

  @StringField({
    about: 'admin:5, integration:3, customer:9, nobody; command for the operator, system for Kontor itself',
    maxLength: 32,
    example: 'admin:5',
  })
  readonly caller!: string;

  @StringField({ about: 'Through what: rest, soap, job, command, system', maxLength: 16, example: 'rest' })
  readonly interface!: string;

  @StringField({ about: 'What was called', maxLength: 255, example: 'PUT /rest/V1/pricing/customerprice/:id' })
  readonly operation!: string;

  @StringField({
    about: 'The address it came from; null once erased',
    maxLength: 45,
    nullable: true,
    searchable: false,
    example: '192.0.2.7',
  })
  readonly address!: string | null;

  @StringField({
    about: 'Who ran a command, by the operating system',
    maxLength: 255,
    nullable: true,
    searchable: false,
    example: null,
  })
  readonly user!: string | null;

  @StringField({
    about: 'Kontor’s own id of the request, in the log as `own_id`, or as `id` where the caller sent none',
    maxLength: 255,
    nullable: true,
    example: null,
  })
  readonly requestId!: string | null;

  @StringField({
    about: 'Kontor’s own trace; null where the caller named one',
    maxLength: 32,
    nullable: true,
    example: null,
  })
  readonly traceId!: string | null;

  @StringField({
    about: '`X-Request-Id` that the caller sent; null without one',
    maxLength: 255,
    nullable: true,
    example: null,
  })
  readonly callerRequestId!: string | null;

  @StringField({ about: 'Trace that the caller named; null without one', maxLength: 32, nullable: true, example: null })
  readonly callerTraceId!: string | null;

  @StringField({ about: 'UUID of the job or bulk it is a part of', maxLength: 36, nullable: true, example: null })
  readonly job!: string | null;

  @StringField({ about: 'What kind of record', maxLength: 64, example: 'customerPrice' })
  readonly resource!: string;

  @StringField({ about: 'created, updated, deleted, or what else was done', maxLength: 32, example: 'updated' })
  readonly action!: string;

  @ObjectsField(AuditedRecord, { about: 'The records', most: 250 })
  readonly records!: readonly AuditedRecord[];
}

/** So often in a quarter hour. */
export class AuditEventItem {
  @IntField({ about: 'Its number', example: 1 })
  readonly id!: number;

  @StringField({
    about: 'sign_in_refused, right_missing, document_downloaded, restricted_read, data_exported, …',
    maxLength: 32,
    example: 'sign_in_refused',
  })
  readonly event!: string;

  @StringField({ about: 'Whose; nobody where nobody is signed in', maxLength: 32, example: 'nobody' })
  readonly caller!: string;

  @StringField({
    about: 'The address of the first; null once erased',
    maxLength: 45,
    nullable: true,
    searchable: false,
    example: '192.0.2.7',
  })
  readonly address!: string | null;

  @StringField({
    about: 'What was called',
    maxLength: 255,
    nullable: true,
    example: 'POST /rest/V1/integration/admin/token',
  })
  readonly operation!: string | null;

  @StringField({ about: 'What it was about', maxLength: 64, nullable: true, example: null })
  readonly subject!: string | null;

  @IntField({ about: 'How often', example: 12 })
  readonly count!: number;

  @InstantField({ about: 'The first time' })
  readonly firstAt!: Date;

  @InstantField({ about: 'The last time' })
  readonly lastAt!: Date;
}
