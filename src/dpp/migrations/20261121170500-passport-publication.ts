import { createTable, id, index, int, json, varchar } from '../../../libs/database/index.js';

/**
 * What the public reads of a version, made once when it was published and never changed; kept when it is archived. The id
 * is the version's (passports.md, "Life cycle").
 */
export const CREATE_PASSPORT_PUBLICATION = createTable(
  '20261121170500-passport-publication',
  'passport_publication',
  [id(), int('template_id'), varchar('public_url', 1000), varchar('qr_target', 1000), json('view'), json('jsonld')],
  [index('passport_publication_template', 'template_id')],
);
