import { Injectable } from '@nestjs/common';
import { Clock, Transactions } from '../../../libs/kernel/index.js';
import { AdminSessions, Secrets } from '../../access/index.js';
import { linkEnd } from '../domain/session.js';
import { SessionStore } from '../ports/session-store.js';

/** The public URL of this server. */
export abstract class DeskBase {
  abstract readonly url: string;
}

/** Creates links for the operator that sign an administrator in, once and within 10 minutes. */
@Injectable()
export class SignInLinks {
  constructor(
    private readonly store: SessionStore,
    private readonly secrets: Secrets,
    private readonly admins: AdminSessions,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly base: DeskBase,
  ) {}

  /** The secret is after the `#`, which browsers do not send to servers. Throws `NoSuchEntity`. */
  async make(username: string): Promise<string> {
    const { id, tokenVersion } = await this.admins.byUsername(username);
    const secret = this.secrets.generate();
    const link = { digest: this.secrets.digest(secret), adminId: id, tokenVersion, endsAt: linkEnd(this.clock.now()) };
    await this.transactions.write(() => this.store.keepLink(link));
    return `${this.base.url.replace(/\/*$/, '')}/desk#token=${secret}`;
  }
}
