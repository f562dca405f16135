import { createHash } from 'node:crypto';

/** Numbers of records in a price book. The buyer's part is the same at every size. */
export interface Size {
  readonly name: string;
  readonly lists: number;
  /** Customers with a price of their own for every SKU. */
  readonly customersWithPrices: number;
}

export const SKUS = 1_000;
export const ROWS_OF_A_LIST = 200;
export const MATRICES = 10_000;
export const CUSTOMERS = 5_000;
/** Number of lists and matrices that the buyer has, at every size. */
export const LISTS_REACHED = 5;
export const MATRICES_REACHED = 10;

export const BUYER = 1;
/** Customer who has every list. */
export const BUYER_OF_ALL = 2;
/** First customer with the lists and matrices that the other two do not have. */
const OTHERS_FROM = 3;

export const SIZES: readonly Size[] = [
  { name: 'small', lists: 5, customersWithPrices: 10 },
  { name: 'medium', lists: 50, customersWithPrices: 1_000 },
  { name: 'large', lists: 500, customersWithPrices: 5_000 },
];

export const customerPrices = ({ customersWithPrices }: Size): number => customersWithPrices * SKUS;

export const skuOf = (product: number): string => `SKU-${product}`;

const NUMBER = 'bench_number';
const AT = "'2026-01-01T00:00:00.000Z'";
const TERMS = 'qty, price_application_type, created_at, updated_at, from_date_key, to_date_key, currency_key';
const TERMS_VALUES = `1, 1, ${AT}, ${AT}, '', '', ''`;

const upTo = (count: number, alias = 'n'): string => `${NUMBER} ${alias} WHERE ${alias}.n BETWEEN 1 AND ${count}`;

/** Numbers from 0 to 9,999, which are multiplied inside the database. */
const NUMBERS: readonly string[] = [
  `DROP TABLE IF EXISTS ${NUMBER}`,
  `CREATE TABLE ${NUMBER} (n INT NOT NULL PRIMARY KEY)`,
  `INSERT INTO ${NUMBER} VALUES ${Array.from({ length: 100 }, (_, index) => `(${index})`).join(', ')}`,
  `INSERT INTO ${NUMBER} SELECT a.n * 100 + b.n FROM ${NUMBER} a CROSS JOIN ${NUMBER} b WHERE a.n > 0`,
  `INSERT INTO ${NUMBER} VALUES (10000)`,
];

const other = (number: string): string => `${OTHERS_FROM} + ${number} % ${CUSTOMERS - OTHERS_FROM}`;

/** The statements that fill a migrated, empty MySQL or MariaDB database. */
export const worldStatements = (size: Size): readonly string[] => [
  'SET unique_checks = 0, foreign_key_checks = 0',
  ...NUMBERS,
  `INSERT INTO category (id, name) SELECT n, CONCAT('Category ', n) FROM ${upTo(50)}`,
  `INSERT INTO product (id, sku, name, price, cost, attributes, is_active)
   SELECT n, CONCAT('SKU-', n), CONCAT('Product ', n), 10 + n % 90, 5 + n % 40,
     CONCAT('{"color":"c', n % 20, '"}'), 1 FROM ${upTo(SKUS)}`,
  `INSERT INTO product_category (product_id, category_id) SELECT n, n % 50 + 1 FROM ${upTo(SKUS)}`,
  `INSERT INTO customer (id, customer_number, group_id, website_id, last_name, is_active)
   SELECT n, CONCAT('C-', n), 1, 1, CONCAT('Customer ', n), 1 FROM ${upTo(CUSTOMERS)}`,
  `INSERT INTO price_list (id, name, active, priority, website_id, is_base_pricelist, created_at, updated_at)
   SELECT n, CONCAT('List ', n), 1, n % 7, 0, 0, ${AT}, ${AT} FROM ${upTo(size.lists)}`,
  // Steps of five through a thousand products: 200 different ones, which differ from list to list.
  `INSERT INTO price_list_product (pricelist_id, product_id, price, ${TERMS})
   SELECT l.n, (l.n + p.n * ${SKUS / ROWS_OF_A_LIST}) % ${SKUS} + 1, 8 + (l.n + p.n) % 50, ${TERMS_VALUES}
   FROM ${NUMBER} l CROSS JOIN ${NUMBER} p
   WHERE l.n BETWEEN 1 AND ${size.lists} AND p.n BETWEEN 1 AND ${ROWS_OF_A_LIST}`,
  `INSERT INTO price_list_customer (pricelist_id, customer_id, created_at, updated_at)
   SELECT n, CASE WHEN n <= ${LISTS_REACHED} THEN ${BUYER} ELSE ${other('n')} END, ${AT}, ${AT} FROM ${upTo(size.lists)}`,
  `INSERT INTO price_list_customer (pricelist_id, customer_id, created_at, updated_at)
   SELECT n, ${BUYER_OF_ALL}, ${AT}, ${AT} FROM ${upTo(size.lists)}`,
  `INSERT INTO customer_price (customer_id, product_id, website_id, value, ${TERMS})
   SELECT c.n, p.n, 0, 7 + (c.n + p.n) % 60, ${TERMS_VALUES}
   FROM ${NUMBER} c CROSS JOIN ${NUMBER} p
   WHERE c.n BETWEEN 1 AND ${size.customersWithPrices} AND p.n BETWEEN 1 AND ${SKUS} ORDER BY c.n, p.n`,
  `INSERT INTO matrix (id, name, is_active, priority, attributes_relation, website_id, price, qty, price_application_type,
     created_at, updated_at)
   SELECT n, CONCAT('Matrix ', n), 1, n % 9, 'AND', 0, 6 + n % 50, 1, 1, ${AT}, ${AT} FROM ${upTo(MATRICES)}`,
  `INSERT INTO matrix_condition (matrix_id, attribute_code, attribute_value, created_at, updated_at)
   SELECT n, 'color', CONCAT('c', n % 20), ${AT}, ${AT} FROM ${upTo(MATRICES)}`,
  `INSERT INTO matrix_condition (matrix_id, attribute_code, attribute_value, created_at, updated_at)
   SELECT n, 'category_ids', n % 50 + 1, ${AT}, ${AT} FROM ${upTo(MATRICES)}`,
  `INSERT INTO matrix_customer (matrix_id, customer_id, created_at, updated_at)
   SELECT n, CASE WHEN n <= ${MATRICES_REACHED} THEN ${BUYER} ELSE ${other('n')} END, ${AT}, ${AT} FROM ${upTo(MATRICES)}`,
  `DROP TABLE ${NUMBER}`,
  `ANALYZE TABLE category, product, product_category, customer, price_list, price_list_product, price_list_customer,
     customer_price, matrix, matrix_condition, matrix_customer`,
];

/**
 * Changes whenever a database of this size would be filled differently. The schema is not included, because the
 * measured server migrates an older one.
 */
export const fingerprint = (size: Size): string =>
  createHash('sha256')
    .update(JSON.stringify(worldStatements(size)))
    .digest('hex')
    .slice(0, 16);

/** Random numbers from 0 to 1, always the same for the same seed (mulberry32). */
export const numbersFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** `count` different numbers from 1 to `of`, in random order. */
export const drawn = (count: number, of: number, next: () => number): readonly number[] => {
  const all = Array.from({ length: of }, (_, index) => index + 1);
  for (let index = 0; index < count; index += 1) {
    const from = index + Math.floor(next() * (of - index));
    [all[index], all[from]] = [all[from] as number, all[index] as number];
  }
  return all.slice(0, count);
};

/** Bodies of get-multi-price for this customer, each with several different SKUs. */
export const questionsOf = (customer: number, count: number, skus: number): readonly string[] => {
  const next = numbersFrom(customer);
  return Array.from({ length: count }, () =>
    JSON.stringify({ skus: drawn(skus, SKUS, next).map(skuOf), qty: 1, customer_id: customer }),
  );
};
