import { Injectable } from '@nestjs/common';
import {
  change,
  ChangeLog,
  InputRefused,
  SecurityEvents,
  SignInRefused,
  Transactions,
} from '../../../libs/kernel/index.js';
import { References } from '../../../libs/records/index.js';
import { ACCESS_RIGHTS, SYSTEM } from '../domain/rights.js';
import { adminIdentityResource, type AdminIdentityRecord } from '../identity.record.js';
import { AdminAccounts } from '../ports/accounts.js';
import { Administrators } from './administrators.js';
import type { SignedInAdmin } from './admin-sessions.js';
import { RightsLock } from './rights-lock.js';
import { standInAddress, StoredAdmins, StoredIdentities } from './stored-accounts.js';

interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
  /** User name for a new account, if it is available. */
  readonly username: string;
  readonly email: string | undefined;
}

const [KEY] = adminIdentityResource.unique;

/** Maximum length of a user name. */
const NAME_MAX = 255;
/** Number of names to try for a new account before the name is derived from the subject. */
const NAMES_TRIED = 100;

/**
 * Signs in persons of an identity provider (access.md, "Identity provider"). The first sign-in creates an account. It
 * never takes over an existing account with the same name or email address.
 */
@Injectable()
export class SignInByIdentity {
  constructor(
    private readonly identities: StoredIdentities,
    private readonly admins: StoredAdmins,
    private readonly administrators: Administrators,
    private readonly accounts: AdminAccounts,
    private readonly references: References,
    private readonly rightsLock: RightsLock,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Assigns the role to the account. Throws `InputRefused` if the role does not exist, and `SignInRefused` if the
   * account is inactive.
   */
  async signIn(person: ProviderPerson, role: string): Promise<SignedInAdmin> {
    const roleId = (await this.references.ids('role', 'name', [role])).get(role);
    if (roleId === undefined)
      throw InputRefused.sentence(
        'OIDC_ROLES contains the role "%role", which does not exist. Create the role, or correct OIDC_ROLES.',
        { role },
      );
    const account = await this.rightsLock.write(SYSTEM, ACCESS_RIGHTS.save, async () => {
      const identity = await this.identityOf(person);
      const id = identity?.adminId ?? (await this.create(person, roleId));
      if ((await this.admins.get(id)).roleId !== roleId)
        await this.administrators.as(SYSTEM).update(id, { role_id: roleId });
      return this.accounts.byId(id);
    });
    if (account?.isActive) return { id: account.id, tokenVersion: account.tokenVersion };
    this.events.note('sign_in_refused', account && { account: `admin:${account.id}` });
    throw new SignInRefused();
  }

  /** The person no longer has a role: ends the sessions of the account. */
  async refuse(person: ProviderPerson): Promise<void> {
    const identity = await this.identityOf(person);
    this.events.note('sign_in_refused', identity && { account: `admin:${identity.adminId}` });
    if (!identity) return;
    await this.transactions.write(async () => {
      await this.accounts.raiseTokenVersion(identity.adminId);
      this.changes.append([change('account', identity.adminId)]);
    });
  }

  private identityOf({ issuer, subject }: ProviderPerson): Promise<AdminIdentityRecord | undefined> {
    if (!KEY) throw new Error('identities have a key');
    return this.identities.find(KEY, { issuer, subject });
  }

  private async create(person: ProviderPerson, roleId: number): Promise<number> {
    const { issuer, subject } = person;
    const username = await this.freeName(person);
    const email = await this.freeAddress(person, username);
    // The record requires a password, but the account must have none; this value is never stored.
    const password = `${issuer} ${subject} has no password`;
    const { id } = await this.admins.create({ username, email, role_id: roleId, password: password.slice(0, 100) });
    await this.accounts.open(id, undefined);
    await this.identities.create({ admin_id: id, issuer, subject });
    this.events.note('account_created', { account: `admin:${id}` });
    return id;
  }

  private async freeName({ username, subject }: ProviderPerson): Promise<string> {
    const base = username.trim().slice(0, NAME_MAX - 10) || subject;
    for (let number = 1; number <= NAMES_TRIED; number += 1) {
      const name = number === 1 ? base : `${base}-${number}`;
      if (!(await this.accounts.byUsername(name))) return name;
    }
    return subject.slice(0, NAME_MAX);
  }

  private async freeAddress({ email }: ProviderPerson, username: string): Promise<string> {
    if (email === undefined) return standInAddress(username);
    const same = { property: 'email', condition: 'eq', values: [email] } as const;
    const { total } = await this.admins.search({ groups: [[same]], sort: [], page: 1, pageSize: 1 });
    return total === 0 ? email : standInAddress(username);
  }
}
