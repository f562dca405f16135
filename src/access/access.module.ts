import { type DynamicModule, Global, Module, type OnModuleInit, type Provider } from '@nestjs/common';
import { allowedHosts } from '../../libs/kernel/index.js';
import { type Installation, InstalledRights, recordService } from '../../libs/manifest/index.js';
import { Outbound } from '../../libs/outbound/index.js';
import { Callers, DeclaredRoutes, WireSettings } from '../../libs/web/index.js';
import { AesSecretBox } from './adapters/crypto/aes-secret-box.js';
import { Argon2Hashing } from './adapters/crypto/argon2-hashing.js';
import { RandomSecrets } from './adapters/crypto/random-secrets.js';
import { SecretKeys } from './adapters/crypto/secret-keys.js';
import { HttpsEndpoints } from './adapters/http/https-endpoints.js';
import { KeyReloader } from './adapters/jwt/key-reloader.js';
import { JwtTokens } from './adapters/jwt/jwt-tokens.js';
import { KnownCallers } from './adapters/rest/known-callers.js';
import { OAuthTokenController } from './adapters/rest/oauth-token.controller.js';
import { SqlAdminAccounts } from './adapters/sql/sql-admin-accounts.js';
import { SqlAttempts } from './adapters/sql/sql-attempts.js';
import { PersonalDataInAttempts } from './adapters/sql/personal-data-in-attempts.js';
import { SqlHandshakes } from './adapters/sql/sql-handshakes.js';
import { SqlIntegrationAccounts } from './adapters/sql/sql-integration-accounts.js';
import { SqlOAuthAccounts } from './adapters/sql/sql-oauth-accounts.js';
import { SqlSealedSecrets } from './adapters/sql/sql-sealed-secrets.js';
import { adminResource } from './admin.record.js';
import { AdminSessions } from './application/admin-sessions.js';
import { Administrators } from './application/administrators.js';
import { CheckPassword } from './application/check-password.js';
import { FirstAdministrator } from './application/first-administrator.js';
import { ForgetAttempts } from './application/forget-attempts.js';
import { Handshake, PublicBase } from './application/handshake.js';
import { HeldRights } from './application/own-account-operation.js';
import { Identities } from './application/identities.js';
import { Integrations } from './application/integrations.js';
import { KeepOAuthCredentials } from './application/oauth-credentials.js';
import { ManageAccounts } from './application/manage-accounts.js';
import { OwnPassword } from './application/own-password.js';
import { Passwords } from './application/passwords.js';
import { Recognise } from './application/recognise.js';
import { RevokeTokens } from './application/token-operations.js';
import { RightNames } from './application/right-names.js';
import { RightsLock } from './application/rights-lock.js';
import { RotateSecrets } from './application/rotate-secrets.js';
import { Roles } from './application/roles.js';
import { AccessSettings } from './settings.js';
import { PasswordUsers, SignIn } from './application/sign-in.js';
import { VerifySignature } from './application/verify-signature.js';
import { SignInByIdentity } from './application/sign-in-by-identity.js';
import { StoredAdmins, StoredIdentities, StoredIntegrations, StoredRoles } from './application/stored-accounts.js';
import { adminIdentityResource } from './identity.record.js';
import { endpointFaults, integrationResource } from './integration.record.js';
import { AdminAccounts, IntegrationAccounts, OAuthAccounts } from './ports/accounts.js';
import { Attempts } from './ports/attempts.js';
import { Handshakes, Endpoints } from './ports/handshakes.js';
import { SealedElsewhere, SealedSecrets, SecretBox } from './ports/sealed-secrets.js';
import { Secrets, PasswordHashing, Tokens } from './ports/secrets.js';
import { roleResource } from './role.record.js';

/** Allowed hosts for the endpoints of integrations. */
class ExternalHosts {
  constructor(readonly hosts: readonly string[]) {}
}

const PORTS: readonly Provider[] = [
  { provide: PasswordHashing, useClass: Argon2Hashing },
  { provide: Secrets, useClass: RandomSecrets },
  { provide: AdminAccounts, useClass: SqlAdminAccounts },
  { provide: IntegrationAccounts, useClass: SqlIntegrationAccounts },
  { provide: Attempts, useClass: SqlAttempts },
  { provide: Callers, useClass: KnownCallers },
  { provide: OAuthAccounts, useClass: SqlOAuthAccounts },
  { provide: Handshakes, useClass: SqlHandshakes },
  { provide: SealedSecrets, useClass: SqlSealedSecrets },
  { provide: SealedElsewhere, useFactory: () => new SealedElsewhere() },
  { provide: SecretBox, inject: [SecretKeys], useFactory: (keys: SecretKeys) => new AesSecretBox(keys) },
  {
    provide: Endpoints,
    inject: [Outbound, ExternalHosts],
    useFactory: (outbound: Outbound, { hosts }: ExternalHosts) => new HttpsEndpoints(outbound, hosts),
  },
  { provide: Tokens, inject: [KeyReloader], useFactory: ({ ring }: KeyReloader) => new JwtTokens(ring) },
];

const SERVICES: readonly Provider[] = [
  Passwords,
  CheckPassword,
  SignIn,
  OwnPassword,
  AdminSessions,
  ForgetAttempts,
  Recognise,
  RevokeTokens,
  RightsLock,
  {
    provide: HeldRights,
    inject: [WireSettings, InstalledRights],
    useFactory: ({ aclVendor }: WireSettings, { all }: InstalledRights) => new HeldRights(aclVendor, all),
  },
  {
    provide: RightNames,
    inject: [WireSettings, InstalledRights],
    useFactory: ({ aclVendor }: WireSettings, { all }: InstalledRights) =>
      new RightNames(
        aclVendor,
        all.map(({ name }) => name),
      ),
  },
  recordService(adminResource, { token: StoredAdmins }),
  recordService(roleResource, { token: StoredRoles }),
  recordService(integrationResource, {
    token: StoredIntegrations,
    faults: {
      inject: [ExternalHosts],
      useFactory: ({ hosts }: ExternalHosts) => endpointFaults(allowedHosts(hosts)),
    },
  }),
  recordService(adminIdentityResource, { token: StoredIdentities }),
  Roles,
  Identities,
  SignInByIdentity,
  Administrators,
  Integrations,
  VerifySignature,
  KeepOAuthCredentials,
  Handshake,
  RotateSecrets,
  ManageAccounts,
  FirstAdministrator,
  PersonalDataInAttempts,
];

/**
 * Administrators, roles, integrations, tokens and lockout. Global, because every module checks tokens and `commerce`
 * hashes passwords; `commerce` implements `CustomerCredentials`.
 */
@Global()
@Module({})
export class AccessModule implements OnModuleInit {
  constructor(
    private readonly passwords: Passwords,
    private readonly routes: DeclaredRoutes,
    private readonly rights: InstalledRights,
  ) {}

  static with(settings: AccessSettings, installation: Installation): DynamicModule {
    const { secret, secretKeys, externalHosts, publicBaseUrl } = installation;
    return {
      module: AccessModule,
      controllers: [OAuthTokenController],
      providers: [
        { provide: AccessSettings, useValue: settings },
        {
          provide: PasswordUsers,
          inject: [AdminAccounts],
          useFactory: (admins: AdminAccounts) => new PasswordUsers(admins, settings.ADMIN_PASSWORDS),
        },
        {
          provide: KeyReloader,
          inject: [Outbound],
          useFactory: (outbound: Outbound) => new KeyReloader(secret, outbound, settings.JWT_KEYS_FILE),
        },
        { provide: SecretKeys, useFactory: () => new SecretKeys(secretKeys) },
        { provide: ExternalHosts, useValue: new ExternalHosts(externalHosts) },
        { provide: PublicBase, useValue: new PublicBase(publicBaseUrl) },
        ...PORTS,
        ...SERVICES,
      ],
      exports: [
        AdminSessions,
        Callers,
        Passwords,
        ForgetAttempts,
        ManageAccounts,
        RotateSecrets,
        SecretBox,
        Secrets,
        SignInByIdentity,
        SealedElsewhere,
        PersonalDataInAttempts,
      ],
    };
  }

  /** A right that no module declares could not be granted, so the server does not start. */
  async onModuleInit(): Promise<void> {
    const undeclared = this.routes.rights.filter((right) => !this.rights.all.some(({ name }) => name === right));
    if (undeclared.length > 0)
      throw new Error(`no installed module declares the rights ${[...new Set(undeclared)].join(', ')}`);
    await this.passwords.prepare();
  }
}
