import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { ChangeLog, Clock, Transactions } from '../../libs/kernel/index.js';
import {
  type Recorded,
  type RecordParts,
  type Records,
  RecordService,
  RecordStore,
  References,
  type Resource,
  type UniqueKey,
} from '../../libs/records/index.js';
import { recordController, recordService, serviceOf } from '../../libs/webapi/index.js';
import { salesEntityResource } from '../commerce/index.js';
import { DocumentLinksController } from './adapters/rest/document-links.controller.js';
import { ProductPlacesController } from './adapters/rest/product-places.controller.js';
import { ByPosition } from './application/by-position.js';
import { DocumentsWithLists } from './application/documents-with-lists.js';
import { type EntityLink, LinksToEntities } from './application/links-to-entities.js';
import { RemovePlaces } from './application/remove-places.js';
import { SaveDocuments } from './application/save-documents.js';
import { DocumentSettings } from './application/settings.js';
import { documentFaults } from './domain/document.js';
import { allowedHosts } from './domain/external-url.js';
import { type Document, documentResource } from './document.record.js';
import { documentCategoryResource } from './document-category.record.js';
import { documentCustomerResource } from './document-customer.record.js';
import { documentCustomerGroupResource } from './document-customer-group.record.js';
import { documentLinkResource, shownDocumentLink } from './document-link.record.js';
import { documentProductResource } from './document-product.record.js';
import { DocumentFiles } from './ports/document-files.js';

/** What generic services are made of. */
class Parts {
  constructor(
    readonly store: RecordStore,
    readonly transactions: Transactions,
    private readonly references: References,
    private readonly changes: ChangeLog,
    private readonly clock: Clock,
  ) {}

  of<T extends Recorded>(resource: Resource<T>, records: Records<T> = this.store.of(resource)): RecordParts<T> {
    const { references, transactions, changes, clock } = this;
    return { records, references, transactions, changes, clock };
  }
}

const onlyKey = <T extends Recorded>({ resource, unique: [key] }: Resource<T>): UniqueKey<T> => {
  if (!key) throw new Error(`${resource} has no key`);
  return key;
};

const documentsOf = ({ store, transactions }: Parts, files: DocumentFiles): Records<Document> =>
  new DocumentsWithLists({
    stored: store.of(documentResource),
    customers: {
      name: 'customer_ids',
      records: store.of(documentCustomerResource),
      pair: onlyKey(documentCustomerResource),
      idsOf: ({ customerIds }: Document) => customerIds,
      rowOf: (documentId, customerId) => ({ id: 0, documentId, customerId }),
    },
    groups: {
      name: 'customer_group_ids',
      records: store.of(documentCustomerGroupResource),
      pair: onlyKey(documentCustomerGroupResource),
      idsOf: ({ customerGroupIds }: Document) => customerGroupIds,
      rowOf: (documentId, customerGroupId) => ({ id: 0, documentId, customerGroupId }),
    },
    files,
    transactions,
  });

const PROVIDERS: readonly Provider[] = [
  {
    provide: Parts,
    inject: [RecordStore, Transactions, References, ChangeLog, Clock],
    useFactory: (...parts: ConstructorParameters<typeof Parts>) => new Parts(...parts),
  },
  {
    provide: serviceOf(documentResource),
    inject: [Parts, DocumentFiles, DocumentSettings],
    useFactory: (parts: Parts, files: DocumentFiles, { externalHosts }: DocumentSettings) => {
      const resource: Resource<Document> = { ...documentResource, faults: documentFaults(allowedHosts(externalHosts)) };
      return new SaveDocuments(
        new RecordService(resource, parts.of(resource, documentsOf(parts, files))),
        parts.transactions,
      );
    },
  },
  {
    provide: serviceOf(documentProductResource),
    inject: [Parts],
    useFactory: (parts: Parts) => new ByPosition(documentProductResource, parts.of(documentProductResource)),
  },
  {
    provide: serviceOf(documentLinkResource),
    inject: [Parts],
    useFactory: (parts: Parts) => {
      const records = new LinksToEntities(
        parts.store.of(documentLinkResource),
        parts.store.of(salesEntityResource),
        onlyKey(salesEntityResource),
      );
      const shown = shownDocumentLink();
      return new RecordService<EntityLink>(shown, parts.of(shown, records));
    },
  },
  {
    provide: RemovePlaces,
    inject: [Parts],
    useFactory: ({ store, transactions }: Parts) => new RemovePlaces(store.of(documentProductResource), transactions),
  },
  recordService(documentCategoryResource),
  recordService(documentCustomerResource),
  recordService(documentCustomerGroupResource),
];

const CONTROLLERS: readonly Type[] = [
  DocumentLinksController,
  ProductPlacesController,
  recordController(documentResource),
  recordController(documentCategoryResource),
  recordController(documentCustomerResource),
  recordController(documentCustomerGroupResource),
  recordController(documentProductResource),
];

const SERVICES: readonly string[] = [
  serviceOf(documentResource),
  serviceOf(documentCategoryResource),
  serviceOf(documentCustomerResource),
  serviceOf(documentCustomerGroupResource),
  serviceOf(documentProductResource),
  serviceOf(documentLinkResource),
];

/** The records of documents: their services and the administrators' routes. */
@Module({})
export class DocumentRecordsModule {
  static over(...below: readonly (Type | DynamicModule)[]): DynamicModule {
    return {
      module: DocumentRecordsModule,
      imports: [...below],
      controllers: [...CONTROLLERS],
      providers: [...PROVIDERS],
      exports: [...SERVICES],
    };
  }
}
