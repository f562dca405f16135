import {
  createTable,
  day,
  id,
  index,
  instant,
  int,
  NULL,
  refers,
  text,
  varchar,
} from '../../../libs/database/index.js';

/** Documents of a deleted category stay without one (documents.md, "Records"). */
export const CREATE_DOCUMENT = createTable(
  '20261121160100-document',
  'document',
  [
    id(),
    varchar('name', 255),
    text('description', NULL),
    int('is_external'),
    varchar('external_url', 255, NULL),
    int('is_public'),
    int('category_id', NULL),
    int('website_id'),
    int('show_in_sidebar'),
    day('valid_from', NULL),
    day('valid_to', NULL),
    instant('created_at'),
    instant('updated_at'),
  ],
  [index('document_public', 'is_public', 'website_id')],
  [refers('category_id', 'document_category', 'clear'), refers('website_id', 'website', 'restrict')],
);
