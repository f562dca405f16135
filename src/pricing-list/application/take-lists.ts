import { everything, type Transactions } from '../../../libs/kernel/index.js';
import type { Recorded, ResourceService } from '../../../libs/records/index.js';

/** More than one customer ever has. */
const ALL = 100_000;

/** Takes the lists from a customer that are assigned to them alone; those of the group stay. */
export class TakeLists {
  constructor(
    private readonly assignments: ResourceService<Recorded>,
    private readonly transactions: Transactions,
  ) {}

  /** All of them or none; without any, nothing happens. */
  async from(customerId: number): Promise<void> {
    const groups = [[{ property: 'customerId', condition: 'eq', values: [customerId] }]] as const;
    await this.transactions.write(async () => {
      const { items } = await this.assignments.search({ ...everything(ALL), groups });
      for (const { id } of items) await this.assignments.remove(id);
    });
  }
}
