import { type DynamicModule, Global, Module, type OnModuleInit, type Provider } from '@nestjs/common';
import { ChangeLog, Clock, SecurityEvents, Transactions } from '../../libs/kernel/index.js';
import { type Recorded, RecordService, RecordStore, References, type Resource } from '../../libs/records/index.js';
import { Callers, DeclaredRoutes } from '../../libs/webapi/index.js';
import { Argon2Hashing } from './adapters/crypto/argon2-hashing.js';
import { RandomSecrets } from './adapters/crypto/random-secrets.js';
import { HungKeys } from './adapters/jwt/hung-keys.js';
import { JwtTokens } from './adapters/jwt/jwt-tokens.js';
import { actingController } from './adapters/rest/acting-controller.js';
import { KnownCallers } from './adapters/rest/known-callers.js';
import { OwnPasswordController } from './adapters/rest/own-password.controller.js';
import { RotateController } from './adapters/rest/rotate.controller.js';
import { TokenController } from './adapters/rest/token.controller.js';
import { TypeOrmAdminAccounts } from './adapters/typeorm/typeorm-admin-accounts.js';
import { TypeOrmAttempts } from './adapters/typeorm/typeorm-attempts.js';
import { TypeOrmIntegrationAccounts } from './adapters/typeorm/typeorm-integration-accounts.js';
import { adminResource } from './admin.record.js';
import { Administrators } from './application/administrators.js';
import { CheckPassword } from './application/check-password.js';
import { FirstAdministrator } from './application/first-administrator.js';
import { ForgetAttempts } from './application/forget-attempts.js';
import { Integrations } from './application/integrations.js';
import { ManageAccounts } from './application/manage-accounts.js';
import { OwnPassword } from './application/own-password.js';
import { Passwords } from './application/passwords.js';
import { Recognise } from './application/recognise.js';
import { RevokeTokens } from './application/revoke-tokens.js';
import { RightNames } from './application/right-names.js';
import { RightsInTurn } from './application/rights-in-turn.js';
import { Roles } from './application/roles.js';
import { AccessSettings } from './application/settings.js';
import { SignIn } from './application/sign-in.js';
import { integrationResource } from './integration.record.js';
import { AdminAccounts, IntegrationAccounts } from './ports/accounts.js';
import { Attempts } from './ports/attempts.js';
import { PasswordHashing } from './ports/password-hashing.js';
import { Secrets } from './ports/secrets.js';
import { Tokens } from './ports/tokens.js';
import { roleResource } from './role.record.js';

/** The generic services, which know nothing of who acts: only behind the services below, so they are never exported. */
const stored = <T extends Recorded>(resource: Resource<T>): { readonly token: string; readonly provider: Provider } => {
  const token = `access:stored:${resource.resource}`;
  return {
    token,
    provider: {
      provide: token,
      inject: [RecordStore, References, Transactions, ChangeLog, Clock],
      useFactory: (
        store: RecordStore,
        references: References,
        transactions: Transactions,
        changes: ChangeLog,
        clock: Clock,
      ) => new RecordService(resource, { records: store.of(resource), references, transactions, changes, clock }),
    },
  };
};

const [admins, roles, integrations] = [stored(adminResource), stored(roleResource), stored(integrationResource)];

const PORTS: readonly Provider[] = [
  { provide: PasswordHashing, useClass: Argon2Hashing },
  { provide: Secrets, useClass: RandomSecrets },
  { provide: AdminAccounts, useClass: TypeOrmAdminAccounts },
  { provide: IntegrationAccounts, useClass: TypeOrmIntegrationAccounts },
  { provide: Attempts, useClass: TypeOrmAttempts },
  { provide: Callers, useClass: KnownCallers },
  {
    provide: HungKeys,
    inject: [AccessSettings],
    useFactory: ({ jwtSecret, jwtKeysFile }: AccessSettings) => new HungKeys(jwtSecret, jwtKeysFile),
  },
  { provide: Tokens, inject: [HungKeys], useFactory: ({ ring }: HungKeys) => new JwtTokens(ring) },
];

const SERVICES: readonly Provider[] = [
  Passwords,
  CheckPassword,
  SignIn,
  OwnPassword,
  ForgetAttempts,
  Recognise,
  RevokeTokens,
  RightsInTurn,
  {
    provide: RightNames,
    inject: [AccessSettings, DeclaredRoutes],
    useFactory: ({ aclVendor }: AccessSettings, routes: DeclaredRoutes) =>
      new RightNames(aclVendor, () => routes.rights),
  },
  {
    provide: Roles,
    inject: [roles.token, AdminAccounts, RightsInTurn, RightNames, ChangeLog, SecurityEvents],
    useFactory: (...parts: ConstructorParameters<typeof Roles>) => new Roles(...parts),
  },
  {
    provide: Administrators,
    inject: [
      admins.token,
      roles.token,
      AdminAccounts,
      Passwords,
      RightsInTurn,
      RightNames,
      ChangeLog,
      SecurityEvents,
      ForgetAttempts,
    ],
    useFactory: (...parts: ConstructorParameters<typeof Administrators>) => new Administrators(...parts),
  },
  {
    provide: Integrations,
    inject: [integrations.token, IntegrationAccounts, Secrets, RightsInTurn, RightNames, ChangeLog, SecurityEvents],
    useFactory: (...parts: ConstructorParameters<typeof Integrations>) => new Integrations(...parts),
  },
  {
    provide: ManageAccounts,
    inject: [Administrators, Roles, Integrations, AdminAccounts, References],
    useFactory: (...parts: ConstructorParameters<typeof ManageAccounts>) => new ManageAccounts(...parts),
  },
  {
    provide: FirstAdministrator,
    inject: [Administrators, ManageAccounts],
    useFactory: (...parts: ConstructorParameters<typeof FirstAdministrator>) => new FirstAdministrator(...parts),
  },
];

/**
 * Administrators, roles, integrations, tokens, lockout. For everybody in the application, since every room is asked with
 * tokens and `commerce` hashes passwords; `CustomerCredentials` comes from there, bound in `app.module`.
 */
@Global()
@Module({})
export class AccessModule implements OnModuleInit {
  constructor(private readonly passwords: Passwords) {}

  static with(settings: AccessSettings): DynamicModule {
    return {
      module: AccessModule,
      controllers: [
        TokenController,
        OwnPasswordController,
        RotateController,
        actingController(adminResource, Administrators),
        actingController(roleResource, Roles),
        actingController(integrationResource, Integrations),
      ],
      providers: [
        { provide: AccessSettings, useValue: settings },
        ...PORTS,
        admins.provider,
        roles.provider,
        integrations.provider,
        ...SERVICES,
      ],
      exports: [Callers, Passwords, ForgetAttempts, ManageAccounts, FirstAdministrator],
    };
  }

  onModuleInit(): Promise<void> {
    return this.passwords.prepare();
  }
}
