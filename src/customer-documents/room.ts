import { DOCUMENT_TABLES } from './adapters/typeorm/document-tables.js';
import { bodyOf, bulkOperations, type Operation, recordOperations } from '../../libs/operations/index.js';
import { DOCUMENT_LINK_OPERATIONS } from './application/document-link-operations.js';
import { downloadSearch } from './application/download-operation.js';
import { PRODUCT_PLACE_OPERATIONS } from './application/product-assignment-operations.js';
import { SWEEP_JOB, SWEEP_OPERATION } from './application/sweep-job.js';
import { VISIBLE_DOCUMENT_OPERATIONS } from './application/visible-document-operations.js';
import { DocumentBodies, DocumentExtras } from './adapters/rest/document-body.js';
import { documentResource } from './document.record.js';
import { documentCategoryResource } from './document-category.record.js';
import { documentCustomerResource } from './document-customer.record.js';
import { documentCustomerGroupResource } from './document-customer-group.record.js';
import { documentProductResource } from './document-product.record.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';
import { HOUR_MS, recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { CustomerDocumentsSettings, localFolderOf } from './settings.js';
import { CUSTOMER_DOCUMENT_RESOURCES } from './resources.record.js';
import { CUSTOMER_DOCUMENT_MIGRATIONS } from './migrations/index.js';
import { documentDownloadResource } from './document-download.record.js';
import { LinkSaver } from './application/link-saver.js';
import { documentLinkResource } from './document-link.record.js';
import { LogDownloads } from './application/log-downloads.js';
import { DOCUMENT_METRICS } from './application/metrics.js';
import { ScanFiles } from './application/scan-files.js';
import { DocumentBytes } from './application/read-file.js';
import { CUSTOMER_DOCUMENT_PERSONAL } from './personal.record.js';

/** Accepts a file in POST and PUT of documents (documents.md, "In one call"). */
const takingFiles = (operation: Operation): Operation =>
  bodyOf(operation.input)
    ? { ...operation, rest: { ...operation.rest, body: { by: DocumentBodies, takes: DocumentExtras } } }
    : operation;

export const CUSTOMER_DOCUMENTS_ROOM: RoomManifest<CustomerDocumentsSettings> = {
  name: 'customer-documents',
  chapter: {
    title: 'Customer documents',
    about: 'Documents, their files, their visibility, and the download log.',
    services: [
      'customerDocumentsFileV1',
      'customerDocumentsLinkedContentV1',
      'customerDocumentsMyContentV1',
      'customerDocumentsPublicContentV1',
    ],
  },
  addOn: true,
  settings: CustomerDocumentsSettings,
  resources: CUSTOMER_DOCUMENT_RESOURCES,
  migrations: CUSTOMER_DOCUMENT_MIGRATIONS,
  tables: DOCUMENT_TABLES,
  rights: recordRights(DOCUMENT_RIGHTS, 'customer documents'),
  operations: [
    ...recordOperations(documentResource).map(takingFiles),
    ...bulkOperations(documentResource),
    ...[...recordOperations(documentCategoryResource), ...bulkOperations(documentCategoryResource)],
    ...[...recordOperations(documentCustomerResource), ...bulkOperations(documentCustomerResource)],
    ...[...recordOperations(documentCustomerGroupResource), ...bulkOperations(documentCustomerGroupResource)],
    ...[...recordOperations(documentProductResource), ...bulkOperations(documentProductResource)],
    ...PRODUCT_PLACE_OPERATIONS,
    ...DOCUMENT_LINK_OPERATIONS,
    ...VISIBLE_DOCUMENT_OPERATIONS,
    downloadSearch,
    SWEEP_OPERATION,
  ],
  jobs: [SWEEP_JOB],
  recordBytes: DocumentBytes,
  metrics: { metrics: DOCUMENT_METRICS, observe: (find) => find(ScanFiles).tellPending() },
  folders: ({ STORAGE_URL }) => ({ documents: localFolderOf(STORAGE_URL) }),
  secretPaths: ['customerdocuments/link'],
  rowSavers: [[documentLinkResource, LinkSaver]],
  schedules: [
    {
      name: 'the download log',
      every: HOUR_MS,
      once: 'process',
      failure: 'old data could not be deleted: download log',
      run: ({ find }, { DOWNLOAD_LOG_DAYS }) => find(LogDownloads).prune(DOWNLOAD_LOG_DAYS),
    },
    {
      name: 'files without a virus scan',
      every: HOUR_MS,
      once: 'process',
      failure: 'unscanned files could not be scanned for viruses',
      run: ({ find }) => find(ScanFiles).rescan(),
    },
  ],
  // No other module uses the download log.
  services: CUSTOMER_DOCUMENT_RESOURCES.filter((resource) => resource !== (documentDownloadResource as unknown)),
  personal: { records: CUSTOMER_DOCUMENT_PERSONAL },
};
