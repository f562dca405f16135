import { InstantField, IntField, JsonField, ObjectsField, StringField } from '../../../libs/records/index.js';

/** A record with its changes. */
class AuditedRecord {
  @IntField({ about: 'Identifier of the record; null if the record has none', nullable: true, example: 17 })
  readonly id!: number | null;

  @StringField({
    about: 'Business key or external_id of the record; null if the record has neither',
    maxLength: 255,
    nullable: true,
    example: 'ERP-4711',
  })
  readonly key!: string | null;

  @IntField({
    about: 'Version number (source_version) that the client sent; null if none was sent',
    nullable: true,
    example: null,
  })
  readonly sourceVersion!: number | null;

  @StringField({
    about: 'Resource type of the record whose deletion also deleted this record; null for other changes',
    maxLength: 64,
    nullable: true,
    example: null,
  })
  readonly cause!: string | null;

  @JsonField({
    about: 'Changed fields by name, each with the values before and after the change',
    example: { value: [9.5, 9.9] },
  })
  readonly changes!: object;
}

/** Changes of one transaction to up to 250 records of one type, with time, caller and interface. */
export class AuditItem {
  @IntField({
    about: 'ID of the transaction; the same for all items of the transaction',
    max: Number.MAX_SAFE_INTEGER,
    example: 815,
  })
  readonly id!: number;

  @IntField({
    about: 'Position in the hash chain; null until the entry is added to the chain',
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
    example: 4711,
  })
  readonly number!: number | null;

  @InstantField({ about: 'Time of the transaction (UTC)' })
  readonly at!: Date;

  @StringField({
    about:
      'Caller, such as `admin:5`, `integration:3` or `customer:9`; `nobody` if anonymous, `command` for the CLI, `system` for Kontor itself',
    maxLength: 32,
    example: 'admin:5',
  })
  readonly caller!: string;

  @StringField({
    about: 'Interface through which the change was made: rest, desk, soap, job, command or system',
    maxLength: 16,
    example: 'rest',
  })
  readonly interface!: string;

  @StringField({
    about: 'Operation that made the change',
    maxLength: 255,
    example: 'PUT /rest/V1/pricing/customerprice/:id',
  })
  readonly operation!: string;

  @StringField({
    about: 'IP address of the caller; null if unknown or erased',
    maxLength: 45,
    nullable: true,
    searchable: false,
    example: '192.0.2.7',
  })
  readonly address!: string | null;

  @StringField({
    about: 'Operating system user who ran the command; null for other interfaces',
    maxLength: 255,
    nullable: true,
    searchable: false,
    example: null,
  })
  readonly user!: string | null;

  @StringField({
    about:
      'Request ID that Kontor assigned; null if there was no request. The log contains this ID as `own_id`, or as `id` if the caller sent no request ID.',
    maxLength: 255,
    nullable: true,
    example: null,
  })
  readonly requestId!: string | null;

  @StringField({
    about: 'Trace ID that Kontor assigned; null if there is no trace or if the caller sent a trace ID',
    maxLength: 32,
    nullable: true,
    example: null,
  })
  readonly traceId!: string | null;

  @StringField({
    about: 'Request ID that the caller sent as `X-Request-Id`; null if none was sent',
    maxLength: 255,
    nullable: true,
    example: null,
  })
  readonly callerRequestId!: string | null;

  @StringField({
    about: 'Trace ID that the caller sent; null if none was sent',
    maxLength: 32,
    nullable: true,
    example: null,
  })
  readonly callerTraceId!: string | null;

  @StringField({
    about: 'UUID of the job or bulk operation that made the change; null for a synchronous call',
    maxLength: 36,
    nullable: true,
    example: null,
  })
  readonly job!: string | null;

  @StringField({
    about: 'Resource type of the records, such as customerPrice',
    maxLength: 64,
    example: 'customerPrice',
  })
  readonly resource!: string;

  @StringField({
    about: 'Action: created, updated, deleted or an action specific to the resource type',
    maxLength: 32,
    example: 'updated',
  })
  readonly action!: string;

  @ObjectsField(AuditedRecord, { about: 'Changed records, at most 250', most: 250 })
  readonly records!: readonly AuditedRecord[];
}

/** An event with its count in a quarter of an hour. */
export class AuditEventItem {
  @IntField({ about: 'Unique number of the event', example: 1 })
  readonly id!: number;

  @StringField({
    about: 'Event type, such as sign_in_refused, right_missing, document_downloaded, restricted_read or data_exported',
    maxLength: 32,
    example: 'sign_in_refused',
  })
  readonly event!: string;

  @StringField({ about: 'Caller, such as `admin:5`; `nobody` if anonymous', maxLength: 32, example: 'nobody' })
  readonly caller!: string;

  @StringField({
    about: 'IP address of the caller at the first occurrence; null if unknown or erased',
    maxLength: 45,
    nullable: true,
    searchable: false,
    example: '192.0.2.7',
  })
  readonly address!: string | null;

  @StringField({
    about: 'Operation that caused the event; null if no operation was called',
    maxLength: 255,
    nullable: true,
    example: 'POST /rest/V1/integration/admin/token',
  })
  readonly operation!: string | null;

  @StringField({
    about: 'Record or account that the event concerns; null if there is none',
    maxLength: 64,
    nullable: true,
    example: null,
  })
  readonly subject!: string | null;

  @IntField({ about: 'Number of occurrences', example: 12 })
  readonly count!: number;

  @InstantField({ about: 'Time of the first occurrence (UTC)' })
  readonly firstAt!: Date;

  @InstantField({ about: 'Time of the last occurrence (UTC)' })
  readonly lastAt!: Date;
}
