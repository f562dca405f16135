import type { Rights } from '../../libs/records/index.js';

/** Rights for everything below `/V1/commerce` (commerce.md). */
export const COMMERCE_RIGHTS: Rights = {
  read: '_Commerce::manage',
  save: '_Commerce::save',
  delete: '_Commerce::delete',
};

/** The right, in addition to `save`, to set, change or remove customers' passwords. */
export const CREDENTIALS_RIGHT = '_Commerce::credentials';
