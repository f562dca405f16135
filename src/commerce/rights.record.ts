import type { Rights } from '../../libs/records/index.js';

/** Rights for everything below `/V1/commerce` except price settings (commerce.md). */
export const COMMERCE_RIGHTS: Rights = {
  read: '_Commerce::manage',
  save: '_Commerce::save',
  delete: '_Commerce::delete',
};

/** Rights for price settings (commerce.md, "Price settings"). */
export const PRICE_SETTINGS_RIGHTS: Rights = {
  read: '_PriceSettings::manage',
  save: '_PriceSettings::save',
  delete: '_PriceSettings::delete',
};

/** The right to set, change or remove customers' passwords, required in addition to `save`. */
export const CREDENTIALS_RIGHT = '_Commerce::credentials';
