import { defineRecord, IdField, IntField, ReferenceField } from '../../libs/records/index.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';

/** That a document has its place on the page of a product. It grants nobody anything. */
class DocumentProduct {
  @IdField()
  readonly id!: number;

  @ReferenceField('document', { about: 'The document', required: true, onDelete: 'cascade' })
  readonly documentId!: number;

  @ReferenceField('product', { about: 'The product', required: true, onDelete: 'cascade' })
  readonly productId!: number;

  @ReferenceField('store', { about: 'In which store view; 0 = in all', default: 0, onDelete: 'restrict' })
  readonly storeId!: number;

  @IntField({ about: 'Place among the documents of the product, ascending', default: 0, example: 10 })
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
      says: 'The document already has its place at this product in this store view.',
    },
  ],
  sort: [{ property: 'position', direction: 'ASC' }],
  indexes: [{ name: 'document_product_position', properties: ['position'] }],
  service: 'customerDocumentsProductRepositoryV1',
});
