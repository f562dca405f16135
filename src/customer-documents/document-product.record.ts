import { defineRecord, IdField, IntField, ReferenceField } from '../../libs/records/index.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';

/** Shows a document on a product page. It does not make the document visible to anyone. */
class DocumentProduct {
  @IdField()
  readonly id!: number;

  @ReferenceField('document', { about: 'Document assigned to the product', required: true, onDelete: 'cascade' })
  readonly documentId!: number;

  @ReferenceField('product', { about: 'Product whose page shows the document', required: true, onDelete: 'cascade' })
  readonly productId!: number;

  @ReferenceField('store', {
    about: 'Store view the assignment applies to; 0 means all store views',
    default: 0,
    onDelete: 'restrict',
  })
  readonly storeId!: number;

  @IntField({
    about: 'Sort position among the documents of the product, lowest first; default 0',
    default: 0,
    example: 10,
  })
  readonly position!: number;
}

export const documentProductResource = defineRecord<DocumentProduct>({
  resource: 'documentProduct',
  record: DocumentProduct,
  room: 'customer-documents',
  path: 'customerdocuments/product',
  title: { one: 'product assignment of a document', many: 'product assignments of documents' },
  table: 'document_product',
  rights: DOCUMENT_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'document_product_key',
      properties: ['productId', 'documentId', 'storeId'],
      says: 'The document is already assigned to this product in this store view.',
    },
  ],
  sort: [{ property: 'position', direction: 'ASC' }],
  indexes: [{ name: 'document_product_position', properties: ['position'] }],
  service: 'customerDocumentsProductRepositoryV1',
});
