import type { References } from '../../../libs/records/index.js';
import { productResource } from '../../commerce/index.js';
import type { PriceChange } from '../domain/price-events.js';

/** Changes as they are sent, with the SKUs of their products. */
export const describeChanges = async (
  references: References,
  changes: readonly { readonly scope: string; readonly id: number | null; readonly productId: number | null }[],
): Promise<readonly PriceChange[]> => {
  const productIds = [...new Set(changes.flatMap(({ productId }) => productId ?? []))];
  const skus = await references.keys(productResource.resource, 'sku', productIds);
  return changes.map(({ scope, id, productId }) => ({
    scope,
    id,
    product_id: productId,
    sku: productId === null ? null : (skus.get(productId) ?? null),
  }));
};
