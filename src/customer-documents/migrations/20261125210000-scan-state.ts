import { addColumn, addIndex, index, NULL, varchar, type Migration } from '../../../libs/database/index.js';

/** Result of the virus scan (documents-files.md, "Viruses"); NULL for older bytes, which were never scanned. */
export const SCAN_STATE: readonly Migration[] = [
  addColumn('20261125210000-scan-state', 'document_blob', varchar('scan_state', 16, NULL)),
  addColumn('20261125210100-scan-found', 'document_blob', varchar('scan_found', 255, NULL)),
  addIndex('20261125210200-scan-open', 'document_blob', index('document_blob_scan', 'scan_state', 'id')),
];
