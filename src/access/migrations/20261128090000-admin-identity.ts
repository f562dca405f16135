import { createTable, id, int, refers, unique, varchar } from '../../../libs/database/index.js';

/** The persons of identity providers who are administrators (access.md, "Identity provider"). */
export const CREATE_ADMIN_IDENTITY = createTable(
  '20261128090000-admin-identity',
  'admin_identity',
  [id(), int('admin_id'), varchar('issuer', 255), varchar('subject', 255)],
  [unique('admin_identity_subject', 'issuer', 'subject')],
  [refers('admin_id', 'admin_user', 'cascade')],
);
