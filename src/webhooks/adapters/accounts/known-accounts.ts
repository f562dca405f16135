import { Injectable } from '@nestjs/common';
import { Callers } from '../../../../libs/web/index.js';
import { type Account, Accounts } from '../../ports/accounts.js';

const ACCOUNT = /^(admin|integration):(\d+)$/;

@Injectable()
export class KnownAccounts extends Accounts {
  constructor(private readonly callers: Callers) {
    super();
  }

  async named(name: string): Promise<Account | undefined> {
    const [, kind, id] = ACCOUNT.exec(name) ?? [];
    return kind === undefined ? undefined : this.callers.byAccount({ kind: kind as Account['kind'], id: Number(id) });
  }
}
