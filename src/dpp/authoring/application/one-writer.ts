import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../../libs/kernel/index.js';

const nothing = (): void => undefined;

/**
 * Those who write one passport wait for one another here, in their order, before they ask for a connection. The database
 * would let them wait too, but each with a connection in its hands, until nobody else gets one. Between processes the
 * lock on the passport decides, as ever.
 */
@Injectable()
export class OneWriter {
  private readonly last = new Map<number, Promise<void>>();

  constructor(private readonly transactions: Transactions) {}

  /** Inside a transaction nobody waits here: whoever is first may wait for a lock that this transaction holds. */
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
