import { Injectable } from '@nestjs/common';
import { Database, inChunks, inKeyOrder, inList, type KeyOrder } from '../../../../libs/database/index.js';
import {
  byProduct,
  priceRow,
  type PriceRow,
  type StoredTerms,
  TERMS_COLUMNS,
  PRICE_ROWS_LOADED,
} from '../../../../libs/pricing/index.js';
import { CustomerPriceRows, type CustomersRows } from '../../ports/customer-price-rows.js';

interface StoredCustomerPrice extends StoredTerms {
  readonly product_id: number;
  readonly website_id: number;
  readonly value: number | string;
}

const CUSTOMER_PRICE_COLUMNS = `${TERMS_COLUMNS}, product_id, website_id, value`;

const customerRowOf = (stored: StoredCustomerPrice): PriceRow =>
  priceRow(stored, stored.value, {
    recordType: 'customerPrice',
    parentId: null,
    name: null,
    websiteId: stored.website_id,
  });

/** Up to this number of rows, reading all rows takes no longer than looking up 20 products. */
const FEW = 50;

const BY_CUSTOMER: KeyOrder<StoredCustomerPrice & { readonly customer_id: number }> = {
  select: `SELECT ${CUSTOMER_PRICE_COLUMNS}, customer_id FROM customer_price`,
  index: 'customer_price_key',
  first: 'customer_id',
  second: 'product_id',
  keyOf: ({ customer_id, product_id }) => [customer_id, product_id],
};

/** Plain SQL, because a quote loads hundreds of rows, and the lint reads in the order of a given index. */
@Injectable()
export class SqlCustomerPriceRows extends CustomerPriceRows {
  constructor(private readonly database: Database) {
    super();
  }

  async find(customerId: number, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly PriceRow[]>> {
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

  override async few(customerId: number): Promise<ReadonlyMap<number, readonly PriceRow[]> | undefined> {
    const stored = await this.database.query<StoredCustomerPrice>(
      `SELECT ${CUSTOMER_PRICE_COLUMNS} FROM customer_price WHERE customer_id = ? LIMIT ?`,
      [customerId, FEW + 1],
    );
    if (stored.length > FEW) return undefined;
    PRICE_ROWS_LOADED.add(stored.length, 'customer');
    return byProduct(stored, customerRowOf);
  }

  async *batches(): AsyncGenerator<readonly CustomersRows[], void> {
    for await (const groups of inKeyOrder(this.database, BY_CUSTOMER))
      yield groups.map((rows) => ({ productId: rows[0]?.product_id ?? 0, rows: rows.map(customerRowOf) }));
  }
}
