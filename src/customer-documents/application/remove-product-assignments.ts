import type { Transactions } from '../../../libs/kernel/index.js';
import type { Recorded, Records } from '../../../libs/records/index.js';

/** Removes all product assignments of a product or document, if there are any (documents.md, "Records"). */
export class RemoveProductAssignments {
  constructor(
    private readonly assignments: Records<Recorded>,
    private readonly transactions: Transactions,
  ) {}

  remove(property: 'productId' | 'documentId', id: number): Promise<void> {
    return this.transactions.write(async () => {
      const ids = await this.assignments.idsOf([[{ property, condition: 'eq', values: [id] }]]);
      await this.assignments.remove(ids);
    });
  }
}
