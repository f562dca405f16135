import {
  CreateTable,
  day,
  id,
  index,
  instant,
  int,
  json,
  NULL,
  refers,
  table,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/**
 * Versions of product passports. The columns of three keys are filled only while a version is in work, published or
 * shown, so that the database holds each passport to one of each (passports.md, "A passport and its versions").
 */
export class CreatePassportVersion extends CreateTable {
  readonly name = '20261121170200-passport-version';
  readonly shape = table(
    'passport_version',
    [
      id(),
      int('passport_id'),
      varchar('uuid', 36),
      int('version'),
      varchar('status', 16),
      int('is_shown'),
      int('template_id'),
      varchar('template_code', 64),
      varchar('template_version', 32),
      varchar('sku', 255),
      int('store_id'),
      json('product_name', NULL),
      varchar('image_url', 1000, NULL),
      varchar('espr_category', 255, NULL),
      varchar('granularity', 8),
      varchar('gtin', 14, NULL),
      varchar('batch', 20, NULL),
      varchar('serial', 20, NULL),
      varchar('mpn', 255, NULL),
      varchar('country_of_origin', 2, NULL),
      varchar('hs_code', 10, NULL),
      json('manufacturer', NULL),
      json('documents'),
      json('dpp_payload'),
      int('completeness_score'),
      json('issuer', NULL),
      instant('published_at', NULL),
      day('valid_from', NULL),
      day('valid_to', NULL),
      instant('archived_at', NULL),
      varchar('archive_reason', 16, NULL),
      int('predecessor_id', NULL),
      instant('created_at'),
      instant('updated_at'),
      varchar('passport_version_work_key', 21, NULL),
      varchar('passport_version_public_key', 21, NULL),
      varchar('passport_version_shown_key', 21, NULL),
    ],
    [
      unique('passport_version_number', 'passport_id', 'version'),
      unique('passport_version_work', 'passport_version_work_key'),
      unique('passport_version_public', 'passport_version_public_key'),
      unique('passport_version_shown', 'passport_version_shown_key'),
      index('passport_version_sku', 'sku'),
      index('passport_version_score', 'completeness_score'),
    ],
    [
      refers('passport_id', 'passport', 'cascade'),
      refers('template_id', 'passport_template', 'restrict'),
      refers('store_id', 'store', 'restrict'),
      refers('predecessor_id', 'passport', 'restrict'),
    ],
  );
}
