import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { day, Decimal } from '../../libs/kernel/index.js';
import type { InvoiceLine } from '../../src/pricing-calc/index.js';
import { CODES } from '../reference/slow-buyer.js';
import type { World, WorldBuyer, WorldSettings } from '../reference/world.js';

/** The bundled price book, and the year of invoices that it explains. */
export const WHOLESALE = join(__dirname, '../../demo/wholesale');

type Row = Readonly<Record<string, string>>;

const rowsOf = (file: string): readonly Row[] => {
  const bytes = readFileSync(join(WHOLESALE, file));
  return parse(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, { columns: true });
};

const grouped = (rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

/** Number of customer prices and price lists that have ended by this day. */
export const overOn = (date: string): number =>
  [...rowsOf('customer_prices.csv'), ...rowsOf('price_lists.csv')].filter((row) => (row['to_date'] ?? '') < date)
    .length;

export const invoiceLines = (): readonly InvoiceLine[] =>
  rowsOf('invoice_lines.csv.gz').map((row) => ({
    invoice: row['invoice'] ?? '',
    date: day(row['date'] ?? ''),
    customerNumber: row['customer_id'] ?? '',
    sku: row['sku'] ?? '',
    qty: new Decimal(row['qty'] ?? ''),
    unitPrice: new Decimal(row['unit_price'] ?? ''),
  }));

const NO_TERMS = { type: 1, on: null, currency: null, from: null, to: null } as const;
const ids = (rows: readonly Row[]) =>
  rows.map((row, index) => ({ ...row, id: index + 1 }) as Row & { readonly id: number });

const NOTHING_ELSE = {
  websites: [],
  groups: [],
  customers: [],
  categoryPrices: [],
  groupCategoryPrices: [],
  matrices: [],
  settings: [],
};

const PLAIN = {
  order: CODES,
  individualFinal: false,
  skipZero: true,
  mergeLists: false,
  mergeMatrices: false,
  categorySelect: 'priority',
  precision: 4,
  tax: 0,
  oneMeansAny: true,
} as const;

/**
 * Reads the price book for the slow reference implementation: for one line, only the rows for its product and customer.
 */
export const wholesaleBook = (): ((
  line: InvoiceLine,
  select: WorldSettings['select'],
) => { readonly world: World; readonly buyer: WorldBuyer }) => {
  const products = new Map(rowsOf('products.csv').map((row) => [row['sku'], row]));
  const groups = [...new Set(rowsOf('customers.csv').map((row) => row['customer_group'] ?? ''))];
  const groupOf = new Map(rowsOf('customers.csv').map((row) => [row['customer_id'], row['customer_group'] ?? '']));
  const lists = ids(rowsOf('price_lists.csv'));
  const listIds = new Map(lists.map(({ id, name }) => [name, id]));
  const tiers = grouped(ids(rowsOf('tier_prices.csv')), (row) => row['sku'] ?? '');
  const listRows = grouped(ids(rowsOf('price_list_products.csv')), (row) => row['sku'] ?? '');
  const agreed = grouped(ids(rowsOf('customer_prices.csv')), (row) => `${row['customer_id']}/${row['sku']}`);
  const terms = (row: Row) => ({
    ...NO_TERMS,
    id: Number(row['id']),
    qty: row['qty'] ?? '',
    value: row['price'] ?? '',
  });
  const worldLists = lists.map((list) => ({
    id: list.id,
    active: true,
    priority: Number(list['priority']),
    websiteId: 0,
    isBase: false,
    currency: null,
    from: list['from_date'] ?? null,
    to: list['to_date'] ?? null,
    customers: [],
    groups: (list['customer_groups'] ?? '').split('|').map((name) => groups.indexOf(name)),
  }));
  return ({ sku, customerNumber, date }, select) => ({
    world: {
      ...NOTHING_ELSE,
      products: [
        {
          id: 1,
          sku,
          active: true,
          categories: [],
          attributes: {},
          own: [],
          price: products.get(sku)?.['price'] ?? null,
          special: null,
          specialFrom: null,
          specialTo: null,
          cost: null,
          msrp: null,
        },
      ],
      tiers: (tiers.get(sku) ?? []).map((row) => ({ ...terms(row), productId: 1, websiteId: 0, groupId: null })),
      customerPrices: (agreed.get(`${customerNumber}/${sku}`) ?? []).map((row) => ({
        ...terms(row),
        customerId: 1,
        productId: 1,
        websiteId: 0,
        from: row['from_date'] ?? null,
        to: row['to_date'] ?? null,
      })),
      lists: worldLists,
      listRows: (listRows.get(sku) ?? []).map((row) => ({
        ...terms(row),
        listId: listIds.get(row['price_list'] ?? '') ?? 0,
        productId: 1,
      })),
    },
    buyer: {
      customerId: 1,
      groupId: groups.indexOf(groupOf.get(customerNumber) ?? ''),
      websiteId: 1,
      currency: 'GBP',
      baseCurrency: 'GBP',
      timeZone: 'UTC',
      day: date,
      settings: { ...PLAIN, select },
    },
  });
};
