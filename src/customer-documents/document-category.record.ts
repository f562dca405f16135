import { defineRecord, IdField, StringField } from '../../libs/records/index.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';

/** A category of documents, not of products. */
class DocumentCategory {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Unique name of the document category', required: true, example: 'Data sheets' })
  readonly name!: string;
}

export const documentCategoryResource = defineRecord<DocumentCategory>({
  resource: 'documentCategory',
  record: DocumentCategory,
  room: 'customer-documents',
  path: 'customerdocuments/category',
  title: { one: 'document category', many: 'document categories' },
  table: 'document_category',
  rights: DOCUMENT_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'document_category_name',
      properties: ['name'],
      says: 'A document category with this name already exists. Choose another name.',
    },
  ],
  service: 'customerDocumentsCategoryRepositoryV1',
});
