import { Database } from '../../libs/database/index.js';
import { BlobStore } from '../../src/customer-documents/ports/blob-store.js';
import type { Answer } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { criteria, DocumentShop } from '../support/document-shop.js';

const AT_ONCE = 50;

const LISTS = [
  {
    list: 'customer_ids',
    path: 'customerdocuments/customer',
    wrapper: 'documentCustomer',
    field: 'customer_id',
    says: 'The document is already assigned to this customer.',
  },
  {
    list: 'customer_group_ids',
    path: 'customerdocuments/customergroup',
    wrapper: 'customerGroup',
    field: 'customer_group_id',
    says: 'The document is already assigned to this customer group.',
  },
] as const;

describeOnDatabases('concurrent assignments of documents', (database) => {
  let shop: DocumentShop;

  beforeAll(async () => {
    shop = await DocumentShop.open({ database });
  });
  afterAll(() => shop.close());

  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort((a, b) => a - b);

  describe.each(LISTS)('$path', ({ list, path, wrapper, field, says }) => {
    const one = (): Promise<number> => (list === 'customer_ids' ? shop.customer() : shop.group());
    const assigned = async (id: number): Promise<readonly number[]> => {
      const { items } = await shop.good('GET', `${path}/search${criteria([['document_id', 'eq', id]])}`);
      return items.map((row: Record<string, number>) => row[field]).sort((a: number, b: number) => a - b);
    };

    it(`creates one of ${AT_ONCE} equal assignments and rejects the others as existing`, async () => {
      const [{ id }, target] = [await shop.document(), await one()];
      const record = { [wrapper]: { document_id: id, [field]: target } };
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => shop.ask('POST', path, record)));
      expect(statuses(answers)).toEqual([200, ...Array.from({ length: AT_ONCE - 1 }, () => 400)]);
      const refusals = new Set(answers.filter(({ status }) => status === 400).map(({ body }) => body.message));
      expect(refusals).toEqual(new Set([says]));
      expect(await assigned(id)).toEqual([target]);
      expect((await shop.read(id))[list]).toEqual([target]);
    });

    it("keeps the document's list equal to the records under concurrent writes to both", async () => {
      const { id } = await shop.document();
      const targets: number[] = [];
      for (let at = 0; at < 6; at += 1) targets.push(await one());
      const writes: (() => Promise<Answer>)[] = [];
      for (let round = 0; round < 6; round += 1) {
        const ids = targets.filter((_, at) => (at + round) % 3 !== 0);
        writes.push(() => shop.ask('PUT', `customerdocuments/${id}`, { document: { [list]: ids } }));
        for (const target of targets.slice(round % 3, (round % 3) + 3)) {
          const record = { [wrapper]: { document_id: id, [field]: target } };
          writes.push(() => shop.ask('POST', path, record));
          writes.push(async () => {
            const [found] = await shop.ids(`${path}/search`, [
              ['document_id', 'eq', id],
              [field, 'eq', target],
            ]);
            return shop.ask('DELETE', `${path}/${found ?? 99_999}`);
          });
        }
      }
      const answers = await Promise.all(writes.map((write) => write()));
      // A PUT never fails because of concurrent writes. An assignment may exist already or be deleted.
      const puts = answers.filter((_, at) => at % 7 === 0);
      expect(statuses(puts)).toEqual(puts.map(() => 200));
      for (const { status } of answers) expect([200, 400, 404]).toContain(status);
      const now = await assigned(id);
      expect(new Set(now).size).toBe(now.length);
      expect((await shop.read(id))[list]).toEqual(now);
    });
  });

  it('leave nothing behind if the document is deleted meanwhile', async () => {
    const [{ id }, customer, product] = [await shop.document(), await shop.customer(), await shop.product()];
    const documentFile = { name: 'a.txt', base64_encoded_data: 'YWJj' };
    const answers = await Promise.all([
      shop.ask('POST', 'customerdocuments/customer', {
        documentCustomer: { document_id: id, customer_id: customer },
      }),
      shop.ask('PUT', `customerdocuments/${id}`, { document: { customer_ids: [customer] } }),
      shop.ask('PUT', `customerdocuments/${id}/file`, { documentFile }),
      shop.ask('DELETE', `customerdocuments/${id}`),
      shop.ask('POST', 'customerdocuments/product', { documentProduct: { document_id: id, product_id: product.id } }),
      shop.ask('PUT', `customerdocuments/${id}/file`, { documentFile }),
    ]);
    for (const { status } of answers) expect([200, 400, 404]).toContain(status);
    expect(answers[3]?.status).toBe(200);
    expect((await shop.ask('GET', `customerdocuments/${id}`)).status).toBe(404);
    for (const path of ['customer', 'product']) {
      expect(await shop.ids(`customerdocuments/${path}/search`, [['document_id', 'eq', id]])).toEqual([]);
    }
    expect(await shop.app.get<Database>(Database).query('SELECT id FROM document_blob')).toEqual([]);
    for await (const left of shop.app.get<BlobStore>(BlobStore).list()) expect(left).toBeUndefined();
  });
});
