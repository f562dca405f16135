import { defineRecord, IdField, ReferenceField } from '../../libs/records/index.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';

/** Makes a document visible to a customer. Stored in the same rows as the document's `customer_ids`. */
class DocumentCustomer {
  @IdField()
  readonly id!: number;

  @ReferenceField('document', { about: 'Document assigned to the customer', required: true, onDelete: 'cascade' })
  readonly documentId!: number;

  @ReferenceField('customer', { about: 'Customer who can see the document', required: true, onDelete: 'cascade' })
  readonly customerId!: number;
}

export const documentCustomerResource = defineRecord<DocumentCustomer>({
  resource: 'documentCustomer',
  record: DocumentCustomer,
  room: 'customer-documents',
  path: 'customerdocuments/customer',
  title: { one: 'customer assignment of a document', many: 'customer assignments of documents' },
  table: 'document_customer',
  rights: DOCUMENT_RIGHTS,
  ids: 'made',
  unique: [
    {
      // The customer comes first, because searches look up the documents of a customer.
      name: 'document_customer_pair',
      properties: ['customerId', 'documentId'],
      says: 'The document is already assigned to this customer.',
    },
  ],
  service: 'customerDocumentsCustomerRepositoryV1',
});
