import { day } from '../../libs/kernel/index.js';
import { TypeOrmRecordStore } from '../../libs/database/records/typeorm-record-store.js';
import { Resources } from '../../libs/records/index.js';
import { RESOURCES } from '../support/rooms.js';
import { SqlVisibleDocuments } from '../../src/customer-documents/adapters/sql/sql-visible-documents.js';
import type { Viewer } from '../../src/customer-documents/domain/visibility.js';
import { documentResource } from '../../src/customer-documents/document.record.js';
import type { ProductPage } from '../../src/customer-documents/ports/visible-documents.js';
import { fillDocuments } from '../bench/documents-world.js';
import { describeOnDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases.js';
import { planOf, watched } from '../support/query-plans.js';

/** Each customer has 24 documents, each group 50, each product 20; 20 documents are public. */
const SIZE = { documents: 20_000, customers: 1_000, groups: 20, products: 1_000 };
const CRITERIA = { groups: [], sort: [], page: 1, pageSize: 20 };
const customer = { id: 500, groupId: 2, mayEnter: true };
const ADA: Viewer = { customer, websiteId: 1, today: day('2026-06-01') };
const NOBODY: Viewer = { ...ADA, customer: undefined };

/** Alias of the rows that the statement collects first, which are not a table. */
const COLLECTED = 'v';

describeOnDatabases('the database statements of document searches', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind, { resources: new Resources(RESOURCES) });
    await fillDocuments(opened.persistence, SIZE);
  });
  afterAll(() => opened.close());

  /** Returns the plan of each statement and the number of documents found. */
  const runSearch = async (viewer: Viewer, page?: ProductPage, pageSize = 20) => {
    const { database, statements } = watched(opened.persistence.database);
    const documents = new SqlVisibleDocuments(database, opened.persistence.resources);
    const { items, total } = await documents.search(viewer, { ...CRITERIA, pageSize }, page);
    const plans = [];
    for (const statement of statements) plans.push(await planOf(opened.persistence.database, statement));
    return {
      shown: items.length,
      total,
      plans: plans.map((steps) => steps.filter(({ table }) => table !== COLLECTED)),
    };
  };
  const scansIn = (plans: Awaited<ReturnType<typeof runSearch>>['plans']) => plans.flat().filter(({ walks }) => walks);
  const indexesOf = (steps: Awaited<ReturnType<typeof runSearch>>['plans'][number] | undefined) =>
    new Set(steps?.map(({ table, index }) => `${table} ${index}`));

  it("read a customer's documents from assignments and public ones, in two statements", async () => {
    const { shown, total, plans } = await runSearch(ADA);
    expect([shown, total > 60, total < 100, plans.length]).toEqual([20, true, true, 2]);
    expect(scansIn(plans)).toEqual([]);
    const [search, rows] = plans;
    expect(indexesOf(search)).toEqual(
      new Set([
        'p document_public',
        'c document_customer_pair',
        'g document_customer_group_pair',
        't document_seen',
        kind === 'sqlite' ? 'f PRIMARY' : 'f customer_document_file_there',
      ]),
    );
    expect(indexesOf(rows)).toEqual(new Set(['t PRIMARY']));
  });

  it('read only public documents for anonymous callers, by their index', async () => {
    const { shown, total, plans } = await runSearch(NOBODY);
    expect([shown, total]).toEqual([20, 20]);
    expect(scansIn(plans)).toEqual([]);
    expect(indexesOf(plans[0])).toEqual(
      new Set(['t document_public', kind === 'sqlite' ? 'f PRIMARY' : 'f customer_document_file_there']),
    );
  });

  it.each([
    ['an id', { productId: 500, sku: undefined, storeId: 1 }],
    ['a SKU', { productId: undefined, sku: 'SKU-500', storeId: 1 }],
  ])('read only documents of the product for a product page by %s', async (_, page) => {
    const { plans } = await runSearch(ADA, page);
    expect(scansIn(plans)).toEqual([]);
    expect(indexesOf(plans[0])).toContain('d document_product_key');
    expect(indexesOf(plans[0])).toContain('t PRIMARY');
  });

  it("start with the assignments for an administrator's search by customer_ids", async () => {
    const { database, statements } = watched(opened.persistence.database);
    const groups = [[{ property: 'customerIds', condition: 'eq' as const, values: [customer.id] }]];
    const { resources, transactions, audit } = opened.persistence;
    const records = new TypeOrmRecordStore(resources, database, transactions, audit).recordsOf(documentResource);
    const { total } = await records.search({ ...CRITERIA, groups, pageSize: 5 });
    expect(total).toBeGreaterThan(5);
    const plan = await planOf(opened.persistence.database, statements[0] as (typeof statements)[number]);
    expect(plan.filter(({ walks, table }) => walks && table === 't')).toEqual([]);
  });
});
