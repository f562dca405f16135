import { type Param, type Persistence } from '../../libs/database/index.js';

/** Numbers of records. Documents are created by doubling a thousand repeatedly. */
export interface DocumentsSize {
  readonly documents: number;
  readonly customers: number;
  readonly groups: number;
  readonly products: number;
}

/**
 * The documents of a large wholesaler. Each of 20,000 customers has 50 documents of their own (quotations,
 * certificates, delivery papers) and shares 10 with another customer. Each of 200 groups has 250 (terms, catalogs,
 * price sheets). 200 documents are public. The page of a product has 20.
 */
export const MILLION: DocumentsSize = { documents: 1_000_000, customers: 20_000, groups: 200, products: 50_000 };

const AT = '2026-01-01T00:00:00.000Z';
const FIRST = 1_000;
/** A prime number, so that neighboring IDs have nothing in common. */
const STEP = 7_919;

const copies = (table: string, columns: readonly string[], count: number) => {
  const shown = columns.map((column) => (column === 'id' ? 'id + ?' : column)).join(', ');
  const steps: { sql: string; params: Param[] }[] = [];
  for (let there = FIRST; there < count; there *= 2) {
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${shown} FROM ${table} WHERE id <= ?`;
    steps.push({ sql, params: [there, Math.min(there, count - there)] });
  }
  return steps;
};

const insert = (table: string, columns: readonly string[], rows: readonly (readonly Param[])[]) => ({
  sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ')}`,
  params: rows.flat(),
});

const thousand = <T>(make: (id: number) => T): readonly T[] => Array.from({ length: FIRST }, (_, at) => make(at + 1));

const DOCUMENT = ['id', 'name', 'is_external', 'external_url', 'is_public', 'website_id', 'show_in_sidebar', 'valid_from', 'valid_to', 'created_at', 'updated_at']; // prettier-ignore
const CUSTOMER = ['id', 'group_id', 'website_id', 'is_active'];

/** No document above this ID is public. */
const LAST_PUBLIC = 200_000;

/**
 * Of every thousand documents, one is public and ten have expired. Every second document is external; the others share
 * one file.
 */
const documentRow = (id: number): readonly Param[] => {
  const isExternal = id % 2;
  const url = isExternal === 1 ? `https://docs.example/${id}.pdf` : null;
  const to = id % 100 === 7 ? '2020-12-31' : null;
  return [id, `Document ${id}`, isExternal, url, id % 1000 === 3 ? 1 : 0, id % 10 === 0 ? 1 : 0, 0, null, to, AT, AT];
};

const statements = ({ documents, customers, groups, products }: DocumentsSize) => [
  insert(
    'customer_group',
    ['id', 'code'],
    Array.from({ length: groups }, (_, at) => [at + 2, `Group ${at}`]),
  ),
  insert(
    'customer',
    CUSTOMER,
    thousand((id) => [id, 2 + (id % groups), 1, 1]),
  ),
  ...copies('customer', CUSTOMER, customers),
  insert('document', DOCUMENT, thousand(documentRow)),
  ...copies('document', DOCUMENT, documents),
  { sql: 'UPDATE document SET is_public = 0 WHERE is_public = 1 AND id > ?', params: [LAST_PUBLIC] },
  insert(
    'document_blob',
    ['id', 'sha256', 'storage_key', 'size', 'created_at'],
    [[1, 'ab'.repeat(32), 'none', 1000, AT]],
  ),
  {
    sql: `INSERT INTO customer_document_file (document_id, blob_id, name, mime_type, updated_at)
      SELECT id, 1, 'datasheet.pdf', 'application/pdf', '${AT}' FROM document WHERE is_external = 0`,
    params: [],
  },
  // Each document is assigned to a customer, every fifth also to another customer, and every twentieth to a group.
  {
    sql: `INSERT INTO document_customer (document_id, customer_id) SELECT id, 1 + (id * ${STEP}) % ${customers} FROM document`,
    params: [],
  },
  {
    sql: `INSERT INTO document_customer (document_id, customer_id)
      SELECT id, 1 + (id * ${STEP} + ${customers / 2}) % ${customers} FROM document WHERE id % 5 = 0`,
    params: [],
  },
  {
    sql: `INSERT INTO document_customer_group (document_id, customer_group_id)
      SELECT id, 2 + (id / 20) % ${groups} FROM document WHERE id % 20 = 0`,
    params: [],
  },
  insert(
    'product',
    ['id', 'sku', 'name', 'attributes', 'is_active'],
    thousand((id) => [id, `SKU-${id}`, `Product ${id}`, '{}', 1]),
  ),
  ...doubledProducts(products),
  {
    sql: `INSERT INTO document_product (document_id, product_id, store_id, position)
      SELECT id, 1 + (id * ${STEP}) % ${products}, 0, id % 10 FROM document`,
    params: [],
  },
];

const doubledProducts = (count: number) =>
  copies('product', ['id', 'sku', 'name', 'attributes', 'is_active'], count).map(
    ({ params: [there = 0, ...rest] }) => ({
      sql: `INSERT INTO product (id, sku, name, attributes, is_active)
      SELECT id + ?, CONCAT('SKU-', id + ?), CONCAT('Product ', id + ?), attributes, 1 FROM product WHERE id <= ?`,
      params: [there, there, there, ...rest],
    }),
  );

/** Fills a migrated, empty database directly, by SQL. */
export const fillDocuments = async ({ transactions, database }: Persistence, size: DocumentsSize): Promise<void> => {
  for (const { sql, params } of statements(size)) await transactions.write(() => database.run(sql, params));
  const tables = [
    'document',
    'document_customer',
    'document_customer_group',
    'document_product',
    'customer_document_file',
  ];
  if (database.dialect.name === 'sqlite') await transactions.write(() => database.run('ANALYZE'));
  else for (const table of tables) await database.query(`ANALYZE TABLE ${table}`);
};
