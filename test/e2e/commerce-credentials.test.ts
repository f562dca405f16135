import { denied } from '../support/access-http.js';
import { startApp, type TestApp, type Verb } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const CUSTOMERS = '/rest/V1/commerce/customers';
const PASSWORD = 'a password of a customer';
const RIGHT = '_Commerce::credentials';

describeOnDatabases('writing customers\' passwords (commerce.md, "Customers\' passwords")', (kind) => {
  let app: TestApp;
  let mirror: string;
  let keeper: string;
  let made = 0;

  beforeAll(async () => {
    app = await startApp({ database: kind, settings: { TRUST_PROXY: 'loopback' } });
    mirror = await app.integrationToken('_Commerce::manage', '_Commerce::save', '_Commerce::delete');
    keeper = await app.integrationToken('_Commerce::save', RIGHT);
  });

  afterAll(() => app.close());

  const unique = (): { readonly email: string; readonly customer_number: string } => {
    made += 1;
    return { email: `customer-${made}@example.com`, customer_number: `C-${made}` };
  };

  const existing = async () => {
    const fields = unique();
    return { ...fields, id: (await app.good('POST', CUSTOMERS, { customer: { ...fields, password: PASSWORD } })).id };
  };

  const signIn = async (username: string, password = PASSWORD): Promise<number> =>
    (await app.call('POST', '/rest/V1/integration/customer/token', { username, password })).status;

  /** Every path that writes customers, with these fields in the body. */
  const paths = async (fields: object): Promise<readonly (readonly [Verb, string, unknown, object?])[]> => {
    const { id, customer_number } = await existing();
    return [
      ['POST', CUSTOMERS, { customer: { ...unique(), ...fields } }],
      ['PUT', `${CUSTOMERS}/${id}`, { customer: fields }],
      ['PUT', `${CUSTOMERS}/number/${customer_number}`, { customer: fields }],
      ['POST', `${CUSTOMERS}/bulk`, { records: [unique(), { id, ...fields }] }],
      ['POST', `${CUSTOMERS}/bulk?mode=all_or_nothing`, { records: [{ ...unique(), ...fields }] }],
      [
        'POST',
        `${CUSTOMERS}/bulk`,
        `${JSON.stringify({ id, ...fields })}\n`,
        { 'content-type': 'application/x-ndjson' },
      ],
    ];
  };

  const answers = async (token: string, fields: object) => {
    const statuses: unknown[] = [];
    for (const [verb, path, body, headers] of await paths(fields)) {
      const { status, body: answer } = await app.call(verb, path, body, token, headers as Record<string, string>);
      statuses.push(status === 403 ? answer : status);
    }
    return statuses;
  };

  it.each([{ password: PASSWORD }, { password: null }, { password: '' }])(
    'is rejected on every path without the right: %j',
    async (fields) => {
      expect(await answers(mirror, fields)).toEqual(Array.from({ length: 6 }, () => denied(RIGHT)));
    },
  );

  it('lifts a lockout on every path', async () => {
    const { id, email } = await existing();
    for (let count = 0; count < 6; count += 1) expect(await signIn(email, 'a wrong password')).toBe(401);
    expect(await signIn(email)).toBe(401);
    await app.good('PUT', `${CUSTOMERS}/${id}`, { customer: { customer_number: `L-${id}` } });
    expect(await signIn(email)).toBe(401);
    for (const [verb, path, body] of [
      ['PUT', `${CUSTOMERS}/${id}`, { customer: { password: 'another password' } }],
      ['POST', `${CUSTOMERS}/bulk`, { records: [{ id, password: 'another password' }] }],
    ] as const) {
      for (let count = 0; count < 6; count += 1) await signIn(email, 'a wrong password');
      await app.good(verb, path, body);
      expect(await signIn(email, 'another password')).toBe(200);
    }
  });

  it('does not restrict other fields of customers', async () => {
    expect(await answers(mirror, { first_name: 'Ada' })).toEqual(Array.from({ length: 6 }, () => 200));
  });

  it.each(['keeper', 'all'])('is allowed on every path with the right or its area (%s)', async (caller) => {
    const token = caller === 'keeper' ? keeper : await app.integrationToken('_Commerce::all');
    expect(await answers(token, { password: 'another good password' })).toEqual(Array.from({ length: 6 }, () => 200));
  });

  it('stores nothing of a rejected call', async () => {
    const { id, email } = await existing();
    const fresh = unique();
    const records = [fresh, { id, password: 'another good password' }];
    expect((await app.call('POST', `${CUSTOMERS}/bulk`, { records }, mirror)).status).toBe(403);
    expect(await signIn(email)).toBe(200);
    expect(await signIn(fresh.email)).toBe(401);
    const found = await app.call('GET', `${CUSTOMERS}/number/${fresh.customer_number}`, undefined, mirror);
    expect(found.status).toBe(404);
  });

  it('also requires the right to save customers, and its right can be granted', async () => {
    const { id } = await existing();
    const alone = await app.integrationToken(RIGHT);
    const put = await app.call('PUT', `${CUSTOMERS}/${id}`, { customer: { password: PASSWORD } }, alone);
    expect(put).toMatchObject({ status: 403, body: denied('_Commerce::save') });
    const role = { name: 'Keepers of passwords', resources: ['_Commerce::save', RIGHT] };
    expect(await app.good('POST', '/rest/V1/access/roles', { role })).toMatchObject(role);
  });
});
