import type { Rights } from '../../libs/records/index.js';

/** Of webhooks and of what they have sent (webhooks.md). */
export const WEBHOOK_RIGHTS: Rights = {
  read: '_Webhooks::manage',
  save: '_Webhooks::save',
  delete: '_Webhooks::delete',
};
