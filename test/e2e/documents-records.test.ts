import { describeOnDatabases } from '../support/databases.js';
import { criteria, DocumentShop } from '../support/document-shop.js';

const invalid = (fieldName: string, value: unknown) => ({
  message: expect.stringMatching(/^Invalid value of "%value" provided for the %fieldName field\./),
  parameters: { fieldName, value },
});
const required = (fieldName: string) => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});

describeOnDatabases('documents', (database) => {
  let shop: DocumentShop;

  beforeAll(async () => {
    shop = await DocumentShop.open({ database });
  });
  afterAll(() => shop.close());

  const post = (document: Readonly<Record<string, unknown>>) => shop.ask('POST', 'customerdocuments', { document });
  const put = (id: number, document: Readonly<Record<string, unknown>>) =>
    shop.ask('PUT', `customerdocuments/${id}`, { document });

  it('have defaults', async () => {
    const { status, body } = await post({ name: 'Alone' });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(Number),
        name: 'Alone',
        description: null,
        is_external: 0,
        external_url: null,
        is_public: 0,
        category_id: null,
        website_id: 0,
        show_in_sidebar: 0,
        valid_from: null,
        valid_to: null,
        customer_ids: [],
        customer_group_ids: [],
        file: null,
        external_id: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        updated_at: expect.any(String),
      },
    ]);
    expect((await post({})).body).toEqual(required('name'));
    expect((await post({ name: 'x', is_external: 1 })).body).toEqual(required('external_url'));
    expect(await shop.read(body.id)).toEqual(body);
  });

  it('return their file and accept their own response', async () => {
    const id = await shop.local({ description: 'with a file' }, 'abc', 'abc.txt');
    const document = await shop.read(id);
    expect(document.file).toEqual({
      name: 'abc.txt',
      size: 3,
      mime_type: 'text/plain',
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      updated_at: expect.any(String),
      scan: 'not_scanned',
    });
    const { status, body } = await put(id, document);
    expect([status, body]).toEqual([200, document]);
    const { items } = await shop.good('GET', `customerdocuments/search${criteria([['id', 'eq', id]])}`);
    expect(items).toEqual([document]);
  });

  it.each([
    'ftp://docs.example/a.pdf',
    'javascript:alert(1)',
    '//docs.example/a.pdf',
    'docs.example/a.pdf',
    'https://user@docs.example/a.pdf',
    'https://user:secret@docs.example/a.pdf',
    'https://@docs.example/a.pdf',
    'https://docs.example\\@evil.example/a.pdf',
    'https:/docs.example/a.pdf',
    ' https://docs.example/a.pdf',
    'https://docs.example/a b.pdf',
    'https://docs.example/a%zz.pdf',
    'https://docs.example/100%',
    'https://docs.example/a\n.pdf',
    'https://',
    '',
    // Not in EXTERNAL_HOSTS.
    'https://evil.example/a.pdf',
    'https://docs.example.evil.example/a.pdf',
    'https://sub.docs.example/a.pdf',
  ])('reject the external_url %j', async (external_url) => {
    const { status, body } = await post({ name: 'x', is_external: 1, external_url });
    expect([status, body]).toEqual([400, invalid('external_url', external_url)]);
  });

  it.each(['http://docs.example', 'https://DOCS.example:8443/a.pdf?b=c#d', 'https://docs.example./ä'])(
    'accept the external_url %s',
    async (external_url) => {
      expect(await shop.external({ external_url })).toMatchObject({ is_external: 1, external_url });
    },
  );

  it('have an external_url if and only if they are external', async () => {
    const onlyExternal = {
      message: 'Only an external document can have an external_url. Set is_external to 1, or leave out external_url.',
    };
    const external_url = 'https://docs.example/x.pdf';
    expect((await post({ name: 'x', external_url })).body).toEqual(onlyExternal);
    const { id } = await shop.external({ external_url });
    expect((await put(id, { is_external: 0, external_url })).body).toEqual(onlyExternal);
    expect((await put(id, { external_url: null })).body).toEqual(required('external_url'));
    for (const key of ['is_external', 'isExternal']) {
      await put(id, { is_external: 1, external_url });
      expect((await put(id, { [key]: '0' })).body).toMatchObject({ is_external: 0, external_url: null });
    }
  });

  it('accept equal dates or one open date, and reject reversed dates', async () => {
    const { body } = await post({ name: 'x', valid_from: '2026-05-02', valid_to: '2026-05-01' });
    expect(body).toEqual(invalid('valid_to', '2026-05-01'));
    const { id } = await shop.document({ valid_from: '2026-05-02', valid_to: '2026-05-02' });
    expect((await put(id, { valid_to: '2026-05-01' })).status).toBe(400);
    expect((await put(id, { valid_to: null })).body).toMatchObject({ valid_from: '2026-05-02', valid_to: null });
  });

  it.each([
    ['category_id', 99_999],
    ['website_id', 99_999],
  ])('require an existing %s', async (field, value) => {
    expect((await post({ name: 'x', [field]: value })).body).toEqual(invalid(field, value));
  });

  it.each([
    ['customer_ids', 99_999],
    ['customer_group_ids', 99_999],
    // Group 0 (NOT LOGGED IN) cannot have assignments.
    ['customer_group_ids', 0],
  ])('reject an unknown or excluded ID in %s: %d', async (field, value) => {
    expect((await post({ name: 'x', [field]: [value] })).body).toEqual(invalid(field, value));
    const { id } = await shop.document();
    const { status, body } = await put(id, { name: 'y', [field]: [value] });
    expect([status, body]).toEqual([400, invalid(field, value)]);
    expect(await shop.read(id)).toMatchObject({ [field]: [], name: expect.not.stringMatching('y') });
  });

  const lists = [
    { list: 'customer_ids', path: 'customerdocuments/customer', wrapper: 'documentCustomer', field: 'customer_id' },
    {
      list: 'customer_group_ids',
      path: 'customerdocuments/customergroup',
      wrapper: 'customerGroup',
      field: 'customer_group_id',
    },
  ] as const;

  describe.each(lists)('$list and $path', ({ list, path, wrapper, field }) => {
    const one = (): Promise<number> => (list === 'customer_ids' ? shop.customer() : shop.group());
    const found = async (id: number) => {
      const { items } = await shop.good('GET', `${path}/search${criteria([['document_id', 'eq', id]])}`);
      return items.map((row: Record<string, number>) => [row['id'], row[field]]) as [number, number][];
    };
    it('are the same relation', async () => {
      const [a, b, c] = [await one(), await one(), await one()];
      const { id } = await shop.document({ [list]: [b, a, b] });
      expect((await shop.read(id))[list]).toEqual([a, b]);
      const [first, second] = await found(id);
      expect([first?.[1], second?.[1]].sort()).toEqual([a, b].sort());

      await put(id, { name: 'untouched' });
      expect(await found(id)).toEqual([first, second]);

      const kept = (await found(id)).find(([, other]) => other === b);
      const changed = await put(id, { [list]: [c, b] });
      expect(changed.body[list]).toEqual([b, c]);
      const now = await found(id);
      expect(now.map(([, other]) => other).sort()).toEqual([b, c].sort());
      expect(now.find(([, other]) => other === b)).toEqual(kept);

      const made = await shop.good('POST', path, { [wrapper]: { document_id: id, [field]: a } });
      expect((await shop.read(id))[list]).toEqual([a, b, c]);
      await shop.good('DELETE', `${path}/${made.id}`);
      expect((await shop.read(id))[list]).toEqual([b, c]);

      expect((await put(id, { [list]: [] })).body[list]).toEqual([]);
      expect(await found(id)).toEqual([]);
      expect((await put(id, { [list]: null })).body).toEqual(required(list));
    });

    it('match searches by the IDs that they contain', async () => {
      const [a, b] = [await one(), await one()];
      const { id } = await shop.document({ [list]: [a] });
      const ids = (condition: string, value: string | number) =>
        shop.ids('customerdocuments/search', [
          [list, condition, value],
          ['id', 'eq', id],
        ]);
      expect(await ids('eq', a)).toEqual([id]);
      expect(await ids('finset', a)).toEqual([id]);
      expect(await ids('in', `${a},${b}`)).toEqual([id]);
      expect(await ids('eq', b)).toEqual([]);
      expect(await ids('null', '')).toEqual([]);
    });
  });

  it('reject assignments to group 0 by POST and PUT', async () => {
    const { id } = await shop.document();
    const path = 'customerdocuments/customergroup';
    const customerGroup = { document_id: id, customer_group_id: 0 };
    expect((await shop.ask('POST', path, { customerGroup })).body).toEqual(invalid('customer_group_id', 0));
    const made = await shop.good('POST', path, { customerGroup: { ...customerGroup, customer_group_id: 1 } });
    expect((await shop.ask('PUT', `${path}/${made.id}`, { customerGroup })).body).toEqual(
      invalid('customer_group_id', 0),
    );
  });

  it('use the wrapper customerGroup for group assignments', async () => {
    const { id } = await shop.document();
    const record = { document_id: id, customer_group_id: 1 };
    const { status, body } = await shop.ask('POST', 'customerdocuments/customergroup', {
      documentCustomerGroup: record,
    });
    expect([status, body]).toEqual([400, required('customerGroup')]);
    await shop.good('POST', 'customerdocuments/customergroup', { customer_group: record });
  });

  it('lose their file when they become external, and their URL when they become local', async () => {
    const id = await shop.local({}, 'taken away');
    const refused = await put(id, { is_external: 1 });
    expect([refused.status, (await shop.read(id)).file.size]).toEqual([400, 10]);
    const { body } = await put(id, { is_external: 1, external_url: 'https://docs.example/now.pdf' });
    expect([body.is_external, body.file]).toEqual([1, null]);
    expect((await shop.ask('GET', `customerdocuments/${id}/file`)).status).toBe(404);
    expect((await put(id, { is_external: 0 })).body).toMatchObject({ external_url: null, file: null });
    await shop.file(id, 'again');
    expect((await shop.read(id)).file.size).toBe(5);
  });

  it('delete their assignments, links and file with them', async () => {
    const [customer, group, product] = [await shop.customer(), await shop.group(), await shop.product()];
    const id = await shop.local({ customer_ids: [customer], customer_group_ids: [group] });
    await shop.place(id, product.id, 1);
    const entity = await shop.commerce('salesEntities', 'salesEntity', { entity_type: 'order', entity_id: id });
    await shop.good('POST', 'customerdocuments/links', {
      documentLink: { customer_document_id: id, link_entity_type: 'order', link_entity_id: entity.entity_id },
    });
    expect(await shop.good('DELETE', `customerdocuments/${id}`)).toBe(true);
    for (const path of ['customer', 'customergroup', 'product']) {
      expect(await shop.ids(`customerdocuments/${path}/search`, [['document_id', 'eq', id]])).toEqual([]);
    }
    expect(await shop.ids('customerdocuments/links', [['customer_document_id', 'eq', id]])).toEqual([]);
    expect((await shop.ask('GET', `customerdocuments/${id}/file`)).status).toBe(404);
    // Nothing blocks their deletion any more.
    await shop.good('DELETE', `commerce/customerGroups/${group}`);
    await shop.good('DELETE', `commerce/salesEntities/${entity.id}`);
  });

  it('outlive their category', async () => {
    const category = await shop.good('POST', 'customerdocuments/category', { documentCategory: { name: 'Manuals' } });
    const again = await shop.ask('POST', 'customerdocuments/category', { documentCategory: { name: 'Manuals' } });
    expect([again.status, again.body.message]).toEqual([
      400,
      'A document category with this name already exists. Choose another name.',
    ]);
    const { id } = await shop.document({ category_id: category.id });
    expect(await shop.good('DELETE', `customerdocuments/category/${category.id}`)).toBe(true);
    expect(await shop.read(id)).toMatchObject({ category_id: null });
  });

  it('lose assignments to deleted records, or block the deletion', async () => {
    const [customer, group, product] = [await shop.customer(), await shop.group(), await shop.product()];
    const website = await shop.website();
    const { id } = await shop.document({
      customer_ids: [customer],
      customer_group_ids: [group],
      website_id: website.id,
    });
    await shop.place(id, product.id, 1, website.storeId);
    await shop.good('DELETE', `commerce/customers/${customer}`);
    expect((await shop.read(id)).customer_ids).toEqual([]);
    const kept = await shop.ask('DELETE', `commerce/customerGroups/${group}`);
    expect([kept.status, kept.body]).toEqual([
      400,
      {
        message: 'The %record is still used by %users. Delete or change those records first.',
        parameters: { record: 'customer group', users: 'group assignments of documents' },
      },
    ]);
    const extra = await shop.commerce('stores', 'store', { code: 'extra', name: 'x', website_id: website.id });
    await shop.place(id, product.id, 2, extra.id);
    expect((await shop.ask('DELETE', `commerce/stores/${extra.id}`)).body.parameters.users).toBe(
      'product assignments of documents',
    );
    expect((await shop.ask('DELETE', `commerce/websites/${website.id}`)).body.parameters.users).toContain('documents');
    await shop.good('DELETE', `commerce/products/${product.id}`);
    expect(await shop.ids('customerdocuments/product/search', [['document_id', 'eq', id]])).toEqual([]);
  });

  describe('product assignments', () => {
    const path = 'customerdocuments/product';

    it('are listed by position, then id, by default', async () => {
      const [{ id: product }, a, b, c] = [
        await shop.product(),
        (await shop.document()).id,
        (await shop.document()).id,
        (await shop.document()).id,
      ];
      const last = await shop.place(a, product, 20);
      const second = await shop.place(b, product, 10);
      const first = await shop.place(c, product, 5);
      const alike = await shop.place(a, product, 10, 1);
      const ids = [first.id, second.id, alike.id, last.id];
      expect(await shop.ids(`${path}/search`, [['product_id', 'eq', product]])).toEqual(ids);
      const sorted = '&searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=ASC';
      expect(await shop.ids(`${path}/search`, [['product_id', 'eq', product]], sorted)).toEqual(
        [...ids].sort((one, other) => one - other),
      );
    });

    it('have defaults and must be unique by document, product and store view', async () => {
      const [{ id: product_id }, { id: document_id }] = [await shop.product(), await shop.document()];
      const documentProduct = { document_id, product_id };
      expect(await shop.good('POST', path, { documentProduct })).toMatchObject({ store_id: 0, position: 0 });
      const again = await shop.ask('POST', path, { documentProduct });
      expect([again.status, again.body.message]).toEqual([
        400,
        'The document is already assigned to this product in this store view.',
      ]);
      const elsewhere = { ...documentProduct, store_id: 99_999 };
      expect((await shop.ask('POST', path, { documentProduct: elsewhere })).body).toEqual(invalid('store_id', 99_999));
    });

    it('can all be deleted by product or document, even if there are none', async () => {
      const [one, other] = [await shop.product(), await shop.product()];
      const [a, b] = [(await shop.document()).id, (await shop.document()).id];
      for (const document of [a, b]) for (const { id } of [one, other]) await shop.place(document, id, 1);
      expect(await shop.good('DELETE', `${path}/by-product/${one.id}`)).toBe(true);
      expect(await shop.ids(`${path}/search`, [['product_id', 'eq', one.id]])).toEqual([]);
      expect(await shop.ids(`${path}/search`, [['product_id', 'eq', other.id]])).toHaveLength(2);
      expect(await shop.good('DELETE', `${path}/by-document/${a}`)).toBe(true);
      expect(await shop.ids(`${path}/search`, [['product_id', 'eq', other.id]])).toHaveLength(1);
      for (const by of ['by-product', 'by-document']) {
        // Unknown ids, impossible ids, and one whose assignments are already deleted.
        for (const id of [
          99_999,
          0,
          -1,
          2_147_483_648,
          '9'.repeat(40),
          '9'.repeat(400),
          by === 'by-product' ? one.id : a,
        ])
          expect([id, await shop.good('DELETE', `${path}/${by}/${id}`)]).toEqual([id, true]);
        for (const id of ['x', '1.5', '%201'])
          expect((await shop.ask('DELETE', `${path}/${by}/${id}`)).status).toBe(400);
      }
      expect(await shop.ids(`${path}/search`, [['document_id', 'eq', b]])).toHaveLength(1);
    });
  });

  describe('links', () => {
    const path = 'customerdocuments/links';
    const link = (fields: Readonly<Record<string, unknown>>) => shop.ask('POST', path, { documentLink: fields });

    it('must name an existing document and entity, each pair once', async () => {
      const { id } = await shop.document();
      await shop.commerce('salesEntities', 'salesEntity', { entity_type: 'invoice', entity_id: 71 });
      const good = { customer_document_id: id, link_entity_type: 'invoice', link_entity_id: 71 };
      const made = await link(good);
      expect([made.status, made.body]).toEqual([200, { id: expect.any(Number), ...good }]);
      const again = await link(good);
      expect([again.status, again.body]).toEqual([
        400,
        { message: 'The document is already linked to this sales entity.' },
      ]);
      // Invoice 71 exists, order 71 does not.
      expect((await link({ ...good, link_entity_type: 'order' })).body).toEqual(invalid('link_entity_id', 71));
      expect((await link({ ...good, link_entity_type: 'quote' })).body).toEqual(invalid('link_entity_type', 'quote'));
      expect((await link({ ...good, customer_document_id: 99_999 })).body).toEqual(
        invalid('customer_document_id', 99_999),
      );
      expect((await link({})).body.errors).toHaveLength(3);
      expect((await shop.ask('POST', path, { link: good })).body).toEqual(required('documentLink'));
      expect((await link({ ...good, sales_entity_id: 1 })).status).toBe(400);
      expect((await shop.ask('PUT', `${path}/${made.body.id}`, { documentLink: good })).status).toBe(404);
      expect((await shop.ask('GET', `${path}/${made.body.id}`)).status).toBe(404);
    });

    it('are listed with or without criteria, by type and id of the entity', async () => {
      const { id } = await shop.document();
      const made: Record<string, number> = {};
      for (const [entity_type, entity_id] of [
        ['order', 81],
        ['shipment', 82],
        ['creditmemo', 83],
      ] as const) {
        await shop.commerce('salesEntities', 'salesEntity', { entity_type, entity_id });
        const fields = { customer_document_id: id, link_entity_type: entity_type, link_entity_id: entity_id };
        made[entity_type] = (await link(fields)).body.id;
      }
      const all = await shop.good('GET', path);
      expect(all.items.map((item: { id: number }) => item.id)).toEqual(expect.arrayContaining(Object.values(made)));
      expect(all.total_count).toBe(all.items.length);
      const mine = ['customer_document_id', 'eq', id] as const;
      expect(await shop.ids(path, [mine, ['link_entity_type', 'eq', 'shipment']])).toEqual([made['shipment']]);
      expect(await shop.ids(path, [mine, ['link_entity_id', 'gteq', 82]])).toEqual([
        made['shipment'],
        made['creditmemo'],
      ]);
      const sorted =
        '&searchCriteria[sortOrders][0][field]=link_entity_type&searchCriteria[sortOrders][0][direction]=ASC';
      expect(await shop.ids(path, [mine], sorted)).toEqual([made['creditmemo'], made['order'], made['shipment']]);
      for (const condition of ['eq', 'neq', 'in']) {
        const refused = await shop.ask('GET', `${path}${criteria([['link_entity_type', condition, 'quote']])}`);
        expect([refused.status, refused.body]).toEqual([400, invalid('link_entity_type', 'quote')]);
      }
      expect(await shop.ids(path, [mine, ['link_entity_type', 'like', 'ship%']])).toEqual([made['shipment']]);
    });

    it('are deleted by their own id', async () => {
      const { id } = await shop.document();
      await shop.commerce('salesEntities', 'salesEntity', { entity_type: 'order', entity_id: 61 });
      const good = { customer_document_id: id, link_entity_type: 'order', link_entity_id: 61 };
      const made = (await link(good)).body.id;
      for (const [right, status] of [
        ['_CustomerDocuments::save', 403],
        ['_CustomerDocuments::delete', 200],
      ] as const) {
        const token = await shop.app.integrationToken(right);
        expect((await shop.app.call('DELETE', `/rest/V1/${path}/${made}`, undefined, token)).status).toBe(status);
      }
      expect(await shop.ids(path, [['customer_document_id', 'eq', id]])).toEqual([]);
      const again = await shop.ask('DELETE', `${path}/${made}`);
      expect([again.status, again.body.parameters]).toEqual([404, { fieldName: 'id', fieldValue: made }]);
    });

    it('are deleted with their entity', async () => {
      const { id } = await shop.document();
      const entity = await shop.commerce('salesEntities', 'salesEntity', { entity_type: 'order', entity_id: 91 });
      await link({ customer_document_id: id, link_entity_type: 'order', link_entity_id: 91 });
      await shop.good('DELETE', `commerce/salesEntities/${entity.id}`);
      expect(await shop.ids(path, [['customer_document_id', 'eq', id]])).toEqual([]);
      await shop.read(id);
    });
  });
});

describe('hosts of external documents', () => {
  const far = { name: 'x', is_external: 1, external_url: 'https://anywhere.example/a.pdf' };

  it('are all allowed if none is listed, and the log warns at start', async () => {
    const shop = await DocumentShop.open({ settings: { EXTERNAL_HOSTS: '' } });
    try {
      expect(shop.app.logs.all).toContainEqual(
        expect.objectContaining({ level: 'warn', msg: expect.stringContaining('EXTERNAL_HOSTS') as string }),
      );
      await shop.good('POST', 'customerdocuments', { document: far });
    } finally {
      await shop.close();
    }
  });

  it('are compared regardless of case, and the log does not warn if one is listed', async () => {
    const shop = await DocumentShop.open({ settings: { EXTERNAL_HOSTS: 'Anywhere.example' } });
    try {
      expect(shop.app.logs.all).not.toContainEqual(
        expect.objectContaining({ msg: expect.stringContaining('EXTERNAL_HOSTS') as string }),
      );
      await shop.good('POST', 'customerdocuments', { document: far });
    } finally {
      await shop.close();
    }
  });
});
