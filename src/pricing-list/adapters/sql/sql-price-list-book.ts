import { Injectable } from '@nestjs/common';
import { inIdOrder } from '../../../../libs/kernel/index.js';
import { Database, inChunks, inKeyOrder, inList, type KeyOrder } from '../../../../libs/database/index.js';
import type { ListTerms } from '../../domain/judge-price-lists.js';
import type { ListShape } from '../../domain/lint-price-lists.js';
import { type ListedRows, PriceListBook } from '../../ports/price-list-book.js';
import {
  LIST_COLUMNS,
  listOf,
  ROW_COLUMNS,
  listRowOf,
  type StoredList,
  type StoredListRow,
} from './sql-price-list-rows.js';

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

/** SQL, because TypeORM cannot be made to walk a given index. */
@Injectable()
export class SqlPriceListBook extends PriceListBook {
  constructor(private readonly database: Database) {
    super();
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
