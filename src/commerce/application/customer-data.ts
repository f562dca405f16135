import type { AuditTrail, Clock, Transactions } from '../../../libs/kernel/index.js';
import { NoSuchEntity } from '../../../libs/kernel/index.js';
import type { PersonalData } from '../../../libs/records/index.js';
import { type DataSubject, type ErasureOutcome, type ResourceService } from '../../../libs/records/index.js';
import type { Customer } from '../customer.record.js';
import type { Customers } from '../ports/buyers.js';

/** Result of an erasure, or its preview. */
export interface Erasure {
  readonly id: number;
  readonly fates: readonly ErasureOutcome[];
}

const quoted = (text: string): string => JSON.stringify(text);

const subjectOf = ({ id, email, customerNumber }: Customer): DataSubject => ({
  resource: 'customer',
  id,
  caller: `customer:${id}`,
  email,
  // The customer number may be part of other words, so it only matches as a complete value.
  mentions: [...(email === null ? [] : [email]), ...(customerNumber === null ? [] : [quoted(customerNumber)])],
});

/** Exports and erases the data of a customer (privacy.md). */
export class CustomerData {
  constructor(
    private readonly customers: Customers,
    private readonly service: ResourceService<Customer>,
    private readonly personal: PersonalData,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Yields one JSON document in chunks: lists of records by table. Throws `NoSuchEntity`. */
  async *exportJson(customerNumber: string): AsyncGenerator<string> {
    const customer = await this.byNumber(customerNumber);
    yield `{"customer_number":${quoted(customerNumber)},"exported_at":${quoted(this.clock.now().toISOString())},"kept":{`;
    let between = '';
    for await (const [name, rows] of this.personal.exportedRows(subjectOf(customer))) {
      yield `${between}\n${quoted(name)}:[`;
      between = ',';
      let comma = '';
      for await (const row of rows) {
        yield `${comma}\n${JSON.stringify(row)}`;
        comma = ',';
      }
      yield ']';
    }
    yield '\n}}\n';
  }

  /** Preview of an erasure. Throws `NoSuchEntity`. */
  async wouldErase(customerNumber: string): Promise<Erasure> {
    const customer = await this.byNumber(customerNumber);
    return { id: customer.id, fates: await this.personal.fates(subjectOf(customer)) };
  }

  /**
   * Erases everything in one transaction. The audit entry contains nothing about the customer. Throws `NoSuchEntity`.
   */
  erase(customerNumber: string): Promise<Erasure> {
    return this.transactions.write(async () => {
      const customer = await this.byNumber(customerNumber);
      const subject = subjectOf(customer);
      const fates = await this.personal.fates(subject);
      await this.trail.erasing(async () => {
        await this.personal.erase(subject);
        await this.service.remove(customer.id);
      });
      return { id: customer.id, fates };
    });
  }

  private async byNumber(customerNumber: string): Promise<Customer> {
    const found = await this.customers.byNumber(customerNumber);
    if (!found) throw new NoSuchEntity('customer_number', customerNumber);
    return this.service.get(found.id);
  }
}
