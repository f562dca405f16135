import { inflateSync } from 'node:zlib';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../libs/database/index.js';
import { KeepEvents } from '../../src/audit/adapters/process/keep-events.js';
import { PUBLIC_BASE, testSettings } from '../support/app.js';
import { type DatabaseKind, describeOnDatabases } from '../support/databases.js';
import { DocumentShop } from '../support/document-shop.js';
import { PassportShop } from '../support/passport-shop.js';
import { type CommandResult, runCli } from '../support/process.js';
import { Shop } from '../support/shop.js';

const NUMBER = 'KD-4711-CANARY';
const EMAIL = 'Canary.Person@example.com';
const PERSON = { customer_number: NUMBER, email: EMAIL, first_name: 'Zyxcanary', last_name: 'Qwvcanary' };
/** Matches the person's values wherever they are stored. */
const PERSONAL = /canary\.person@example\.com|zyxcanary|qwvcanary|198\.51\.100\.77/i;
const ADDRESS = '198.51.100.77';

type Rows = readonly Readonly<Record<string, unknown>>[];

const quoteOf = (database: DatabaseKind, name: string): string => (database === 'sqlite' ? `"${name}"` : `\`${name}\``);

/** The value of a column, decompressed if needed. */
const unpacked = (value: unknown): string => {
  const text = String(value);
  const packed = text.startsWith('deflate:') ? [text.slice('deflate:'.length)] : text.split('.');
  const found = packed.map((part) => {
    try {
      return inflateSync(Buffer.from(part, 'base64')).toString();
    } catch {
      return '';
    }
  });
  return [text, ...found].join('\n');
};

describeOnDatabases('the data of a customer', (database) => {
  let documents: DocumentShop;
  let shop: Shop;
  let folder: string;
  let settings: Readonly<Record<string, string>>;
  let customer: { readonly id: number; readonly token: string };
  let sku: string;
  let grant: number;
  let price: number;

  const kontor = (...args: readonly string[]): Promise<CommandResult> => runCli(settings, args);
  const historyOf = async (resource: string, id: number) =>
    (await documents.good('GET', `audit/${resource}/${id}`)).items as readonly {
      readonly action: string;
      readonly operation: string;
      readonly caller: string;
      readonly user: string | null;
      readonly records: readonly { readonly key: unknown; readonly cause: unknown; readonly changes: object }[];
    }[];

  /** Tables and columns that contain a match. */
  const columnsWith = async (meets: RegExp): Promise<readonly string[]> => {
    const db = documents.app.get<Database>(Database);
    const tables = await db.query<{ name: string }>(
      database === 'sqlite'
        ? "SELECT name FROM sqlite_master WHERE type = 'table'"
        : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    const found = new Set<string>();
    for (const { name } of tables)
      for (const row of await db.query<Rows[number]>(`SELECT * FROM ${quoteOf(database, name)}`))
        for (const [column, value] of Object.entries(row))
          if (meets.test(unpacked(value))) found.add(`${name}.${column}`);
    return [...found].sort();
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kontor-customer-'));
    documents = await DocumentShop.open({ database, settings: { TRUST_PROXY: 'loopback' } });
    const { app } = documents;
    shop = new Shop(app);
    const { DATABASE_URL, JWT_SECRET = '' } = testSettings(app.databaseUrl);
    settings = { DATABASE_URL, JWT_SECRET, PUBLIC_BASE_URL: PUBLIC_BASE };

    // Without a secret, the webhook's deliveries stay pending.
    await documents.good('POST', 'webhooks', { webhook: { url: 'https://erp.example/', events: ['customer.*'] } });
    customer = await app.customer(PERSON);
    const { id } = customer;
    await documents.good('PUT', `commerce/customers/${id}`, { customer: { last_name: 'Qwvcanary-Old' } });
    await documents.good('PUT', `commerce/customers/${id}`, { customer: { last_name: 'Qwvcanary' } });
    sku = await shop.product({ price: 10 });
    price = (await shop.customerPrice({ customer_id: id, sku, value: 6.25, website_id: 0 })).id;
    await shop.list({ name: 'Special conditions' }, [{ sku, value: 9 }], { customers: [id] });
    const other = (await shop.commerce('customers', 'customer', { customer_number: 'Another' })).id;
    const document = await documents.local({ customer_ids: [id, other] });
    const order = await shop.commerce('salesEntities', 'salesEntity', {
      id: 77,
      entity_type: 'order',
      entity_id: 77,
      increment_id: '000077',
      customer_id: id,
    });
    const linked = await documents.document();
    await documents.good('POST', 'customerdocuments/links', {
      documentLink: { customer_document_id: linked.id, link_entity_type: 'order', link_entity_id: order.entity_id },
    });
    // Leaves a download and sign-in attempts with the address, one of them with a wrong password.
    const from = { 'X-Forwarded-For': ADDRESS };
    const take = await app.call(
      'GET',
      `/rest/V1/customerdocuments/me/${document}/content`,
      undefined,
      customer.token,
      from,
    );
    expect(take.status).toBe(200);
    const wrong = { username: EMAIL, password: 'a wrong password' };
    expect((await app.call('POST', '/rest/V1/integration/customer/token', wrong, undefined, from)).status).toBe(401);
    const right = { username: EMAIL, password: 'a password of a customer' };
    expect((await app.call('POST', '/rest/V1/integration/customer/token', right, undefined, from)).status).toBe(200);
    const passports = await new PassportShop(app).open();
    const { passport_id } = await passports.published();
    grant = (
      await passports.good('POST', 'grants', {
        audience: 'legitimate_interest',
        for: { passport_ids: [passport_id] },
        to: { name: 'Zyxcanary Qwvcanary', email: EMAIL.toLowerCase() },
        purpose: 'Repair',
        until: new Date(Date.now() + 86_400_000).toISOString(),
      })
    ).id;
    // Leaves a stored response under an idempotency key.
    await app.call(
      'PUT',
      `/rest/V1/commerce/customers/${id}`,
      { customer: { first_name: 'Zyxcanary' } },
      await app.adminToken(),
      { 'Idempotency-Key': 'canary' },
    );
    await app.get<KeepEvents>(KeepEvents).store();
  });

  afterAll(async () => {
    await documents.close();
    rmSync(folder, { recursive: true });
  });

  it('cannot be exported or erased by an unknown number, and no file is created', async () => {
    const file = join(folder, 'nobody.json');
    for (const args of [['export', '--to', file], ['erase'], ['erase', '--dry-run']])
      expect(await kontor('customer', ...args, '--number', 'nobody')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'No such entity with customer_number = nobody\n',
      });
    expect(existsSync(file)).toBe(false);
  });

  it('is exported as JSON without secrets and without data of others', async () => {
    const file = join(folder, 'customer.json');
    expect(await kontor('customer', 'export', '--number', NUMBER, '--to', file)).toMatchObject({ code: 0, stdout: '' });
    const text = readFileSync(file, 'utf8');
    const { customer_number, kept } = JSON.parse(text) as {
      readonly customer_number: string;
      readonly kept: Readonly<Record<string, Rows>>;
    };
    expect(customer_number).toBe(NUMBER);
    expect(kept).toMatchObject({
      customer: [{ id: customer.id, email: EMAIL, first_name: 'Zyxcanary', last_name: 'Qwvcanary' }],
      'customer.groupId': [{ code: 'General' }],
      customerAccount: [{ customer_id: customer.id }],
      customerPrice: [{ sku, value: 6.25 }],
      'priceListCustomer.pricelistId': [{ name: 'Special conditions' }],
      salesEntity: [{ increment_id: '000077' }],
      documentDownload: [{ via: 'me', count: 1 }],
      passportGrant: [{ to_email: EMAIL.toLowerCase() }],
      job_calls: [],
    });
    expect(kept['documentCustomer']).toHaveLength(1);
    expect(kept['documentLink']).toHaveLength(1);
    expect(kept['sign_in_attempts']?.map(({ address }) => address)).toContain(ADDRESS);
    expect(kept['audit_entries']).toContainEqual(
      expect.objectContaining({
        resource: 'customer',
        changes: expect.objectContaining({ last_name: ['Qwvcanary', 'Qwvcanary-Old'] }) as object,
      }),
    );
    expect(kept['audit_events']).toContainEqual(expect.objectContaining({ what: 'sign_in_refused', address: ADDRESS }));
    expect(text).not.toMatch(/password_hash|\$argon|token_digest|customer_ids|entry_key/);
    const stdout = await kontor('customer', 'export', '--number', NUMBER);
    expect(Object.keys((JSON.parse(stdout.stdout) as { kept: object }).kept)).toEqual(Object.keys(kept));
  });

  it('is reported by a dry run, which changes nothing', async () => {
    const before = await columnsWith(PERSONAL);
    const { code, stdout } = await kontor('customer', 'erase', '--number', NUMBER, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^removed +1 {2}customer price$/m);
    expect(stdout).toMatch(/^pseudonymized +1 {2}download \(/m);
    expect(stdout).toMatch(/^kept +\d+ {2}audit entries \(.*AUDIT_DAYS/m);
    expect(stdout).toContain(`Customer ${NUMBER} (ID ${customer.id}) would be erased.`);
    expect(await columnsWith(PERSONAL)).toEqual(before);
    expect(before).toEqual(
      expect.arrayContaining([
        'audit_entry.personal',
        'customer.email',
        'passport_grant.to_email',
        'kept_answer.answer',
      ]),
    );
  });

  it('is erased except for what the report names, and the audit trail stays intact', async () => {
    const question = { customer_id: customer.id, sku, qty: 1 };
    expect((await shop.price(question)).final_price).toBe(6.25);
    while (!(await columnsWith(/Zyxcanary/)).includes('webhook_delivery.payload'))
      await new Promise((resolve) => setTimeout(resolve, 200));
    const dry = await kontor('customer', 'erase', '--number', NUMBER, '--dry-run');
    const { code, stdout } = await kontor('customer', 'erase', '--number', NUMBER);
    expect(code).toBe(0);
    expect(stdout).toBe(dry.stdout.replace('would be erased', 'was erased'));
    // The running server no longer uses its caches of prices, tokens and documents.
    expect((await shop.quote(question)).status).toBe(404);
    expect(
      (
        await documents.app.call(
          'GET',
          '/rest/V1/customerdocuments/me/search?searchCriteria=',
          undefined,
          customer.token,
        )
      ).status,
    ).toBe(401);
    expect((await documents.ask('GET', `commerce/customers/${customer.id}`)).status).toBe(404);
    // Stored responses expire after a day, as the report says. The chain identifies the record by its customer number.
    expect(await columnsWith(PERSONAL)).toEqual(['kept_answer.answer']);
    expect(stdout).toMatch(/^removed +\d+ {2}webhook deliveries/m);
    expect(stdout).toMatch(/^kept +\d+ {2}stored responses of all callers/m);
    expect(await columnsWith(new RegExp(NUMBER))).toEqual(['audit_entry.entered', 'kept_answer.answer']);
    const [download] = await documents.app
      .get<Database>(Database)
      .query('SELECT customer_id, address, entry_key, count FROM document_download');
    expect(download).toMatchObject({ customer_id: null, address: null, entry_key: null, count: 1 });
    expect(await kontor('audit', 'verify')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The audit trail is intact.') as string,
    });
  });

  it('leaves an audit entry of its erasure without personal data', async () => {
    const [erased, ...before] = await historyOf('customer', customer.id);
    expect(erased).toMatchObject({
      action: 'erased',
      operation: 'kontor customer erase',
      caller: 'command',
      user: expect.stringMatching(/\S/) as string,
      records: [{ key: null, changes: {} }],
    });
    expect(before.map(({ action }) => action)).toContain('created');
    expect(JSON.stringify(before)).not.toMatch(PERSONAL);
    expect((await historyOf('customerPrice', price))[0]).toMatchObject({
      action: 'erased',
      records: [{ cause: 'customer', changes: {} }],
    });
    const [revoked] = await historyOf('passportGrant', grant);
    expect(revoked).toMatchObject({ action: 'updated', operation: 'kontor customer erase' });
    expect(Object.keys(revoked?.records[0]?.changes ?? {})).toEqual(expect.arrayContaining(['revoked_at']));
    expect(Object.keys(revoked?.records[0]?.changes ?? {})).not.toContain('to_name');
  });

  it('cannot be read as of an instant before the erasure', async () => {
    const at = encodeURIComponent(new Date().toISOString());
    expect((await documents.ask('GET', `commerce/customers/${customer.id}?asOf=${at}`)).status).toBe(404);
    const [first] = await documents.app
      .get<Database>(Database)
      .query<{ at: string }>(
        "SELECT a.at AS at FROM audit_act a JOIN audit_entry e ON e.act_id = a.id WHERE e.resource = 'customerPrice' ORDER BY a.id LIMIT 1",
      );
    const then = encodeURIComponent(first?.at ?? '');
    expect((await documents.ask('GET', `pricing/customerprice/${price}?asOf=${then}`)).status).toBe(404);
  });
});
