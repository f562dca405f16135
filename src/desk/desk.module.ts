import { type DynamicModule, Module } from '@nestjs/common';
import type { Installation } from '../../libs/manifest/index.js';
import { aclId, DeclaredRoutes, WireSettings } from '../../libs/web/index.js';
import { CookieSessions } from './adapters/rest/session-cookie.js';
import { offerOf } from './adapters/rest/offered-records.js';
import { SessionController } from './adapters/rest/session.controller.js';
import { SqlSessionStore } from './adapters/sql/sql-session-store.js';
import { DescribeRecords } from './application/described-records.js';
import { Sessions } from './application/sessions.js';
import { DeskBase, SignInLinks } from './application/sign-in-links.js';
import { SessionStore } from './ports/session-store.js';
import type { DeskSettings } from './settings.js';

/** Desk, the web page for staff: its sign-in, and the description of the records that it shows. */
@Module({})
export class DeskModule {
  static with(_settings: DeskSettings, { publicBaseUrl }: Installation): DynamicModule {
    return {
      module: DeskModule,
      controllers: [SessionController],
      providers: [
        { provide: SessionStore, useClass: SqlSessionStore },
        { provide: DeskBase, useValue: { url: publicBaseUrl } satisfies DeskBase },
        {
          provide: DescribeRecords,
          inject: [WireSettings, DeclaredRoutes],
          useFactory: (settings: WireSettings, routes: DeclaredRoutes) =>
            new DescribeRecords(
              (right) => aclId(settings, right),
              () => offerOf(routes.all, settings),
            ),
        },
        Sessions,
        SignInLinks,
        CookieSessions,
      ],
      exports: [Sessions, SignInLinks],
    };
  }
}
