import { Injectable } from '@nestjs/common';
import { type Day, inIdOrder } from '../../../../libs/kernel/index.js';
import { Database, inChunks, inKeyOrder, inList, type KeyOrder } from '../../../../libs/database/index.js';
import {
  byProduct,
  priceRow,
  type StoredTerms,
  TERMS_COLUMNS,
  PRICE_ROWS_LOADED,
} from '../../../../libs/pricing/index.js';
import type { ListRow, ListTerms, ReachedLists } from '../../domain/evaluate-price-lists.js';
import type { ListShape } from '../../domain/lint-price-lists.js';
import { type ListedRows, PriceListRows } from '../../ports/price-list-rows.js';
import { priceListCustomerResource } from '../../price-list-customer.record.js';

interface StoredList {
  readonly id: number;
  readonly name: string;
  readonly active: number;
  readonly priority: number;
  readonly website_id: number;
  readonly currency: string | null;
  readonly from_date: string | null;
  readonly to_date: string | null;
}

interface FoundList extends StoredList {
  /** 1 if the list is assigned to the customer or group. */
  readonly assigned: number;
}

interface StoredListRow extends StoredTerms {
  readonly pricelist_id: number;
  readonly product_id: number;
  readonly price: number | string;
}

const LIST_COLUMNS = ['id', 'name', 'active', 'priority', 'website_id', 'currency', 'from_date', 'to_date']
  .map((name) => `l.${name}`)
  .join(', ');

const ROW_COLUMNS = `${TERMS_COLUMNS}, pricelist_id, product_id, price`;

/** A UNION, because each part uses a different index. A single query with OR would scan the table. */
const REACHED = [
  `SELECT ${LIST_COLUMNS}, 1 AS assigned FROM price_list_customer a JOIN price_list l ON l.id = a.pricelist_id WHERE a.customer_id = ?`,
  `SELECT ${LIST_COLUMNS}, 1 AS assigned FROM price_list_group a JOIN price_list l ON l.id = a.pricelist_id WHERE a.customer_group_id = ?`,
  `SELECT ${LIST_COLUMNS}, 0 AS assigned FROM price_list l WHERE l.is_base_pricelist = 1`,
].join(' UNION ALL ');

const NO_CUSTOMER = -1;

/**
 * Up to this number of lists, the query is forced to use the key, regardless of the database's statistics. An index on
 * the product alone would also read the product's rows in all other lists, so that a price would cost more with each
 * list of other customers.
 */
const FEW = 20;

const listOf = (stored: StoredList): ListTerms => ({
  id: stored.id,
  name: stored.name,
  priority: stored.priority,
  active: stored.active === 1,
  websiteId: stored.website_id,
  currency: stored.currency,
  fromDate: stored.from_date as Day | null,
  toDate: stored.to_date as Day | null,
});

const byId = (stored: readonly StoredList[]): readonly ListTerms[] => [
  ...new Map(stored.map((list) => [list.id, listOf(list)])).values(),
];

interface StoredShape extends StoredList {
  readonly is_base_pricelist: number;
  readonly has_rows: number;
  readonly has_customers: number;
  readonly has_groups: number;
}

const LISTS_AT_ONCE = 500;

const has = (table: string, name: string): string =>
  `EXISTS (SELECT 1 FROM ${table} o WHERE o.pricelist_id = l.id) AS ${name}`;

const SHAPES =
  `SELECT ${LIST_COLUMNS}, l.is_base_pricelist, ${has('price_list_product', 'has_rows')}, ` +
  `${has('price_list_customer', 'has_customers')}, ${has('price_list_group', 'has_groups')} ` +
  'FROM price_list l WHERE l.id > ? ORDER BY l.id LIMIT ?';

const shapeOf = (stored: StoredShape): ListShape => ({
  ...listOf(stored),
  isBase: stored.is_base_pricelist === 1,
  hasRows: Number(stored.has_rows) === 1,
  isAssigned: Number(stored.has_customers) === 1 || Number(stored.has_groups) === 1,
});

const BY_LIST: KeyOrder<StoredListRow> = {
  select: `SELECT ${ROW_COLUMNS} FROM price_list_product`,
  index: 'price_list_product_key',
  first: 'pricelist_id',
  second: 'product_id',
  keyOf: ({ pricelist_id, product_id }) => [pricelist_id, product_id],
};

/**
 * Plain SQL, because each part of a quote's query uses a different index, and the lint reads in the order of a
 * given index.
 */
@Injectable()
export class SqlPriceListRows extends PriceListRows {
  constructor(private readonly database: Database) {
    super();
  }

  async reachedBy(customerId: number | null, groupId: number): Promise<ReachedLists> {
    const found = await this.database.query<FoundList>(REACHED, [customerId ?? NO_CUSTOMER, groupId]);
    return {
      assigned: byId(found.filter(({ assigned }) => assigned === 1)),
      base: byId(found.filter(({ assigned }) => assigned === 0)),
    };
  }

  customersWithRows(first: number, last: number): Promise<readonly number[]> {
    return this.database.idsBetween(priceListCustomerResource.table, 'customer_id', first, last);
  }

  async find(
    lists: readonly ListTerms[],
    productIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly ListRow[]>> {
    const byList = new Map(lists.map((list) => [list.id, list]));
    // Lists and products are both split, because a buyer can have more lists than a statement can have parameters.
    const stored = await inChunks([...byList.keys()], (some) => {
      const wanted = inList('pricelist_id', some);
      const byKey = some.length <= FEW ? this.database.dialect.byIndex('price_list_product_key') : '';
      return inChunks(productIds, (part) => {
        const products = inList('product_id', part);
        return this.database.query<StoredListRow>(
          `SELECT ${ROW_COLUMNS} FROM price_list_product${byKey} WHERE ${wanted.text} AND ${products.text}`,
          [...wanted.params, ...products.params],
        );
      });
    });
    PRICE_ROWS_LOADED.add(stored.length, 'list');
    return byProduct(
      stored.filter(({ pricelist_id }) => byList.has(pricelist_id)),
      (row) => listRowOf(row, byList.get(row.pricelist_id) as ListTerms),
    );
  }

  async *lists(): AsyncGenerator<readonly ListShape[], void> {
    const after = (id: number, size: number) => this.database.query<StoredShape>(SHAPES, [id, size]);
    for await (const stored of inIdOrder(LISTS_AT_ONCE, after)) yield stored.map(shapeOf);
  }

  async *rows(): AsyncGenerator<readonly ListedRows[], void> {
    for await (const groups of inKeyOrder(this.database, BY_LIST)) {
      const lists = await this.listsOf(groups);
      yield groups.flatMap((rows) => {
        const [first] = rows;
        const list = first && lists.get(first.pricelist_id);
        return list ? [{ list, productId: first.product_id, rows: rows.map((row) => listRowOf(row, list)) }] : [];
      });
    }
  }

  private async listsOf(groups: readonly (readonly StoredListRow[])[]): Promise<ReadonlyMap<number, ListTerms>> {
    const ids = new Set(groups.flatMap(([first]) => first?.pricelist_id ?? []));
    const stored = await inChunks([...ids], (part) => {
      const { text, params } = inList('l.id', part);
      return this.database.query<StoredList>(`SELECT ${LIST_COLUMNS} FROM price_list l WHERE ${text}`, params);
    });
    return new Map(stored.map((list) => [list.id, listOf(list)]));
  }
}

const listRowOf = (stored: StoredListRow, list: ListTerms): ListRow =>
  priceRow(stored, stored.price, {
    recordType: 'priceListProduct',
    parentId: list.id,
    name: list.name,
    websiteId: list.websiteId,
    list,
  });
