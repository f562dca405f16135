import { Injectable } from '@nestjs/common';
import { grouped } from '../../../../libs/kernel/index.js';
import { Database, inChunks, inList, type Sql } from '../../../../libs/database/index.js';
import { priceRow, type StoredTerms, TERMS_COLUMNS, PRICE_ROWS_LOADED } from '../../../../libs/pricing/index.js';
import { categoryResource } from '../../../commerce/index.js';
import { categoryPriceResource } from '../../category-price.record.js';
import { categoryPriceCustomerGroupResource } from '../../category-price-customer-group.record.js';
import type { CategoryRow } from '../../domain/evaluate-category-prices.js';
import { CategoryPriceRows } from '../../ports/category-price-rows.js';

export interface StoredCategoryPrice extends StoredTerms {
  readonly category_id: number;
  readonly category_name: string;
  readonly website_id: number;
  readonly value: number | string;
  readonly priority: number;
  /** 1 for a row of the customer, 0 for a row of the customer group. */
  readonly is_customers: number;
}

/** The name is a subquery, because with a join the database could start with the categories. */
export const CATEGORY_PRICE_COLUMNS =
  `${TERMS_COLUMNS}, category_id, website_id, value, priority, ` +
  `(SELECT c.name FROM ${categoryResource.table} c WHERE c.id = p.category_id) AS category_name`;

const rowsOf = (table: string, owner: string, ownerId: number, isCustomers: 0 | 1, categories: Sql): Sql => ({
  text: `SELECT ${CATEGORY_PRICE_COLUMNS}, ${isCustomers} AS is_customers FROM ${table} p WHERE ${owner} = ? AND ${categories.text}`,
  params: [ownerId, ...categories.params],
});

export const categoryRowOf = (stored: StoredCategoryPrice): CategoryRow =>
  priceRow(stored, stored.value, {
    recordType: (stored.is_customers === 1 ? categoryPriceResource : categoryPriceCustomerGroupResource).wrapper,
    parentId: stored.category_id,
    name: stored.category_name,
    websiteId: stored.website_id,
    isCustomers: stored.is_customers === 1,
    priority: stored.priority,
  });

/** Plain SQL, because each part of the query uses a different index. */
@Injectable()
export class SqlCategoryPriceRows extends CategoryPriceRows {
  constructor(private readonly database: Database) {
    super();
  }

  customersWithRows(first: number, last: number): Promise<readonly number[]> {
    return this.database.idsBetween(categoryPriceResource.table, 'customer_id', first, last);
  }

  async find(
    customerId: number | null,
    groupId: number,
    categoryIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly CategoryRow[]>> {
    const stored = await inChunks(categoryIds, (part) => {
      const categories = inList('category_id', part);
      const parts = [
        ...(customerId === null ? [] : [rowsOf(categoryPriceResource.table, 'customer_id', customerId, 1, categories)]),
        rowsOf(categoryPriceCustomerGroupResource.table, 'customer_group_id', groupId, 0, categories),
      ];
      return this.database.query<StoredCategoryPrice>(
        parts.map(({ text }) => text).join(' UNION ALL '),
        parts.flatMap(({ params }) => params),
      );
    });
    PRICE_ROWS_LOADED.add(stored.length, 'category');
    return grouped(stored, (row) => row.category_id, categoryRowOf);
  }
}
