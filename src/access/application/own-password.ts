import { Injectable } from '@nestjs/common';
import { change, ChangeLog, SecurityEvents, SignInRefused, Transactions } from '../../../libs/kernel/index.js';
import { AdminAccounts } from '../ports/accounts.js';
import { CheckPassword, type PasswordAttempt } from './check-password.js';
import { Passwords } from './passwords.js';

/** The present password, and from where it comes; the name is the account's own. */
type OwnPasswordAttempt = Omit<PasswordAttempt, 'username'>;

/** How administrators change their own passwords, whatever their role. */
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
   * Sets a new password and ends all tokens. Whose rights are kept with the password stays (access.md, "Who may change
   * whom"). The present one is checked as for a sign-in, with its refusals, so that a stolen token is no way to guess it.
   */
  async change(id: number, attempt: OwnPasswordAttempt, password: string): Promise<void> {
    const { passwordHash } = await this.check.mustHold('admin', { ...attempt, username: '' }, () =>
      this.admins.byId(id),
    );
    const hash = await this.passwords.hash(password);
    await this.transactions.write(async () => {
      // Somebody has set another one meanwhile: what was checked is no longer the password.
      if (!(await this.admins.changeOwnPassword(id, passwordHash ?? '', hash))) throw new SignInRefused();
      await this.admins.raiseTokenVersion(id);
      this.changes.append([change('account', id)]);
    });
    this.events.note('password_changed', { account: `admin:${id}` });
  }
}
