import { Injectable } from '@nestjs/common';
import { Clock, SignInRefused, Transactions } from '../../../libs/kernel/index.js';
import { addressKey } from '../domain/address.js';
import { judgeAttempt } from '../domain/lockout.js';
import { subjectOf, type UserKind } from '../domain/subject.js';
import { AdminAccounts } from '../ports/accounts.js';
import { Attempts } from '../ports/attempts.js';
import { CustomerCredentials } from '../ports/customer-credentials.js';
import { Tokens } from '../ports/tokens.js';
import { Passwords } from './passwords.js';

/** What somebody sends to sign in, and from where. */
export interface SignInAttempt {
  readonly username: string;
  readonly password: string;
  /** The client's IP address, behind trusted proxies the one they tell. */
  readonly address: string;
}

interface Account {
  readonly id: number;
  readonly passwordHash: string | null;
  readonly isActive: boolean;
  readonly tokenVersion: number;
}

/** Turns names and passwords into tokens. Every refusal is the same `SignInRefused`, after the same work (wire.md §6). */
@Injectable()
export class SignIn {
  constructor(
    private readonly admins: AdminAccounts,
    private readonly customers: CustomerCredentials,
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly tokens: Tokens,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** A token for an administrator. */
  async admin(attempt: SignInAttempt): Promise<string> {
    return this.judged('admin', attempt, await this.admins.byUsername(attempt.username));
  }

  /** A token for a customer of the website, else of website 0; `websiteId` 0 stands for the default website. */
  async customer(attempt: SignInAttempt, websiteId: number): Promise<string> {
    const website = websiteId === 0 ? await this.customers.defaultWebsite() : websiteId;
    const [here, everywhere] = await Promise.all([
      this.customers.byEmail(attempt.username, website),
      this.customers.byEmail(attempt.username, 0),
    ]);
    return this.judged('customer', attempt, here ?? everywhere);
  }

  /**
   * The password is checked first, outside of any transaction; whether the attempt counts is decided afterwards, with
   * the subject's tallies locked, so that of many guesses sent at once no more are judged than one after another.
   */
  private async judged(kind: UserKind, attempt: SignInAttempt, account: Account | undefined): Promise<string> {
    const holds = await this.passwords.verify(account?.passwordHash, attempt.password);
    const passed = holds && account?.isActive === true;
    const now = this.clock.now();
    const subject = subjectOf(kind, account?.id, attempt.username.toLowerCase());
    const address = addressKey(attempt.address);
    const admitted = await this.transactions.write(async () => {
      const verdict = judgeAttempt(await this.attempts.standing(subject, address, now), passed, now);
      await this.attempts.keep(subject, address, verdict);
      return verdict.admitted;
    });
    if (!admitted || !account) throw new SignInRefused();
    return this.tokens.issue({ kind, id: account.id, version: account.tokenVersion }, now);
  }
}
