import { GERMAN_DESCRIPTIONS } from '../../desk/src/texts/descriptions.js';
import { AccessHttp } from '../support/access-http.js';
import { RESOURCES } from '../support/rooms.js';

const RECORDS = '/rest/V1/desk/records';
const ME = '/rest/V1/access/me';

/* eslint-disable @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself */

describe('the API of Desk', () => {
  let access: AccessHttp;

  beforeAll(async () => {
    access = await AccessHttp.start({ settings: { ACL_VENDOR: 'Test', PRICING_SEGMENT: 'preise' } });
  });
  afterAll(() => access.close());

  const records = async (...rights: readonly string[]): Promise<ReadonlyMap<string, any>> => {
    const token = await access.token(await access.admin(rights.map((right) => `Test${right}`)));
    const { status, body } = await access.call(token, 'GET', RECORDS);
    expect(status).toBe(200);
    return new Map(body.map((one: any) => [one.name, one]));
  };
  const field = (record: any, name: string): any => record.fields.find((one: any) => one.name === name);

  describe('GET /V1/desk/records', () => {
    it("returns the records that the caller may use, with the caller's rights", async () => {
      expect((await records()).size).toBe(0);
      const found = await records('_Customerprice::manage', '_Customerprice::save', '_Commerce::delete');
      expect(found.get('customerPrice')).toMatchObject({
        title: { one: 'customer price', many: 'customer prices' },
        path: '/V1/preise/customerprice',
        wrapper: 'customerPrice',
        rights: {
          read: { resource: 'Test_Customerprice::manage', held: true },
          save: { resource: 'Test_Customerprice::save', held: true },
          delete: { resource: 'Test_Customerprice::delete', held: false },
        },
        history: false,
      });
      expect(found.get('customer')?.rights).toMatchObject({ read: { held: false }, delete: { held: true } });
      expect(found.has('role')).toBe(false);
    });

    it('reports a history if the caller may read the audit trail', async () => {
      const found = await records('_Customerprice::manage', '_Audit::read');
      expect(found.get('customerPrice')?.history).toBe(true);
    });

    it('describes each kind of field as declared', async () => {
      const found = await records(
        '_Customerprice::manage',
        '_Commerce::manage',
        '_Access::manage',
        '_CustomerDocuments::manage',
      );
      const price = found.get('customerPrice');
      expect(field(price, 'value')).toMatchObject({ kind: 'decimal', min: 0, max: 999_999_999.999_999, scale: 6 });
      expect(field(price, 'customer_id')).toMatchObject({ kind: 'reference', reference: { resource: 'customer' } });
      expect(field(price, 'sku')).toMatchObject({
        kind: 'text',
        key_of: { field: 'product_id', resource: 'product', key: 'sku' },
      });
      expect(field(price, 'from_date')).toMatchObject({ kind: 'day', allows_null: true });
      expect(field(price, 'updated_at')).toMatchObject({ kind: 'instant', read_only: true });
      const customer = found.get('customer');
      expect(field(customer, 'email')).toMatchObject({
        kind: 'text',
        format: 'email',
        personal: true,
        required: false,
      });
      expect(field(customer, 'password')).toMatchObject({
        kind: 'secret',
        write_only: true,
        right: { resource: 'Test_Commerce::credentials', held: false },
      });
      const admin = found.get('admin');
      expect(field(admin, 'is_active')).toMatchObject({ kind: 'flag', default: 1 });
      expect(admin.unique_keys).toContainEqual({
        fields: ['email'],
        message: 'An administrator with this email address already exists. Choose another email address.',
      });
      expect(field(found.get('role'), 'resources')).toMatchObject({ kind: 'list', choices: null });
      const document = found.get('document');
      const file = field(document, 'file');
      expect(file.kind).toBe('object');
      expect(file.fields).toContainEqual(expect.objectContaining({ name: 'size', kind: 'integer', unit: 'bytes' }));
      expect(found.get('product')).toMatchObject({ business_key: 'sku' });
    });

    it('contains every description that Desk translates, word for word', async () => {
      const found = new Set<string>();
      const collect = (value: unknown): void => {
        if (typeof value !== 'object' || value === null) return;
        if ('description' in value && typeof value.description === 'string') found.add(value.description);
        for (const member of Object.values(value)) collect(member);
      };
      const resources = RESOURCES.flatMap(({ rights }) => Object.values(rights));
      collect([...(await records(...new Set(resources))).values()]);
      expect(Object.keys(GERMAN_DESCRIPTIONS).filter((text) => !found.has(text))).toEqual([]);
    });

    it('is for administrators', async () => {
      expect((await access.call(undefined, 'GET', RECORDS)).status).toBe(401);
      expect((await access.call(await access.app.integrationToken('Kontor::all'), 'GET', RECORDS)).status).toBe(403);
      expect((await access.call((await access.app.customer()).token, 'GET', RECORDS)).status).toBe(403);
    });
  });

  describe('GET /V1/access/me', () => {
    it('returns name, ID and titled rights, listing the rights of a parent one by one', async () => {
      const admin = await access.admin(['Test_Customerprice::all', 'Test_Jobs::manage']);
      const { body } = await access.call(await access.token(admin), 'GET', ME);
      expect(body).toEqual({
        id: admin.id,
        name: admin.username,
        rights: [
          { resource: 'Test_Customerprice::delete', title: 'Delete customer prices' },
          { resource: 'Test_Customerprice::manage', title: 'Read customer prices' },
          { resource: 'Test_Customerprice::save', title: 'Create and change customer prices' },
          { resource: 'Test_Jobs::manage', title: 'Read, cancel and retry the jobs of all callers' },
        ],
      });
    });

    it('is for administrators', async () => {
      expect((await access.call(undefined, 'GET', ME)).status).toBe(401);
      expect((await access.call(await access.app.integrationToken('Kontor::all'), 'GET', ME)).status).toBe(403);
    });
  });

  describe('GET /V1/desk/server', () => {
    const STATE = '/rest/V1/desk/server';

    it('returns memory, cache and queues of this process, for administrators only', async () => {
      const token = await access.token(await access.admin([]));
      const { status, body } = await access.call(token, 'GET', STATE);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        process: expect.stringMatching(`:${process.pid}$`),
        started_at: expect.any(String),
      });
      expect(body.memory_bytes).toBeGreaterThan(10_000_000);
      const named = (name: string): any[] => body.gauges.filter((gauge: any) => gauge.name === name);
      expect(named('kontor_memory_versions_behind')).toEqual([
        expect.objectContaining({ value: 0, labels: {}, description: expect.stringContaining('not read yet') }),
      ]);
      expect(named('kontor_webhook_deliveries_waiting')).toHaveLength(1);
      expect(named('kontor_scans_pending')).toHaveLength(1);
      expect(named('kontor_jobs').map(({ labels }) => labels).length).toBeGreaterThan(0);
      const integration = await access.rotate(await access.integration([]));
      expect((await access.call(integration.body, 'GET', STATE)).status).toBe(403);
      expect((await access.call(undefined, 'GET', STATE)).status).toBe(401);
    });
  });
});
