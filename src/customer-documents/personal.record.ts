import { type PersonalRecords, personalRecords } from '../../libs/records/index.js';
import { SALES_OF_CUSTOMER } from '../commerce/index.js';
import { documentCustomerResource } from './document-customer.record.js';
import { documentDownloadResource } from './document-download.record.js';
import { documentLinkResource } from './document-link.record.js';

/** The personal data of this module (privacy.md). */
export const CUSTOMER_DOCUMENT_PERSONAL: readonly PersonalRecords[] = [
  personalRecords({
    resource: documentCustomerResource,
    by: 'customerId',
    holds: 'id',
    alongside: ['documentId'],
  }),
  personalRecords({
    resource: documentLinkResource,
    by: 'salesEntityId',
    holds: 'id',
    through: SALES_OF_CUSTOMER,
    because: 'the links belong to orders and invoices, which are kept; the documents themselves are not searched',
  }),
  personalRecords({
    resource: documentDownloadResource,
    by: 'customerId',
    holds: 'id',
    hidden: ['entryKey'],
    // The key contains the customer ID. Counts that arrive later for this key are dropped.
    erased: (entry) => ({ ...entry, customerId: null, address: null, entryKey: null }),
    because: 'the number of downloads is kept without the customer',
  }),
];
