import { Injectable } from '@nestjs/common';
import { change, ChangeLog, SecurityEvents, SignInRefused, Transactions } from '../../../libs/kernel/index.js';
import { AdminAccounts } from '../ports/accounts.js';
import { CheckPassword, type PasswordAttempt } from './check-password.js';
import { Passwords } from './passwords.js';

/** The current password and the address of the caller; the name comes from the account. */
type OwnPasswordAttempt = Omit<PasswordAttempt, 'username'>;

/** Lets administrators change their own passwords, whatever their role. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly admins: AdminAccounts,
    private readonly check: CheckPassword,
    private readonly passwords: Passwords,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Sets a new password and revokes all tokens. The stored rights of the person who set the password stay (access.md,
   * "Who may change whom"). The current password is checked like a sign-in, so that a stolen token does not help to
   * guess it.
   */
  async change(id: number, attempt: OwnPasswordAttempt, password: string): Promise<void> {
    const { passwordHash } = await this.check.mustHold('admin', { ...attempt, username: '' }, () =>
      this.admins.byId(id),
    );
    const hash = await this.passwords.hash(password);
    await this.transactions.write(async () => {
      // Another password was set meanwhile, so the checked one is outdated.
      if (!(await this.admins.changeOwnPassword(id, passwordHash ?? '', hash))) throw new SignInRefused();
      await this.admins.raiseTokenVersion(id);
      this.changes.append([change('account', id)]);
    });
    this.events.note('password_changed', { account: `admin:${id}` });
  }
}
