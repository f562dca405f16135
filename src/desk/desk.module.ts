import { type DynamicModule, Module } from '@nestjs/common';
import type { Installation } from '../../libs/manifest/index.js';
import { Outbound } from '../../libs/outbound/index.js';
import { aclId, DeclaredRoutes, WireSettings } from '../../libs/web/index.js';
import { SignInByIdentity } from '../access/index.js';
import { OpenIdProvider } from './adapters/oidc/openid-provider.js';
import { CookieSessions } from './adapters/rest/session-cookie.js';
import { offerOf } from './adapters/rest/offered-records.js';
import { SessionController } from './adapters/rest/session.controller.js';
import { SqlSessionStore } from './adapters/sql/sql-session-store.js';
import { DescribeRecords } from './application/described-records.js';
import { ProviderSignIn } from './application/provider-sign-in.js';
import { ServerState } from './application/server-state-operation.js';
import { Sessions } from './application/sessions.js';
import { DeskBase, SignInLinks } from './application/sign-in-links.js';
import { SessionStore } from './ports/session-store.js';
import { type DeskSettings, rolesByClaim } from './settings.js';

/** Undefined without OIDC_ISSUER. */
const providerOf = (settings: DeskSettings, base: string, outbound: Outbound): OpenIdProvider | undefined => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (issuer === undefined || clientId === undefined) return undefined;
  const deskUrl = `${base.replace(/\/*$/, '')}/desk`;
  return new OpenIdProvider(
    {
      issuer,
      clientId,
      clientSecret,
      scope: settings.OIDC_SCOPE,
      roleClaim: settings.OIDC_ROLE_CLAIM,
      returnUrl: `${deskUrl}/callback`,
      deskUrl,
    },
    outbound,
  );
};

/** Desk, the web page for staff: its sign-in, and the description of its records. */
@Module({})
export class DeskModule {
  static with(settings: DeskSettings, { publicBaseUrl }: Installation): DynamicModule {
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
        {
          provide: ProviderSignIn,
          inject: [Outbound, SignInByIdentity, Sessions],
          useFactory: (outbound: Outbound, identities: SignInByIdentity, sessions: Sessions) =>
            new ProviderSignIn(
              providerOf(settings, publicBaseUrl, outbound),
              rolesByClaim(settings),
              identities,
              sessions,
            ),
        },
        Sessions,
        SignInLinks,
        ServerState,
        CookieSessions,
      ],
      exports: [Sessions, SignInLinks, ServerState],
    };
  }
}
