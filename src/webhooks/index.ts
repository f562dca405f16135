export { webhookResource } from './webhook.record.js';
