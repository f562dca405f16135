import type { Transactions } from '../../../libs/kernel/index.js';
import type { Recorded, Records } from '../../../libs/records/index.js';

/** Removes all product assignments of a product or document, if there are any (documents.md, "Records"). */
export class RemovePlaces {
  constructor(
    private readonly places: Records<Recorded>,
    private readonly transactions: Transactions,
  ) {}

  of(property: 'productId' | 'documentId', id: number): Promise<void> {
    return this.transactions.write(async () => {
      const ids = await this.places.idsOf([[{ property, condition: 'eq', values: [id] }]]);
      await this.places.remove(ids);
    });
  }
}
