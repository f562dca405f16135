import { Injectable } from '@nestjs/common';
import { InputRefused, NotSignedIn, Transactions } from '../../../libs/kernel/index.js';
import { type AccessActor, actorWith, ROOT } from '../domain/rights.js';
import { AdminAccounts, IntegrationAccounts } from '../ports/accounts.js';
import { RightNames } from './right-names.js';

/** Serializes changes to rights across processes, and rejects those that would leave no active administrator. */
@Injectable()
export class RightsLock {
  constructor(
    private readonly admins: AdminAccounts,
    private readonly integrations: IntegrationAccounts,
    private readonly transactions: Transactions,
    private readonly names: RightNames,
  ) {}

  /**
   * Runs `work` in a write transaction that no other change to rights overlaps, with the current rights of the caller.
   * If one of two concurrent requests removes rights from the other's caller, it runs entirely before or after the
   * other. Throws `RightMissing` if the caller no longer has the right `need`, and `NotSignedIn` if the account is no
   * longer active. Throws `InputRefused`, without storing anything, if no active administrator with `Kontor::all`
   * would be left (wire.md §6).
   */
  write<T>(actor: AccessActor, need: string, work: (actor: AccessActor) => Promise<T>): Promise<T> {
    return this.transactions.write(async () => {
      await this.admins.lockRights();
      const present = await this.present(actor);
      this.names.mustHold(present, [need]);
      const before = await this.admins.countHolding(ROOT);
      const result = await work(present);
      if (before > 0 && (await this.admins.countHolding(ROOT)) === 0) {
        throw InputRefused.sentence(
          'The last active administrator with the right %resources cannot be deleted, deactivated or restricted. Grant this right to another administrator first.',
          { resources: ROOT },
        );
      }
      return result;
    });
  }

  private async present(actor: AccessActor): Promise<AccessActor> {
    const { kind, id } = actor;
    if (kind === 'operator') return actor;
    const found = kind === 'admin' ? await this.admins.byId(id) : await this.integrations.byId(id);
    if (kind === 'customer' || !found?.isActive) throw new NotSignedIn('self');
    return actorWith(kind, id, found.resources);
  }
}
