import { recordService } from '../../libs/manifest/index.js';
import { type DynamicModule, Module, type Provider, type Type } from '@nestjs/common';
import { Clock, SecurityEvents } from '../../libs/kernel/index.js';
import { serviceOf } from '../../libs/records/index.js';
import { HmacLinkSeals } from './adapters/crypto/hmac-link-seals.js';
import { CustomersDocumentsController } from './adapters/rest/customers-documents.controller.js';
import { GiveContent } from './adapters/rest/give-content.js';
import { LinkedContentController } from './adapters/rest/linked-content.controller.js';
import { PublicDocumentsController } from './adapters/rest/public-documents.controller.js';
import { SqlDownloadEntries } from './adapters/sql/sql-download-entries.js';
import { SqlVisibleDocuments } from './adapters/sql/sql-visible-documents.js';
import { DocumentLinks } from './application/document-links.js';
import { LogDownloads } from './application/log-downloads.js';
import { SeeDocuments } from './application/see-documents.js';
import { Viewers } from './application/viewers.js';
import { documentDownloadResource } from './document-download.record.js';
import { DownloadEntries } from './ports/download-entries.js';
import { LinkSeals } from './ports/link-seals.js';
import { VisibleDocuments } from './ports/visible-documents.js';

const PROVIDERS: readonly Provider[] = [
  { provide: DownloadEntries, useClass: SqlDownloadEntries },
  { provide: VisibleDocuments, useClass: SqlVisibleDocuments },
  {
    provide: LogDownloads,
    inject: [DownloadEntries, Clock, SecurityEvents],
    useFactory: (entries: DownloadEntries, clock: Clock, events: SecurityEvents) =>
      new LogDownloads(entries, clock, events),
  },
  recordService(documentDownloadResource),
  Viewers,
  SeeDocuments,
  DocumentLinks,
  GiveContent,
];

/** Visibility, downloads and links of documents. */
@Module({})
export class DocumentViewsModule {
  static with(secret: string, ...below: readonly (Type | DynamicModule)[]): DynamicModule {
    return {
      module: DocumentViewsModule,
      imports: [...below],
      controllers: [CustomersDocumentsController, PublicDocumentsController, LinkedContentController],
      providers: [{ provide: LinkSeals, useFactory: () => new HmacLinkSeals(secret) }, ...PROVIDERS],
      exports: [Viewers, SeeDocuments, DocumentLinks, LogDownloads, serviceOf(documentDownloadResource)],
    };
  }
}
