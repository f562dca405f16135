import { Injectable } from '@nestjs/common';
import { Database, inChunks, inList } from '../../../../libs/database/index.js';
import {
  byProduct,
  priceRow,
  type PriceRow,
  type StoredTerms,
  TERMS_COLUMNS,
  PRICE_ROWS_LOADED,
} from '../../../../libs/pricing/index.js';
import { CustomerPriceRows } from '../../ports/customer-price-rows.js';

export interface StoredCustomerPrice extends StoredTerms {
  readonly product_id: number;
  readonly website_id: number;
  readonly value: number | string;
}

export const CUSTOMER_PRICE_COLUMNS = `${TERMS_COLUMNS}, product_id, website_id, value`;

export const customerRowOf = (stored: StoredCustomerPrice): PriceRow =>
  priceRow(stored, stored.value, {
    recordType: 'customerPrice',
    parentId: null,
    name: null,
    websiteId: stored.website_id,
  });

/** SQL, because a quote loads hundreds of rows. */
@Injectable()
export class SqlCustomerPriceRows extends CustomerPriceRows {
  constructor(private readonly database: Database) {
    super();
  }

  async of(customerId: number, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly PriceRow[]>> {
    const stored = await inChunks(productIds, (part) => {
      const products = inList('product_id', part);
      return this.database.query<StoredCustomerPrice>(
        `SELECT ${CUSTOMER_PRICE_COLUMNS} FROM customer_price WHERE customer_id = ? AND ${products.text}`,
        [customerId, ...products.params],
      );
    });
    PRICE_ROWS_LOADED.add(stored.length, 'customer');
    return byProduct(stored, customerRowOf);
  }
}
