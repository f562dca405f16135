import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../conformance/crawl/crawler.js';
import { describeOnDatabases } from '../support/databases.js';
import { DocumentShop } from '../support/document-shop.js';

const DOCUMENTS = '/rest/V1/customerdocuments';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describeOnDatabases('a document with its file in one call (documents.md, "In one call")', (database) => {
  let shop: DocumentShop;
  let token: string;
  let ada: number;

  beforeAll(async () => {
    shop = await DocumentShop.open({ database, settings: { FILE_MAX_MB: '2', BODY_MAX_KB: '512' } });
    token = await shop.app.adminToken();
    ada = (await shop.commerce('customers', 'customer', { customer_number: 'C-1' })).id;
    await shop.commerce('products', 'product', { sku: 'S-1', name: 'x' });
    await shop.commerce('salesEntities', 'salesEntity', {
      entity_type: 'invoice',
      entity_id: 77,
      increment_id: '000077',
      customer_number: 'C-1',
    });
  });
  afterAll(() => shop.close());

  const send = async (
    verb: string,
    path: string,
    body: string | FormData,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await fetch(`${shop.app.url}${path}`, {
      method: verb,
      body,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    return { status: answer.status, body: (await answer.json()) as Json, headers: answer.headers };
  };
  const json = (document: object, verb = 'POST', path = DOCUMENTS, headers = {}) =>
    send(verb, path, JSON.stringify({ document }), { 'content-type': 'application/json', ...headers });
  const form = (document: object | undefined, text: string, name = 'note.txt', fileFirst = false) => {
    const parts = new FormData();
    if (fileFirst) parts.set('file', new Blob([text]), name);
    if (document) parts.set('document', JSON.stringify(document));
    if (!fileFirst) parts.set('file', new Blob([text]), name);
    return parts;
  };
  const content = async (id: number) =>
    (await shop.app.call('GET', `${DOCUMENTS}/${id}/file/content`, undefined, token)).text;
  const total = async (): Promise<number> =>
    (await shop.good('GET', 'customerdocuments/search?searchCriteria=')).total_count;

  const keyed = {
    customer_numbers: ['C-1'],
    products: [{ sku: 'S-1', position: 3 }],
    links: [{ link_entity_type: 'invoice', increment_id: '000077' }],
  };
  const expectWhole = async (document: Json, text: string) => {
    expect(document).toMatchObject({ customer_ids: [ada], file: { name: 'note.txt', size: text.length } });
    expect(Object.keys(document)).not.toEqual(expect.arrayContaining(['file_data']));
    expect(await content(document.id)).toBe(text);
    const search = (field: string, path: string) =>
      shop.good(
        'GET',
        `customerdocuments/${path}?searchCriteria[filter_groups][0][filters][0][field]=${field}&searchCriteria[filter_groups][0][filters][0][value]=${document.id}`,
      );
    expect((await search('document_id', 'product/search')).items).toMatchObject([{ position: 3, store_id: 0 }]);
    expect((await search('customer_document_id', 'links')).items).toMatchObject([
      { link_entity_type: 'invoice', link_entity_id: 77 },
    ]);
  };

  it('is created from JSON with assignments and links by business keys', async () => {
    const { status, body, headers } = await json({
      name: 'Invoice',
      external_id: 'I-1',
      ...keyed,
      file_data: { name: 'note.txt', base64_encoded_data: base64('small') },
    });
    expect([status, body.external_id]).toEqual([200, 'I-1']);
    expect(Number(headers.get('x-pricing-version'))).toBeGreaterThan(0);
    await expectWhole(body, 'small');
  });

  it('is created from JSON above the limit of other bodies, wherever the data is', async () => {
    const text = 'long text '.repeat(90_000);
    const file_data = { base64_encoded_data: base64(text), name: 'note.txt' };
    for (const document of [
      { file_data, name: 'A', ...keyed },
      { name: 'B', ...keyed, description: 'd'.repeat(60_000), file_data },
    ]) {
      const { status, body } = await json(document);
      expect([status, body.name]).toEqual([200, document.name]);
      await expectWhole(body, text);
    }
  });

  it('is created from a form with the file before or after the document', async () => {
    for (const fileFirst of [false, true]) {
      const { status, body } = await send(
        'POST',
        DOCUMENTS,
        form({ name: 'F', ...keyed }, 'in a form', 'note.txt', fileFirst),
      );
      expect([status, body.name]).toEqual([200, 'F']);
      await expectWhole(body, 'in a form');
    }
  });

  it('is changed by PUT, and created or changed by external_id', async () => {
    const path = `${DOCUMENTS}/by/external_id/${encodeURIComponent('I/2')}`;
    const first = await json(
      { name: 'Two', file_data: { name: 'note.txt', base64_encoded_data: base64('one') }, ...keyed },
      'PUT',
      path,
    );
    await expectWhole(first.body, 'one');
    const second = await send('PUT', path, form({ name: 'Two again', ...keyed }, 'two'));
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    await expectWhole(second.body, 'two');
    const etag = second.headers.get('etag') ?? '';
    expect((await json({ name: 'x' }, 'PUT', path, { 'if-match': '"other"' })).status).toBe(412);
    const plain = await json({ ...second.body, name: 'Plain' }, 'PUT', `${DOCUMENTS}/${second.body.id}`, {
      'if-match': etag,
    });
    expect([plain.status, plain.body.name, plain.body.file.sha256]).toEqual([200, 'Plain', second.body.file.sha256]);
  });

  it('leaves nothing behind if the file, document, product or link is rejected', async () => {
    const before = await total();
    const good = { name: 'note.txt', base64_encoded_data: base64('bytes') };
    const long = base64('x'.repeat(600_000));
    const refusals: readonly (readonly [object, string])[] = [
      [{ name: 'x', file_data: { name: 'virus.exe', base64_encoded_data: base64('MZ') } }, 'exe'],
      [{ name: 'x', file_data: { name: 'a.pdf', base64_encoded_data: base64('no pdf') } }, 'pdf'],
      [{ name: 'x', file_data: { name: 'a.txt', base64_encoded_data: '%%%' } }, 'base64'],
      [{ name: 'x', file_data: { name: 'a.txt' } }, 'base64_encoded_data'],
      [{ name: 'x', file_data: 5 }, 'file_data'],
      [
        { name: 'x', file_data: good, fileData: { ...good, name: 'b.txt' } },
        'are names of the same field but have different values',
      ],
      [{ name: 'x', file_data: { name: 'a.txt', base64_encoded_data: `${long}%` } }, 'base64'],
      [{ file_data: good }, 'name'],
      [{ name: 'x', is_external: 1, external_url: 'https://docs.example/a', file_data: good }, 'external'],
      [{ name: 'x', customer_numbers: ['C-9'], file_data: good }, 'customer_numbers'],
      [{ name: 'x', products: [{ sku: 'nope' }], file_data: good }, 'products[0].sku'],
      [
        {
          name: 'x',
          products: [
            { sku: 'S-1', position: 1 },
            { sku: 'S-1', position: 2 },
          ],
        },
        'products[1]: This row refers to the same record',
      ],
      [{ name: 'x', links: [{ link_entity_type: 'order', increment_id: '000077' }] }, 'links[0].increment_id'],
      [
        { name: 'x', links: [{ link_entity_type: 'order', increment_id: '8' }] },
        'the increment_id of an existing order',
      ],
      [{ name: 'x', links: [{ link_entity_type: 'order', link_entity_id: 5 }] }, 'link_entity_id'],
      [{ name: 'x', links: [{ link_entity_type: 'ordr', increment_id: '000077' }] }, 'links[0].link_entity_type'],
      [{ name: 'x', links: [{ increment_id: '000077' }] }, 'links[0].link_entity_type'],
      [{ name: 'x', links: {} }, 'links'],
    ];
    for (const [document, word] of refusals) {
      const { status, body } = await json(document);
      expect([word, status]).toEqual([word, 400]);
      expect(JSON.stringify(body)).toContain(word);
    }
    expect((await send('POST', DOCUMENTS, form({ name: 'x' }, 'MZ', 'a.exe'))).status).toBe(400);
    expect((await send('POST', DOCUMENTS, form(undefined, 'text'))).status).toBe(400);
    expect(
      (await json({ name: 'x', file_data: { name: 'a.txt', base64_encoded_data: base64('x'.repeat(2_200_000)) } }))
        .status,
    ).toBe(413);
    expect((await json({ name: 'x'.repeat(600_000) })).status).toBe(413);
    expect(await total()).toBe(before);
    const files = readdirSync(shop.folder, { recursive: true }).filter((name) =>
      statSync(join(shop.folder, String(name))).isFile(),
    );
    const used = new Set(
      (await shop.good('GET', 'customerdocuments/search?searchCriteria=')).items.flatMap(({ file }: Json) =>
        file ? [file.sha256] : [],
      ),
    );
    expect(files).toHaveLength(used.size);
  });

  it('must have one file and one document in a form, and the error says so', async () => {
    const before = await total();
    const document = JSON.stringify({ name: 'x' });
    const file = () => new Blob(['text']);
    const data = { name: 'a.txt', base64_encoded_data: base64('other') };
    const wrong: readonly (readonly [(parts: FormData) => void, string])[] = [
      [(parts) => parts.set('document', JSON.stringify({ name: 'x', file_data: data })), 'Send only one.'],
      [(parts) => parts.append('file', file(), 'two.txt'), 'at most one text in the part "%also"'],
      [(parts) => parts.append('document', document), 'at most one text in the part "%also"'],
      [(parts) => parts.set('document', new Blob([document]), 'document.json'), 'is a file. Send it as text'],
    ];
    for (const [spoil, word] of wrong) {
      const parts = form({ name: 'x' }, 'text');
      spoil(parts);
      const { status, body } = await send('POST', DOCUMENTS, parts);
      expect([status, body.message]).toEqual([400, expect.stringContaining(word)]);
    }
    expect(await total()).toBe(before);
  });

  it('is stored once per idempotency key; another file with the key returns 409', async () => {
    const key = { 'idempotency-key': `once-${database}` };
    const document = (text: string) => ({
      name: 'Once',
      file_data: { name: 'note.txt', base64_encoded_data: base64(text) },
    });
    const before = await total();
    const first = await json(document('once'), 'POST', DOCUMENTS, key);
    const again = await json(document('once'), 'POST', DOCUMENTS, key);
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect((await json(document('other'), 'POST', DOCUMENTS, key)).status).toBe(409);
    expect(await total()).toBe(before + 1);
  });

  it('can be created and assigned in bulk without a file', async () => {
    const documents = await shop.good('POST', 'customerdocuments/bulk', {
      records: [
        { external_id: 'B-1', name: 'One', customer_numbers: ['C-1'], category_name: null },
        { external_id: 'B-3', name: 'Three', customer_ids: [999_999] },
        { external_id: 'B-2', name: 'Two', customer_numbers: ['C-9'] },
      ],
    });
    expect(documents).toMatchObject({ created: 1, failed: 2 });
    const [{ id }] = documents.items;
    expect(await shop.read(id)).toMatchObject({ name: 'One', external_id: 'B-1', customer_ids: [ada] });
    const assigned = await shop.good('POST', 'customerdocuments/product/bulk', {
      records: [{ document_external_id: 'B-1', sku: 'S-1' }],
    });
    expect(assigned.created).toBe(1);
  });
});
