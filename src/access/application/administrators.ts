import { Injectable } from '@nestjs/common';
import { change, ChangeLog, SecurityEvents } from '../../../libs/kernel/index.js';
import { type Precondition, readFields, type ResourceService } from '../../../libs/records/index.js';
import type { AccountInput, AdminRecord } from '../domain/accounts.js';
import { gainedRights, type Holder, outgrows } from '../domain/grants.js';
import { ACCESS_RIGHTS, type AccessActor } from '../domain/rights.js';
import { AdminAccounts } from '../ports/accounts.js';
import { ForgetAttempts } from './forget-attempts.js';
import { Passwords } from './passwords.js';
import { RightNames } from './right-names.js';
import { RightsLock } from './rights-lock.js';
import { StoredAdmins, StoredRoles, type Acting, namesSent, readChange } from './stored-accounts.js';

/** The name of the account in the log. */
const named = (id: number): string => `admin:${id}`;

const withoutPassword = (record: AdminRecord): AdminRecord => ({ ...record, password: undefined });

/** Administrators: the declared record, with a password hash and a token version. */
@Injectable()
export class Administrators implements Acting<AdminRecord> {
  constructor(
    private readonly records: StoredAdmins,
    private readonly roles: StoredRoles,
    private readonly accounts: AdminAccounts,
    private readonly passwords: Passwords,
    private readonly rightsLock: RightsLock,
    private readonly names: RightNames,
    private readonly changes: ChangeLog,
    private readonly events: SecurityEvents,
    private readonly attempts: ForgetAttempts,
  ) {}

  as(actor: AccessActor): ResourceService<AdminRecord> {
    const { records } = this;
    return {
      get: (id) => records.get(id),
      search: (criteria) => records.search(criteria),
      create: (input) => this.create(actor, input),
      update: (id, input, precondition) => this.update(actor, id, input, precondition),
      remove: (id, precondition) => this.remove(actor, id, precondition),
    };
  }

  /** Ends all sessions and tokens. */
  async endSessions(by: AccessActor, id: number): Promise<void> {
    await this.rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      await this.mustHoldRightsOf(actor, id);
      await this.endTokens(id);
    });
    this.events.note('tokens_ended', { account: named(id) });
  }

  /** Lifts a lockout after failed sign-ins, from every address. */
  async unlock(by: AccessActor, id: number): Promise<void> {
    const isUnlocked = await this.rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      await this.mustHoldRightsOf(actor, id);
      return this.attempts.unlock('admin', id);
    });
    if (isUnlocked) this.events.note('account_unlocked', { account: named(id) });
  }

  private async create(by: AccessActor, input: AccountInput): Promise<AdminRecord> {
    const { records, accounts, rightsLock, names, events } = this;
    const hash = await this.hashOfNew(input);
    const made = await rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      const admin = await records.create(input);
      if (hash === undefined) throw new Error('an administrator without a password');
      names.mustHold(actor, gainedRights(undefined, await this.holder(admin)));
      await accounts.open(admin.id, { hash, setterRights: actor.rights });
      return withoutPassword(admin);
    });
    events.note('account_created', { account: named(made.id) });
    return made;
  }

  private async update(
    by: AccessActor,
    id: number,
    input: AccountInput,
    precondition?: Precondition<AdminRecord>,
  ): Promise<AdminRecord> {
    const { records, accounts, rightsLock, names, events } = this;
    const values = readChange(records.resource.fields, input);
    const hash = await this.hashed(values['password']);
    const { changed, isLost } = await rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      const before = await records.get(id);
      const [holder, account] = [await this.holder(before), await accounts.byId(id)];
      names.mustHold(actor, holder.resources);
      const after = await records.update(id, input, precondition);
      const { resources } = await this.holder(after);
      names.mustHold(actor, gainedRights(holder, { isActive: after.isActive === 1, resources }));
      const outgrown = hash === undefined && outgrows(holder.resources, resources, account?.setterRights);
      if (hash !== undefined) await accounts.changePassword(id, { hash, setterRights: actor.rights });
      if (outgrown) await accounts.dropPassword(id);
      const weakened = before.isActive === 1 && after.isActive === 0;
      if (hash !== undefined || outgrown || weakened || before.roleId !== after.roleId) {
        await this.endTokens(id);
      }
      return { changed: withoutPassword(after), isLost: outgrown && account?.passwordHash !== null };
    });
    events.note('account_changed', { account: named(id), fields: namesSent(records.resource.fields, values) });
    if (hash !== undefined) events.note('password_changed', { account: named(id) });
    if (isLost) events.note('password_lost', { account: named(id) });
    return changed;
  }

  private async remove(by: AccessActor, id: number, precondition?: Precondition<AdminRecord>): Promise<void> {
    await this.rightsLock.write(by, ACCESS_RIGHTS.delete, async (actor) => {
      await this.mustHoldRightsOf(actor, id);
      await this.records.remove(id, precondition);
      await this.attempts.forget('admin', [id]);
    });
    this.events.note('account_deleted', { account: named(id) });
  }

  private async mustHoldRightsOf(actor: AccessActor, id: number): Promise<void> {
    this.names.mustHold(actor, (await this.holder(await this.records.get(id))).resources);
  }

  private async endTokens(id: number): Promise<void> {
    await this.accounts.raiseTokenVersion(id);
    this.changes.append([change('account', id)]);
  }

  private async holder({ roleId, isActive }: AdminRecord): Promise<Holder> {
    const { resources } = await this.roles.get(roleId);
    return { isActive: isActive === 1, resources };
  }

  /** Hashing is slow, so it happens before the transaction, and only for valid input. */
  private async hashOfNew(input: AccountInput): Promise<string | undefined> {
    const { values, faults } = readFields(this.records.resource.fields, input, 'create');
    return faults.length === 0 ? this.hashed(values['password']) : undefined;
  }

  private async hashed(password: unknown): Promise<string | undefined> {
    return typeof password === 'string' ? this.passwords.hash(password) : undefined;
  }
}
