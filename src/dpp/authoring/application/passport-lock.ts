import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../../libs/kernel/index.js';

const nothing = (): void => undefined;

/**
 * Serializes writers of one passport in this process before they take a connection. The database would serialize them
 * too, but each would hold a connection and could exhaust the pool. Between processes, the lock on the passport
 * decides.
 */
@Injectable()
export class PassportLock {
  private readonly last = new Map<number, Promise<void>>();

  constructor(private readonly transactions: Transactions) {}

  /** Does not wait inside a transaction, because the first writer may wait for a lock that this transaction holds. */
  async of<T>(passportId: number, work: () => Promise<T>): Promise<T> {
    if (this.transactions.isOpen) return work();
    const turn = (this.last.get(passportId) ?? Promise.resolve()).then(work);
    const over = turn.then(nothing, nothing);
    this.last.set(passportId, over);
    try {
      return await turn;
    } finally {
      if (this.last.get(passportId) === over) this.last.delete(passportId);
    }
  }
}
