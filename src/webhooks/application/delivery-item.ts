import { InstantField, IntField, JsonField, StringField } from '../../../libs/records/index.js';

/** A delivery: an event and the result of sending it. */
export class DeliveryItem {
  @IntField({
    about: 'Unique ID of the delivery',
    max: Number.MAX_SAFE_INTEGER,
    searchable: false,
    example: 815,
  })
  readonly id!: number;

  @StringField({
    about:
      'ID of the event, the same for every attempt. Sent as the webhook-id header if the event is not part of a batch.',
    maxLength: 64,
    example: 'msg_a4711_1',
  })
  readonly eventId!: string;

  @StringField({
    about: 'ID of the batch that contained the event, sent as the webhook-id header; null if the event was sent alone',
    maxLength: 64,
    nullable: true,
    example: null,
  })
  readonly batchId!: string | null;

  @StringField({ about: 'Event type, such as customerPrice.updated', maxLength: 96, example: 'customerPrice.updated' })
  readonly type!: string;

  @StringField({
    about: 'Record that the event concerns, as resource type and ID or key, such as customerPrice:17',
    maxLength: 255,
    example: 'customerPrice:17',
  })
  readonly subject!: string;

  @StringField({
    about: 'State of the delivery: waiting, delivered or withheld (the owner of the webhook may not read the record)',
    maxLength: 16,
    example: 'delivered',
  })
  readonly state!: string;

  @IntField({ about: 'Number of delivery attempts', example: 1 })
  readonly tries!: number;

  @IntField({ about: 'HTTP status of the last response; null if there was no response', nullable: true, example: 200 })
  readonly status!: number | null;

  @IntField({
    about: 'Duration of the last attempt in milliseconds; null before the first attempt',
    nullable: true,
    example: 38,
  })
  readonly ms!: number | null;

  @StringField({
    about: 'Error of the last attempt if there was no response; otherwise null',
    maxLength: 255,
    nullable: true,
    example: null,
  })
  readonly error!: string | null;

  @InstantField({ about: 'Time when the event was queued (UTC)' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last attempt (UTC); null before the first attempt', nullable: true })
  readonly sentAt!: Date | null;

  @InstantField({ about: 'Earliest time of the next retry (UTC); null if no retry is scheduled', nullable: true })
  readonly nextTryAt!: Date | null;

  @JsonField({
    about: 'Body of the delivery; without `data` if the caller may not read the record',
    example: { type: 'customerPrice.updated' },
  })
  readonly payload!: object;
}
