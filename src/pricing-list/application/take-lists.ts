import { everything, NoSuchEntity, type Transactions } from '../../../libs/kernel/index.js';
import type { Recorded, ResourceService } from '../../../libs/records/index.js';
import type { Customers } from '../../commerce/index.js';

/** More assignments than any customer has. */
const ALL = 100_000;

/** Removes a customer's own list assignments; those of the group stay. */
export class TakeLists {
  constructor(
    private readonly assignments: ResourceService<Recorded>,
    private readonly customers: Customers,
    private readonly transactions: Transactions,
  ) {}

  /** Removes all or none. Throws `NoSuchEntity` for an unknown customer. */
  async from(customerId: number): Promise<void> {
    if (!(await this.customers.byId(customerId))) throw new NoSuchEntity('customerId', customerId);
    const groups = [[{ property: 'customerId', condition: 'eq', values: [customerId] }]] as const;
    await this.transactions.write(async () => {
      const { items } = await this.assignments.search({ ...everything(ALL), groups });
      for (const { id } of items) await this.assignments.remove(id);
    });
  }
}
