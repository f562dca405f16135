import { Counter, Gauge, Histogram, SECONDS } from '../../../libs/kernel/index.js';
import type { Deliveries } from '../ports/deliveries.js';

export const WEBHOOK_DELIVERIES = new Counter({
  name: 'kontor_webhook_deliveries_total',
  help: 'Webhook delivery attempts, by outcome: delivered, failed (retried later), gone (status 410, the webhook was deactivated)',
  labels: ['outcome'],
  values: ['delivered', 'failed', 'gone'],
});

export const WEBHOOK_SECONDS = new Histogram({
  name: 'kontor_webhook_delivery_duration_seconds',
  help: 'Response time of webhook receivers in seconds',
  labels: [],
  bounds: SECONDS,
});

export const WEBHOOKS_SWITCHED_OFF = new Counter({
  name: 'kontor_webhooks_switched_off_total',
  help: 'Webhooks that Kontor deactivated, by reason: gone (status 410), failing (an event could not be delivered for three days), owner (deleted, inactive or unknown)',
  labels: ['why'],
  values: ['gone', 'failing', 'owner'],
});

const WEBHOOKS_WAITING = new Gauge({
  name: 'kontor_webhook_deliveries_waiting',
  help: 'Webhook deliveries waiting to be sent, across all servers that use this database',
  labels: [],
});

export const WEBHOOK_METRICS = [WEBHOOK_DELIVERIES, WEBHOOK_SECONDS, WEBHOOKS_SWITCHED_OFF, WEBHOOKS_WAITING];

export const observeWebhooks = async (deliveries: Deliveries): Promise<void> =>
  WEBHOOKS_WAITING.set(await deliveries.waiting());
