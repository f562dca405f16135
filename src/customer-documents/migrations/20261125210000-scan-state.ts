import { addColumn, addIndex, index, NULL, varchar, type Migration } from '../../../libs/database/index.js';

/** What a scanner said of bytes (documents-files.md, "Viruses"). Of those from before, NULL: nobody has scanned them. */
export const SCAN_STATE: readonly Migration[] = [
  addColumn('20261125210000-scan-state', 'document_blob', varchar('scan_state', 16, NULL)),
  addColumn('20261125210100-scan-found', 'document_blob', varchar('scan_found', 255, NULL)),
  addIndex('20261125210200-scan-open', 'document_blob', index('document_blob_scan', 'scan_state', 'id')),
];
