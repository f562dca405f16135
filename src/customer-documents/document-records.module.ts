import { recordService } from '../../libs/manifest/index.js';
import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { allowedHosts, ChangeLog, Transactions } from '../../libs/kernel/index.js';
import {
  type Recorded,
  type RecordService,
  RecordStore,
  type Resource,
  type RowSaver,
  type UniqueKey,
  serviceOf,
} from '../../libs/records/index.js';
import { salesEntityResource } from '../commerce/index.js';
import { DocumentHooks } from './application/document-hooks.js';
import { LinkSaver } from './application/link-saver.js';
import { type EntityLink, LinksToEntities } from './application/links-to-entities.js';
import { RemoveProductAssignments } from './application/product-assignment-operations.js';
import { DocumentBodies } from './adapters/rest/document-body.js';
import { type EntityNumbers, SaveWithFile } from './application/save-with-file.js';
import { StoreFile } from './application/store-file.js';
import { documentFaults } from './domain/document.js';
import { type Document, documentResource } from './document.record.js';
import { documentCategoryResource } from './document-category.record.js';
import { documentCustomerResource } from './document-customer.record.js';
import { documentCustomerGroupResource } from './document-customer-group.record.js';
import { documentLinkResource, shownDocumentLink } from './document-link.record.js';
import { documentProductResource } from './document-product.record.js';

const onlyKey = <T extends Recorded>({ resource, unique: [key] }: Resource<T>): UniqueKey<T> => {
  if (!key) throw new Error(`${resource} has no key`);
  return key;
};

const providers = (externalHosts: readonly string[]): readonly Provider[] => [
  DocumentHooks,
  recordService(documentResource, {
    hooks: DocumentHooks,
    faults: { useFactory: () => documentFaults(allowedHosts(externalHosts)) },
  }),
  recordService<EntityLink>(shownDocumentLink(), {
    token: serviceOf(documentLinkResource),
    records: (store) =>
      new LinksToEntities(
        store.recordsOf(documentLinkResource),
        store.recordsOf(salesEntityResource),
        onlyKey(salesEntityResource),
      ),
  }),
  {
    provide: LinkSaver,
    inject: [serviceOf(documentLinkResource)],
    useFactory: (links: RowSaver) => new LinkSaver(links),
  },
  {
    provide: RemoveProductAssignments,
    inject: [RecordStore, Transactions],
    useFactory: (store: RecordStore, transactions: Transactions) =>
      new RemoveProductAssignments(store.recordsOf(documentProductResource), transactions),
  },
  {
    provide: SaveWithFile,
    inject: [
      serviceOf(documentResource),
      serviceOf(documentProductResource),
      LinkSaver,
      RecordStore,
      StoreFile,
      Transactions,
      ChangeLog,
    ],
    useFactory: (
      documents: RecordService<Document>,
      products: RecordService<Recorded>,
      links: LinkSaver,
      store: RecordStore,
      storing: StoreFile,
      transactions: Transactions,
      changes: ChangeLog,
    ) => {
      const entities = store.recordsOf(salesEntityResource) as unknown as EntityNumbers;
      return new SaveWithFile({ documents, products, links, entities, storing, transactions, changes });
    },
  },
  DocumentBodies,
  recordService(documentProductResource),
  recordService(documentCategoryResource),
  recordService(documentCustomerResource),
  recordService(documentCustomerGroupResource),
];

const SERVICES = [
  serviceOf(documentResource),
  serviceOf(documentCategoryResource),
  serviceOf(documentCustomerResource),
  serviceOf(documentCustomerGroupResource),
  serviceOf(documentProductResource),
  serviceOf(documentLinkResource),
];

@Module({})
export class DocumentRecordsModule {
  static over(externalHosts: readonly string[], ...below: readonly (Type | DynamicModule)[]): DynamicModule {
    return {
      module: DocumentRecordsModule,
      imports: [...below],
      providers: [...providers(externalHosts)],
      exports: [...SERVICES, LinkSaver, RemoveProductAssignments, DocumentBodies],
    };
  }
}
