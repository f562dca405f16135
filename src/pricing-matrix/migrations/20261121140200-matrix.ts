import {
  createTable,
  decimal,
  id,
  int,
  refers,
  terms,
  tracked,
  unique,
  varchar,
} from '../../../libs/database/index.js';

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
    ...terms(),
    ...tracked(),
  ],
  [unique('matrix_name', 'name'), unique('matrix_external_id', 'external_id')],
  [refers('website_id', 'website', 'restrict')],
);
