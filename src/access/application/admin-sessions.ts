import { Injectable } from '@nestjs/common';
import { NoSuchEntity } from '../../../libs/kernel/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import { type AdminAccount, AdminAccounts } from '../ports/accounts.js';
import { attemptFrom, CheckPassword } from './check-password.js';
import { PasswordUsers } from './sign-in.js';
import { Recognise } from './recognise.js';
import { StoredAdmins } from './stored-accounts.js';

/** An administrator who has signed in. It ends as tokens do: with a new password, another role and deactivation. */
export interface SignedInAdmin {
  readonly id: number;
  readonly tokenVersion: number;
}

const signedIn = ({ id, tokenVersion }: AdminAccount): SignedInAdmin => ({ id, tokenVersion });

/** Administrators for modules that keep sessions of their own. */
@Injectable()
export class AdminSessions {
  constructor(
    private readonly admins: AdminAccounts,
    private readonly passwordUsers: PasswordUsers,
    private readonly check: CheckPassword,
    private readonly recognise: Recognise,
    private readonly records: StoredAdmins,
  ) {}

  /** Refuses as a token route does (access.md, "Signing in"). */
  async byPassword(username: string, password: string): Promise<SignedInAdmin> {
    const attempt = { username, password, ...attemptFrom() };
    return signedIn(await this.check.mustHold('admin', attempt, () => this.passwordUsers.find(username)));
  }

  /** The administrator with this name, without a proof: for the operator. `NoSuchEntity` if none is active. */
  async byUsername(username: string): Promise<SignedInAdmin> {
    const found = await this.admins.byUsername(username);
    if (!found?.isActive) throw new NoSuchEntity('username', username);
    return signedIn(found);
  }

  /** The caller as stored now; undefined once the session has ended. */
  caller({ id, tokenVersion }: SignedInAdmin): Promise<Caller | undefined> {
    return this.recognise.session(id, tokenVersion);
  }

  async nameOf(id: number): Promise<string> {
    return (await this.records.get(id)).username;
  }
}
