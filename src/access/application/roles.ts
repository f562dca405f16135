import { Injectable } from '@nestjs/common';
import { change, ChangeLog, refuse, SecurityEvents } from '../../../libs/kernel/index.js';
import { readFields, type Precondition, type Resource, type ResourceService } from '../../../libs/records/index.js';
import type { AccountInput, RoleRecord } from '../domain/accounts.js';
import { addedRights, outgrows } from '../domain/grants.js';
import { ACCESS_RIGHTS, type AccessActor } from '../domain/rights.js';
import { type AdminAccount, AdminAccounts } from '../ports/accounts.js';
import { RightNames } from './right-names.js';
import { RightsLock } from './rights-lock.js';
import { StoredRoles, type Acting, namesSent, readChange } from './stored-accounts.js';

/** The name of the role in the log. */
const named = (id: number): string => `role:${id}`;

/** The input with the stored names of its rights. Refuses invalid input with all errors. */
export const withStoredRights = (
  { fields }: Pick<Resource, 'fields'>,
  names: RightNames,
  input: AccountInput,
  before: RoleRecord | undefined,
): AccountInput => {
  const { values, faults } = readFields(fields, input, before ? 'change' : 'create');
  const sent = values['resources'] as readonly string[] | undefined;
  const read = names.read(sent ?? [], before?.resources ?? []);
  refuse([...faults, ...read.faults]);
  return sent === undefined ? input : { ...input, resources: read.resources };
};

/**
 * Roles: named sets of rights. Changing a role requires the same rights as changing the accounts that have it
 * (access.md).
 */
@Injectable()
export class Roles implements Acting<RoleRecord> {
  constructor(
    private readonly records: StoredRoles,
    private readonly accounts: AdminAccounts,
    private readonly rightsLock: RightsLock,
    private readonly names: RightNames,
    private readonly changes: ChangeLog,
    private readonly events: SecurityEvents,
  ) {}

  as(actor: AccessActor): ResourceService<RoleRecord> {
    const { records, names } = this;
    return {
      get: async (id) => names.show(await records.get(id)),
      search: async (criteria) => {
        const { items, total } = await records.search(criteria);
        return { items: items.map((role) => names.show(role)), total };
      },
      create: (input) => this.create(actor, input),
      update: (id, input, precondition) => this.update(actor, id, input, precondition),
      remove: (id, precondition) => this.remove(actor, id, precondition),
    };
  }

  private async create(by: AccessActor, input: AccountInput): Promise<RoleRecord> {
    const { records, names, rightsLock } = this;
    const made = await rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      const role = await records.create(withStoredRights(records.resource, names, input, undefined));
      names.mustHold(actor, role.resources);
      return role;
    });
    this.events.note('account_created', { account: named(made.id) });
    return names.show(made);
  }

  private async update(
    by: AccessActor,
    id: number,
    input: AccountInput,
    precondition?: Precondition<RoleRecord>,
  ): Promise<RoleRecord> {
    const { records, accounts, names, rightsLock, events } = this;
    const values = readChange(records.resource.fields, input);
    const { role, losers } = await rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      const before = await records.get(id);
      const holders = await accounts.ofRole(id);
      if (holders.length > 0) names.mustHold(actor, before.resources);
      const after = await records.update(
        id,
        withStoredRights(records.resource, names, input, before),
        names.shown(precondition),
      );
      names.mustHold(actor, addedRights(before.resources, after.resources));
      return { role: after, losers: await this.dropOutgrown(holders, before.resources, after.resources) };
    });
    events.note('account_changed', { account: named(id), fields: namesSent(records.resource.fields, values) });
    for (const { id: admin } of losers) events.note('password_lost', { account: `admin:${admin}` });
    return names.show(role);
  }

  /**
   * Removes passwords that were set by someone without the rights that the role gains. Returns the affected accounts.
   */
  private async dropOutgrown(
    holders: readonly AdminAccount[],
    before: readonly string[],
    after: readonly string[],
  ): Promise<readonly AdminAccount[]> {
    const losers = holders.filter(
      ({ passwordHash, setterRights }) => passwordHash !== null && outgrows(before, after, setterRights),
    );
    for (const { id } of losers) await this.accounts.dropPassword(id);
    this.changes.append(losers.map(({ id }) => change('account', id)));
    return losers;
  }

  /** The database prevents deleting a role that is in use. */
  private async remove(by: AccessActor, id: number, precondition?: Precondition<RoleRecord>): Promise<void> {
    await this.rightsLock.write(by, ACCESS_RIGHTS.delete, () =>
      this.records.remove(id, this.names.shown(precondition)),
    );
    this.events.note('account_deleted', { account: named(id) });
  }
}
