import { Injectable } from '@nestjs/common';
import { type Day, Decimal, grouped } from '../../../../libs/kernel/index.js';
import { Database, inChunks, inList, type Sql } from '../../../../libs/database/index.js';
import type { Amounts, Attributes, ProductRecord, WebsiteAmounts } from '../../domain/product.js';
import { PricedProducts } from '../../ports/products.js';

/** SQLite returns a decimal as a number, MySQL as a string. */
type Amount = number | string | null;

interface ProductRow {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly price: Amount;
  readonly special_price: Amount;
  readonly special_from: Day | null;
  readonly special_to: Day | null;
  readonly cost: Amount;
  readonly msrp: Amount;
  readonly attributes: string;
  readonly is_active: number;
  readonly website_id: number | null;
  readonly own_price: Amount;
  readonly own_special_price: Amount;
  readonly own_special_from: Day | null;
  readonly own_special_to: Day | null;
  readonly own_cost: Amount;
  readonly own_msrp: Amount;
}

const AMOUNTS = ['price', 'special_price', 'special_from', 'special_to', 'cost', 'msrp'];
const COLUMNS = [
  'p.id, p.sku, p.name, p.attributes, p.is_active, w.website_id',
  ...AMOUNTS.map((name) => `p.${name}`),
  ...AMOUNTS.map((name) => `w.${name} AS own_${name}`),
].join(', ');

/** A product has one row for each website with its own prices, and at least one. */
const FROM = `SELECT ${COLUMNS} FROM product p LEFT JOIN product_website_price w ON w.product_id = p.id`;

const amount = (raw: Amount): Decimal | null => (raw === null ? null : new Decimal(raw));

const general = (row: ProductRow): Amounts => ({
  price: amount(row.price),
  specialPrice: amount(row.special_price),
  specialFrom: row.special_from,
  specialTo: row.special_to,
  cost: amount(row.cost),
  msrp: amount(row.msrp),
});

const own = (row: ProductRow): readonly WebsiteAmounts[] =>
  row.website_id === null
    ? []
    : [
        {
          websiteId: row.website_id,
          price: amount(row.own_price),
          specialPrice: amount(row.own_special_price),
          specialFrom: row.own_special_from,
          specialTo: row.own_special_to,
          cost: amount(row.own_cost),
          msrp: amount(row.own_msrp),
        },
      ];

const product = (first: ProductRow, rows: readonly ProductRow[], categoryIds: readonly number[]): ProductRecord => ({
  id: first.id,
  sku: first.sku,
  name: first.name,
  ...general(first),
  categoryIds,
  attributes: JSON.parse(first.attributes) as Attributes,
  websitePrices: rows.flatMap(own),
  isActive: first.is_active,
});

/** Uses plain SQL, because a price request may read hundreds of rows. */
@Injectable()
export class SqlPricedProducts extends PricedProducts {
  constructor(private readonly db: Database) {
    super();
  }

  async bySkus(skus: readonly string[]): Promise<ReadonlyMap<string, ProductRecord>> {
    const products = await inChunks([...new Set(skus)], (part) => this.find(inList('p.sku', part)));
    return new Map(products.map((found) => [found.sku, found]));
  }

  async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, ProductRecord>> {
    const products = await inChunks([...new Set(ids)], (part) => this.find(inList('p.id', part)));
    return new Map(products.map((found) => [found.id, found]));
  }

  private async find({ text, params }: Sql): Promise<readonly ProductRecord[]> {
    const rows = grouped(
      await this.db.query<ProductRow>(`${FROM} WHERE ${text} ORDER BY p.id, w.id`, params),
      ({ id }) => id,
    );
    if (rows.size === 0) return [];
    const listed = inList('product_id', [...rows.keys()]);
    const links = await this.db.query<{ readonly product_id: number; readonly category_id: number }>(
      `SELECT product_id, category_id FROM product_category WHERE ${listed.text} ORDER BY product_id, category_id`,
      listed.params,
    );
    const categories = grouped(links, ({ product_id }) => product_id);
    return [...rows].flatMap(([id, group]) => {
      const [first] = group;
      return first
        ? [
            product(
              first,
              group,
              (categories.get(id) ?? []).map((link) => link.category_id),
            ),
          ]
        : [];
    });
  }
}
