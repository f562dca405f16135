import { type Fault, invalidValue } from '../../libs/kernel/index.js';
import {
  defineRecord,
  FlagField,
  IdField,
  InstantField,
  StringField,
  withFields,
  WordsField,
} from '../../libs/records/index.js';
import { isEventPattern } from './domain/events.js';
import { WEBHOOK_RIGHTS } from './rights.record.js';

/** Whoever wants to hear of what happens: where it is posted, and what of it (webhooks.md). */
class Webhook {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'Where events are posted: https, or http on localhost during development',
    required: true,
    format: 'uri',
    accepts: (text) => URL.canParse(text),
    example: 'https://erp.example/kontor/events',
  })
  readonly url!: string;

  @WordsField({
    about: 'Which events: customerPrice.updated, customerPrice.*, price.changed; * for all',
    of: 'event',
    accepts: isEventPattern,
    default: ['*'],
    example: ['customerPrice.*', 'price.changed'],
  })
  readonly events!: readonly string[];

  @WordsField({
    about: 'Only events about records with one of these keys or ids; a * at the end stands for any rest',
    of: 'key',
    accepts: (word) => word !== '' && word.length <= 255,
    default: [],
    example: ['A1', 'B-*'],
  })
  readonly filter!: readonly string[];

  @StringField({ about: 'What it is for', nullable: true, example: 'Prices to the ERP' })
  readonly description!: string | null;

  @FlagField({ about: '0: nothing is sent; what happens meanwhile is not sent later', default: 1, example: 1 })
  readonly isActive!: number;

  @StringField({
    about:
      'Why Kontor switched it off last: gone (it answered 410), failing (for three days) or owner (its owner is gone, inactive or unknown)',
    nullable: true,
    access: 'read',
    maxLength: 16,
    example: 'failing',
  })
  readonly switchedOff!: string | null;

  @InstantField({ about: 'When Kontor did', nullable: true })
  readonly switchedOffAt!: Date | null;

  @StringField({
    about: 'Account that last set the address or the events; only events that it may read are sent. Null if unknown',
    nullable: true,
    access: 'read',
    maxLength: 32,
    example: 'admin:5',
  })
  readonly owner!: string | null;
}

export type WebhookRecord = Webhook;

/** What an address may not be, and events that nobody tells of. */
export const webhookFaults =
  (mayPost: (url: string) => boolean, isTold: (pattern: string) => boolean) =>
  (next: Webhook, previous: Webhook | undefined): readonly Fault[] => [
    ...(next.url === previous?.url || mayPost(next.url) ? [] : [invalidValue('url', next.url)]),
    ...next.events.filter((pattern) => !isTold(pattern)).map((pattern) => invalidValue('events', pattern)),
  ];

export const webhookResource = defineRecord<Webhook>({
  resource: 'webhook',
  record: Webhook,
  room: 'webhooks',
  path: 'webhooks',
  title: { one: 'webhook', many: 'webhooks' },
  table: 'webhook',
  rights: WEBHOOK_RIGHTS,
  ids: 'made',
  unique: [],
  service: 'webhookRepositoryV1',
});

/** The same for the service that decides who the owner is; what a client sends as `owner` never gets there. */
export const storedWebhookResource = withFields(
  webhookResource,
  webhookResource.fields.map((field) => (field.property === 'owner' ? { ...field, access: 'both' as const } : field)),
);
