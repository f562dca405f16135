import type { Resource } from '../../libs/records/index.js';
import { documentResource } from './document.record.js';
import { documentCategoryResource } from './document-category.record.js';
import { documentCustomerResource } from './document-customer.record.js';
import { documentCustomerGroupResource } from './document-customer-group.record.js';
import { documentLinkResource } from './document-link.record.js';
import { documentDownloadResource } from './document-download.record.js';
import { documentProductResource } from './document-product.record.js';

export const CUSTOMER_DOCUMENT_RESOURCES: readonly Resource[] = [
  documentCategoryResource,
  documentResource,
  documentCustomerResource,
  documentCustomerGroupResource,
  documentProductResource,
  documentLinkResource,
  documentDownloadResource,
].map((resource: unknown) => resource as Resource);
