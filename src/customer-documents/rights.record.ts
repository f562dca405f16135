import type { Rights } from '../../libs/records/index.js';

/** What integrations and administrators need for everything below `/V1/customerdocuments` (documents.md). */
export const DOCUMENT_RIGHTS: Rights = {
  read: '_CustomerDocuments::manage',
  save: '_CustomerDocuments::save',
  delete: '_CustomerDocuments::delete',
};
