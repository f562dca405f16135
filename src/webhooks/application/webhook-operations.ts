import {
  answers,
  needs,
  operation,
  type Operation,
  recordOperationsFor,
  takes,
} from '../../../libs/operations/index.js';
import { fieldsOf, IntField, toWire } from '../../../libs/records/index.js';
import { webhookResource } from '../webhook.record.js';
import { DeliveryItem } from './delivery-item.js';
import { ManageWebhooks } from './manage-webhooks.js';
import { Webhooks } from './webhooks.js';

/** The log is read page by page, without search criteria. */
class Paged {
  @IntField({ about: 'Unique ID of the delivery', example: 815, searchable: false })
  readonly id!: number;
}

const ITEM = fieldsOf(DeliveryItem);
const { service, path, rights } = webhookResource;

/** The five standard operations, through the service that sets the owner. */
export const WEBHOOK_RECORD_OPERATIONS: readonly Operation[] = recordOperationsFor(webhookResource, {
  by: Webhooks,
  forCaller: (webhooks: Webhooks, caller) => webhooks.as(caller),
});

/** The operations of webhooks in addition to the standard ones (webhooks.md, "Operations"). */
export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  operation({
    service,
    name: 'rotate',
    summary: 'Rotate the secret of a webhook',
    about: 'Returns the new secret once. For 24 hours, deliveries are signed with both the old and the new secret.',
    right: needs.right(rights.save),
    effect: 'writes',
    rest: { verb: 'POST', path: `${path}/:id/rotate` },
    input: { id: takes.id() },
    output: answers.secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwaHR0cHM6Ly8='),
    errors: [404],
    by: ManageWebhooks,
    run: (webhooks, { id }) => webhooks.rotate(id),
  }),
  operation({
    service,
    name: 'take',
    summary: 'Take over ownership of a webhook',
    about:
      'Makes the caller the owner. The rights of the owner determine which events are sent. Requires the rights to read all events of the webhook. ' +
      'The secret does not change. A webhook that was deactivated because of its owner becomes active again.',
    right: needs.right(rights.save),
    effect: 'writes',
    rest: { verb: 'POST', path: `${path}/:id/take` },
    input: { id: takes.id() },
    output: answers.record(webhookResource),
    errors: [404],
    by: Webhooks,
    run: async (webhooks, { id }, { caller }) => toWire(webhookResource.fields, await webhooks.take(caller, id)),
  }),
  operation({
    service,
    name: 'test',
    summary: 'Send a test event to a webhook and return the event ID',
    right: needs.right(rights.save),
    effect: 'writes',
    rest: { verb: 'POST', path: `${path}/:id/test` },
    input: { id: takes.id() },
    output: answers.string('msg_t-7c0e4b52-5d0f-4f67-8a56-8f1f5a2f7f0e'),
    errors: [404],
    by: ManageWebhooks,
    run: (webhooks, { id }) => webhooks.test(id),
  }),
  operation({
    service,
    name: 'deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    right: needs.right(rights.read),
    effect: 'reads',
    rest: { verb: 'GET', path: `${path}/:id/deliveries` },
    input: { id: takes.id(), search: takes.criteriaOver(Paged, { mayBeAbsent: true }) },
    output: answers.fieldsSearch(DeliveryItem),
    errors: [404],
    by: ManageWebhooks,
    run: async (webhooks, { id, search: { criteria } }, { caller }) => {
      const { items, total } = await webhooks.log(caller, id, criteria.page, criteria.pageSize);
      return { items: items.map((item) => toWire(ITEM, item)), total };
    },
  }),
  operation({
    service,
    name: 'resend',
    summary: 'Resend a delivery of a webhook with its original ID',
    right: needs.right(rights.save),
    effect: 'writes',
    rest: { verb: 'POST', path: `${path}/:id/deliveries/:deliveryId/resend` },
    input: { id: takes.id(), deliveryId: takes.id('deliveryId') },
    output: answers.true,
    errors: [404],
    by: ManageWebhooks,
    run: (webhooks, { id, deliveryId }) => webhooks.resend(id, deliveryId),
  }),
];
