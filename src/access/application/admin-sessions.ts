import { Injectable } from '@nestjs/common';
import { NoSuchEntity } from '../../../libs/kernel/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import { type AdminAccount, AdminAccounts } from '../ports/accounts.js';
import { attemptFrom, CheckPassword } from './check-password.js';
import { PasswordUsers } from './sign-in.js';
import { Recognise } from './recognise.js';
import { StoredAdmins } from './stored-accounts.js';

/** A signed-in administrator. The sign-in ends like tokens do: with a new password, another role or deactivation. */
export interface SignedInAdmin {
  readonly id: number;
  readonly tokenVersion: number;
}

const signedIn = ({ id, tokenVersion }: AdminAccount): SignedInAdmin => ({ id, tokenVersion });

/** Signs administrators in for modules with their own sessions. */
@Injectable()
export class AdminSessions {
  constructor(
    private readonly admins: AdminAccounts,
    private readonly passwordUsers: PasswordUsers,
    private readonly check: CheckPassword,
    private readonly recognise: Recognise,
    private readonly records: StoredAdmins,
  ) {}

  /** Throws the same errors as the token routes (access.md, "Signing in"). */
  async byPassword(username: string, password: string): Promise<SignedInAdmin> {
    const attempt = { username, password, ...attemptFrom() };
    return signedIn(await this.check.mustHold('admin', attempt, () => this.passwordUsers.find(username)));
  }

  /**
   * Finds an administrator by name without a password, for the operator. Throws `NoSuchEntity` if there is no active
   * one.
   */
  async byUsername(username: string): Promise<SignedInAdmin> {
    const found = await this.admins.byUsername(username);
    if (!found?.isActive) throw new NoSuchEntity('username', username);
    return signedIn(found);
  }

  /** The current caller; undefined once the session has ended. */
  caller({ id, tokenVersion }: SignedInAdmin): Promise<Caller | undefined> {
    return this.recognise.session(id, tokenVersion);
  }

  async nameOf(id: number): Promise<string> {
    return (await this.records.get(id)).username;
  }
}
