import { Injectable } from '@nestjs/common';
import { Database, inKeyOrder, type KeyOrder } from '../../../../libs/database/index.js';
import { CustomerPriceBook, type CustomersRows } from '../../ports/customer-price-book.js';
import { CUSTOMER_PRICE_COLUMNS, customerRowOf, type StoredCustomerPrice } from './sql-customer-price-rows.js';

interface BookRow extends StoredCustomerPrice {
  readonly customer_id: number;
}

const BY_CUSTOMER: KeyOrder<BookRow> = {
  select: `SELECT ${CUSTOMER_PRICE_COLUMNS}, customer_id FROM customer_price`,
  index: 'customer_price_key',
  first: 'customer_id',
  second: 'product_id',
  keyOf: ({ customer_id, product_id }) => [customer_id, product_id],
};

/** SQL, because TypeORM cannot be made to walk a given index. */
@Injectable()
export class SqlCustomerPriceBook extends CustomerPriceBook {
  constructor(private readonly database: Database) {
    super();
  }

  async *batches(): AsyncGenerator<readonly CustomersRows[], void> {
    for await (const groups of inKeyOrder(this.database, BY_CUSTOMER))
      yield groups.map((rows) => ({ productId: rows[0]?.product_id ?? 0, rows: rows.map(customerRowOf) }));
  }
}
