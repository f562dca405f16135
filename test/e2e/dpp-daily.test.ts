import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../../libs/database/index.js';
import { startApp, type TestApp, type Verb } from '../support/app.js';
import { batteryTemplate } from '../support/battery-examples.js';
import { describeOnDatabases } from '../support/databases.js';
import { filledText, type ReportedRefusal } from '../support/refusal-text.js';
import { PassportShop, publishable, tinyTemplate } from '../support/passport-shop.js';

const GTIN = '04006381333931';

const settledJob = async (app: TestApp, job: string) => {
  for (;;) {
    const answer = await app.good('GET', `/rest/V1/jobs/${job}`);
    if (answer.status !== 4) return answer;
    await delay(50);
  }
};

/** The text of an error, including all its details. */
const messageOf = (body: ReportedRefusal): string => [body, ...(body.errors ?? [])].map(filledText).join('\n');

const csv = (...lines: readonly string[]): string => lines.join('\n');

describeOnDatabases('changes of passports (passports.md, "Authoring")', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  const payloadOf = async (id: number) => JSON.parse((await shop.good('GET', `passports/${id}`)).dpp_payload);
  /** A text, because `JSON.stringify` would round its numbers. */
  const sendText = async (verb: Verb, id: number, text: string) =>
    app.call(verb, `/rest/V1/dpp/manage/passports/${id}`, text, await app.adminToken());
  const full = { material: 'steel', weight_kg: 1.5, care: { en: 'Keep dry.', de: 'Trocken halten.' } };

  it('return 400 and name the fields if a PUT payload omits filled fields', async () => {
    const { passport_id: id } = await shop.draft();
    const refused = await shop.call('PUT', `passports/${id}`, {
      passport: { mpn: 'M-9', dpp_payload: { material: 'brass', care: { en: 'Dry.' } } },
    });
    expect(refused.status).toBe(400);
    expect(messageOf(refused.body)).toContain('dpp_payload.weight_kg, dpp_payload.care.de');
    expect(messageOf(refused.body)).toContain('replace=1');
    expect(await payloadOf(id)).toEqual(full);
    expect((await shop.good('GET', `passports/${id}`)).mpn).toBeNull();

    const passport = { dpp_payload: { material: 'brass' } };
    await shop.good('PUT', `passports/${id}?replace=1`, { passport });
    expect(await payloadOf(id)).toEqual({ material: 'brass' });
  });

  it('accept a PUT with the whole payload, without a payload, or with emptied fields', async () => {
    const { passport_id: id } = await shop.draft();
    await shop.good('PUT', `passports/${id}`, { passport: { mpn: 'M-1' } });
    const read = await shop.good('GET', `passports/${id}`);
    await shop.good('PUT', `passports/${id}`, { passport: read });
    await shop.good('PUT', `passports/${id}`, { passport: { dpp_payload: { ...full, recipe: 'R' } } });
    await shop.good('PUT', `passports/${id}`, { passport: { dpp_payload: { ...full, weight_kg: null, recipe: '' } } });
    expect(await payloadOf(id)).toMatchObject({ material: 'steel', weight_kg: null, recipe: '' });
    // Empty fields count as unfilled, so a PUT may omit them.
    await shop.good('PUT', `passports/${id}`, { passport: { dpp_payload: { material: 'steel', care: full.care } } });
  });

  it.each([
    ['PATCH', '1.123456789012345678', 'more digits than a JSON number can represent exactly'],
    ['PATCH', '9007199254740993', 'more digits than a JSON number can represent exactly'],
    ['PATCH', '1e400', 'too large for a JSON number'],
    ['PATCH', '1e-400', 'too large for a JSON number'],
    ['PUT', '1.123456789012345678', 'more digits than a JSON number can represent exactly'],
    ['PUT', '1e-400', 'too large for a JSON number'],
  ] as const)('return 400 for a %s whose payload contains the number %s', async (verb, number, reason) => {
    const { passport_id: id } = await shop.draft();
    const payload = `{"material":"steel","weight_kg":${number},"care":{"en":"A","de":"B"}}`;
    for (const sent of [payload, JSON.stringify(payload)]) {
      const { status, body } = await sendText(verb, id, `{"passport":{"dpp_payload":${sent}}}`);
      expect([status, messageOf(body)]).toEqual([400, expect.stringContaining(reason)]);
      expect(messageOf(body)).toContain(number);
      expect(messageOf(body)).not.toContain('rawJSON');
    }
    expect(await payloadOf(id)).toEqual(full);
  });

  it.each(['PATCH', 'PUT'] as const)(
    'by %s accept long decimals in number fields outside the payload',
    async (verb) => {
      const { passport_id: id } = await shop.draft();
      const { status, body } = await sendText(verb, id, '{"passport":{"rated_energy_wh":1.1000000000000000001}}');
      expect([status, body.rated_energy_wh]).toEqual([200, 1.1]);
      for (const field of ['manufacturer', 'product_name', 'dpp_payload']) {
        const refused = await sendText(verb, id, `{"passport":{"${field}":1.1000000000000000001}}`);
        expect([field, refused.status, refused.text]).toEqual([field, 400, expect.not.stringContaining('rawJSON')]);
      }
    },
  );

  it('by PATCH merge objects and maps, remove members that are null, and replace lists', async () => {
    const { passport_id: id } = await shop.draft({ product_name: { en: 'Drill', de: 'Bohrer' } });
    const changed = await shop.good('PATCH', `passports/${id}`, {
      passport: {
        mpn: 'M-2',
        productName: { de: null, fr: 'Perceuse' },
        manufacturer: { operatorId: null, idScheme: null, name: 'Andere GmbH' },
        dpp_payload: { weight_kg: 2, care: { de: null } },
      },
    });
    expect(changed).toMatchObject({
      mpn: 'M-2',
      product_name: { en: 'Drill', fr: 'Perceuse' },
      manufacturer: { name: 'Andere GmbH', operator_id: null, address: 'Am Westkai 12, 70327 Stuttgart' },
    });
    expect(JSON.parse(changed.dpp_payload)).toEqual({ material: 'steel', weight_kg: 2, care: { en: 'Keep dry.' } });
    // The payload may be sent as text, as it is returned. Removing a missing member is allowed.
    await shop.good('PATCH', `passports/${id}`, { passport: { dpp_payload: '{"material":"brass","recipe":null}' } });
    expect(await payloadOf(id)).toEqual({ material: 'brass', weight_kg: 2, care: { en: 'Keep dry.' } });

    const documents = (name: string) => [{ kind: 'manual', title: name, url: `https://a.example/${name}` }];
    await shop.good('PATCH', `passports/${id}`, { passport: { documents: documents('one') } });
    await shop.good('PATCH', `passports/${id}`, { passport: { documents: documents('two') } });
    expect((await shop.good('GET', `passports/${id}`)).documents).toHaveLength(1);
  });

  it('by PATCH accept application/merge-patch+json, honor If-Match, and reject what PUT rejects', async () => {
    const { passport_id: id } = await shop.draft();
    const token = await app.adminToken();
    const url = `/rest/V1/dpp/manage/passports/${id}`;
    const patch = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      app.call('PATCH', url, body, token, headers);
    const type = { 'content-type': 'application/merge-patch+json' };
    const first = await patch({ passport: { mpn: 'A' } }, type);
    expect([first.status, first.body.mpn]).toEqual([200, 'A']);
    const etag = first.headers.get('etag') ?? '';
    expect((await patch({ passport: { mpn: 'B' } }, { 'if-match': etag })).status).toBe(200);
    expect((await patch({ passport: { mpn: 'C' } }, { 'if-match': etag })).status).toBe(412);
    expect((await patch({ passport: { nope: 1 } })).status).toBe(400);
    expect((await patch({ mpn: 'C' })).status).toBe(400);
    expect((await patch({ passport: { mpn: 'C' } }, { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await patch({ passport: { dpp_payload: [1] } })).status).toBe(400);
    expect((await app.call('PUT', url, { passport: {} }, token, type)).status).toBe(400);
    expect((await shop.good('GET', `passports/${id}`)).mpn).toBe('B');
    expect((await app.call('PATCH', url, { passport: { mpn: 'C' } })).status).toBe(401);
    const reader = await app.integrationToken('_Dpp::manage');
    expect((await app.call('PATCH', url, { passport: { mpn: 'C' } }, reader)).status).toBe(403);
    await shop.act(id, 'publish');
    expect((await patch({ passport: { mpn: 'C' } })).status).toBe(400);
    expect((await shop.call('PATCH', 'passports/999999', { passport: {} })).status).toBe(404);
  });

  it('by PATCH return 405 on every other route, including asynchronous ones', async () => {
    const { passport_id: id } = await shop.draft();
    const token = await app.adminToken();
    for (const path of [
      'V1/dpp/manage/passports',
      'V1/dpp/manage/templates/1',
      `V1/dpp/manage/passports/${id}/publish`,
      'V1/commerce/products/1',
      `async/V1/dpp/manage/passports/${id}`,
      'V1/nowhere',
    ]) {
      const { status, headers } = await app.call('PATCH', `/rest/${path}`, { passport: {} }, token);
      expect([path, status]).toEqual([path, 405]);
      expect(headers.get('allow')).not.toContain('PATCH');
    }
  });
});

describeOnDatabases('error messages for authors (passports.md, "Authoring")', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  it('name the party and what it lacks', async () => {
    const { example } = batteryTemplate('2.1.0');
    const { passport_id: id } = await shop.good('POST', 'passports', {
      passport: {
        ...example,
        ...{ sku: shop.sku(), template_code: 'battery', parties: null },
        manufacturer: { name: 'Shenzhen Cells', address: 'Road 1', country: 'CN' },
      },
    });
    const { faults } = await shop.good('GET', `passports/${id}/validate`);
    const texts = faults.map(({ message }: { message: string }) => message);
    expect(texts.join(' ')).toContain('an importer (parties, role importer) needs a name');
    expect(texts.join(' ')).toContain('an importer (parties, role importer) needs an address');
  });

  it('describe the expected shape of objects and lists', async () => {
    const { passport_id: id } = await shop.good('POST', 'passports', {
      passport: {
        ...{ sku: shop.sku(), template_code: 'battery' },
        dpp_payload: {
          ...{ manufacturing_place: 'Miskolc', hazardous_substances: 'none', performance: [7] },
          ...{ safety_measures: 'Wear gloves', critical_raw_materials: 'Lithium' },
        },
      },
    });
    const { status, body } = await shop.call('POST', `passports/${id}/activate`);
    expect(status).toBe(400);
    for (const said of [
      'dpp_payload.manufacturing_place must be an object with city, country',
      'dpp_payload.hazardous_substances must be a list of objects with name, cas',
      'dpp_payload.performance[0] must be an object with occasion, at',
      'dpp_payload.safety_measures must be an object with one text per language',
      'dpp_payload.critical_raw_materials must be a list',
    ])
      expect(messageOf(body)).toContain(said);
  });

  it('name the existing passport if its key is used again', async () => {
    const { passport_id: first, sku } = await shop.draft({ batch: 'B1' });
    const again = await shop.call('POST', 'passports', { passport: publishable({ sku, batch: 'B1' }) });
    expect([again.status, messageOf(again.body)]).toEqual([
      400,
      expect.stringContaining(`Passport ${first} already exists for this SKU`),
    ]);
    const { passport_id: other } = await shop.good('POST', 'passports', {
      passport: publishable({ sku, batch: 'B2' }),
    });
    const moved = await shop.call('PATCH', `passports/${other}`, { passport: { batch: 'B1' } });
    expect([moved.status, messageOf(moved.body)]).toEqual([
      400,
      expect.stringContaining(`Passport ${first} already exists for this SKU`),
    ]);
  });
});

describeOnDatabases('runs with values for each item (passports.md, "Runs of serial numbers")', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  const passportOf = (fields: object = {}) =>
    publishable({ sku: shop.sku(), gtin: GTIN, batch: 'L1', dpp_payload: { material: 'steel' }, ...fields });
  const begin = (passport: object, values_csv: string, query = '', path = 'runs') =>
    shop.call('POST', `${path}${query}`, { passport, values_csv });
  const publicPayload = async (sku: string, serial: string) => {
    const { dpp_payload } = JSON.parse((await shop.read(sku, `?serial=${serial}`)).text);
    return JSON.parse(dpp_payload);
  };
  const ran = async ({ status, body, text }: Awaited<ReturnType<typeof begin>>) => {
    expect([status, status === 202 ? '' : text]).toEqual([202, '']);
    const { result } = await settledJob(app, body.job);
    return { uuid: body.uuid, result };
  };

  it('take values from each item’s row; empty cells use the passport or its data sheets', async () => {
    const sheet = await shop.draft({ dpp_payload: { weight_kg: 7, recipe: 'of the sheet' } });
    const passport = passportOf({ model_passport: sheet.passport_id, dpp_payload: { material: 'steel' } });
    const text = csv(
      'serial,dpp_payload.weight_kg,dpp_payload.care.en,dpp_payload.care,dpp_payload.repairs',
      'A1,1.25,,,3',
      'A2,,"Keep, ""dry"".",,',
      'A3,2,,"{""de"":""Trocken""}",0',
      '',
      ',,,,',
    );
    const { uuid, result } = await ran(await begin(passport, text));
    expect(result).toEqual({ reserved: 3, published: 3, refused: 0 });
    expect(await publicPayload(passport.sku, 'A1')).toEqual({ material: 'steel', weight_kg: 1.25 });
    expect(await publicPayload(passport.sku, 'A2')).toEqual({
      material: 'steel',
      weight_kg: 7,
      care: { en: 'Keep, "dry".' },
    });
    expect(await publicPayload(passport.sku, 'A3')).toEqual({
      material: 'steel',
      weight_kg: 2,
      care: { de: 'Trocken' },
    });
    expect(await shop.good('GET', `runs/${uuid}`)).toMatchObject({ status: 'published', item_count: 3, published: 3 });
    const { items } = await shop.good(
      'GET',
      `passports/search?searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${passport.sku}`,
    );
    const first = items.find(({ serial }: { serial: string }) => serial === 'A1');
    expect(JSON.parse(first.dpp_payload)).toEqual({
      material: 'steel',
      weight_kg: 1.25,
      repairs: 3,
      recipe: 'of the sheet',
    });
    expect(first.taken_from_sheets).toEqual(['/dpp_payload/recipe']);
    expect(items.find(({ serial }: { serial: string }) => serial === 'A2').taken_from_sheets).toEqual(
      expect.arrayContaining(['/dpp_payload/weight_kg', '/dpp_payload/recipe']),
    );
  });

  it('publish items that read as if published one by one', async () => {
    const passport = passportOf();
    await ran(await begin(passport, csv('serial,dpp_payload.weight_kg,dpp_payload.supplier', 'B1,1.5,S-1', 'B2,2.5,')));
    await shop.published({
      ...passport,
      serial: 'ALONE',
      dpp_payload: { material: 'steel', weight_kg: 1.5, supplier: 'S-1' },
    });
    const views = await Promise.all(
      ['B1', 'ALONE'].map(async (serial) => JSON.parse((await shop.read(passport.sku, `?serial=${serial}`)).text)),
    );
    const [one, other] = views.map(({ passport_id: _1, uuid: _2, serial: _3, published_at: _4, ...rest }) => ({
      ...rest,
      public_url: null,
      qr_url: null,
      jsonld_url: null,
      content_digest: null,
    }));
    expect(one).toEqual(other);
  });

  it('keep the values of reserved items until the run is published', async () => {
    const passport = passportOf();
    const text = csv('serial,dpp_payload.weight_kg', 'C1,3', 'C2,4');
    const { uuid } = await ran(await begin(passport, text, '', 'runs/reservations'));
    expect((await shop.read(passport.sku, '?serial=C1')).text).toBe('null');
    await settledJob(app, (await shop.good('POST', `runs/${uuid}/publish`)).job);
    expect(await publicPayload(passport.sku, 'C2')).toEqual({ material: 'steel', weight_kg: 4 });
  });

  it('accept values as a form upload, in the requested dialect and encoding', async () => {
    const passport = passportOf();
    const form = new FormData();
    form.set('passport', JSON.stringify(passport));
    form.set('values', new Blob(['\uFEFFserial;dpp_payload.weight_kg\r\nD1;1,75\r\nD2;2\r\n']), 'values.csv');
    const response = await fetch(`${app.url}/rest/V1/dpp/manage/runs?dialect=semicolon`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await app.adminToken()}` },
      body: form,
    });
    const body = (await response.json()) as { job: string };
    expect([response.status, response.status === 202 ? '' : JSON.stringify(body)]).toEqual([202, '']);
    await settledJob(app, body.job);
    expect(await publicPayload(passport.sku, 'D1')).toMatchObject({ weight_kg: 1.75 });

    const old = passportOf();
    const western = new FormData();
    western.set('passport', JSON.stringify({ ...old, mpn: 'Größe 5' }));
    const bytes = Buffer.from('serial;dpp_payload.material\r\nW1;Messing, geprüft\r\n', 'latin1');
    western.set('values', new Blob([bytes]), 'values.csv');
    const sent = async (query: string) => {
      const answer = await fetch(`${app.url}/rest/V1/dpp/manage/runs?dialect=semicolon${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await app.adminToken()}` },
        body: western,
      });
      return { status: answer.status, body: (await answer.json()) as { readonly job: string } };
    };
    expect((await sent('')).status).toBe(400);
    await settledJob(app, (await sent('&encoding=windows-1252')).body.job);
    expect(await publicPayload(old.sku, 'W1')).toMatchObject({ material: 'Messing, geprüft' });

    const tab = passportOf();
    await ran(await begin(tab, 'serial\tdpp_payload.weight_kg\nE1\t1.75', '?dialect=tab-point'));
    expect(await publicPayload(tab.sku, 'E1')).toMatchObject({ weight_kg: 1.75 });
  });

  it.each([
    ['a semicolon file without dialect=semicolon', '', 'serial;dpp_payload.weight_kg\nX1;1,5', ['dialect=semicolon']],
    [
      'a comma file with dialect=semicolon',
      '?dialect=semicolon',
      'serial,dpp_payload.weight_kg\nX1,1.5',
      ['dialect=comma'],
    ],
    ['an unknown dialect', '?dialect=pipe', 'serial\nX1', ['dialect']],
    ['an unknown column', '', 'serial,dpp_payload.wieght_kg\nX1,1', ['Row 1', 'dpp_payload.wieght_kg']],
    ['a field outside the payload', '', 'serial,mpn\nX1,1', ['Row 1', 'mpn']],
    ['a missing serial column', '', 'dpp_payload.weight_kg\n1', ['row 1', 'serial']],
    ['a duplicate serial', '', 'serial\nX1\nX2\nX1', ['Row 4', 'serial', 'row 2']],
    ['an empty serial', '', 'serial,dpp_payload.weight_kg\nX1,1\n,2', ['Row 3', 'serial']],
    ['a text for a number', '', 'serial,dpp_payload.weight_kg\nX1,1\nX2,heavy', ['Row 3', 'dpp_payload.weight_kg']],
    [
      'a number with a group separator',
      '',
      'serial,dpp_payload.weight_kg\nX1,"1,500"',
      ['Row 2', 'dpp_payload.weight_kg'],
    ],
    ['a cell that is not JSON', '', 'serial,dpp_payload.care\nX1,dry', ['Row 2', 'dpp_payload.care']],
    [
      'a value that the schema rejects',
      '',
      'serial,dpp_payload.repairs\nX1,1\nX2,1.5',
      ['Row 3', 'dpp_payload.repairs'],
    ],
    [
      'a number with too many digits',
      '',
      'serial,dpp_payload.weight_kg\nX1,1\nX2,1.123456789012345678',
      [
        'Row 3',
        'dpp_payload.weight_kg',
        '1.123456789012345678',
        'more digits than a JSON number can represent exactly',
      ],
    ],
    [
      'a whole number with too many digits in a decimal comma dialect',
      '?dialect=semicolon',
      'serial;dpp_payload.weight_kg\nX1;1,5\nX2;9007199254740993',
      ['Row 3', 'dpp_payload.weight_kg', '9007199254740993', 'more digits than a JSON number can represent exactly'],
    ],
    [
      'a number with too large an exponent',
      '',
      'serial,dpp_payload.weight_kg\nX1,1e400\nX2,1e-400',
      ['Row 2', 'Row 3', 'dpp_payload.weight_kg', 'too large for a JSON number'],
    ],
    [
      'an inexact number in JSON',
      '',
      'serial,dpp_payload.care\nX1,"{""en"":9007199254740993}"\nX2,"{""en"":1e-400}"',
      ['Row 2', 'Row 3', 'dpp_payload.care', 'more digits', 'too large for a JSON number'],
    ],
    [
      'a value and one of its members in the same row',
      '',
      'serial,dpp_payload.care.en,dpp_payload.care\nX1,A,"{""en"":""B""}"',
      ['Row 2', 'column dpp_payload.care.en', 'the column dpp_payload.care also has a value'],
    ],
    ['a row with too many cells', '', 'serial\nX1\nX2,3', ['Row 3']],
    ['a file without rows', '', 'serial', ['values_csv']],
  ])('reject %s before creating anything', async (_, query, text, named) => {
    const passport = passportOf();
    const { status, body } = await begin(passport, text, query);
    expect(status).toBe(400);
    for (const one of named) expect(messageOf(body)).toContain(one);
    const search = `searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${passport.sku}`;
    expect((await shop.good('GET', `runs/search?${search}`)).total_count).toBe(0);
    expect((await shop.good('GET', `passports/search?${search}`)).total_count).toBe(0);
  });

  it('reject values_csv together with serials', async () => {
    const { status, text } = await shop.call('POST', 'runs', {
      passport: passportOf(),
      values_csv: 'serial\nX1',
      serials: ['X1'],
    });
    expect([status, text]).toEqual([400, expect.stringContaining('values_csv')]);
  });

  it('validate each item separately and report errors with the row number', async () => {
    await shop.good('POST', 'templates', {
      template: tinyTemplate({
        code: 'ruled',
        rules: [{ rule: 'required_if', field: 'recipe', when: { field: 'weight_kg', above: 5 } }],
      }),
    });
    const passport = passportOf({ template_code: 'ruled' });
    const refused = await begin(passport, csv('serial,dpp_payload.weight_kg,dpp_payload.recipe', 'F1,1,', 'F2,9,'));
    expect([refused.status, messageOf(refused.body)]).toEqual([400, expect.stringContaining('Row 3')]);
    expect(messageOf(refused.body)).toContain('dpp_payload.recipe');
    const { result } = await ran(
      await begin(passport, csv('serial,dpp_payload.weight_kg,dpp_payload.recipe', 'F1,1,', 'F2,9,R')),
    );
    expect(result).toMatchObject({ published: 2 });
  });

  it('store values shared by all items only once', async () => {
    const care = { en: 'Keep dry. '.repeat(300), de: 'Trocken halten. '.repeat(300) };
    const passport = passportOf({ dpp_payload: { material: 'steel', care, supplier: 'S'.repeat(2000) } });
    const stored = () =>
      app.get(Database).queryOne<{ size: number | string }>('SELECT SUM(LENGTH(body)) AS size FROM passport_part', []);
    const before = Number((await stored())?.size ?? 0);
    const rows = Array.from({ length: 60 }, (_, at) => `G${at},${at + 0.5}`);
    const { result } = await ran(await begin(passport, csv('serial,dpp_payload.weight_kg', ...rows)));
    expect(result).toMatchObject({ published: 60, refused: 0 });
    const whole = JSON.stringify(passport.dpp_payload).length;
    expect(Number((await stored())?.size ?? 0) - before).toBeLessThan(8 * whole);
    expect(await publicPayload(passport.sku, 'G7')).toEqual({ material: 'steel', care, weight_kg: 7.5 });
  });
});

describeOnDatabases('the passport import (passports.md, "Authoring")', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  const send = async (text: string, query = '', token?: string, headers: Readonly<Record<string, string>> = {}) =>
    app.call('POST', `/rest/V1/dpp/manage/import${query}`, text, token ?? (await app.adminToken()), {
      'content-type': 'text/csv',
      ...headers,
    });
  const statusOf = async (id: number): Promise<string> => (await shop.good('GET', `passports/${id}`)).status;
  const HEADER = 'sku,template_code,manufacturer.name,dpp_payload.material,dpp_payload.weight_kg,dpp_payload.care.en';

  it('updates single payload values and keeps the others', async () => {
    const sku = shop.sku();
    const { body } = await send(csv(HEADER, `${sku},tiny,Maker,steel,1.5,Dry`));
    expect(body).toMatchObject({ created: 1, failed: 0 });
    const id = body.items[0].passport_id;
    const payloadOf = async () => JSON.parse((await shop.good('GET', `passports/${id}`)).dpp_payload);
    expect(await payloadOf()).toEqual({ material: 'steel', weight_kg: 1.5, care: { en: 'Dry' } });
    expect((await send(csv(HEADER, `${sku},tiny,Maker,,2.5,`))).body).toMatchObject({ updated: 1 });
    expect(await payloadOf()).toEqual({ material: 'steel', weight_kg: 2.5, care: { en: 'Dry' } });
    expect((await send(csv(HEADER, `${sku},tiny,Maker,,2.5,`))).body).toMatchObject({ unchanged: 1 });
    const wrong = await send(csv(`${HEADER},dpp_payload.nope`, `${sku},tiny,Maker,,heavy,,1`));
    expect(wrong.body).toMatchObject({ failed: 1 });
    expect(messageOf(wrong.body.items[0].error)).toContain('dpp_payload.nope');
    expect(messageOf(wrong.body.items[0].error)).toContain('dpp_payload.weight_kg must be a number');
    expect((await send('sku,dpp_payload,dpp_payload.material\nX,{},steel')).status).toBe(400);
  });

  it.each([
    ['weight_kg', '9007199254740993', 'more digits than a JSON number can represent exactly'],
    ['weight_kg', '+1.123456789012345678', 'more digits than a JSON number can represent exactly'],
    ['weight_kg', '1e400', 'too large for a JSON number'],
    ['weight_kg', '1e-400', 'too large for a JSON number'],
    ['weight_kg', '-1e-99999999999999999999', 'too large for a JSON number'],
    ['care', '"{""big"":9007199254740993}"', 'more digits than a JSON number can represent exactly'],
    ['care', '"{""big"":1.123456789012345678}"', 'more digits than a JSON number can represent exactly'],
    ['care', '"{""big"":1e400}"', 'too large for a JSON number'],
  ])('rejects a cell of %s with %s and names its row and column', async (column, cell, reason) => {
    const [one, two] = [shop.sku(), shop.sku()];
    const good = column === 'care' ? '"{""en"":""Dry""}"' : '007.50';
    const header = `sku,template_code,manufacturer.name,dpp_payload.${column}`;
    const { body } = await send(csv(header, `${one},tiny,Maker,${good}`, `${two},tiny,Maker,${cell}`));
    expect(body).toMatchObject({ created: 1, failed: 1, items: [{ status: 'created' }, { index: 1 }] });
    expect(messageOf(body.items[1].error)).toContain(`dpp_payload.${column} contains the number`);
    expect(messageOf(body.items[1].error)).toContain(reason);
  });

  it('rejects JSON Lines rows with numbers that are not exact', async () => {
    const rows = ['9007199254740993', '1.123456789012345678', '1e400', '1e-400'].map(
      (number) => `{"sku":"${shop.sku()}","template_code":"tiny","dpp_payload":{"weight_kg":${number}}}`,
    );
    const type = { 'content-type': 'application/x-ndjson' };
    const { body, text } = await send(csv(...rows, '1.1000000000000000001'), '', undefined, type);
    expect(body).toMatchObject({ created: 0, failed: 5 });
    const said = (body.items as readonly { readonly error: ReportedRefusal }[]).map(({ error }) => messageOf(error));
    const [digits, exponent] = ['more digits than', 'too large for a JSON number'].map((part) =>
      expect.stringContaining(part),
    );
    expect(said).toEqual([
      digits,
      digits,
      exponent,
      exponent,
      'The row is not a JSON object. Send one object per line.',
    ]);
    expect(text).not.toContain('rawJSON');
  });

  it('rejects a windows-1252 file sent as UTF-8 and names the encoding to use', async () => {
    const sku = shop.sku();
    const bytes = Buffer.from(csv(HEADER, `${sku},tiny,Müller,steel,1.5,Dry`), 'latin1');
    const post = async (query: string, type = 'text/csv') => {
      const headers = { authorization: `Bearer ${await app.adminToken()}`, 'content-type': type };
      return fetch(`${app.url}/rest/V1/dpp/manage/import${query}`, { method: 'POST', headers, body: bytes });
    };
    const refused = await post('');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('encoding=windows-1252')]);
    const lines = await post('', 'application/x-ndjson');
    expect([lines.status, await lines.text()]).toEqual([400, expect.stringContaining('Decoding error.')]);
    expect(await (await post('?encoding=windows-1252')).json()).toMatchObject({ created: 1 });
  });

  it.each([
    ['dpp_payload.care', 'dpp_payload.care.en'],
    ['manufacturer', 'manufacturer.name'],
  ])('rejects the columns %s and %s in the same file, in any order', async (whole, part) => {
    for (const columns of [`${whole},${part}`, `${part},${whole}`]) {
      const { status, body } = await send(csv(`sku,template_code,${columns}`, `${shop.sku()},tiny,A,B`));
      expect(status).toBe(400);
      expect(messageOf(body)).toContain(`"${whole}"`);
      expect(messageOf(body)).toContain(`"${part}"`);
    }
  });

  it('ignores columns without a name', async () => {
    const empty = ','.repeat(1200);
    const { body } = await send(
      csv(`sku,template_code${empty},manufacturer.name${empty}`, `${shop.sku()},tiny${empty},Maker${empty}`),
    );
    expect(body).toMatchObject({ created: 1, failed: 0 });
    const named = Array.from({ length: 1001 }, (_, at) => `c${at}`).join(',');
    const refused = await send(csv(`${named}${empty}`, 'A'));
    expect([refused.status, messageOf(refused.body)]).toEqual([400, expect.stringContaining('1001 named columns')]);
  });

  it('publishes each row with publish=1; rows that cannot be published change nothing', async () => {
    const [one, two] = [shop.sku(), shop.sku()];
    const text = csv(HEADER, `${one},tiny,Maker,steel,1.5,`, `${two},tiny,Maker,,1.5,`);
    const tried = await send(text, '?publish=1&dryRun=1');
    expect(tried.body).toMatchObject({ created: 1, failed: 1, dry_run: 1 });
    const { body } = await send(text, '?publish=1');
    expect(body).toMatchObject({ created: 1, failed: 1 });
    expect(messageOf(body.items[1].error)).toContain('dpp_payload.material');
    const id = body.items[0].passport_id;
    expect(await statusOf(id)).toBe('published');
    expect(JSON.parse((await shop.read(one)).text)).toMatchObject({ sku: one, version: 1 });
    const search = `searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${two}`;
    expect((await shop.good('GET', `passports/search?${search}`)).total_count).toBe(0);

    // Importing the same file again changes nothing. A new value publishes a new version.
    expect((await send(csv(HEADER, `${one},tiny,Maker,steel,1.5,`), '?publish=1')).body).toMatchObject({
      unchanged: 1,
    });
    expect((await send(csv(HEADER, `${one},tiny,Maker,steel,2,`), '?publish=1')).body).toMatchObject({ updated: 1 });
    expect(JSON.parse((await shop.read(one)).text)).toMatchObject({ version: 2 });
    // Existing drafts are published too.
    const draft = await shop.draft();
    const row = csv('sku,template_code', `${draft.sku},tiny`);
    expect((await send(row)).body).toMatchObject({ unchanged: 1 });
    expect(await statusOf(draft.passport_id)).toBe('draft');
    expect((await send(row, '?publish=1')).body).toMatchObject({ updated: 1 });
    expect(await statusOf(draft.passport_id)).toBe('published');
  });

  it('requires the right to publish for publish=1, directly and as a job', async () => {
    const [one, two] = [shop.sku(), shop.sku()];
    const text = csv(HEADER, `${one},tiny,Maker,steel,1.5,`);
    const writer = await app.integrationToken('_Dpp::save');
    expect((await send(text, '?publish=1', writer)).status).toBe(403);
    expect((await send(text, '?publish=1', writer, { prefer: 'respond-async' })).status).toBe(403);
    expect((await send(text, '', writer)).body).toMatchObject({ created: 1 });
    const later = await send(csv(HEADER, `${two},tiny,Maker,steel,1.5,`), '?publish=1', undefined, {
      prefer: 'respond-async',
    });
    expect(later.status).toBe(202);
    await settledJob(app, later.body.uuid);
    expect(JSON.parse((await shop.read(two)).text)).toMatchObject({ sku: two });
  });
});

describeOnDatabases('the guide of a template (passports-templates.md, "Filling it in")', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  const CATEGORIES = ['lmt', 'ev', 'industrial', 'portable', 'sli'];

  it.each(CATEGORIES)('exists for batteries of the category %s, with a complete example', async (category) => {
    const guide = await shop.good('GET', `templates/battery/guide?category=${category}`);
    expect(guide).toMatchObject({
      template_code: 'battery',
      template_version: '2.1.0',
      category,
      categories: CATEGORIES,
    });
    expect(guide.csv_header.split(',')).toEqual(
      expect.arrayContaining(['sku', 'serial', 'dpp_payload.voltage.nominal']),
    );
    const { passport } = await shop.good('GET', `templates/battery/example?category=${category}`);
    expect(passport.dpp_payload.battery_category).toBe(category);
    const sku = shop.sku();
    const made = await shop.good('POST', 'passports', { passport: { ...passport, sku } });
    expect(await shop.good('GET', `passports/${made.passport_id}/score`)).toMatchObject({ score: 100 });
    // The guide lists every field of the example, with the same value.
    const fields = new Map(guide.fields.map((one: { field: string; example: unknown }) => [one.field, one.example]));
    for (const [name, value] of Object.entries(passport.dpp_payload as object))
      if (typeof value === 'string') expect([name, fields.get(`dpp_payload.${name}`)]).toEqual([name, value]);
  });

  it('has a CSV header and example values that the import accepts', async () => {
    const { fields, csv_header } = await shop.good('GET', 'templates/battery/guide?category=lmt');
    const sku = shop.sku();
    const cells = csv_header.split(',').map((column: string) => {
      const of = fields.filter((one: { column: string }) => one.column === column);
      const found = of.find((one: { field: string }) => one.field === column) ?? of[0];
      if (column === 'sku') return sku;
      return found?.example ?? '';
    });
    const row = cells.map((one: string) => `"${one.replaceAll('"', '""')}"`).join(',');
    const token = await app.adminToken();
    const type = { 'content-type': 'text/csv' };
    const { body } = await app.call('POST', '/rest/V1/dpp/manage/import', csv(csv_header, row), token, type);
    expect([body.created, body.items[0].error && messageOf(body.items[0].error)]).toEqual([1, null]);
    const id = body.items[0].passport_id;
    const { passport } = await shop.good('GET', 'templates/battery/example?category=lmt');
    const stored = JSON.parse((await shop.good('GET', `passports/${id}`)).dpp_payload);
    expect(stored.voltage).toEqual(passport.dpp_payload.voltage);
    expect(stored.performance).toEqual(passport.dpp_payload.performance);
  });

  it('is available as a CSV header for imports and runs, in every dialect', async () => {
    const header = (query: string) => shop.call('GET', `templates/battery/guide.csv?category=lmt${query}`);
    const answer = await header('');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const guide = await shop.good('GET', 'templates/battery/guide?category=lmt');
    expect(answer.text).toBe(`${guide.csv_header}\n`);
    expect((await header('&use=run')).text).toBe(`${guide.run_csv_header}\n`);
    expect((await header('&use=run&dialect=semicolon')).text).toBe(`${guide.run_csv_header.replaceAll(',', ';')}\n`);
    expect((await header('&use=nope')).status).toBe(400);
  });

  it('exists for custom templates, and rejects unknown templates and categories', async () => {
    const { fields, category, categories } = await shop.good('GET', 'templates/tiny/guide');
    expect([category, categories]).toEqual([null, []]);
    expect(fields.find(({ field }: { field: string }) => field === 'dpp_payload.material')).toMatchObject({
      requirement: 'always',
      example: 'steel',
    });
    expect((await shop.good('GET', 'templates/tiny/example')).passport).toMatchObject({
      sku: 'TINY-1',
      template_code: 'tiny',
    });
    for (const what of ['guide', 'example', 'guide.csv']) {
      expect([what, (await shop.call('GET', `templates/nope/${what}`)).status]).toEqual([what, 404]);
      const { status, body } = await shop.call('GET', `templates/battery/${what}?category=boat`);
      expect([what, status, messageOf(body)]).toEqual([what, 400, expect.stringContaining('lmt, ev, industrial')]);
      expect([what, (await shop.call('GET', `templates/tiny/${what}?category=lmt`)).status]).toEqual([what, 400]);
      const writer = await app.integrationToken('_Dpp::save');
      expect([what, (await shop.call('GET', `templates/tiny/${what}`, undefined, writer)).status]).toEqual([what, 403]);
    }
  });
});

describeOnDatabases('the first day of a battery maker (passports-first-day.md)', (database) => {
  const ITEMS = 500;
  const CALLS_MAX = 8;
  let app: TestApp;
  let calls = 0;

  beforeAll(async () => {
    app = await startApp({ database });
  });
  afterAll(() => app.close());

  const call = async (...[verb, path, body]: readonly [Verb, string, unknown?]) => {
    calls += 1;
    const answer = await app.call(verb, `/rest/V1${path}`, body, await app.adminToken());
    const isGood = answer.status === 200 || answer.status === 202;
    expect([path, isGood, isGood ? '' : answer.text.slice(0, 2000)]).toEqual([path, true, '']);
    return answer;
  };

  it(`needs at most ${CALLS_MAX} calls from data sheets to measurements for ${ITEMS} items`, async () => {
    const { example } = batteryTemplate('2.1.0');
    const { batch, serial: _serial, placed_on_market_on, dpp_payload, ...envelope } = example;
    const { manufacturing_date, manufacturing_place, battery_status, performance, symbols, ...rest } = dpp_payload;
    const {
      state_of_health,
      put_into_service_on: _2,
      cycle_count: _3,
      negative_events: _4,
      environment: _5,
      state_of_charge: _6,
      energy_throughput_kwh: _7,
      capacity_throughput_ah: _8,
      full_equivalent_cycles: _9,
      deep_discharges: _10,
      weight_kg: _11,
      ...model
    } = rest;
    const sheet = (passport: object) => call('POST', '/dpp/manage/passports', { passport });
    const ofModel = await sheet({ ...envelope, template_code: 'battery', dpp_payload: model });
    const ofBatch = await sheet({
      ...{ sku: example['sku'], template_code: 'battery', batch },
      ...{ placed_on_market_on, model_passport: ofModel.body.passport_id },
      dpp_payload: { battery_category: 'lmt', manufacturing_date, manufacturing_place, symbols, battery_status },
    });
    const [first] = performance as readonly object[];
    const [health] = state_of_health as readonly object[];
    const cell = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    const rows = Array.from({ length: ITEMS }, (_, at) => {
      const capacity = 14.9 + (at % 20) / 100;
      return [
        `RP545-27-${String(at + 1).padStart(4, '0')}`,
        (2.98 + (at % 5) / 100).toFixed(2).replace('.', ','),
        String(100 + (at % 9)),
        cell([{ ...first, rated_capacity_ah: capacity }]),
        cell([{ ...health, measured_at: '2027-02-18', remaining_capacity_ah: capacity }]),
      ].join(';');
    });
    const started = await call('POST', '/dpp/manage/runs?dialect=semicolon', {
      passport: {
        ...{ sku: example['sku'], template_code: 'battery', batch, dpp_payload: { battery_category: 'lmt' } },
        ...{ model_passport: ofModel.body.passport_id, batch_passport: ofBatch.body.passport_id },
      },
      values_csv: csv(
        'serial;dpp_payload.weight_kg;dpp_payload.internal_resistance_mohm.pack;dpp_payload.performance;dpp_payload.state_of_health',
        ...rows,
      ),
    });
    calls += 1;
    const { result } = await settledJob(app, started.body.job);
    expect(result).toEqual({ reserved: ITEMS, published: ITEMS, refused: 0 });

    const labels = await call('GET', `/dpp/manage/runs/${started.body.uuid}/labels.pdf?size_mm=25&count=${ITEMS}`);
    expect(labels.headers.get('content-type')).toBe('application/pdf');

    const at = new Date().toISOString();
    const measured = await call('POST', '/dpp/manage/measurements', {
      measurements: ['0001', '0500'].map((number) => ({
        ...{ gtin: example['gtin'], serial: `RP545-27-${number}`, point: 'state_of_charge' },
        ...{ at, value: [{ at, value: 61 }] },
      })),
    });
    expect(measured.body).toMatchObject({ items: [{ stored: 1 }, { stored: 1 }] });

    const { body } = await app.call('GET', '/rest/V1/dpp/passport/BAT-36V-545?serial=RP545-27-0002');
    calls += 1;
    expect(JSON.parse(body.dpp_payload)).toMatchObject({
      weight_kg: 2.99,
      internal_resistance_mohm: { cell: 24, pack: 101 },
      manufacturing_place,
    });
    expect(body.completeness_score).toBe(100);
    expect(calls).toBeLessThanOrEqual(CALLS_MAX);
  }, 600_000);
});

describeOnDatabases('the passport page (passports-public.md)', (database) => {
  let app: TestApp;
  let address: string;

  beforeAll(async () => {
    app = await startApp({ database });
    const passport = { ...batteryTemplate('2.1.0').example, template_code: 'battery' };
    const { passport_id: id } = await app.good('POST', '/rest/V1/dpp/manage/passports', { passport });
    const { uuid } = await app.good('POST', `/rest/V1/dpp/manage/passports/${id}/publish`);
    address = `/dpp/${uuid}`;
  });
  afterAll(() => app.close());

  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const read = (path: string, language: string, accept = BROWSER) =>
    app.call('GET', path, undefined, undefined, { accept, 'accept-language': language });

  it('shows units and citations in the reader’s language', async () => {
    const [german, english] = [(await read(address, 'de')).text, (await read(address, 'en')).text];
    expect(german).toContain('24&nbsp;<span class="unit">Monate');
    expect(english).toContain('24&nbsp;<span class="unit">months');
    expect(german).toContain('Verordnung (EU) 2023/1542, Anhang XIII Nummer 1 Buchstabe a; Anhang VI Teil A Nummer 5');
    expect(english).toContain('Regulation (EU) 2023/1542, Annex XIII, point 1(a); Annex VI, Part A, point 5');
    const seen = german.replace(/<script[^]*?<\/script>/g, '');
    expect(seen).not.toMatch(/\b(?:Regulation|Annex|Article|months|cycles)\b/);
  });

  it('folds citations without scripts, and separates required from voluntary information', async () => {
    const { text } = await read(address, 'de');
    const folds = text.match(/<details class="cite"><summary>[^]*?<\/summary>Verordnung/g) ?? [];
    expect(folds.length).toBeGreaterThan(20);
    expect(text).not.toMatch(/<details[^>]* open/);
    expect(text.replace(/<script type="application\/ld\+json">/g, '')).not.toContain('<script');
    const [required, voluntary] = [text.indexOf('<h2 id="required"'), text.indexOf('<h2 id="voluntary"')];
    expect(required).toBeGreaterThan(0);
    expect(voluntary).toBeGreaterThan(required);
    expect(text.indexOf('Kapazität', required)).toBeLessThan(voluntary);
  });

  it.each([
    ['a wrong check digit', '/01/09524000010019'],
    ['letters', '/01/ABC'],
    ['a long serial number', `/01/09524000010018/21/${'x'.repeat(30)}`],
    ['an unknown qualifier', '/01/09524000010018/99/1'],
    ['no value', '/01'],
  ])('is an error page for a Digital Link with %s in browsers; other clients get JSON', async (_, path) => {
    const [german, english] = [await read(path, 'de'), await read(path, 'en')];
    expect([german.status, german.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(german.text).toContain('<h1>Kein Produktcode</h1>');
    expect(english.text).toContain('<h1>Not a product code</h1>');
    for (const accept of ['*/*', 'application/json', 'application/linkset+json', 'application/ld+json']) {
      const { status, body } = await read(path, 'de', accept);
      expect([accept, status, typeof body.message]).toEqual([accept, 400, 'string']);
    }
  });

  it('is an error page for a Digital Link without a passport in browsers', async () => {
    const { status, text } = await read('/01/04006381333931', 'de');
    expect([status, text.includes('<h1>Pass nicht gefunden</h1>')]).toEqual([404, true]);
  });
});
