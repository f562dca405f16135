import { createTable, id, int, NULL, refers, unique, varchar } from '../../../libs/database/index.js';

/** Categories; one that has others below it stays (commerce.md). */
export const CREATE_CATEGORY = createTable(
  '20261121120700-category',
  'category',
  [id(), varchar('name', 255), int('parent_id', NULL), varchar('external_id', 255, NULL)],
  [unique('category_external_id', 'external_id')],
  [refers('parent_id', 'category', 'restrict')],
);
