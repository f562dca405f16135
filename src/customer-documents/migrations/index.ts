import type { Migration } from '../../../libs/database/index.js';
import { CreateDocumentCategory } from './20261121160000-document-category.js';
import { CreateDocument } from './20261121160100-document.js';
import { CreateDocumentCustomer } from './20261121160200-document-customer.js';
import { CreateDocumentCustomerGroup } from './20261121160300-document-customer-group.js';
import { CreateDocumentProduct } from './20261121160400-document-product.js';
import { CreateDocumentLink } from './20261121160500-document-link.js';
import { CreateDocumentBlob } from './20261121160600-document-blob.js';
import { CreateCustomerDocumentFile } from './20261121160700-customer-document-file.js';
import { CreateDocumentDownload } from './20261121160800-document-download.js';
import { AddDocumentSeen, AddCustomerDocumentFileThere } from './20261121190000-document-seen.js';
import {
  AddDownloadAddress,
  AddDownloadCount,
  AddDownloadEntryKey,
  AddDownloadEntry,
} from './20261122150000-download-entry.js';

/** The steps of the room's tables; a new one stands at the end. */
export const CUSTOMER_DOCUMENT_MIGRATIONS: readonly Migration[] = [
  new CreateDocumentCategory(),
  new CreateDocument(),
  new CreateDocumentCustomer(),
  new CreateDocumentCustomerGroup(),
  new CreateDocumentProduct(),
  new CreateDocumentLink(),
  new CreateDocumentBlob(),
  new CreateCustomerDocumentFile(),
  new CreateDocumentDownload(),
  new AddDocumentSeen(),
  new AddCustomerDocumentFileThere(),
  new AddDownloadAddress(),
  new AddDownloadCount(),
  new AddDownloadEntryKey(),
  new AddDownloadEntry(),
];
