import { rcompare } from 'semver';
import { DPP_ROOM } from '../../src/dpp/room.js';
import { Module, type ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type Criteria, type Day, day, IdempotencyStore, type Page } from '../../libs/kernel/index.js';
import { Callers, StoreViews, WireSettings } from '../../libs/web/index.js';
import type { StoreView } from '../../libs/operations/index.js';
import { configureWire, WireAdapter, WireModule } from '../../libs/rest/index.js';
import { serveDocumentation } from '../../libs/openapi/index.js';
import { ListRate } from '../../src/dpp/public/adapters/list-rate.js';
import { PassportLoader } from '../../src/dpp/public/adapters/graphql/passport-loader.js';
import { passportGraphql } from '../../src/dpp/public/adapters/graphql/passport-graphql.js';
import { PassportResolver } from '../../src/dpp/public/adapters/graphql/passport.resolver.js';
import { PageController } from '../../src/dpp/public/adapters/page/page.controller.js';
import { QrCodes } from '../../src/dpp/public/adapters/qr/qr-codes.js';
import { DataMatrixController } from '../../src/dpp/public/adapters/qr/data-matrix.controller.js';
import { QrController } from '../../src/dpp/public/adapters/qr/qr.controller.js';
import { ResolverController } from '../../src/dpp/public/adapters/resolver/resolver.controller.js';
import { dynamicProperties, shapeOf } from '../../src/dpp/templates/domain/schema-shape.js';
import type { TemplateDocument } from '../../src/dpp/templates/domain/template.js';
import { DppSettings } from '../../src/dpp/passport/index.js';
import { type PassportStore, PassportStores } from '../../src/dpp/passport/ports/passport-stores.js';
import {
  type GtinQuestion,
  type PublishedPassport,
  PublishedPassports,
  type SkuQuestion,
  PublicNotices,
  EntitledReading,
} from '../../src/dpp/public/ports/published-passports.js';
import { type StoredTemplate, Templates } from '../../src/dpp/templates/ports/templates.js';
import { OpenCallers, storageOf } from './memory/app.js';
import { MemoryIdempotencyStore } from './memory/idempotency-store.js';
import { MemoryChangeLog, MemoryStore } from './memory/store.js';

/** A published passport with its JSON-LD. */
export type HeldPassport = PublishedPassport & { readonly jsonld: string };

/** Published passports in a list, in order of preference. Records its calls. */
export class MemoryPublished extends PublishedPassports {
  readonly asked: (readonly SkuQuestion[])[] = [];
  readonly searched: Criteria[] = [];
  failure: Error | undefined;

  constructor(readonly all: HeldPassport[]) {
    super();
  }

  bySkus(questions: readonly SkuQuestion[]): Promise<readonly (PublishedPassport | undefined)[]> {
    this.asked.push(questions);
    if (this.failure) return Promise.reject(this.failure);
    return Promise.resolve(
      questions.map(({ sku, storeId }) => {
        const ofSku = this.all.filter((one) => one.sku === sku);
        return ofSku.find((one) => one.storeId === storeId) ?? ofSku.find((one) => one.storeId === 0);
      }),
    );
  }

  byUuid(uuid: string): Promise<PublishedPassport | undefined> {
    return Promise.resolve(this.all.find((one) => one.uuid === uuid));
  }

  byGtin({ gtin, batch, serial }: GtinQuestion): Promise<PublishedPassport | undefined> {
    const isOf = (one: HeldPassport): boolean =>
      serial === undefined ? one.batch === (batch ?? null) : one.batch === null || one.batch === (batch ?? one.batch);
    return Promise.resolve(this.all.find((one) => one.gtin === gtin && one.serial === (serial ?? null) && isOf(one)));
  }

  async uuidsOf(questions: Parameters<PublishedPassports['uuidsOf']>[0]): Promise<readonly (string | undefined)[]> {
    const found = questions.map((one) => ('uuid' in one ? this.byUuid(one.uuid) : this.byGtin(one)));
    return (await Promise.all(found)).map((one) => one?.uuid);
  }

  jsonldOf(passport: PublishedPassport): Promise<string> {
    return Promise.resolve((passport as HeldPassport).jsonld);
  }

  search(criteria: Criteria, storeId: number): Promise<Page<PublishedPassport>> {
    this.searched.push(criteria);
    const matches = this.all.filter((one) => one.storeId === storeId || one.storeId === 0);
    const from = (criteria.page - 1) * criteria.pageSize;
    return Promise.resolve({ items: matches.slice(from, from + criteria.pageSize), total: matches.length });
  }
}

class TwoStores extends StoreViews {
  private readonly known: readonly StoreView[] = [
    { storeId: 1, websiteId: 1, code: 'default' },
    { storeId: 2, websiteId: 2, code: 'german' },
  ];

  byCode(code: string): Promise<StoreView | undefined> {
    return Promise.resolve(this.known.find((store) => store.code === code));
  }

  standard(): Promise<StoreView> {
    return Promise.resolve({ storeId: 1, websiteId: 1, code: 'default' });
  }
}

/** A published passport with these fields and JSON created from them. */
export const aPublished = (fields: Partial<HeldPassport> & { readonly view?: object } = {}): HeldPassport => {
  const { view = {}, ...given } = fields;
  const passport = {
    id: 23,
    passportId: 17,
    uuid: '6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10',
    sku: 'DRILL-18V',
    storeId: 0,
    version: 1,
    templateCode: 'generic',
    templateVersion: '1.0.0',
    granularity: 'model' as const,
    gtin: null,
    batch: null,
    serial: null,
    publishedAt: new Date('2026-10-01T08:00:00.000Z'),
    jsonld: '{\n  "@type": "DigitalProductPassport"\n}',
    publicUrl: 'http://kontor.test/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10',
    qrTarget: 'http://kontor.test/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10',
    successors: [],
    ...given,
  };
  const json = JSON.stringify({
    passport_id: passport.passportId,
    uuid: passport.uuid,
    sku: passport.sku,
    product_name: { en: 'Cordless drill', de: 'Akkubohrer' },
    image_url: null,
    store_id: passport.storeId,
    template_code: passport.templateCode,
    template_version: passport.templateVersion,
    version: passport.version,
    status: 'published',
    espr_category: 'tools',
    granularity: passport.granularity,
    gtin: passport.gtin,
    batch: passport.batch,
    serial: passport.serial,
    mpn: null,
    country_of_origin: 'DE',
    hs_code: null,
    manufacturer: null,
    issuer: null,
    documents: [],
    dpp_payload: '{"energy_class":"A"}',
    completeness_score: 96,
    published_at: passport.publishedAt.toISOString(),
    valid_from: null,
    valid_to: null,
    public_url: passport.publicUrl,
    qr_url: `${passport.publicUrl}/qr.svg`,
    jsonld_url: `http://kontor.test/rest/V1/dpp/passport/${encodeURIComponent(passport.sku)}/jsonld`,
    content_digest: `sha-256:${'0'.repeat(64)}`,
    ...view,
  });
  return { ...passport, json: given.json ?? json };
};

/** Read-only templates in memory. */
export class MemoryTemplates extends Templates {
  private readonly stored: readonly StoredTemplate[];

  constructor(documents: readonly TemplateDocument[]) {
    super();
    const at = new Date('2026-01-01T00:00:00.000Z');
    this.stored = documents.map((document, index) => ({ id: index + 1, document, createdAt: at, updatedAt: at }));
  }

  byId = (id: number) => Promise.resolve(this.stored.find((one) => one.id === id));
  byCode = (code: string, version: string) =>
    Promise.resolve(this.stored.find(({ document }) => document.code === code && document.version === version));
  versionsOf = (code: string) =>
    Promise.resolve(
      this.stored
        .filter(({ document }) => document.code === code)
        .toSorted((one, other) => rcompare(one.document.version, other.document.version)),
    );
  measuredPoints = () =>
    Promise.resolve(
      new Set(
        this.stored.flatMap(({ document }) => dynamicProperties(shapeOf(document.schema)).map(({ name }) => name)),
      ),
    );
  search = () => Promise.resolve({ items: this.stored, total: this.stored.length });
  add = () => Promise.reject(new Error('read only'));
  ensure = () => Promise.reject(new Error('read only'));
  change = () => Promise.reject(new Error('read only'));
  remove = () => Promise.reject(new Error('read only'));
}

/** No passport has ended. */
class NoNotices extends PublicNotices {
  byUuid = () => Promise.resolve(undefined);
  byIdentifier = () => Promise.resolve(undefined);
}

class GermanStore extends PassportStores {
  issuerOf(): Promise<null> {
    return Promise.resolve(null);
  }

  byId(id: number): Promise<PassportStore | undefined> {
    return Promise.resolve({ id, locale: id === 2 ? 'de_DE' : null, issuer: null });
  }

  today(): Promise<Day> {
    return Promise.resolve(day('2026-11-01'));
  }
}

/** Starts pages, codes and resolver on passports in memory. */
export const pagesApp = async (
  all: readonly HeldPassport[],
  templates: readonly TemplateDocument[],
): Promise<PublicApp> => {
  const published = new MemoryPublished([...all]);
  return listening(published, {
    controllers: [PageController, QrController, DataMatrixController, ResolverController],
    providers: [
      QrCodes,
      {
        provide: EntitledReading,
        useValue: { read: () => Promise.resolve(undefined), mayRead: () => Promise.resolve(false) },
      },
      { provide: Templates, useValue: new MemoryTemplates(templates) },
      { provide: PassportStores, useClass: GermanStore },
      { provide: PublicNotices, useClass: NoNotices },
      { provide: DppSettings, useValue: new DppSettings({ publicBaseUrl: 'http://kontor.test' }) },
    ],
  });
};

const nothingStored = new MemoryChangeLog(new MemoryStore([]), () => new Date());

const listening = async (published: MemoryPublished, parts: ModuleMetadata): Promise<PublicApp> => {
  const { openPaths = [], closedPaths = [], pages = [] } = DPP_ROOM;
  const settings = new WireSettings({ versionHeader: 'X-Pricing-Version', openPaths, closedPaths, pages });

  @Module({
    ...parts,
    imports: [storageOf(nothingStored.transactions), WireModule.with(settings), ...(parts.imports ?? [])],
    providers: [
      ...(parts.providers ?? []),
      { provide: PublishedPassports, useValue: published },
      { provide: Callers, useClass: OpenCallers },
      { provide: StoreViews, useClass: TwoStores },
      { provide: IdempotencyStore, useValue: new MemoryIdempotencyStore(nothingStored.transactions) },
    ],
  })
  class PublicTestModule {}

  const tested = await Test.createTestingModule({ imports: [PublicTestModule] }).compile();
  const app = tested.createNestApplication(new WireAdapter(settings), { bodyParser: false, logger: false });
  configureWire(app);
  serveDocumentation(app);
  await app.listen(0, '127.0.0.1');
  return { base: await app.getUrl(), published, close: () => app.close() };
};

export interface PublicApp {
  readonly base: string;
  readonly published: MemoryPublished;
  close(): Promise<void>;
}

/** Starts GraphQL on passports in memory. */
export const graphqlApp = (all: readonly HeldPassport[], given: Partial<DppSettings> = {}): Promise<PublicApp> =>
  listening(new MemoryPublished([...all]), {
    imports: [passportGraphql(new DppSettings({ publicBaseUrl: 'http://kontor.test', ...given }))],
    providers: [
      PassportResolver,
      PassportLoader,
      { provide: ListRate, useValue: new ListRate(new DppSettings(given)) },
    ],
  });
