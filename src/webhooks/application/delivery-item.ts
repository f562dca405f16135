import { InstantField, IntField, JsonField, StringField } from '../../../libs/records/index.js';

/** One event, and how its sending went. */
export class DeliveryItem {
  @IntField({ about: 'Of the delivery', max: Number.MAX_SAFE_INTEGER, searchable: false, example: 815 })
  readonly id!: number;

  @StringField({ about: 'webhook-id: the same each time that it is sent', maxLength: 64, example: 'msg_a4711_1' })
  readonly eventId!: string;

  @StringField({ about: 'What happened', maxLength: 96, example: 'customerPrice.updated' })
  readonly type!: string;

  @StringField({ about: 'About what', maxLength: 255, example: 'customerPrice:17' })
  readonly subject!: string;

  @StringField({
    about: 'waiting, delivered, or withheld where the owner may not read the record any more',
    maxLength: 16,
    example: 'delivered',
  })
  readonly state!: string;

  @IntField({ about: 'How often it was tried', example: 1 })
  readonly tries!: number;

  @IntField({ about: 'The last answer; null without one', nullable: true, example: 200 })
  readonly status!: number | null;

  @IntField({ about: 'Milliseconds that the last try took', nullable: true, example: 38 })
  readonly ms!: number | null;

  @StringField({ about: 'Why there was no answer', maxLength: 255, nullable: true, example: null })
  readonly error!: string | null;

  @InstantField({ about: 'When it was put into the queue' })
  readonly createdAt!: Date;

  @InstantField({ about: 'When it was last tried', nullable: true })
  readonly sentAt!: Date | null;

  @JsonField({
    about: 'What was sent; without `data` for callers who may not read the record',
    example: { type: 'customerPrice.updated' },
  })
  readonly payload!: object;
}
