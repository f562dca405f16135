import { Injectable } from '@nestjs/common';
import { Database, inKeyOrder } from '../../../../libs/database/index.js';
import { categoryPriceResource } from '../../category-price.record.js';
import { categoryPriceCustomerGroupResource } from '../../category-price-customer-group.record.js';
import { CategoryPriceBook, type OwnersRows } from '../../ports/category-price-rows.js';
import { CATEGORY_PRICE_COLUMNS, categoryRowOf, type StoredCategoryPrice } from '../sql/sql-category-price-rows.js';

interface BookRow extends StoredCategoryPrice {
  readonly owner_id: number;
}

@Injectable()
export class TypeOrmCategoryPriceBook extends CategoryPriceBook {
  constructor(private readonly database: Database) {
    super();
  }

  async *batches(): AsyncGenerator<readonly OwnersRows[], void> {
    yield* this.ofTable(categoryPriceResource.table, 'customer_id', 1);
    yield* this.ofTable(categoryPriceCustomerGroupResource.table, 'customer_group_id', 0);
  }

  private async *ofTable(
    table: string,
    owner: string,
    isCustomers: 0 | 1,
  ): AsyncGenerator<readonly OwnersRows[], void> {
    const order = {
      select: this.database
        .from(table, 'p')
        .select(`${CATEGORY_PRICE_COLUMNS}, ${isCustomers} AS is_customers, ${owner} AS owner_id`)
        .getQuery(),
      index: `${table}_key`,
      first: owner,
      second: 'category_id',
      keyOf: ({ owner_id, category_id }: BookRow) => [owner_id, category_id] as const,
    };
    for await (const groups of inKeyOrder<BookRow>(this.database, order))
      yield groups.map((rows) => ({ categoryId: rows[0]?.category_id ?? 0, rows: rows.map(categoryRowOf) }));
  }
}
