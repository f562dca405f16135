import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import { documentProductResource } from '../document-product.record.js';
import type { Transactions } from '../../../libs/kernel/index.js';
import type { Recorded, Records } from '../../../libs/records/index.js';

/** Removes all product assignments of a product or document. */
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

const { service, path, rights } = documentProductResource;

const REMOVAL = {
  service,
  right: needs.right(rights.delete),
  effect: 'deletes',
  output: answers.true,
  never: [404],
  by: RemoveProductAssignments,
} as const;

/** These operations return true for any ID, even one that no product or document can have (documents.md, "Records"). */
export const PRODUCT_PLACE_OPERATIONS: readonly Operation[] = [
  operation({
    ...REMOVAL,
    name: 'deleteByProductId',
    summary: 'Remove all document assignments of a product',
    rest: { verb: 'DELETE', path: `${path}/by-product/:productId` },
    input: { productId: takes.id('productId', { orUnknown: true }) },
    run: async (assignments, { productId }) => {
      await assignments.remove('productId', productId);
      return true;
    },
  }),
  operation({
    ...REMOVAL,
    name: 'deleteByDocumentId',
    summary: 'Remove all product assignments of a document',
    rest: { verb: 'DELETE', path: `${path}/by-document/:documentId` },
    input: { documentId: takes.id('documentId', { orUnknown: true }) },
    run: async (assignments, { documentId }) => {
      await assignments.remove('documentId', documentId);
      return true;
    },
  }),
];
