import type { Rights } from '../../libs/records/index.js';

/** The rights for all routes below `/V1/customerdocuments` for integrations and administrators (documents.md). */
export const DOCUMENT_RIGHTS: Rights = {
  read: '_CustomerDocuments::manage',
  save: '_CustomerDocuments::save',
  delete: '_CustomerDocuments::delete',
};
