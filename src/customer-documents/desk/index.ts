import { inLanguage } from '../../../desk/src/language.js';
import type { DeskModule } from '../../../desk/src/module.js';

const t = inLanguage(
  {
    title: 'Documents',
    about: 'Upload files, choose who can see them, and check who downloaded them.',
    document: 'Document',
    yes: { 1: 'yes', 0: 'no' },
  },
  {
    title: 'Dokumente',
    about: 'Dateien hochladen, festlegen, wer sie sehen darf, und nachsehen, wer sie abgerufen hat.',
    document: 'Dokument',
    yes: { 1: 'ja', 0: 'nein' },
  },
);

const NEEDS = ['_CustomerDocuments::manage'];

const desk: DeskModule = {
  screens: [
    {
      path: '/documents',
      title: t.title,
      about: t.about,
      group: 'documents',
      needs: NEEDS,
      load: () => import('./documents.js'),
    },
    {
      path: '/documents/$id',
      title: t.document,
      about: '',
      group: 'documents',
      needs: NEEDS,
      load: () => import('./document.js'),
    },
  ],
  records: {
    document: {
      group: 'documents',
      title: { one: 'Dokument', many: 'Dokumente' },
      names: ['name'],
      columns: ['name', 'category_id', 'is_public', 'customer_ids', 'customer_group_ids', 'valid_from', 'valid_to'],
      found: true,
      hidden: true,
      opensAt: '/documents/$id',
      listedAt: '/documents',
      parts: [{ resource: 'documentProduct', field: 'document_id' }],
    },
    documentCategory: { group: 'documents', title: { one: 'Dokumentkategorie', many: 'Dokumentkategorien' } },
    documentCustomer: { group: 'documents', hidden: true, columns: ['document_id', 'customer_id'] },
    documentCustomerGroup: { group: 'documents', hidden: true, columns: ['document_id', 'customer_group_id'] },
    documentProduct: {
      group: 'documents',
      hidden: true,
      title: { one: 'Produktzuordnung', many: 'Produktzuordnungen' },
      columns: ['product_id', 'store_id', 'position'],
    },
  },
};

export default desk;
