import { defineRecord, IdField, ReferenceField } from '../../libs/records/index.js';
import { documentGroupFaults } from './domain/document.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';

/** Makes a document visible to a customer group. Stored in the same rows as the document's `customer_group_ids`. */
class DocumentCustomerGroup {
  @IdField()
  readonly id!: number;

  @ReferenceField('document', { about: 'Document assigned to the customer group', required: true, onDelete: 'cascade' })
  readonly documentId!: number;

  @ReferenceField('customerGroup', {
    about: 'Customer group that can see the document; 0 (NOT LOGGED IN) is not allowed',
    required: true,
    onDelete: 'restrict',
  })
  readonly customerGroupId!: number;
}

/** The wrapper `customerGroup` (documents.md, "Records") is also the resource name of customer groups themselves. */
export const documentCustomerGroupResource = defineRecord<DocumentCustomerGroup>({
  resource: 'documentCustomerGroup',
  wrapper: 'customerGroup',
  record: DocumentCustomerGroup,
  room: 'customer-documents',
  path: 'customerdocuments/customergroup',
  title: { one: 'group assignment of a document', many: 'group assignments of documents' },
  table: 'document_customer_group',
  rights: DOCUMENT_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'document_customer_group_pair',
      properties: ['customerGroupId', 'documentId'],
      says: 'The document is already assigned to this customer group.',
    },
  ],
  service: 'customerDocumentsCustomerGroupRepositoryV1',
  faults: ({ customerGroupId }) => documentGroupFaults('customer_group_id', [customerGroupId]),
});
