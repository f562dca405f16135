import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../libs/operations/index.js';
import { Callers } from '../../../../libs/web/index.js';
import { Accounts } from '../../ports/accounts.js';

const ACCOUNT = /^(admin|integration):(\d+)$/;

@Injectable()
export class KnownAccounts extends Accounts {
  constructor(private readonly callers: Callers) {
    super();
  }

  async named(name: string): Promise<Caller | undefined> {
    const [, kind, id] = ACCOUNT.exec(name) ?? [];
    return kind === undefined ? undefined : this.callers.byAccount({ kind: kind as Caller['kind'], id: Number(id) });
  }
}
