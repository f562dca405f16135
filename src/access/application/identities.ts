import { Injectable } from '@nestjs/common';
import { change, ChangeLog } from '../../../libs/kernel/index.js';
import type { Precondition, ResourceService } from '../../../libs/records/index.js';
import type { AccountInput } from '../domain/accounts.js';
import { ACCESS_RIGHTS, type AccessActor } from '../domain/rights.js';
import type { AdminIdentityRecord } from '../identity.record.js';
import { AdminAccounts } from '../ports/accounts.js';
import { RightNames } from './right-names.js';
import { RightsLock } from './rights-lock.js';
import { type Acting, StoredIdentities } from './stored-accounts.js';

/**
 * Links persons of an identity provider to administrators. A caller who links a person to an account can sign in as
 * it, so the caller needs every right of the account, as for setting its password.
 */
@Injectable()
export class Identities implements Acting<AdminIdentityRecord> {
  constructor(
    private readonly records: StoredIdentities,
    private readonly accounts: AdminAccounts,
    private readonly rightsLock: RightsLock,
    private readonly names: RightNames,
    private readonly changes: ChangeLog,
  ) {}

  as(by: AccessActor): ResourceService<AdminIdentityRecord> {
    const { records, rightsLock } = this;
    return {
      get: (id) => records.get(id),
      search: (criteria) => records.search(criteria),
      create: (input) =>
        rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
          const made = await records.create(input);
          await this.mustMatch(actor, made);
          return made;
        }),
      update: (id, input, precondition) =>
        rightsLock.write(by, ACCESS_RIGHTS.save, (actor) => this.update(actor, id, input, precondition)),
      remove: (id, precondition) =>
        rightsLock.write(by, ACCESS_RIGHTS.delete, async (actor) => {
          const before = await records.get(id);
          await this.mustMatch(actor, before);
          await records.remove(id, precondition);
          await this.endSessions(before);
        }),
    };
  }

  private async update(
    actor: AccessActor,
    id: number,
    input: AccountInput,
    precondition: Precondition<AdminIdentityRecord> | undefined,
  ): Promise<AdminIdentityRecord> {
    const before = await this.records.get(id);
    await this.mustMatch(actor, before);
    const after = await this.records.update(id, input, precondition);
    await this.mustMatch(actor, after);
    await this.endSessions(before);
    return after;
  }

  private async mustMatch(actor: AccessActor, { adminId }: AdminIdentityRecord): Promise<void> {
    this.names.mustHold(actor, (await this.accounts.byId(adminId))?.resources ?? []);
  }

  /** Ends the sessions of the person who was linked to this administrator. */
  private async endSessions({ adminId }: AdminIdentityRecord): Promise<void> {
    await this.accounts.raiseTokenVersion(adminId);
    this.changes.append([change('account', adminId)]);
  }
}
