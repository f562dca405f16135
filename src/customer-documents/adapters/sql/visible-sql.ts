import { allOf, type Dialect, type Sql, sql } from '../../../../libs/database/index.js';
import { NOT_LOGGED_IN } from '../../domain/document.js';
import type { Viewer, ViewingCustomer } from '../../domain/visibility.js';
import type { ProductPage } from '../../ports/visible-documents.js';

/*
 * `visibilityOf` in SQL. The table `document` has the alias `t`. Change both together; the property test compares them.
 */

/** The customer whose assignments count. */
const granted = ({ customer }: Viewer): ViewingCustomer | undefined => (customer?.mayEnter ? customer : undefined);

const inGroup = (customer: ViewingCustomer | undefined): customer is ViewingCustomer =>
  customer !== undefined && customer.groupId !== NOT_LOGGED_IN;

const joined = (word: string, parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(word),
  params: parts.flatMap(({ params }) => params),
});

/**
 * Website, days and content, all from two small indexes. An external document always has an address (`documentFaults`),
 * so its row is not read.
 */
const here = ({ websiteId, today }: Viewer, dialect: Dialect): Sql =>
  sql(
    't.website_id IN (0, ?) AND (t.valid_from IS NULL OR t.valid_from <= ?) ' +
      'AND (t.valid_to IS NULL OR t.valid_to >= ?) AND (t.is_external = 1 OR EXISTS (SELECT 1 ' +
      `FROM customer_document_file f${dialect.byIndex('customer_document_file_there')} WHERE f.document_id = t.id))`,
    websiteId,
    today,
    today,
  );

/** Public or assigned, checked for each document. Suited to few candidates. */
const grantedEach = (viewer: Viewer): Sql => {
  const customer = granted(viewer);
  const parts = [sql('t.is_public = 1')];
  if (customer) {
    parts.push(
      sql('EXISTS (SELECT 1 FROM document_customer c WHERE c.customer_id = ? AND c.document_id = t.id)', customer.id),
    );
  }
  if (inGroup(customer)) {
    parts.push(
      sql(
        'EXISTS (SELECT 1 FROM document_customer_group g WHERE g.customer_group_id = ? AND g.document_id = t.id)',
        customer.groupId,
      ),
    );
  }
  const { text, params } = joined(' OR ', parts);
  return { text: `(${text})`, params };
};

/** All granted documents, read from indexes on the grants, so that the other million documents are not scanned. */
const grantedAll = (viewer: Viewer): Sql => {
  const customer = granted(viewer);
  const parts = [
    sql(
      'SELECT p.id AS document_id FROM document p WHERE p.is_public = 1 AND p.website_id IN (0, ?)',
      viewer.websiteId,
    ),
  ];
  if (customer) parts.push(sql('SELECT c.document_id FROM document_customer c WHERE c.customer_id = ?', customer.id));
  if (inGroup(customer)) {
    parts.push(
      sql('SELECT g.document_id FROM document_customer_group g WHERE g.customer_group_id = ?', customer.groupId),
    );
  }
  return joined(' UNION ', parts);
};

/** The distinct documents of a product page. An assignment for the store view replaces one for all store views. */
const placed = ({ productId, sku, storeId }: ProductPage): Sql => {
  const products: Sql[] = [];
  if (productId !== undefined) products.push(sql('d.product_id = ?', productId));
  if (sku !== undefined) products.push(sql('d.product_id = (SELECT s.id FROM product s WHERE s.sku = ?)', sku));
  const stores: Sql =
    storeId === 0
      ? sql('d.store_id = 0')
      : sql(
          '(d.store_id = ? OR (d.store_id = 0 AND NOT EXISTS (SELECT 1 FROM document_product o ' +
            'WHERE o.product_id = d.product_id AND o.document_id = d.document_id AND o.store_id = ?)))',
          storeId,
          storeId,
        );
  const { text, params } = allOf([...products, stores]);
  return { text: `SELECT d.document_id, d.position FROM document_product d WHERE ${text}`, params };
};

/** The FROM clause with the conditions of visibility. */
interface VisibleSql {
  readonly from: Sql;
  readonly where: Sql;
}

/**
 * Forces the database to read the candidates first and then their rows by ID, which neither database does by itself.
 */
const byCandidates = ({ text, params }: Sql, { name }: Dialect, index = ''): Sql => ({
  text: `(${text}) v ${name === 'sqlite' ? 'CROSS JOIN' : 'STRAIGHT_JOIN'} document t${index} ON t.id = v.document_id`,
  params,
});

/** All documents that a viewer can see, or only those of a product page, which also have `v.position`. */
export const visibleSql = (viewer: Viewer, page: ProductPage | undefined, dialect: Dialect): VisibleSql => {
  const seen = here(viewer, dialect);
  if (page) return { from: byCandidates(placed(page), dialect), where: allOf([seen, grantedEach(viewer)]) };
  if (granted(viewer))
    return { from: byCandidates(grantedAll(viewer), dialect, dialect.byIndex('document_seen')), where: seen };
  return { from: sql('document t'), where: allOf([sql('t.is_public = 1'), seen]) };
};
