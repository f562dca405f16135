import { CommerceServer } from '../support/commerce-http.js';
import { describeOnDatabases } from '../support/databases.js';

describeOnDatabases('customers and sales entities', (kind) => {
  let shop: CommerceServer;
  beforeAll(async () => {
    shop = await CommerceServer.start(kind);
    await shop.post('websites', {
      website: { id: 2, code: 'eu', name: 'Europe', base_currency: 'EUR', timezone: 'Europe/Berlin' },
    });
  });
  afterAll(() => shop.stop());

  const post = (fields: object) => shop.post('customers', { customer: fields });
  const put = (id: number, fields: object) => shop.put(`customers/${id}`, { customer: fields });
  const signIn = (email: string, password: string) =>
    shop.ask('POST', 'integration/customer/token', { username: email, password }, '');

  it('require no field and have defaults', async () => {
    const { body } = await post({});
    expect(body).toEqual({
      id: expect.any(Number),
      email: null,
      customer_number: null,
      group_id: 1,
      website_id: 1,
      first_name: null,
      last_name: null,
      is_active: 1,
      external_id: null,
      created_at: body.updated_at,
      updated_at: expect.any(String),
    });
    expect((await post({})).status).toBe(200);
  });

  it('belong to the website that is the default at their creation', async () => {
    await shop.put('websites/2', { website: { is_default: 1 } });
    const { body } = await post({ customer_number: 'there' });
    expect(body.website_id).toBe(2);
    await shop.put('websites/1', { website: { is_default: 1 } });
    expect((await post({})).body.website_id).toBe(1);
    expect((await put(body.id as number, { first_name: 'Ada' })).body.website_id).toBe(2);
  });

  it('require a unique email per website, regardless of case, or none', async () => {
    expect((await post({ email: 'Ada@Example.com' })).body.email).toBe('Ada@Example.com');
    expect(await post({ email: 'aDA@example.COM' })).toMatchObject({
      status: 400,
      body: {
        message:
          'A customer with this email address already exists on this website. Choose another address, or update the existing customer.',
      },
    });
    const { status, body } = await post({ email: 'ada@example.com', website_id: 2 });
    expect(status).toBe(200);
    expect((await put(body.id as number, { website_id: 1 })).status).toBe(400);
    expect((await put(body.id as number, { email: null })).body.email).toBeNull();
    expect((await post({ email: 'nobody' })).status).toBe(400);
  });

  it('require a unique customer number in the whole shop, with exact comparison', async () => {
    const { body } = await post({ customer_number: 'C-1' });
    expect((await post({ customer_number: 'C-1', website_id: 2 })).body).toEqual({
      message:
        'A customer with this customer number already exists. Choose another number, or update the existing customer.',
    });
    expect((await post({ customer_number: 'c-1' })).status).toBe(200);
    expect((await put(body.id as number, { customer_number: null })).body.customer_number).toBeNull();
    expect((await post({ customer_number: 'C-1' })).status).toBe(200);
  });

  it('require a unique external_id', async () => {
    expect((await post({ external_id: 'X1' })).status).toBe(200);
    expect((await post({ external_id: 'X1' })).status).toBe(400);
  });

  it('are created once if 50 equal ones are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ email: 'once@example.com' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
  });

  it('require an existing group and website', async () => {
    expect((await post({ group_id: 99 })).body.parameters).toEqual({ fieldName: 'group_id', value: 99 });
    expect((await post({ website_id: 99 })).body.parameters).toEqual({ fieldName: 'website_id', value: 99 });
    expect((await post({ website_id: 0, group_id: 0 })).body).toMatchObject({ website_id: 0, group_id: 0 });
  });

  it('can be read and changed by customer number, but not created', async () => {
    const number = 'Größe / 1 % ü';
    const { body } = await post({ customer_number: number });
    const path = `customers/number/${encodeURIComponent(number)}`;
    expect((await shop.get(path)).body).toEqual(body);
    const changed = await shop.put(path, { customer: { last_name: 'Byron', customer_number: 'other' } });
    expect(changed.body).toEqual({ ...body, last_name: 'Byron', updated_at: changed.body.updated_at });
    expect((await shop.put(path, { customer: { ...body, customerNumber: 'other' } })).body).toMatchObject({
      last_name: null,
    });
    const absent = {
      status: 404,
      body: {
        message: 'No such entity with %fieldName = %fieldValue',
        parameters: { fieldName: 'customer_number', fieldValue: 'nobody' },
      },
    };
    expect(await shop.get('customers/number/nobody')).toMatchObject(absent);
    expect(await shop.put('customers/number/nobody', { customer: {} })).toMatchObject(absent);
    expect((await shop.delete('customers/number/nobody')).status).toBe(404);
  });

  it('accept a password for signing in and never return it', async () => {
    const email = 'secret@example.com';
    const { body } = await post({ email, password: 'open sesame' });
    expect(JSON.stringify(body)).not.toContain('password');
    expect(JSON.stringify((await shop.get(`customers/${body.id}`)).body)).not.toMatch(/password|sesame|argon/);
    expect((await shop.get('customers/search?searchCriteria[sortOrders][0][field]=password')).status).toBe(400);
    expect(await signIn(email, 'open sesame')).toMatchObject({ status: 200, body: expect.any(String) });
    expect((await signIn(email, 'wrong sesame')).status).toBe(401);
    await put(body.id as number, { first_name: 'Ada' });
    expect((await signIn(email, 'open sesame')).status).toBe(200);
    await put(body.id as number, { password: 'another sesame' });
    expect((await signIn(email, 'open sesame')).status).toBe(401);
    expect((await signIn(email, 'another sesame')).status).toBe(200);
    await put(body.id as number, { password: null });
    expect((await signIn(email, 'another sesame')).status).toBe(401);
  });

  it('reject an invalid password without repeating it', async () => {
    for (const password of ['short', 'x'.repeat(256), 5, ['open sesame']]) {
      const { status, body } = await post({ email: 'bad', password });
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(2);
      expect(JSON.stringify(body)).not.toMatch(/short|xxx|sesame/);
    }
  });

  it('lose account and settings on deletion, but keep their sales entities', async () => {
    const { body: customer } = await post({ email: 'gone@example.com', password: 'open sesame' });
    const { body: sale } = await shop.post('salesEntities', {
      salesEntity: { entity_type: 'order', entity_id: 7, customer_id: customer.id },
    });
    await shop.put(`priceSettings/1/customers/${customer.id}`, { priceSettings: { price_select: 'highest' } });
    const deleted = await shop.loggedBy(() => shop.delete(`customers/${customer.id}`));
    expect(deleted).toEqual([
      ['customer', customer.id],
      ['account', customer.id],
    ]);
    expect((await shop.get(`customers/${customer.id}`)).status).toBe(404);
    expect((await shop.get(`salesEntities/${sale.id}`)).body).toEqual({ ...sale, customer_id: null });
    await post({ id: customer.id });
    expect((await shop.get(`priceSettings/1/customers/${customer.id}`)).body).toEqual({});
    expect((await signIn('gone@example.com', 'open sesame')).status).toBe(401);
  });

  it('are logged if a change affects prices or accounts', async () => {
    const loggedByPut = (fields: object) => shop.loggedBy(() => put(500, fields));
    expect(await shop.loggedBy(() => post({ id: 500, email: 'log@example.com' }))).toEqual([['customer', 500]]);
    expect(await loggedByPut({ first_name: 'A', last_name: 'B', email: 'log2@example.com', external_id: 'L' })).toEqual(
      [],
    );
    expect(await loggedByPut({ group_id: 0 })).toEqual([['customer', 500]]);
    expect(await loggedByPut({ website_id: 0 })).toEqual([['customer', 500]]);
    expect(await loggedByPut({ password: 'open sesame' })).toEqual([['account', 500]]);
    expect(await loggedByPut({ is_active: 0 })).toEqual([
      ['customer', 500],
      ['account', 500],
    ]);
    expect(await loggedByPut({ is_active: 0, group_id: 0 })).toEqual([]);
  });

  describe('sales entities', () => {
    const sale = (fields: object) => shop.post('salesEntities', { salesEntity: fields });

    it.each(['order', 'invoice', 'shipment', 'creditmemo'])('can have the type %s', async (entity_type) => {
      const { body } = await sale({ entity_type, entity_id: 1, increment_id: '0001' });
      expect(body).toEqual({
        id: expect.any(Number),
        entity_type,
        entity_id: 1,
        increment_id: '0001',
        customer_id: null,
      });
    });

    it('must be unique per type, of a known type and of an existing customer', async () => {
      expect((await sale({ entity_type: 'order', entity_id: 1 })).body.message).toBe(
        'A sales entity with this type and ID already exists. Update the existing sales entity instead.',
      );
      expect((await sale({ entity_type: 'quote', entity_id: 2 })).body.parameters.fieldName).toBe('entity_type');
      expect((await sale({ entity_type: 'order', entity_id: 2, customer_id: 99 })).body.parameters.fieldName).toBe(
        'customer_id',
      );
    });

    it('are not logged as changes', async () => {
      expect(await shop.loggedBy(() => sale({ entity_type: 'order', entity_id: 3 }))).toEqual([]);
    });
  });
});
