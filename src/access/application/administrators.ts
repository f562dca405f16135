import { change, type ChangeLog } from '../../../libs/kernel/index.js';
import { readFields, type RecordService, type ResourceService } from '../../../libs/records/index.js';
import type { AccountInput, AdminRecord, RoleRecord } from '../domain/accounts.js';
import { gainedRights, type Holder } from '../domain/grants.js';
import type { Actor } from '../domain/rights.js';
import type { AdminAccounts } from '../ports/accounts.js';
import type { Acting } from './acting.js';
import type { Passwords } from './passwords.js';
import { readChange } from './read-change.js';
import type { RightNames } from './right-names.js';
import type { RightsInTurn } from './rights-in-turn.js';

const withoutPassword = (record: AdminRecord): AdminRecord => ({ ...record, password: undefined });

/** Administrators: the declared record, and beside it the password's hash and the token version. */
export class Administrators implements Acting<AdminRecord> {
  constructor(
    private readonly records: RecordService<AdminRecord>,
    private readonly roles: RecordService<RoleRecord>,
    private readonly accounts: AdminAccounts,
    private readonly passwords: Passwords,
    private readonly inTurn: RightsInTurn,
    private readonly names: RightNames,
    private readonly changes: ChangeLog,
  ) {}

  as(actor: Actor): ResourceService<AdminRecord> {
    const { records, inTurn } = this;
    return {
      get: (id) => records.get(id),
      search: (criteria) => records.search(criteria),
      create: (input) => this.create(actor, input),
      update: (id, input) => this.update(actor, id, input),
      remove: (id) => inTurn.write(() => records.remove(id)),
    };
  }

  private async create(actor: Actor, input: AccountInput): Promise<AdminRecord> {
    const { records, accounts, inTurn, names } = this;
    const hash = await this.hashOfNew(input);
    return inTurn.write(async () => {
      const admin = await records.create(input);
      if (hash === undefined) throw new Error('an administrator without a password');
      names.mustHold(actor, gainedRights(undefined, await this.holder(admin)));
      await accounts.open(admin.id, hash);
      return withoutPassword(admin);
    });
  }

  private async update(actor: Actor, id: number, input: AccountInput): Promise<AdminRecord> {
    const { records, accounts, inTurn, names, changes } = this;
    const hash = await this.hashed(readChange(records.resource.fields, input)['password']);
    return inTurn.write(async () => {
      const before = await records.get(id);
      const holder = await this.holder(before);
      const after = await records.update(id, input);
      names.mustHold(actor, gainedRights(holder, await this.holder(after)));
      // Whoever knows the password may do what its owner may.
      if (hash !== undefined) names.mustHold(actor, holder.resources);
      if (hash !== undefined) await accounts.changePassword(id, hash);
      const weakened = before.isActive === 1 && after.isActive === 0;
      if (hash !== undefined || weakened || before.roleId !== after.roleId) {
        await accounts.raiseTokenVersion(id);
        changes.append([change('account', id)]);
      }
      return withoutPassword(after);
    });
  }

  private async holder({ roleId, isActive }: AdminRecord): Promise<Holder> {
    const { resources } = await this.roles.get(roleId);
    return { isActive: isActive === 1, resources };
  }

  /** Hashing is slow, so it comes before the transaction; never for an input with faults, which will be refused. */
  private async hashOfNew(input: AccountInput): Promise<string | undefined> {
    const { values, faults } = readFields(this.records.resource.fields, input, 'create');
    return faults.length === 0 ? this.hashed(values['password']) : undefined;
  }

  private async hashed(password: unknown): Promise<string | undefined> {
    return typeof password === 'string' ? this.passwords.hash(password) : undefined;
  }
}
