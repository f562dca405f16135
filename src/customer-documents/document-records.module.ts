import { recordService } from '../../libs/manifest/index.js';
import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { allowedHosts, ChangeLog, Clock, Transactions } from '../../libs/kernel/index.js';
import {
  type Recorded,
  RecordService,
  RecordStore,
  References,
  type Resource,
  type RowSaver,
  type UniqueKey,
  serviceOf,
} from '../../libs/records/index.js';
import { salesEntityResource } from '../commerce/index.js';
import { DocumentHooks } from './application/document-hooks.js';
import { LinkSaver } from './application/link-saver.js';
import { type EntityLink, LinksToEntities } from './application/links-to-entities.js';
import { RemovePlaces } from './application/remove-places.js';
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

type ServicePorts = readonly [RecordStore, References, Transactions, ChangeLog, Clock];

const SERVICE_PORTS = [RecordStore, References, Transactions, ChangeLog, Clock];

const providers = (externalHosts: readonly string[]): readonly Provider[] => [
  DocumentHooks,
  {
    provide: serviceOf(documentResource),
    inject: [DocumentHooks, ...SERVICE_PORTS],
    useFactory: (hooks: DocumentHooks, ...ports: ServicePorts) => {
      const [store, references, transactions, changes, clock] = ports;
      const resource: Resource<Document> = {
        ...documentResource,
        faults: documentFaults(allowedHosts(externalHosts)),
      };
      const records = store.of(resource);
      return new RecordService(resource, { records, references, transactions, changes, clock, hooks });
    },
  },
  {
    provide: serviceOf(documentLinkResource),
    inject: SERVICE_PORTS,
    useFactory: (...[store, references, transactions, changes, clock]: ServicePorts) => {
      const records = new LinksToEntities(
        store.of(documentLinkResource),
        store.of(salesEntityResource),
        onlyKey(salesEntityResource),
      );
      const ports = { records, references, transactions, changes, clock };
      return new RecordService<EntityLink>(shownDocumentLink(), ports);
    },
  },
  {
    provide: LinkSaver,
    inject: [serviceOf(documentLinkResource)],
    useFactory: (links: RowSaver) => new LinkSaver(links),
  },
  {
    provide: RemovePlaces,
    inject: [RecordStore, Transactions],
    useFactory: (store: RecordStore, transactions: Transactions) =>
      new RemovePlaces(store.of(documentProductResource), transactions),
  },
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
      exports: [...SERVICES, LinkSaver, RemovePlaces],
    };
  }
}
