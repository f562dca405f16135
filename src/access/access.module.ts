import { type DynamicModule, Global, Module, type OnModuleInit, type Provider } from '@nestjs/common';
import { ChangeLog, Clock, Transactions } from '../../libs/kernel/index.js';
import type { Installation } from '../../libs/manifest/index.js';
import type { ServiceToken } from '../../libs/operations/index.js';
import { type Recorded, RecordService, RecordStore, References, type Resource } from '../../libs/records/index.js';
import { Callers, DeclaredRoutes, WireSettings } from '../../libs/web/index.js';
import { Argon2Hashing } from './adapters/crypto/argon2-hashing.js';
import { RandomSecrets } from './adapters/crypto/random-secrets.js';
import { KeyReloader } from './adapters/jwt/key-reloader.js';
import { JwtTokens } from './adapters/jwt/jwt-tokens.js';
import { KnownCallers } from './adapters/rest/known-callers.js';
import { SqlAdminAccounts } from './adapters/sql/sql-admin-accounts.js';
import { SqlAttempts } from './adapters/sql/sql-attempts.js';
import { SqlIntegrationAccounts } from './adapters/sql/sql-integration-accounts.js';
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
import type { AccessSettings } from './settings.js';
import { SignIn } from './application/sign-in.js';
import { StoredAdmins, StoredIntegrations, StoredRoles } from './application/stored-accounts.js';
import { integrationResource } from './integration.record.js';
import { AdminAccounts, IntegrationAccounts } from './ports/accounts.js';
import { Attempts } from './ports/attempts.js';
import { PasswordHashing } from './ports/password-hashing.js';
import { Secrets } from './ports/secrets.js';
import { Tokens } from './ports/tokens.js';
import { roleResource } from './role.record.js';

/** The generic service of a resource, under the room's own token. */
const stored = <T extends Recorded>(provide: ServiceToken, resource: Resource<T>): Provider => ({
  provide,
  inject: [RecordStore, References, Transactions, ChangeLog, Clock],
  useFactory: (
    store: RecordStore,
    references: References,
    transactions: Transactions,
    changes: ChangeLog,
    clock: Clock,
  ) => new RecordService(resource, { records: store.of(resource), references, transactions, changes, clock }),
});

const PORTS: readonly Provider[] = [
  { provide: PasswordHashing, useClass: Argon2Hashing },
  { provide: Secrets, useClass: RandomSecrets },
  { provide: AdminAccounts, useClass: SqlAdminAccounts },
  { provide: IntegrationAccounts, useClass: SqlIntegrationAccounts },
  { provide: Attempts, useClass: SqlAttempts },
  { provide: Callers, useClass: KnownCallers },
  { provide: Tokens, inject: [KeyReloader], useFactory: ({ ring }: KeyReloader) => new JwtTokens(ring) },
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
    inject: [WireSettings, DeclaredRoutes],
    useFactory: ({ aclVendor }: WireSettings, routes: DeclaredRoutes) => new RightNames(aclVendor, () => routes.rights),
  },
  stored(StoredAdmins, adminResource),
  stored(StoredRoles, roleResource),
  stored(StoredIntegrations, integrationResource),
  Roles,
  Administrators,
  Integrations,
  ManageAccounts,
  FirstAdministrator,
];

/**
 * Administrators, roles, integrations, tokens, lockout. For everybody in the application, since every room is asked with
 * tokens and `commerce` hashes passwords; `CustomerCredentials` comes from there.
 */
@Global()
@Module({})
export class AccessModule implements OnModuleInit {
  constructor(private readonly passwords: Passwords) {}

  static with({ JWT_KEYS_FILE }: AccessSettings, { secret }: Installation): DynamicModule {
    return {
      module: AccessModule,
      providers: [
        { provide: KeyReloader, useFactory: () => new KeyReloader(secret, JWT_KEYS_FILE) },
        ...PORTS,
        ...SERVICES,
      ],
      exports: [Callers, Passwords, ForgetAttempts, ManageAccounts],
    };
  }

  onModuleInit(): Promise<void> {
    return this.passwords.prepare();
  }
}
