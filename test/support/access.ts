import type { Provider } from '@nestjs/common';
import {
  Clock,
  type SecurityDetails,
  type SecurityEventName,
  SecurityEvents,
  Transactions,
} from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { type Recorded, RecordService, Resources, type Resource } from '../../libs/records/index.js';
import { RandomSecrets } from '../../src/access/adapters/crypto/random-secrets.js';
import { JwtTokens } from '../../src/access/adapters/jwt/jwt-tokens.js';
import { KeyRing } from '../../src/access/adapters/jwt/key-ring.js';
import { SqlAdminAccounts } from '../../src/access/adapters/sql/sql-admin-accounts.js';
import { SqlAttempts } from '../../src/access/adapters/sql/sql-attempts.js';
import { SqlIntegrationAccounts } from '../../src/access/adapters/sql/sql-integration-accounts.js';
import { adminResource } from '../../src/access/admin.record.js';
import { Administrators } from '../../src/access/application/administrators.js';
import { CheckPassword } from '../../src/access/application/check-password.js';
import { FirstAdministrator } from '../../src/access/application/first-administrator.js';
import { ForgetAttempts } from '../../src/access/application/forget-attempts.js';
import { Integrations } from '../../src/access/application/integrations.js';
import { ManageAccounts } from '../../src/access/application/manage-accounts.js';
import { OwnPassword } from '../../src/access/application/own-password.js';
import { Passwords } from '../../src/access/application/passwords.js';
import { Recognise } from '../../src/access/application/recognise.js';
import { RevokeTokens } from '../../src/access/application/token-operations.js';
import { RightNames } from '../../src/access/application/right-names.js';
import { RightsLock } from '../../src/access/application/rights-lock.js';
import { Roles } from '../../src/access/application/roles.js';
import { PasswordUsers, SignIn } from '../../src/access/application/sign-in.js';
import { type CustomerCredential, CustomerCredentials } from '../../src/access/index.js';
import { AesSecretBox } from '../../src/access/adapters/crypto/aes-secret-box.js';
import { SecretKeys } from '../../src/access/adapters/crypto/secret-keys.js';
import { SqlHandshakes } from '../../src/access/adapters/sql/sql-handshakes.js';
import { SqlOAuthAccounts } from '../../src/access/adapters/sql/sql-oauth-accounts.js';
import { KeepOAuthCredentials } from '../../src/access/application/oauth-credentials.js';
import { temporaryKeys } from '../../src/config/secrets-key.js';
import { integrationResource } from '../../src/access/integration.record.js';
import { PasswordHashing } from '../../src/access/ports/secrets.js';
import { ACCESS_RESOURCES } from '../../src/access/resources.record.js';
import { roleResource } from '../../src/access/role.record.js';
import { type DatabaseKind, openTestDatabase } from './databases.js';
import { signingServices } from './signing-services.js';
import { ProcessCacheManager } from '../../libs/cache/index.js';

/** A clock that the test sets. */
export class HandClock extends Clock {
  private instant = new Date('2026-03-01T12:00:00.000Z');

  now(): Date {
    return this.instant;
  }

  pass({
    seconds = 0,
    minutes = 0,
    days = 0,
  }: Readonly<Partial<Record<'seconds' | 'minutes' | 'days', number>>>): void {
    this.instant = new Date(this.instant.getTime() + ((days * 24 * 60 + minutes) * 60 + seconds) * 1000);
  }
}

/** A cheap hash that counts its calls. */
export class CheapHashing extends PasswordHashing {
  verified: string[] = [];
  pretended = 0;
  private gate: Promise<void> = Promise.resolve();

  /** Blocks checks until the returned function is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.gate = new Promise((resolve) => (release = resolve));
    return () => release();
  }

  hash(password: string): Promise<string> {
    return Promise.resolve(`cheap:${password}`);
  }

  async verify(hash: string, password: string): Promise<boolean> {
    this.verified.push(hash);
    await this.gate;
    return hash === `cheap:${password}`;
  }

  pretend(): Promise<void> {
    this.pretended += 1;
    return Promise.resolve();
  }
}

/** Collects security events. */
export class HeardEvents extends SecurityEvents {
  readonly all: (SecurityDetails & { readonly event: SecurityEventName })[] = [];

  note(event: SecurityEventName, details: SecurityDetails = {}): void {
    this.all.push({ event, ...details });
  }

  listen(): void {
    // Unused: events are only collected.
  }

  of(event: SecurityEventName): readonly SecurityDetails[] {
    return this.all.filter((one) => one.event === event).map(({ event: _event, ...details }) => details);
  }
}

/** Deletes sign-in attempts in the application's database, where `access` itself is not installed. */
export const FORGETS_ATTEMPTS: Provider = {
  provide: ForgetAttempts,
  inject: [Database, Transactions, Clock],
  useFactory: (database: Database, transactions: Transactions, clock: Clock) =>
    new ForgetAttempts(new SqlAttempts(database, transactions), clock),
};

/** A few customers in memory. */
export class SomeCustomers extends CustomerCredentials {
  readonly all: (CustomerCredential & { readonly email: string; readonly number: string })[] = [];

  byEmail(email: string, websiteId: number): Promise<CustomerCredential | undefined> {
    const key = email.toLowerCase();
    return Promise.resolve(this.all.find((one) => one.email === key && one.websiteId === websiteId));
  }

  byId(id: number): Promise<CustomerCredential | undefined> {
    return Promise.resolve(this.all.find((one) => one.id === id));
  }

  byNumber(customerNumber: string): Promise<CustomerCredential | undefined> {
    return Promise.resolve(this.all.find(({ number }) => number === customerNumber));
  }

  change(id: number, changed: Partial<CustomerCredential>): void {
    const at = this.all.findIndex((one) => one.id === id);
    this.all.splice(at, 1, ...this.all.slice(at, at + 1).map((one) => ({ ...one, ...changed })));
  }

  raiseTokenVersion(id: number): Promise<void> {
    const found = this.all.find((one) => one.id === id);
    if (found) this.change(id, { tokenVersion: found.tokenVersion + 1 });
    return Promise.resolve();
  }

  defaultWebsite(): Promise<number> {
    return Promise.resolve(1);
  }
}

export const INSTALLED = ['_Access::manage', '_Access::save', '_Access::delete', '_Pricing::calculate'];

/** The services of `access` on a real database, with cheap passwords and a manual clock. */
export const openAccess = async (kind: DatabaseKind, vendor = '', keySource = temporaryKeys()) => {
  const clock = new HandClock();
  const { persistence, close } = await openTestDatabase(kind, { resources: new Resources(ACCESS_RESOURCES), clock });
  const { database, transactions, changes, records, references } = persistence;
  const stored = <T extends Recorded>(resource: Resource<T>) =>
    new RecordService(resource, { records: records.recordsOf(resource), references, transactions, changes, clock });
  const [admins, integrationAccounts] = [new SqlAdminAccounts(database), new SqlIntegrationAccounts(database)];
  const [oauthAccounts, handshakes] = [new SqlOAuthAccounts(database), new SqlHandshakes(database)];
  const [attempts, customers, hashing, secrets] = [
    new SqlAttempts(database, transactions),
    new SomeCustomers(),
    new CheapHashing(),
    new RandomSecrets(),
  ];
  const ring = new KeyRing({
    secret: 'a secret of at least thirty-two bytes',
    fetching: () => Promise.reject(new Error('nobody asked for keys')),
    failed: () => undefined,
  });
  const [passwords, tokens, events] = [new Passwords(hashing), new JwtTokens(ring), new HeardEvents()];
  const check = new CheckPassword(attempts, passwords, transactions, clock, events);
  const names = new RightNames(vendor, INSTALLED);
  const rightsLock = new RightsLock(admins, integrationAccounts, transactions, names);
  const roles = new Roles(stored(roleResource), admins, rightsLock, names, changes, events);
  const administrators = new Administrators(
    stored(adminResource),
    stored(roleResource),
    admins,
    passwords,
    rightsLock,
    names,
    changes,
    events,
    new ForgetAttempts(attempts, clock),
  );
  const integrations = new Integrations(
    stored(integrationResource),
    integrationAccounts,
    oauthAccounts,
    handshakes,
    secrets,
    rightsLock,
    names,
    changes,
    events,
  );
  const box = new AesSecretBox(new SecretKeys(keySource));
  const memory = new ProcessCacheManager(changes, transactions, 0);
  const signing = signingServices({
    persistence,
    integrations: stored(integrationResource),
    accounts: oauthAccounts,
    handshakes,
    secrets,
    box,
    memory,
    withWriteLock: rightsLock,
    names,
    clock,
    events,
  });
  const oauth = new KeepOAuthCredentials(
    stored(integrationResource),
    oauthAccounts,
    handshakes,
    secrets,
    box,
    rightsLock,
    names,
    changes,
    clock,
    events,
  );
  const forget = new ForgetAttempts(attempts, clock);
  const manage = new ManageAccounts(administrators, roles, integrations, oauth, admins, forget, references);
  return {
    clock,
    persistence,
    attempts,
    forget,
    admins,
    integrationAccounts,
    customers,
    hashing,
    roles,
    administrators,
    integrations,
    oauth,
    oauthAccounts,
    ...signing,
    manage,
    firstAdministrator: new FirstAdministrator(administrators, manage),
    signIn: new SignIn(new PasswordUsers(admins, '1'), customers, check, tokens, clock),
    recognise: new Recognise(admins, integrationAccounts, customers, tokens, secrets, clock, memory),
    ownPassword: new OwnPassword(admins, check, passwords, transactions, changes, events),
    events,
    revoke: new RevokeTokens(admins, customers, transactions, changes, events),
    close,
  };
};

export type OpenAccess = Awaited<ReturnType<typeof openAccess>>;
