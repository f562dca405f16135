import { addColumn, addIndex, type Migration, NULL, unique, varchar } from '../../../libs/database/index.js';

export const DOCUMENT_EXTERNAL_ID: readonly Migration[] = [
  addColumn('20261129030300-document-external-id', 'document', varchar('external_id', 255, NULL)),
  addIndex('20261129030301-document-external-id-key', 'document', unique('document_external_id', 'external_id')),
];
