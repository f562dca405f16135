import { setTimeout as delay } from 'node:timers/promises';
import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { Grants } from '../../src/dpp/readers/ports/grants.js';
import { type Measurement, Measurements, type VoidedMeasurement } from '../../src/dpp/versions/ports/measurements.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, publishable, tinyTemplate } from '../support/passport-shop.js';
import { headOf, RawConnection } from '../support/raw-connection.js';

const tiny = tinyTemplate();
const FIRST = 7;

/** A template with dynamic points of batteries. */
const countedTemplate = () => {
  const point = { 'x-disclosure': 'individual', 'x-dynamic': true };
  const points = {
    cycle_count: { type: 'integer', minimum: 0, ...point },
    battery_status: { enum: ['original', 'remanufactured', 'waste'], type: 'string', ...point },
    performance: { type: 'string', ...point },
  };
  const names = Object.keys(points);
  const term = (name: string) => ({
    iri: name,
    type: name === 'cycle_count' ? 'integer' : 'text',
    labels: { en: name },
  });
  return {
    ...tiny,
    code: 'counted',
    schema: { ...tiny.schema, properties: { ...tiny.schema.properties, ...points } },
    sections: [{ id: 'all', labels: { en: 'All' }, fields: [...tiny.sections[0]!.fields, ...names] }],
    vocabulary: {
      ...tiny.vocabulary,
      prefix: 'counted',
      iri: '/dpp/vocab/counted/1#',
      terms: { ...tiny.vocabulary.terms, ...Object.fromEntries(names.map((name) => [name, term(name)])) },
    },
    example: {
      ...tiny.example,
      dpp_payload: { ...tiny.example.dpp_payload, cycle_count: 0, battery_status: 'original', performance: 'P' },
    },
  };
};

/** A template with a dynamic count of point 4 and a dynamic text of point 3. */
const usedTemplate = (fields: object = {}, disclosure = 'individual') => ({
  ...tiny,
  code: 'used',
  ...fields,
  schema: {
    ...tiny.schema,
    properties: {
      ...tiny.schema.properties,
      cycles: { type: 'integer', minimum: 0, 'x-disclosure': disclosure, 'x-dynamic': true },
      inspected: { type: 'string', 'x-disclosure': 'authority', 'x-dynamic': true },
    },
  },
  sections: [{ id: 'all', labels: { en: 'All' }, fields: [...tiny.sections[0]!.fields, 'cycles', 'inspected'] }],
  vocabulary: {
    ...tiny.vocabulary,
    prefix: 'used',
    iri: '/dpp/vocab/used/1#',
    terms: {
      ...tiny.vocabulary.terms,
      cycles: { iri: 'cycles', type: 'integer', labels: { en: 'Cycles', de: 'Zyklen' } },
      inspected: { iri: 'inspected', type: 'text', labels: { en: 'Inspected', de: 'Geprüft' } },
    },
  },
  rules: [
    { rule: 'required_from', field: 'cycles', from: '2037-02-18', cite: 'Annex XIII, point 4(d)' },
    { rule: 'refused_if', field: 'inspected', when: { field: 'material', equals: 'wood' } },
    { rule: 'refused_if', field: 'inspected', when: { envelope: 'has_bms', equals: false } },
    { rule: 'refused_if', field: 'inspected', when: { field: 'cycles', above: 1000 } },
  ],
  example: { ...tiny.example, dpp_payload: { ...tiny.example.dpp_payload, cycles: 0, inspected: 'no' } },
});

describeOnDatabases('dynamic passport values', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
  let passport: any;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    await shop.good('POST', 'templates', { template: usedTemplate() });
    await shop.good('POST', 'templates', { template: countedTemplate() });
    passport = await shop.published({
      template_code: 'used',
      serial: 'S1',
      dpp_payload: { material: 'steel', cycles: FIRST, inspected: 'FACTORY' },
    });
    for (const [name, fields] of Object.entries({
      interest: { audience: 'legitimate_interest' },
      authority: { audience: 'authority' },
      measuring: { audience: 'legitimate_interest', scope: 'measure' },
      foreign: { audience: 'legitimate_interest', scope: 'measure', for: { template: 'tiny' } },
    }))
      tokens[name] = (await give(fields)).token;
  });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  const give = (fields: object): Promise<any> =>
    shop.good('POST', 'grants', {
      audience: 'legitimate_interest',
      for: { passport_ids: [passport.passport_id] },
      to: { name: 'N', email: 'n@n.example' },
      purpose: 'P',
      until: at(86_400),
      ...fields,
    });
  afterAll(() => app.close());

  const dpp = (name?: string): Promise<Answer> =>
    app.call('GET', `/dpp/v1/dpps/${passport.uuid}`, undefined, name && tokens[name]);
  const measured = (...measurements: object[]): Promise<Answer> =>
    shop.call('POST', `passports/${passport.passport_id}/measurements`, { measurements });
  const series = (name: string, query: string): Promise<Answer> =>
    app.call('GET', `/dpp/v1/dpps/${passport.uuid}/measurements?${query}`, undefined, tokens[name]);
  const at = (second: number) => new Date(Date.now() + second * 1000).toISOString();

  it('start with the author’s value, and are returned with their time to readers of their point', async () => {
    for (const path of [
      `/rest/V1/dpp/passport/${passport.sku}`,
      `/rest/V1/dpp/passport/${passport.sku}/jsonld`,
      `/dpp/${passport.uuid}`,
      `/dpp/v1/dpps/${passport.uuid}`,
      '/dpp/schema/used/1.0.0.json',
      '/dpp/context/used/1.0.0.jsonld',
      '/dpp/vocab/used/1',
    ]) {
      const { status, text } = await app.call('GET', path);
      expect([path, status, /cycles|inspected|FACTORY/i.exec(text)?.[0]]).toEqual([path, 200, undefined]);
    }
    const interest = (await dpp('interest')).body;
    expect(interest.cycles).toEqual({ value: FIRST, measuredAt: passport.published_at });
    expect(interest).not.toHaveProperty('inspected');
    const authority = (await dpp('authority')).body;
    expect(authority.inspected.value).toBe('FACTORY');
    expect(authority).not.toHaveProperty('cycles');
    expect((await dpp('measuring')).text).toBe((await dpp()).text);
  });

  it('are the newest value not voided; another value at the same time is rejected', async () => {
    const [one, two] = [at(1), at(2)];
    const sent = [
      { point: 'cycles', at: two, value: 20 },
      { point: 'cycles', at: one, value: 10 },
    ];
    expect((await measured(...sent)).body).toEqual({ received: 2, stored: 2 });
    expect((await measured(...sent)).body).toEqual({ received: 2, stored: 0 });
    expect((await dpp('interest')).body.cycles).toEqual({ value: 20, measuredAt: two });
    expect((await measured({ point: 'cycles', at: two, value: 21 })).status).toBe(400);
    await measured({ point: 'cycles', at: two, void: true, reason: 'wrong counter' });
    expect((await dpp('interest')).body.cycles).toEqual({ value: 10, measuredAt: one });
    const readings = async (): Promise<number> =>
      (await shop.good('GET', `passports/${passport.passport_id}/access-log/search`)).total_count;
    const before = await readings();
    const { body } = await series('interest', `point=cycles&from=${one}`);
    expect(await readings()).toBe(before + 1);
    expect(body.measurements).toEqual([
      { at: one, value: 10 },
      { at: two, value: 20, voided: 'wrong counter' },
    ]);
    const history = await shop.good('GET', `passports/${passport.passport_id}/history`);
    expect(history.filter((event: { action: string }) => event.action === 'measured')).toHaveLength(2);
  });

  it('can be voided with a measuring grant only if written with it', async () => {
    const by = async (token: string | undefined, ...measurements: object[]) =>
      (await app.call('POST', `/dpp/v1/dpps/${passport.uuid}/measurements`, { measurements }, token)).status;
    const other = (await give({ scope: 'measure' })).token as string;
    const own = { point: 'cycles', at: at(3), value: 30 };
    const authors = { point: 'cycles', at: at(4), value: 40 };
    const voided = (one: { point: string; at: string }) => ({ point: one.point, at: one.at, void: true, reason: 'x' });
    expect(await by(tokens['measuring'], own)).toBe(200);
    expect((await measured(authors)).status).toBe(200);
    expect([await by(other, voided(own)), await by(other, voided(authors))]).toEqual([400, 400]);
    expect(await by(tokens['measuring'], voided(authors))).toBe(400);
    expect(await by(tokens['measuring'], voided(own))).toBe(200);
    expect((await measured(voided(authors))).status).toBe(200);
  });

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  const counted = (serial: string): Promise<any> =>
    shop.published({
      template_code: 'counted',
      serial,
      dpp_payload: { material: 'steel', battery_status: 'original' },
    });

  it('reject the whole batch if the measuring grant lacks a point, and name the point', async () => {
    const { passport_id: id, uuid } = await counted('S-POINTS');
    const entry = (point: string, value: unknown, second: number) => ({ point, at: at(second), value });
    const token = async (points?: string[]) =>
      (await give({ scope: 'measure', for: { passport_ids: [id] }, ...(points && { points }) })).token as string;
    const post = (by: string, ...entries: object[]) =>
      app.call('POST', `/dpp/v1/dpps/${uuid}/measurements`, entries, by);
    const byDefault = await token();
    for (const point of ['performance', 'battery_status']) {
      const { status, body } = await post(byDefault, entry('cycle_count', 1, -9), entry(point, 'waste', -8));
      expect([status, body.statusCode, body.message[0].text.includes(point)]).toEqual([403, 'ClientForbidden', true]);
    }
    const voided = { point: 'battery_status', at: at(-9), void: true, reason: 'x' };
    expect((await post(byDefault, voided)).status).toBe(403);
    const { token: interest } = await give({ for: { passport_ids: [id] } });
    expect((await app.call('GET', `/dpp/v1/dpps/${uuid}`, undefined, interest)).body).not.toHaveProperty('cycle_count');
    expect((await post(byDefault, entry('cycle_count', 1, -9))).status).toBe(200);
    const named = await token(['performance']);
    expect((await post(named, entry('cycle_count', 2, -7))).status).toBe(403);
    expect((await post(named, entry('performance', 'tested', -7))).status).toBe(200);
    const byScope =
      'searchCriteria[filter_groups][0][filters][0][field]=scope&searchCriteria[filter_groups][0][filters][0][value]=measure';
    const listed = (await shop.good('GET', `grants/search?${byScope}`)).items as { points: unknown }[];
    expect(listed.map(({ points }) => points)).toEqual(expect.arrayContaining([null, ['performance']]));
  });

  it.each([
    ['the status', { scope: 'measure', points: ['battery_status'] }, 'only the operator can'],
    ['an unknown point', { scope: 'measure', points: ['cycle_counts'] }, 'cycle_counts'],
    ['no points', { scope: 'measure', points: [] }, 'points'],
    ['points without the scope measure', { points: ['cycle_count'] }, 'only allowed for a grant with the scope'],
  ])('reject a grant for %s', async (_, fields, says) => {
    const { status, text } = await shop.call('POST', 'grants', {
      ...{ audience: 'authority', for: { template: 'used' }, to: { name: 'N', email: 'n@n.example' } },
      ...{ purpose: 'P', until: at(86_400), ...fields },
    });
    expect([status, text]).toEqual([400, expect.stringContaining(says)]);
  });

  it('get a warning if a count falls, which readiness lists until a value is voided', async () => {
    const { passport_id: id } = await counted('S-FALLS');
    const send = (second: number, value: number) =>
      shop.good('POST', `passports/${id}/measurements`, { measurements: [{ point: 'cycle_count', at: at(second), value }] }); // prettier-ignore
    const warned = async () => (await shop.good('GET', `passports/${id}/readiness`)).warnings;
    expect(await send(-100, 5)).toEqual({ received: 1, stored: 1 });
    expect(await send(-50, 50)).toEqual({ received: 1, stored: 1 });
    expect(await warned()).toEqual([]);
    const fallen = await send(-40, 9);
    const message = expect.stringMatching(/^cycle_count is 9 at .*, but was 50 at /);
    expect(fallen).toMatchObject({ stored: 1, warnings: [{ point: 'cycle_count', at: expect.any(String), message }] });
    // A late value can contradict the next one.
    expect((await send(-60, 70)).warnings).toHaveLength(1);
    // Conflicts elsewhere in the series are not reported again.
    expect(await send(-99, 6)).toEqual({ received: 1, stored: 1 });
    const { ready, warnings } = await shop.good('GET', `passports/${id}/readiness`);
    expect([ready, warnings]).toMatchObject([1, [{ path: 'dpp_payload.cycle_count', message, cite: null }, {}]]);
    const { point, at: when } = fallen.warnings[0];
    await shop.good('POST', `passports/${id}/measurements`, { measurements: [{ point, at: when, void: true, reason: 'x' }] }); // prettier-ignore
    expect(await warned()).toHaveLength(1);
  });

  it('return errors that name the cause: drafts, missing elements, dates before the first version', async () => {
    const { passport_id: draft } = await shop.draft({ template_code: 'used' });
    const { status, text } = await shop.call('POST', `passports/${draft}/measurements`, { measurements: [{}] });
    expect([status, text]).toEqual([404, expect.stringContaining('has never been published')]);
    expect((await shop.call('POST', 'passports/999999/measurements', { measurements: [{}] })).status).toBe(404);
    const saying = async (path: string, token?: string) => {
      const { status: code, body } = await app.call('GET', `/dpp/v1/${path}`, undefined, token);
      return [code, body.message[0].text];
    };
    expect(await saying(`dpps/${passport.uuid}/elements/$.nothing`)).toEqual([404, expect.stringContaining('no element')]); // prettier-ignore
    expect(await saying(`dpps/${passport.uuid}/elements/$.cycles`)).toEqual([404, expect.stringContaining('no element')]); // prettier-ignore
    const early = `dppsByIdAndDate/${passport.uuid}?date=2020-01-01`;
    expect(await saying(early, tokens['interest'])).toEqual([404, expect.stringContaining('No version')]);
    // With a single version, the error reveals nothing that is not public.
    expect(await saying(early)).toEqual([404, expect.stringContaining('No version')]);
  });

  it('can be sent for many items in one call, with separate results', async () => {
    const gtin = '09524000010018';
    const items = [];
    for (const serial of ['MANY-1', 'MANY-2'])
      items.push(await shop.published({ template_code: 'counted', gtin, serial, dpp_payload: { material: 'steel' } }));
    const of = (serial: string, value: unknown, second = 0) => ({ gtin: '9524000010018', serial, point: 'cycle_count', at: at(second), value }); // prettier-ignore
    const sent = [of('MANY-1', 5), of('MANY-2', -1), of('NONE', 1), of('MANY-1', 3, 1)];
    const { body } = await shop.call('POST', 'measurements', { measurements: sent });
    expect(body).toMatchObject({
      stored: 1,
      failed: 2,
      items: [
        {
          gtin,
          serial: 'MANY-1',
          status: 'stored',
          received: 2,
          stored: 2,
          warnings: [{ point: 'cycle_count' }],
          error: null,
        },
        { gtin, serial: 'MANY-2', status: 'failed', error: { message: expect.any(String) } },
        { gtin, serial: 'NONE', status: 'failed', error: { message: expect.stringContaining('No passport') } },
      ],
    });
    const { token } = await give({ for: { gtins: [gtin] } });
    const count = async (uuid: string) =>
      (await app.call('GET', `/dpp/v1/dpps/${uuid}`, undefined, token)).body.cycle_count?.value;
    expect(await Promise.all(items.map(({ uuid }) => count(uuid)))).toEqual([3, undefined]);
    for (const wrong of [[], [{ ...of('MANY-1', 1), gtin: '1' }], [{ ...of('', 1) }], 'text'])
      expect((await shop.call('POST', 'measurements', { measurements: wrong })).status).toBe(400);
    const unnamed = await shop.call('POST', 'measurements', { measurements: [{ ...of('', 1) }] });
    expect(unnamed.body.message).toMatch(/ Allowed: objects with a valid gtin and a serial\.$/);
    const reader = await app.integrationToken('_Dpp::manage');
    expect((await shop.call('POST', 'measurements', { measurements: sent }, reader)).status).toBe(403);
  });

  it('let the operator set the status, with a warning if it requires a new passport', async () => {
    const { passport_id: id } = await counted('S-STATUS');
    const send = (second: number, value: string) =>
      shop.good('POST', `passports/${id}/measurements`, { measurements: [{ point: 'battery_status', at: at(second), value }] }); // prettier-ignore
    const expectedWarnings = [{ point: 'battery_status', message: expect.stringContaining('Art. 77(7)') }];
    expect((await send(0, 'remanufactured')).warnings).toMatchObject(expectedWarnings);
    expect(await send(1, 'remanufactured')).toEqual({ received: 1, stored: 1 });
    expect(await send(2, 'waste')).toEqual({ received: 1, stored: 1 });
  });

  it.each([
    ['a value that its schema rejects', { point: 'cycles', at: at(5), value: -1 }],
    ['a value of another type', { point: 'cycles', at: at(5), value: 'many' }],
    ['a static field', { point: 'material', at: at(5), value: 'wood' }],
    ['a future time', { point: 'cycles', at: new Date(Date.now() + 3_600_000).toISOString(), value: 1 }],
    ['voiding a missing value', { point: 'cycles', at: at(-900), void: true, reason: 'x' }],
    ['a date that does not exist', { point: 'cycles', at: '2026-02-30T10:00:00Z', value: 1 }],
    ['an invalid year', { point: 'cycles', at: '0000-01-01T00:00:00+14:00', value: 1 }],
  ])('reject the whole batch for %s', async (_, wrong) => {
    const before = (await dpp('interest')).text;
    expect((await measured({ point: 'cycles', at: at(6), value: 99 }, wrong)).status).toBe(400);
    expect((await dpp('interest')).text).toBe(before);
  });

  it('are limited to 5,000 per batch', async () => {
    const one = { point: 'nothing', at: 'never', value: 0 };
    const refused = async (count: number) => (await measured(...Array.from({ length: count }, () => one))).text;
    expect(await refused(5001)).toContain('The request must contain 1 to %max measurements.');
    expect(await refused(5000)).not.toContain('per request');
  });

  it('are stored once if sent simultaneously; conflicting values are rejected', async () => {
    const { passport_id: passportId } = await shop.published({ template_code: 'used', serial: 'S-RACE', dpp_payload: { material: 'steel' } }); // prettier-ignore
    const [transactions, measurements] = [app.get<Transactions>(Transactions), app.get<Measurements>(Measurements)];
    // Calls the port directly, because validation would serialize the calls.
    const add = (values: readonly Measurement[], voided: readonly VoidedMeasurement[] = []): Promise<number> =>
      transactions.write(() =>
        measurements.add({ passportId, version: 1 }, values, voided, { kind: 'operator', id: null }, new Date()),
      );
    const outcomes = async (all: readonly Promise<number>[]): Promise<readonly (number | string)[]> =>
      (await Promise.allSettled(all))
        .map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).constructor.name))
        .toSorted();
    const batch = Array.from({ length: 20 }, (_, index) => ({
      point: 'cycles',
      at: new Date(at(index - 900)),
      value: index,
    }));
    expect(await outcomes(Array.from({ length: 8 }, () => add(batch)))).toEqual([0, 0, 0, 0, 0, 0, 0, 20]);
    const once = { point: 'cycles', at: new Date(at(-1000)) };
    expect(await outcomes([1, 2, 3, 4].map((value) => add([{ ...once, value }])))).toEqual([
      1,
      'InputRefused',
      'InputRefused',
      'InputRefused',
    ]);
    expect(await outcomes([1, 2, 3].map(() => add([], [{ ...once, reason: 'x' }])))).toEqual([0, 0, 1]);
    const rows = await app.get<Database>(Database).query('SELECT id FROM passport_measurement WHERE passport_id = ?', [passportId]); // prettier-ignore
    expect(rows).toHaveLength(22);
  });

  it('are listed in pages that continue from next', async () => {
    const { passport_id: id, uuid } = await shop.published({ template_code: 'used', serial: 'S-LONG', dpp_payload: { material: 'steel' } }); // prettier-ignore
    const { token } = await give({ for: { passport_ids: [id] } });
    const first = Date.now() - 10_000;
    const instant = (index: number) => new Date(first + index).toISOString();
    const measurements = Array.from({ length: 1001 }, (_, index) => ({ point: 'cycles', at: instant(index), value: index })); // prettier-ignore
    await shop.good('POST', `passports/${id}/measurements`, { measurements });
    const page = async (from: string) =>
      (await app.call('GET', `/dpp/v1/dpps/${uuid}/measurements?point=cycles&from=${from}`, undefined, token)).body;
    const { measurements: listed, next } = await page(instant(0));
    expect([listed.length, next]).toEqual([1000, instant(1000)]);
    expect(await page(next)).toEqual({ point: 'cycles', measurements: [{ at: instant(1000), value: 1000 }] });
  });

  it.each(['from=2026-02-30T00:00Z', 'to=2026-02-30', 'from=0000-01-01T00:00:00%2B14:00'])(
    'return 400 for a series with %s',
    async (query) => {
      expect((await series('interest', `point=cycles&${query}`)).status).toBe(400);
    },
  );

  it('are readable by their current point, also in older versions', async () => {
    await shop.good('POST', 'templates', { template: usedTemplate({ code: 'moved' }, 'legitimate_interest') });
    const first = await shop.published({
      template_code: 'moved',
      serial: 'S-MOVED',
      dpp_payload: { material: 'steel', cycles: FIRST, recipe: 'RECIPE' },
    });
    await shop.good('POST', 'templates', { template: usedTemplate({ code: 'moved', version: '1.1.0' }) });
    const forIt = { for: { passport_ids: [first.passport_id] } };
    const authority = (await give({ ...forIt, audience: 'authority' })).token;
    const interest = (await give(forIt)).token;
    const then = async (date: string, token: string) =>
      (await app.call('GET', `/dpp/v1/dppsByIdAndDate/${first.uuid}?date=${date}`, undefined, token)).body;
    expect((await then(first.published_at, authority)).cycles.value).toBe(FIRST);
    await delay(2);
    await shop.good('POST', `passports/${first.passport_id}/upgrade?template=moved@1.1.0`);
    const second = await shop.act(first.passport_id, 'publish');
    expect(second.template_version).toBe('1.1.0');
    await shop.good('POST', `passports/${first.passport_id}/measurements`, { measurements: [{ point: 'cycles', at: at(1), value: 777 }] }); // prettier-ignore
    const old = await then(first.published_at, authority);
    expect([old.dppStatus, old.recipe, old.cycles]).toEqual(['archived', 'RECIPE', undefined]);
    expect(await then(first.published_at, interest)).toMatchObject({ dppStatus: 'archived', cycles: { value: FIRST } });
    // A read by date returns the value of that date, also for the current version.
    expect(await then(second.published_at, interest)).toMatchObject({ dppStatus: 'active', cycles: { value: FIRST } });
    expect(await then('2999-01-01', interest)).toMatchObject({ cycles: { value: 777 } });
    const { body } = await app.call('GET', `/dpp/v1/dpps/${first.uuid}?representation=full`, undefined, interest);
    const of = (elements: readonly { elementId: string }[], id: string) => elements.find((one) => one.elementId === id);
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
    const cycles = of(body.elements, 'cycles') as any;
    expect(of(cycles.elements, 'value')).toMatchObject({ dictionaryReference: cycles.dictionaryReference, valueDataType: 'xsd:integer', value: 777 }); // prettier-ignore
    expect(of(cycles.elements, 'measuredAt')).toMatchObject({ valueDataType: 'xsd:dateTime' });
  });

  it.each<[string, object, object, boolean]>([
    ['by the payload', { dpp_payload: { material: 'wood' } }, {}, false],
    ['by the envelope', { has_bms: false }, {}, false],
    ['by what was measured', {}, { point: 'cycles', value: 1001 }, false],
    ['by nothing', { has_bms: true }, { point: 'cycles', value: 1000 }, true],
  ])('follow the rules of the template: rejected %s', async (serial, fields, before, isTaken) => {
    const { passport_id: id } = await shop.published({ template_code: 'used', serial: serial.slice(-9).trim().replace(' ', '-'), dpp_payload: { material: 'steel' }, ...fields }); // prettier-ignore
    const send = (...entries: object[]) => shop.call('POST', `passports/${id}/measurements`, { measurements: entries });
    if ('point' in before) expect((await send({ at: at(1), ...before })).status).toBe(200);
    const { status, text } = await send(
      { point: 'cycles', at: at(2), value: 3 },
      { point: 'inspected', at: at(3), value: 'yes' },
    );
    expect([status, text]).toEqual(isTaken ? [200, expect.anything()] : [400, expect.stringContaining('inspected')]);
    const events = (await shop.good('GET', `passports/${id}/history`)).map(({ action }: { action: string }) => action);
    expect(events.filter((action: string) => action === 'measured')).toHaveLength(('point' in before ? 1 : 0) + (isTaken ? 1 : 0)); // prettier-ignore
  });

  const lackingOf = async (id: number, path = `passports/${id}/readiness?`): Promise<string[]> => {
    const readiness = await shop.good('GET', `${path}on=2037-02-18`);
    return (readiness.items[0]?.items ?? readiness.items).map((item: { path: string }) => item.path);
  };
  const measureCycles = (id: number, when: string, entry: object) =>
    shop.good('POST', `passports/${id}/measurements`, { measurements: [{ point: 'cycles', at: when, ...entry }] });

  it('count toward the readiness of a published passport until voided', async () => {
    const { passport_id: id } = await shop.published({
      template_code: 'used',
      serial: 'S-READY',
      dpp_payload: { material: 'steel' },
    });
    const once = at(0);
    expect(await lackingOf(id)).toEqual(['dpp_payload.cycles']);
    await measureCycles(id, once, { value: 0 });
    expect(await lackingOf(id)).toEqual([]);
    await measureCycles(id, once, { void: true, reason: 'wrong counter' });
    expect(await lackingOf(id)).toEqual(['dpp_payload.cycles']);
  });

  it('take precedence over the payload when a revision is validated and read', async () => {
    const values = { material: 'steel', cycles: 5 };
    const { passport_id: id, sku, published_at: publishedAt } = await shop.published({ template_code: 'used', serial: 'S-REVISED', dpp_payload: values }); // prettier-ignore
    await measureCycles(id, publishedAt, { void: true, reason: 'wrong counter' });
    expect(await lackingOf(id)).toEqual(['dpp_payload.cycles']);
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}`, { passport: { placed_on_market_on: '2037-02-18' } });
    const bySku = `searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${sku}`;
    for (const path of [undefined, `passports/readiness/search?${bySku}&`])
      expect(await lackingOf(id, path)).toEqual(['dpp_payload.cycles']);
    expect(await shop.good('GET', `passports/${id}/validate`)).toEqual({ valid: 1, faults: [] });
    expect(await shop.act(id, 'publish')).toMatchObject({ status: 'published', version: 2 });
    expect(await lackingOf(id)).toEqual(['dpp_payload.cycles']);
    await measureCycles(id, at(0), { value: 0 });
    expect(await lackingOf(id)).toEqual([]);
  });

  it('are required in a first publication, but may be missing in a revision', async () => {
    const due = { template_code: 'used', placed_on_market_on: '2037-02-18' };
    const refused = async (id: number) => (await shop.call('POST', `passports/${id}/publish`)).text;
    const { passport_id: first } = await shop.draft({ ...due, serial: 'S-1ST', dpp_payload: { material: 'steel' } });
    expect(await refused(first)).toContain('dpp_payload.cycles');
    const { passport_id: id } = await shop.published({ template_code: 'used', serial: 'S-2ND', dpp_payload: { material: 'steel' } }); // prettier-ignore
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}`, { passport: { dpp_payload: { material: 'wood', inspected: 'yes' } } });
    expect(await refused(id)).toContain('dpp_payload.inspected');
  });

  it('do not block a correction that they contradict; readiness reports them', async () => {
    const { passport_id: id } = await shop.published({ template_code: 'used', serial: 'S-CORR', dpp_payload: { material: 'steel' } }); // prettier-ignore
    const measurements = [{ point: 'inspected', at: at(0), value: 'yes' }];
    await shop.good('POST', `passports/${id}/measurements`, { measurements });
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}`, { passport: { dpp_payload: { material: 'wood' } } });
    expect(await shop.act(id, 'publish')).toMatchObject({ status: 'published', version: 2 });
    expect(await lackingOf(id)).toContain('dpp_payload.inspected');
  });

  it('do not block revisions by a data sheet if they are missing', async () => {
    const values = { template_code: 'used', dpp_payload: { material: 'steel' } };
    const { passport_id: sheet } = await shop.draft(values);
    const named = { template_code: 'used', serial: 'S-SHEET', model_passport: sheet, dpp_payload: { cycles: 1 } };
    const { passport_id: id, published_at: once } = await shop.published({ ...named, placed_on_market_on: '2037-02-18' }); // prettier-ignore
    await measureCycles(id, once, { void: true, reason: 'wrong counter' });
    await shop.good('PUT', `passports/${sheet}`, { passport: { dpp_payload: { material: 'brass' } } });
    expect(await shop.act(sheet, 'items/revisions')).toMatchObject({ revised: 1, failed: 0 });
    expect(await lackingOf(id)).toEqual(['dpp_payload.cycles']);
  });

  it('start with the value of a revision if never measured', async () => {
    const { passport_id: id } = await shop.published({ template_code: 'used', serial: 'S-NEW', dpp_payload: { material: 'steel' } }); // prettier-ignore
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}`, { passport: { dpp_payload: { material: 'steel', cycles: 3 } } });
    expect(await lackingOf(id)).toEqual([]);
  });

  it('can be written but not read with a measuring grant, only for its passports', async () => {
    const post = (name: string, body: unknown) =>
      app.call('POST', `/dpp/v1/dpps/${passport.uuid}/measurements`, body, tokens[name]);
    const entry = [{ point: 'cycles', at: at(30), value: 30 }];
    expect((await post('measuring', entry)).body).toEqual({ received: 1, stored: 1 });
    expect((await dpp('interest')).body.cycles.value).toBe(30);
    for (const name of ['interest', 'foreign']) expect((await post(name, entry)).status).toBe(404);
    expect((await app.call('POST', `/dpp/v1/dpps/${passport.uuid}/measurements`, entry)).status).toBe(401);
    for (const name of ['measuring', 'foreign', 'authority'])
      expect((await series(name, 'point=cycles')).status).toBe(404);
    expect((await series('interest', 'point=inspected')).status).toBe(404);
  });

  it('cannot be written for recycled passports', async () => {
    const { passport_id: id, uuid } = await shop.published({
      template_code: 'used',
      serial: 'S-RECYCLED',
      dpp_payload: { material: 'steel' },
    });
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const to = { name: 'N', email: 'n@n.example' };
    const { token } = await shop.good('POST', 'grants', {
      ...{ audience: 'legitimate_interest', scope: 'measure', for: { passport_ids: [id] }, to, purpose: 'P', until },
    });
    const entry = { point: 'cycles', at: at(40), value: 40 };
    const both = async () => [
      await shop.call('POST', `passports/${id}/measurements`, { measurements: [entry] }),
      await app.call('POST', `/dpp/v1/dpps/${uuid}/measurements`, [entry], token),
    ];
    await shop.act(id, 'archive', { reason: 'end_of_life' });
    expect((await both()).map(({ status }) => status)).toEqual([200, 200]);
    const text = { en: 'Recycled.' };
    await shop.good('POST', `passports/${id}/notice`, { status: 'recycled', date: '2026-11-24', text });
    entry.at = at(41);
    expect((await both()).map((answer) => [answer.status, /has been recycled/.test(answer.text)])).toEqual([
      [400, true],
      [400, true],
    ]);
  });

  it.each([
    ['revoked', (id: number) => shop.good('POST', `grants/${id}/revoke`)],
    [
      'expired',
      (id: number) =>
        app
          .get<Transactions>(Transactions)
          .write(() => app.get<Database>(Database).run("UPDATE passport_grant SET until = '2020-01-01T00:00:00.000Z' WHERE id = ?", [id])), // prettier-ignore
    ],
  ])('are not stored if the grant is %s while the body arrives', async (_, end) => {
    const { id, token } = await give({ scope: 'measure' });
    const grants = app.get<Grants>(Grants);
    const ask = grants.byToken.bind(grants);
    const asking = jest.spyOn(grants, 'byToken');
    const asked = new Promise<void>((resolve) => {
      asking.mockImplementation(async (...of) => {
        const found = await ask(...of);
        resolve();
        return found;
      });
    });
    const body = JSON.stringify([{ point: 'cycles', at: at(-700), value: 70 }]);
    const head = [`Authorization: Bearer ${token}`];
    const connection = await RawConnection.open(Number(new URL(app.url).port));
    connection.write(headOf(`/dpp/v1/dpps/${passport.uuid}/measurements`, body.length, head) + body.slice(0, 10));
    await asked;
    asking.mockRestore();
    await end(id);
    connection.write(body.slice(10));
    await connection.until(/^HTTP\/1\.1 401 /);
    connection.end();
    expect((await series('interest', `point=cycles&to=${at(-600)}`)).body.measurements).toEqual([]);
  });

  it('appear on the page with a one-hour grant cookie, which a form sets and removes', async () => {
    const send = (token: string, query = '', headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${app.url}/dpp/${passport.uuid}/grant${query}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(token === '' ? {} : { token }),
      });
    const page = async (cookie?: string, query = '') => {
      const response = await fetch(`${app.url}/dpp/${passport.uuid}${query}`, {
        headers: { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) },
      });
      return { text: await response.text(), cache: response.headers.get('cache-control') };
    };
    const given = await send(tokens['authority'] ?? '');
    expect([given.status, given.headers.get('location')]).toEqual([303, `../${passport.uuid}`]);
    const cookie = given.headers.get('set-cookie') ?? '';
    expect(cookie).toBe(
      `__Host-dpp-grant=${tokens['authority']}; Max-Age=3600; Path=/; Secure; HttpOnly; SameSite=Strict`,
    );
    // A form on another site can neither set nor remove it.
    for (const token of [tokens['authority'] ?? '', ''])
      for (const [name, value] of [
        ['sec-fetch-site', 'cross-site'],
        ['origin', 'https://evil.example'],
      ] as const) {
        const foreign = await send(token, '', { [name]: value });
        expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null]);
      }
    expect((await send(tokens['authority'] ?? '', '', { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
    const seen = await page(cookie.split(';')[0]);
    expect(seen.cache).toBe('private, no-store');
    expect(seen.text).toContain('FACTORY');
    expect(seen.text).toContain('measured on');
    expect(seen.text).not.toContain('Cycles');
    const [none, keine] = [
      'This grant gives access to no further information in this passport.',
      'Diese Freigabe berechtigt zu keinen weiteren Informationen in diesem Pass.',
    ];
    expect(seen.text).not.toContain(none);
    expect((await page(cookie.split(';')[0], '?grant=none')).text).not.toContain(none);
    const plain = await page();
    expect(plain.text).not.toMatch(/FACTORY|Cycles|Inspected|This grant gives access/);
    for (const other of [`__Host-dpp-grant=${tokens['foreign']}`, '__Host-dpp-grant=made-up-made-up-made-up']) {
      const { text, cache } = await page(other);
      expect(text).not.toMatch(/FACTORY|Cycles|Inspected/);
      expect([text.includes(none), cache]).toEqual([true, 'private, no-store']);
    }
    for (const token of [tokens['foreign'] ?? '', tokens['measuring'] ?? '', 'made-up-made-up-made-up', 'mistyped!']) {
      const { headers } = await send(token, '?lang=de');
      expect(headers.get('set-cookie')).toContain('__Host-dpp-grant=; Max-Age=0');
      expect(headers.get('location')).toBe(`../${passport.uuid}?lang=de&grant=none#grant`);
    }
    const said = await page(undefined, '?lang=de&grant=none');
    expect([said.text.includes(keine), said.cache]).toEqual([true, 'private, no-store']);
    expect(said.text).toContain('/grant?lang=de"');
    const away = (await send('')).headers;
    expect([away.get('set-cookie'), away.get('location')]).toEqual([
      expect.stringContaining('__Host-dpp-grant=; Max-Age=0'),
      `../${passport.uuid}`,
    ]);
    expect((await send('x'.repeat(4096))).status).toBe(413);
    const log = await shop.good('GET', `passports/${passport.passport_id}/access-log/search?searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=DESC`); // prettier-ignore
    expect(log.items[0]).toMatchObject({ points: '1+2+3' });
  });

  it('start with the run’s values, which are copied to an item with its first entry', async () => {
    const dpp_payload = { material: 'steel', cycles: FIRST, inspected: 'FACTORY' };
    const sku = shop.sku();
    const runBody = { passport: publishable({ sku, template_code: 'used', dpp_payload }), serials: ['R1', 'R2', 'R3'] };
    const { uuid: run, job } = await shop.good('POST', 'runs', runBody);
    while ((await app.good('GET', `/rest/V1/jobs/${job}`)).status === 4) await delay(50);
    expect(await shop.good('GET', `runs/${run}`)).toMatchObject({ status: 'published', published: 3 });
    const database = app.get<Database>(Database);
    const rowsOf = async (id: number): Promise<number> =>
      (await database.query('SELECT id FROM passport_measurement WHERE passport_id = ?', [id])).length;
    const items = await Promise.all(
      runBody.serials.map(async (serial) => JSON.parse((await shop.read(sku, `?serial=${serial}`)).text)),
    );
    const grant = { audience: 'legitimate_interest', for: { template: 'used' }, to: { name: 'N', email: 'n@n.example' }, purpose: 'P', until: at(86_400) }; // prettier-ignore
    const { token } = await shop.good('POST', 'grants', grant);
    const read = async (index: number, path = '') =>
      (await app.call('GET', `/dpp/v1/dpps/${items[index].uuid}${path}`, undefined, token)).body;
    const send = (index: number, ...measurements: object[]): Promise<Answer> =>
      shop.call('POST', `passports/${items[index].passport_id}/measurements`, { measurements });
    const first = { value: FIRST, measuredAt: items[0].published_at };
    for (const index of [0, 1, 2]) expect((await read(index)).cycles.value).toBe(FIRST);
    expect(await read(0)).toMatchObject({ cycles: first });
    expect((await read(0, '/measurements?point=cycles')).measurements).toEqual([
      { at: first.measuredAt, value: FIRST },
    ]);
    expect((await read(0, `/measurements?point=cycles&from=${at(1)}`)).measurements).toEqual([]);
    expect(await rowsOf(items[0].passport_id)).toBe(0);

    const entry = { point: 'cycles', at: at(60), value: 60 };
    expect((await send(0, entry)).body).toEqual({ received: 1, stored: 1 });
    expect(await read(0)).toMatchObject({ cycles: { value: 60, measuredAt: entry.at } });
    expect((await read(0, '/measurements?point=cycles')).measurements).toEqual([
      { at: first.measuredAt, value: FIRST },
      { at: entry.at, value: 60 },
    ]);
    expect(await rowsOf(items[0].passport_id)).toBe(3);
    expect((await read(1)).cycles.value).toBe(FIRST);

    const voided = { point: 'cycles', at: items[1].published_at, void: true, reason: 'wrong' };
    expect((await send(1, voided)).body).toEqual({ received: 1, stored: 1 });
    expect(await read(1)).not.toHaveProperty('cycles');

    // Two simultaneous entries, and a revision, which does not change a started series.
    expect(
      (await Promise.all([send(2, entry), send(2, { ...entry, at: at(61) })])).map(({ status }) => status),
    ).toEqual([200, 200]);
    expect(await rowsOf(items[2].passport_id)).toBe(4);
    await shop.act(items[1].passport_id, 'revisions');
    await shop.good('PUT', `passports/${items[1].passport_id}`, { passport: { dpp_payload: { ...dpp_payload, cycles: 99 } } }); // prettier-ignore
    await shop.act(items[1].passport_id, 'publish');
    expect(await read(1)).not.toHaveProperty('cycles');
  });

  it('are accepted as JSON Lines with a byte order mark', async () => {
    const response = await fetch(`${app.url}/rest/V1/dpp/manage/passports/${passport.passport_id}/measurements`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await app.adminToken()}`, 'content-type': 'application/x-ndjson' },
      body: `\uFEFF${JSON.stringify({ point: 'cycles', at: at(40), value: 40 })}\n${JSON.stringify({ point: 'cycles', at: at(41), value: 41 })}\n`,
    });
    expect(await response.json()).toEqual({ received: 2, stored: 2 });
  });
});
