import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { DppSettings } from '../passport/index.js';
import { ListRate } from './adapters/list-rate.js';
import { CachedPublishedPassports } from './adapters/memory/cached-published-passports.js';
import { PageController } from './adapters/page/page.controller.js';
import { DataMatrixController } from './adapters/qr/data-matrix.controller.js';
import { QrCodes } from './adapters/qr/qr-codes.js';
import { QrController } from './adapters/qr/qr.controller.js';
import { ResolverController } from './adapters/resolver/resolver.controller.js';
import { PublicPassportsController } from './adapters/rest/public-passports.controller.js';
import { ServedController } from './adapters/served/served.controller.js';
import { SqlPublicNotices } from './adapters/sql/sql-public-notices.js';
import { SqlPublishedPassports } from './adapters/sql/sql-published-passports.js';
import { PublishedPassports, PublicNotices } from './ports/published-passports.js';

/** Public access to passports. The readers module implements the port `EntitledReading`. */
@Global()
@Module({})
export class PublicModule {
  /** The GraphQL packages take tens of megabytes, so commands, which serve no requests, do not load them. */
  static async with(settings: DppSettings, isServer: boolean): Promise<DynamicModule> {
    const graphql = isServer ? await import('./adapters/graphql/passport-graphql.js') : undefined;
    return {
      module: PublicModule,
      imports: graphql ? [graphql.passportGraphql(settings)] : [],
      controllers: [
        PublicPassportsController,
        PageController,
        QrController,
        DataMatrixController,
        ResolverController,
        ServedController,
      ],
      providers: [
        SqlPublishedPassports,
        { provide: PublishedPassports, useClass: CachedPublishedPassports },
        { provide: PublicNotices, useClass: SqlPublicNotices },
        QrCodes,
        ListRate,
        ...(graphql?.GRAPHQL_PROVIDERS ?? []),
      ],
      exports: [PublishedPassports, PublicNotices],
    };
  }
}
