import {
  createTable,
  day,
  decimal,
  id,
  int,
  type Migration,
  refers,
  terms,
  tracked,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/** The key starts with owner and category, because prices are read by them (pricing.md §1). */
const createPrices = (
  migration: string,
  name: string,
  buyer: 'customer' | 'customer_group',
  onDelete: 'cascade' | 'restrict',
): Migration =>
  createTable(
    migration,
    name,
    [
      id(),
      int('category_id'),
      int(`${buyer}_id`),
      int('priority'),
      int('website_id'),
      decimal('value', 15, 6),
      ...terms(),
      ...tracked(),
      day('from_date_key'),
      day('to_date_key'),
      varchar('currency_key', 3),
    ],
    [
      unique(
        `${name}_key`,
        `${buyer}_id`,
        'category_id',
        'website_id',
        'qty',
        'from_date_key',
        'to_date_key',
        'currency_key',
      ),
      unique(`${name}_external_id`, 'external_id'),
    ],
    [
      refers('category_id', 'category', 'restrict'),
      refers(`${buyer}_id`, buyer, onDelete),
      refers('website_id', 'website', 'restrict'),
    ],
  );

export const CREATE_CATEGORY_PRICES: readonly Migration[] = [
  createPrices('20261121140000-category-price', 'category_price', 'customer', 'cascade'),
  createPrices('20261121140100-category-price-group', 'category_price_group', 'customer_group', 'restrict'),
];
