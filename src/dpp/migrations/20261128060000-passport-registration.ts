import {
  bigint,
  createTable,
  id,
  index,
  instant,
  int,
  json,
  type Migration,
  NULL,
  text,
  varchar,
} from '../../../libs/database/index.js';

/** Entries for the EU registry, exports of them, and what the registry answered (passports-registry.md). */
export const PASSPORT_REGISTRATION: readonly Migration[] = [
  createTable(
    '20261128060000-passport-registration',
    'passport_registration',
    [
      id(),
      int('passport_id'),
      int('version'),
      int('product'),
      varchar('state', 16),
      varchar('problem', 24, NULL),
      int('export_id', NULL),
      varchar('action', 8, NULL),
      varchar('registration_id', 255, NULL),
      instant('at', NULL),
      text('message', NULL),
    ],
    [index('passport_registration_export', 'export_id', 'problem'), index('passport_registration_product', 'product')],
  ),
  createTable(
    '20261128060100-passport-registry-export',
    'passport_registry_export',
    [id(), varchar('owner', 36, NULL), bigint('expires_at'), instant('created_at'), instant('written_at', NULL)],
    [index('passport_registry_export_owner', 'owner'), index('passport_registry_export_written', 'written_at', 'id')],
  ),
  createTable(
    '20261128060200-passport-registration-proof',
    'passport_registration_proof',
    [id(), instant('due_at', NULL), varchar('media_type', 255, NULL), varchar('hash', 72, NULL), json('content', NULL)],
    [index('passport_registration_proof_due', 'due_at')],
  ),
];
