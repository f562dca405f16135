import { Injectable } from '@nestjs/common';
import { change, ChangeLog, SecurityEvents, SignInRefused, Transactions } from '../../../libs/kernel/index.js';
import { AdminAccounts } from '../ports/accounts.js';
import { CheckPassword, type PasswordAttempt } from './check-password.js';
import { Passwords } from './passwords.js';

/** The current password and the caller's address; the user name comes from the account. */
type OwnPasswordAttempt = Omit<PasswordAttempt, 'username'>;

/** Lets administrators change their own password, whatever their role. */
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
   * Sets a new password and revokes all tokens. The stored rights of the person who first set the password do not
   * change (access.md, "Who may change whom"). The current password is checked like a sign-in, so that a stolen token
   * does not help to guess it.
   */
  async change(id: number, attempt: OwnPasswordAttempt, password: string): Promise<void> {
    const { passwordHash } = await this.check.mustHold('admin', { ...attempt, username: '' }, () =>
      this.admins.byId(id),
    );
    const hash = await this.passwords.hash(password);
    await this.transactions.write(async () => {
      // The password was changed in the meantime, so the checked one is outdated.
      if (!(await this.admins.changeOwnPassword(id, passwordHash ?? '', hash))) throw new SignInRefused();
      await this.admins.raiseTokenVersion(id);
      this.changes.append([change('account', id)]);
    });
    this.events.note('password_changed', { account: `admin:${id}` });
  }
}
