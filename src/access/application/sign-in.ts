import { Injectable } from '@nestjs/common';
import { Clock } from '../../../libs/kernel/index.js';
import type { UserKind } from '../domain/lockout.js';
import { type AdminAccount, AdminAccounts } from '../ports/accounts.js';
import { type CustomerCredential, CustomerCredentials } from '../ports/customer-credentials.js';
import { Tokens } from '../ports/secrets.js';
import { CheckPassword, type PasswordAttempt } from './check-password.js';

/** The administrators who may sign in with a password (setting ADMIN_PASSWORDS). */
export class PasswordUsers {
  private readonly names: ReadonlySet<string>;

  constructor(
    private readonly admins: AdminAccounts,
    private readonly allowed: string,
  ) {
    this.names = new Set(allowed.split(',').map((name) => name.trim().toLowerCase()));
  }

  /** Undefined for all others, as if they did not exist. */
  async find(username: string): Promise<AdminAccount | undefined> {
    if (this.allowed === '0') return undefined;
    return this.allowed === '1' || this.names.has(username.toLowerCase())
      ? this.admins.byUsername(username)
      : undefined;
  }
}

/** Issues tokens for user names and passwords. Refuses like `CheckPassword` (access.md, "Signing in"). */
@Injectable()
export class SignIn {
  constructor(
    private readonly admins: PasswordUsers,
    private readonly customers: CustomerCredentials,
    private readonly check: CheckPassword,
    private readonly tokens: Tokens,
    private readonly clock: Clock,
  ) {}

  admin(attempt: PasswordAttempt): Promise<string> {
    return this.tokenOf('admin', attempt, () => this.admins.find(attempt.username));
  }

  /** A token for a customer of the website, or else of website 0. `websiteId` 0 means the default website. */
  customer(attempt: PasswordAttempt, websiteId: number): Promise<string> {
    return this.tokenOf('customer', attempt, async () => {
      const website = websiteId === 0 ? await this.customers.defaultWebsite() : websiteId;
      const [here, everywhere] = await Promise.all([
        this.customers.byEmail(attempt.username, website),
        this.customers.byEmail(attempt.username, 0),
      ]);
      return here ?? everywhere;
    });
  }

  private async tokenOf(
    kind: UserKind,
    attempt: PasswordAttempt,
    find: () => Promise<AdminAccount | CustomerCredential | undefined>,
  ): Promise<string> {
    const { id, tokenVersion } = await this.check.mustHold(kind, attempt, find);
    return this.tokens.issue({ kind, id, version: tokenVersion }, this.clock.now());
  }
}
