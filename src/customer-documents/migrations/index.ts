import type { Migration } from '../../../libs/database/index.js';
import { CREATE_DOCUMENT_CATEGORY } from './20261121160000-document-category.js';
import { CREATE_DOCUMENT } from './20261121160100-document.js';
import { CREATE_DOCUMENT_CUSTOMER } from './20261121160200-document-customer.js';
import { CREATE_DOCUMENT_CUSTOMER_GROUP } from './20261121160300-document-customer-group.js';
import { CREATE_DOCUMENT_PRODUCT } from './20261121160400-document-product.js';
import { CREATE_DOCUMENT_LINK } from './20261121160500-document-link.js';
import { CREATE_DOCUMENT_BLOB } from './20261121160600-document-blob.js';
import { CREATE_CUSTOMER_DOCUMENT_FILE } from './20261121160700-customer-document-file.js';
import { CREATE_DOCUMENT_DOWNLOAD } from './20261121160800-document-download.js';
import { DOCUMENT_SEEN } from './20261121190000-document-seen.js';
import { DOWNLOAD_ENTRY } from './20261122150000-download-entry.js';
import { DOCUMENT_EXTERNAL_ID } from './20261129030300-document-external-id.js';
import { SCAN_STATE } from './20261125210000-scan-state.js';
import { CREATE_KEPT_BYTES } from './20261130090000-kept-bytes.js';

/** Append new migrations at the end. */
export const CUSTOMER_DOCUMENT_MIGRATIONS: readonly Migration[] = [
  CREATE_DOCUMENT_CATEGORY,
  CREATE_DOCUMENT,
  CREATE_DOCUMENT_CUSTOMER,
  CREATE_DOCUMENT_CUSTOMER_GROUP,
  CREATE_DOCUMENT_PRODUCT,
  CREATE_DOCUMENT_LINK,
  CREATE_DOCUMENT_BLOB,
  CREATE_CUSTOMER_DOCUMENT_FILE,
  CREATE_DOCUMENT_DOWNLOAD,
  ...DOCUMENT_SEEN,
  ...DOWNLOAD_ENTRY,
  ...SCAN_STATE,
  ...DOCUMENT_EXTERNAL_ID,
  CREATE_KEPT_BYTES,
];
