import { type Fault, hasValidPercentCodes, invalidValue } from '../../libs/kernel/index.js';
import {
  defineRecord,
  FlagField,
  IdField,
  InstantField,
  IntField,
  ObjectField,
  StringField,
  WordsField,
} from '../../libs/records/index.js';
import { isEventPattern } from './domain/events.js';
import { WEBHOOK_RIGHTS } from './rights.record.js';

/** When pending events are sent in a batch: as soon as the number or the time is reached. */
class WebhookBatch {
  @IntField({
    about: 'Number of waiting events at which the batch is sent',
    required: true,
    min: 2,
    max: 1_000,
    example: 100,
  })
  readonly max!: number;

  @IntField({
    about: 'Maximum time in seconds that the first event waits before the batch is sent',
    required: true,
    min: 1,
    max: 300,
    unit: 's',
    example: 10,
  })
  readonly seconds!: number;
}

/** A subscription: the URL of the receiver and the events that it gets (webhooks.md). */
class Webhook {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'URL that receives the events: https, or http on localhost for development',
    required: true,
    format: 'uri',
    accepts: (text) => URL.canParse(text) && hasValidPercentCodes(text),
    rule: 'absolute URLs',
    example: 'https://erp.example/kontor/events',
  })
  readonly url!: string;

  @WordsField({
    about:
      'Event types to send, such as customerPrice.updated, customerPrice.* or price.changed; default * (all types)',
    of: 'event',
    accepts: isEventPattern,
    rule: 'event types such as customerPrice.updated, customerPrice.* or *',
    default: ['*'],
    example: ['customerPrice.*', 'price.changed'],
  })
  readonly events!: readonly string[];

  @WordsField({
    about:
      'Keys or IDs of the records to send events for; a trailing * matches all keys with that prefix. Default: all records.',
    of: 'key',
    accepts: (word) => word !== '' && word.length <= 255,
    rule: '1 to 255 characters',
    default: [],
    example: ['A1', 'B-*'],
  })
  readonly filter!: readonly string[];

  @ObjectField(WebhookBatch, {
    about: 'Settings for combining several events in one delivery; null means one delivery per event',
    nullable: true,
    searchable: false,
  })
  readonly batch!: WebhookBatch | null;

  @StringField({ about: 'Purpose of the webhook; null if unset', nullable: true, example: 'Prices to the ERP' })
  readonly description!: string | null;

  @FlagField({
    about:
      'Activation status: 1 active (default), 0 inactive. Events that occur while the webhook is inactive are never sent.',
    default: 1,
    example: 1,
  })
  readonly isActive!: number;

  @StringField({
    about:
      'Reason for the last deactivation by Kontor: gone (receiver returned 410), failing (an event failed for three days) ' +
      'or owner (deleted, deactivated or unknown). Null if never deactivated.',
    nullable: true,
    access: 'read',
    maxLength: 16,
    example: 'failing',
  })
  readonly switchedOff!: string | null;

  @InstantField({ about: 'Time of the last deactivation by Kontor (UTC); null if never deactivated', nullable: true })
  readonly switchedOffAt!: Date | null;

  @StringField({
    about:
      'Account that last set the URL or the events, such as admin:5; null if unknown. Only events that this account may read are sent.',
    nullable: true,
    access: 'read',
    maxLength: 32,
    example: 'admin:5',
  })
  readonly owner!: string | null;
}

export type WebhookRecord = Webhook;

/** Rejects URLs that must not be used, and patterns that match no event. */
export const webhookFaults =
  (mayPost: (url: string) => boolean, matchesAnyEvent: (pattern: string) => boolean) =>
  (next: Webhook, previous: Webhook | undefined): readonly Fault[] => [
    ...(next.url === previous?.url || mayPost(next.url)
      ? []
      : [invalidValue('url', next.url, 'https URLs of public hosts or of hosts in WEBHOOK_HOSTS')]),
    ...next.events
      .filter((pattern) => !matchesAnyEvent(pattern))
      .map((pattern) => invalidValue('events', pattern, 'existing event types, or patterns that match at least one')),
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
