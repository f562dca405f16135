import { indexes, type Migration } from '../migration.js';
import { index } from '../tables/shape.js';

const TABLES = [
  'price_list',
  'price_list_product',
  'price_list_customer',
  'price_list_group',
  'customer_price',
  'category_price',
  'category_price_group',
  'matrix',
  'matrix_condition',
  'matrix_customer',
];

/** Who asks what has changed since (`updated_at`, pricing.md §1) mustn't walk through millions of rows: a migration each. */
export const updatedAt: readonly Migration[] = TABLES.map((table, at) =>
  indexes(
    `202611211800${String(at).padStart(2, '0')}-${table.replaceAll('_', '-')}-updated-at`,
    table,
    index(`${table}_updated_at`, 'updated_at'),
  ),
);
