import { randomUUID } from 'node:crypto';
import { ChangeLog, currentOrigin } from '../../libs/kernel/index.js';
import { Database, Persistence } from '../../libs/database/index.js';
import { startApp, type TestApp, type Verb } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const CATEGORIES = '/rest/V1/commerce/categories';
const CUSTOMERS = '/rest/V1/commerce/customers';

describeOnDatabases('calls repeated with an Idempotency-Key (wire.md, "Sending again")', (kind) => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await startApp({ database: kind });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const database = (): Database => app.get<Database>(Database);
  const send = (verb: Verb, path: string, body: unknown, key: string, caller = token) =>
    app.call(verb, path, body, caller, { 'idempotency-key': key });
  const named = async (name: string): Promise<number> => {
    const filter = `searchCriteria[filter_groups][0][filters][0][field]=name&searchCriteria[filter_groups][0][filters][0][value]=${name}`;
    return (await app.good('GET', `${CATEGORIES}/search?${filter}`)).total_count;
  };
  const category = (name: string) => ({ category: { name } });
  const make = async (name: string): Promise<number> => (await app.good('POST', CATEGORIES, category(name))).id;

  it('execute a POST once, and return the same status, body and version', async () => {
    const key = randomUUID();
    const first = await send('POST', CATEGORIES, category('once'), key);
    expect(first.status).toBe(200);
    await make('in between');
    const again = await send('POST', CATEGORIES, category('once'), key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('x-pricing-version')).toBe(first.headers.get('x-pricing-version'));
    expect(await named('once')).toBe(1);
    await send('POST', CATEGORIES, category('once'), randomUUID());
    expect(await named('once')).toBe(2);
  });

  it('return the version of the first write', async () => {
    const log = app.get<ChangeLog>(ChangeLog);
    const product = { product: { sku: 'KEYED', name: 'x', price: 1 } };
    const first = await send('POST', '/rest/V1/commerce/products', product, 'product-1');
    expect(first.headers.get('x-pricing-version')).toBe(String(await log.version()));
    await app.good('PUT', `/rest/V1/commerce/products/${first.body.id}`, { product: { price: 2 } });
    const again = await send('POST', '/rest/V1/commerce/products', product, 'product-1');
    expect(again.headers.get('x-pricing-version')).toBe(first.headers.get('x-pricing-version'));
    expect(Number(again.headers.get('x-pricing-version'))).toBeLessThan(await log.version());
  });

  it('do not execute a PUT again over later changes', async () => {
    const id = await make('put');
    const first = await send('PUT', `${CATEGORIES}/${id}`, category('put once'), 'put-1');
    await app.good('PUT', `${CATEGORIES}/${id}`, category('put by another'));
    expect((await send('PUT', `${CATEGORIES}/${id}`, category('put once'), 'put-1')).text).toBe(first.text);
    expect((await app.good('GET', `${CATEGORIES}/${id}`)).name).toBe('put by another');
  });

  it('return true again for a DELETE of a deleted record', async () => {
    const id = await make('gone');
    for (let count = 0; count < 2; count += 1) {
      const { status, text } = await send('DELETE', `${CATEGORIES}/${id}`, undefined, 'delete-1');
      expect([status, text]).toEqual([200, 'true']);
    }
    expect((await send('DELETE', `${CATEGORIES}/${id}`, undefined, 'delete-2')).status).toBe(404);
  });

  it('return 409 and change nothing if the body differs', async () => {
    const key = randomUUID();
    await send('POST', CATEGORIES, category('body'), key);
    const other = await send('POST', CATEGORIES, category('other body'), key);
    expect([other.status, other.body.parameters]).toEqual([409, { header: 'Idempotency-Key' }]);
    expect(await named('other body')).toBe(0);
  });

  it('are recognized by key, caller, method, path, query and store code', async () => {
    const key = randomUUID();
    const id = await make('routes');
    const first = await send('PUT', `${CATEGORIES}/${id}`, category('routes'), key);
    const other = await app.integrationToken('_Commerce::save', '_Commerce::delete', '_Commerce::manage');
    expect((await send('POST', CATEGORIES, category('routes'), key)).body.id).not.toBe(id);
    expect((await send('POST', CATEGORIES, category('routes'), key, other)).status).toBe(200);
    expect((await send('PUT', `${CATEGORIES}/${id}?fields=id`, category('routes 2'), key)).body).toEqual({ id });
    expect((await send('PUT', `/rest/all/V1/commerce/categories/${id}`, category('routes 3'), key)).status).toBe(200);
    expect((await send('PUT', `${CATEGORIES}/${id}`, category('routes'), key)).text).toBe(first.text);
    expect(await named('routes')).toBe(2);
    expect(await named('routes 3')).toBe(1);
  });

  it('execute one of several simultaneous calls, and return its response to all', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('POST', CATEGORIES, category('together'), 'together-1')),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await named('together')).toBe(1);
  });

  it('are executed if the first call returned 4xx or 5xx', async () => {
    const key = randomUUID();
    expect((await send('POST', CATEGORIES, { category: { name: 'x', parent_id: 99_999 } }, key)).status).toBe(400);
    const log = app.get<ChangeLog>(ChangeLog);
    const append = log.append.bind(log);
    log.append = () => {
      throw new Error('a bug');
    };
    try {
      expect((await send('POST', CATEGORIES, category('free'), key)).status).toBe(500);
    } finally {
      log.append = append;
    }
    expect(await named('free')).toBe(0);
    expect((await send('POST', CATEGORIES, category('free'), key)).status).toBe(200);
    expect(await named('free')).toBe(1);
  });

  it('execute an operation with several writes once', async () => {
    const path = '/rest/V1/pricing/productcustomermatrix';
    const body = { productCustomerMatrixComplete: { name: 'whole', price: 5 } };
    const first = await send('PUT', `${path}/0/complete`, body, 'whole-1');
    expect(first.status).toBe(200);
    expect((await send('PUT', `${path}/0/complete`, body, 'whole-1')).text).toBe(first.text);
    expect((await app.good('GET', `${path}/search?searchCriteria`)).total_count).toBe(1);
  });

  it('compare uploads by file name and content, whatever the form boundary', async () => {
    const made = await app.good('POST', '/rest/V1/customerdocuments', {
      document: { name: 'keyed' },
    });
    const upload = async (bytes: string) => {
      const form = new FormData();
      form.append('file', new Blob([bytes]), 'keyed.txt');
      const response = await fetch(`${app.url}/rest/V1/customerdocuments/${made.id}/file`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'upload-1' },
        body: form,
      });
      return [response.status, await response.text()];
    };
    const first = await upload('some text');
    expect(first[0]).toBe(200);
    expect(await upload('some text')).toEqual(first);
    expect((await upload('other text'))[0]).toBe(409);
  });

  it('execute an upload that first returned 503 because of a conflicting write', async () => {
    const made = await app.good('POST', '/rest/V1/customerdocuments', { document: { name: 'contended' } });
    const upload = () => {
      const form = new FormData();
      form.append('file', new Blob(['bytes that come once']), 'contended.txt');
      return fetch(`${app.url}/rest/V1/customerdocuments/${made.id}/file`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'upload-2' },
        body: form,
      });
    };
    const { connections } = app.get<Persistence>(Persistence);
    const write = connections.write.bind(connections);
    let times = 0;
    connections.write = (run, options) =>
      write(async (connection) => {
        const result = await run(connection);
        // Scheduled work of the server writes too.
        if (!currentOrigin()) return result;
        times += 1;
        const conflict = kind === 'mysql' ? { errno: 1213 } : { code: 'SQLITE_BUSY' };
        if (times === 1) throw Object.assign(new Error('lost to others'), conflict);
        return result;
      }, options);
    const refused = await upload();
    connections.write = write;
    expect([refused.status, refused.headers.get('retry-after'), times]).toEqual([503, '1', 1]);
    expect((await app.good('GET', `/rest/V1/customerdocuments/${made.id}`)).size).toBeFalsy();
    expect((await upload()).status).toBe(200);
  });

  it('return 400 and store nothing if the body or response contains a secret', async () => {
    const kept = async (): Promise<number> =>
      (await database().queryOne<{ n: number }>('SELECT COUNT(*) AS n FROM kept_answer'))?.n ?? 0;
    const before = await kept();
    const integration = await app.good('POST', '/rest/V1/access/integrations', {
      integration: { name: 'keyed', resources: [] },
    });
    const refused = [
      await send('POST', '/rest/V1/integration/admin/token', { username: 'a', password: 'b' }, 'secret-1'),
      await send('POST', `/rest/V1/access/integrations/${integration.id}/rotate`, undefined, 'secret-2'),
      await send('POST', CUSTOMERS, { customer: { email: 'a@example.com', password: 'a long password' } }, 'secret-3'),
      await send(
        'POST',
        `${CUSTOMERS}/bulk`,
        { records: [{ email: 'a@example.com', password: 'a long one' }] },
        'secret-4',
      ),
    ];
    for (const { status, body } of refused)
      expect([status, body.parameters]).toEqual([400, { header: 'Idempotency-Key' }]);
    expect(await kept()).toBe(before);
    const without = await send('POST', CUSTOMERS, { customer: { email: 'a@example.com' } }, 'secret-5');
    expect(without.status).toBe(200);
    expect((await send('POST', CUSTOMERS, { customer: { email: 'a@example.com' } }, 'secret-5')).text).toBe(
      without.text,
    );
  });

  it('ignore the key of a call that writes nothing', async () => {
    const before = await database().queryOne('SELECT COUNT(*) AS n FROM kept_answer');
    const question = { sku: 'KEYED', qty: 1 };
    const ask = () => send('POST', '/rest/V1/pricing/get-final-price', question, 'two words are no key');
    const first = await ask();
    await app.good('PUT', '/rest/V1/commerce/products/sku/KEYED', { product: { price: 5 } });
    expect(first.status).toBe((await ask()).status);
    expect(await database().queryOne('SELECT COUNT(*) AS n FROM kept_answer')).toEqual(before);
  });

  it('return 400 for an invalid key, after the checks of right and body', async () => {
    const stranger = await app.integrationToken('_Commerce::manage');
    const broken = await app.call('POST', CATEGORIES, '{', token, { 'idempotency-key': 'two words' });
    expect([
      (await send('POST', CATEGORIES, category('x'), 'two words', stranger)).status,
      broken.body.message,
    ]).toEqual([403, 'Decoding error.']);
    expect((await send('POST', CATEGORIES, category('x'), 'two words')).body.parameters.fieldName).toBe(
      'Idempotency-Key',
    );
  });
});
