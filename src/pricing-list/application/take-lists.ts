import { everything, NoSuchEntity, type Transactions } from '../../../libs/kernel/index.js';
import type { Recorded, ResourceService } from '../../../libs/records/index.js';
import type { Customers } from '../../commerce/index.js';

/** More than one customer ever has. */
const ALL = 100_000;

/** Takes the lists from a customer that are assigned to them alone; those of the group stay. */
export class TakeLists {
  constructor(
    private readonly assignments: ResourceService<Recorded>,
    private readonly customers: Customers,
    private readonly transactions: Transactions,
  ) {}

  /** All of them or none; without any, nothing happens. `NoSuchEntity` if there is no such customer. */
  async from(customerId: number): Promise<void> {
    if (!(await this.customers.byId(customerId))) throw new NoSuchEntity('customerId', customerId);
    const groups = [[{ property: 'customerId', condition: 'eq', values: [customerId] }]] as const;
    await this.transactions.write(async () => {
      const { items } = await this.assignments.search({ ...everything(ALL), groups });
      for (const { id } of items) await this.assignments.remove(id);
    });
  }
}
