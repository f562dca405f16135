import type { Listed } from './list-difference.js';
import type { StoredConditionRow } from './one-sku.js';

interface ConditionOfMatrix extends StoredConditionRow, Listed {
  readonly id: number;
}

interface CustomerOfMatrix extends Listed {
  readonly matrixId: number;
  readonly customerId: number;
}

export interface MatrixLists<C, K> {
  readonly conditions: readonly C[];
  readonly customers: readonly K[];
}

/** Documented in pricing-matrix.md, "A whole matrix in one write". */
export interface MatrixDifference<M, C, K> {
  readonly matrix: M;
  readonly added: MatrixLists<C, K>;
  readonly changed: MatrixLists<C, K>;
  readonly removed: MatrixLists<C, K>;
}

export const conditionKey = ({ attributeCode, attributeValue }: Partial<ConditionOfMatrix>): string | undefined =>
  attributeCode === undefined || attributeValue === undefined
    ? undefined
    : JSON.stringify([attributeCode, attributeValue]);

export const customerKey = ({ customerId }: Partial<CustomerOfMatrix>): string | undefined => customerId?.toString();

/**
 * True if the message is older than the stored matrix. Such a message changes nothing (pricing.md §1, source_version).
 */
export const isOlder = (sent: number | null | undefined, stored: number | null): boolean =>
  typeof sent === 'number' && stored !== null && sent < stored;
