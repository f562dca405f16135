import {
  createTable,
  day,
  decimal,
  id,
  instant,
  int,
  NULL,
  refers,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/** Headers of product-customer matrices (pricing.md §1). */
export const CREATE_MATRIX = createTable(
  '20261121140200-matrix',
  'matrix',
  [
    id(),
    varchar('name', 255),
    int('is_active'),
    int('priority'),
    varchar('attributes_relation', 255),
    int('website_id'),
    decimal('price', 15, 6),
    decimal('qty', 12, 4),
    int('price_application_type'),
    varchar('price_attribute', 255, NULL),
    varchar('currency', 3, NULL),
    day('from_date', NULL),
    day('to_date', NULL),
    varchar('external_id', 255, NULL),
    int('source_version', NULL),
    instant('created_at'),
    instant('updated_at'),
  ],
  [unique('matrix_name', 'name'), unique('matrix_external_id', 'external_id')],
  [refers('website_id', 'website', 'restrict')],
);
