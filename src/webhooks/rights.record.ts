import type { Rights } from '../../libs/records/index.js';

/** Rights for webhooks and their deliveries (webhooks.md). */
export const WEBHOOK_RIGHTS: Rights = {
  read: '_Webhooks::manage',
  save: '_Webhooks::save',
  delete: '_Webhooks::delete',
};
