import { ReadinessCsv } from '../../src/dpp/authoring/adapters/csv/readiness-csv.js';
import { ItemsRevisionJob } from '../../src/dpp/authoring/adapters/rest/items-revision-job.js';
import { PassportUpgradeJob } from '../../src/dpp/authoring/adapters/rest/passport-upgrade-job.js';
import { ITEMS_REVISION_JOB } from '../../src/dpp/authoring/application/item-operations.js';
import { READINESS_JOB } from '../../src/dpp/authoring/application/readiness-operations.js';
import type { ItemsRevision } from '../../src/dpp/authoring/application/revise-items.js';
import { UPGRADE_JOB } from '../../src/dpp/authoring/application/upgrade-operations.js';
import type { JobAdapter } from '../../libs/operations/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { doJobs } from '../support/done-jobs.js';
import { newestAct } from '../support/newest-act.js';
import { PassportShop, publishable, tinyTemplate } from '../support/passport-shop.js';

const CITE = 'Regulation (EU) 2023/1542, Annex XIII, point 1(h)';

/** A later version of `tiny`: care has moved, recipe is gone, and alloy is new and required. */
const later = () => {
  const tiny = tinyTemplate();
  const { recipe: _gone, care: _moved, ...properties } = tiny.schema.properties;
  const { recipe: _noTerm, care, ...terms } = tiny.vocabulary.terms;
  return {
    ...tiny,
    version: '2.0.0',
    legal_basis: [
      { act: 'Regulation (EU) 2023/1542', article: 'Article 77', in_force_from: '2037-02-18', status: 'in_force' },
    ],
    schema: {
      ...tiny.schema,
      properties: {
        ...properties,
        upkeep: { type: 'object', additionalProperties: { type: 'string' } },
        alloy: { type: 'string' },
      },
    },
    sections: [],
    vocabulary: {
      prefix: 'tiny',
      iri: '/dpp/vocab/tiny/2#',
      terms: { ...terms, upkeep: { ...care, iri: 'upkeep' }, alloy: { ...care, iri: 'alloy', type: 'text' } },
    },
    rules: [
      { rule: 'required_from', field: 'alloy', from: '2037-02-18', cite: CITE },
      { rule: 'required_from', envelope: 'mpn', from: '2037-02-18', cite: 'Annex VI' },
    ],
    example: {
      ...tiny.example,
      dpp_payload: {
        material: 'steel',
        weight_kg: 1.5,
        upkeep: { en: 'Dry.' },
        alloy: 'A2',
        supplier: 'S',
        repairs: 0,
      },
    },
    carried_over: {
      from: ['1.0.0'],
      moves: [
        { from: 'care', to: 'upkeep' },
        { from: 'recipe', lost: 'Nobody asks.' },
        { from: 'material', envelope: 'mpn', values: { brass: 'M-brass' } },
      ],
    },
  };
};

describeOnDatabases('readiness and upgrades of passports', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database, settings: { JOB_WORKERS: '0' } });
    shop = await new PassportShop(app).open();
    await shop.good('POST', 'templates', { template: later() });
  });
  afterAll(() => app.close());

  const done = async ({ uuid }: { uuid: string }) => {
    await doJobs(app, {
      kinds: [
        [READINESS_JOB, app.get(ReadinessCsv)],
        [UPGRADE_JOB, app.get(PassportUpgradeJob)],
        [ITEMS_REVISION_JOB, app.get(ItemsRevisionJob)],
      ],
    });
    return app.good('GET', `/rest/V1/jobs/${uuid}`);
  };
  const file = async (path: string): Promise<string> =>
    (await app.call('GET', `/rest${path}`, undefined, await app.adminToken())).text;

  it('list missing data with citations for a date; publishing checks today’s', async () => {
    const { passport_id: id } = await shop.draft({ template_version: '2.0.0', dpp_payload: { material: 'steel' } });
    const on = (day: string) => shop.good('GET', `passports/${id}/readiness?on=${day}`);
    expect(await on('2037-02-17')).toMatchObject({ on: '2037-02-17', ready: 1, items: [] });
    expect(await on('2037-02-18')).toMatchObject({
      passport_id: id,
      template_version: '2.0.0',
      ready: 0,
      items: [
        { path: 'dpp_payload.alloy', state: 'missing', cite: CITE },
        { path: 'mpn', state: 'missing', cite: 'Annex VI' },
      ],
    });
    expect((await shop.call('GET', `passports/${id}/readiness?on=soon`)).status).toBe(400);
    expect((await shop.call('GET', `passports/999999/readiness`)).status).toBe(404);
    expect(await shop.act(id, 'publish')).toMatchObject({ status: 'published' });
  });

  it('require the newest template version once its law applies', async () => {
    const { passport_id: id } = await shop.published({ template_version: '1.0.0', mpn: null });
    const on = (day: string) => shop.good('GET', `passports/${id}/readiness?on=${day}`);
    expect(await on('2037-02-17')).toMatchObject({ template_version: '1.0.0', ready: 1, items: [] });
    expect(await on('2037-02-18')).toMatchObject({
      template_version: '1.0.0',
      ready: 0,
      items: [
        { path: 'template_version', state: 'wrong', message: expect.stringContaining('tiny@2.0.0') },
        { path: 'dpp_payload.alloy', state: 'missing', cite: CITE },
        { path: 'mpn', state: 'missing', cite: 'Annex VI' },
      ],
    });
  });

  it('can be searched over all passports', async () => {
    const { passport_id: id, sku } = await shop.draft({ template_version: '2.0.0', mpn: 'M-1' });
    const found = await shop.good(
      'GET',
      `passports/readiness/search?on=2037-02-18&searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${sku}`,
    );
    expect(found).toMatchObject({ total_count: 1, items: [{ passport_id: id, ready: 0 }] });
    expect(found.items[0].items.map(({ path }: { path: string }) => path)).toContain('dpp_payload.alloy');
    expect(await shop.good('GET', 'passports/readiness/search')).toMatchObject({ total_count: expect.any(Number) });
    const reader = await app.integrationToken('_Dpp::manage');
    expect((await shop.call('GET', 'passports/readiness/search', undefined, reader)).status).toBe(200);
    const other = await app.integrationToken('_CustomerDocuments::save');
    expect((await shop.call('GET', 'passports/readiness/search', undefined, other)).status).toBe(403);
  });

  it('report carried, missing and lost values in a dry run, and store nothing', async () => {
    const { passport_id: id } = await shop.draft({
      template_version: '1.0.0',
      dpp_payload: { material: 'steel', care: { en: 'Dry.' }, recipe: 'R' },
    });
    const before = await shop.good('GET', `passports/${id}`);
    expect(await shop.good('POST', `passports/${id}/upgrade?template=tiny@2.0.0&dryRun=1`)).toMatchObject({
      passport_id: id,
      from: 'tiny@1.0.0',
      to: 'tiny@2.0.0',
      dry_run: 1,
      // The first day on which the template's law applies, which is in the future.
      on: '2037-02-18',
      carried: [
        { from: 'dpp_payload.material', to: 'dpp_payload.material' },
        { from: 'dpp_payload.care', to: 'dpp_payload.upkeep' },
      ],
      missing: [{ path: 'dpp_payload.alloy', cite: CITE }, { path: 'mpn' }],
      lost: [{ path: 'dpp_payload.recipe', reason: 'Nobody asks.' }],
    });
    expect(await shop.good('GET', `passports/${id}`)).toEqual(before);
  });

  it('create a draft and leave the public version unchanged', async () => {
    const { passport_id: id, uuid } = await shop.published({ template_version: '1.0.0' });
    const read = () => app.call('GET', `/dpp/${uuid}`, undefined, undefined, { accept: 'application/ld+json' });
    const before = await read();
    expect(await shop.good('POST', `passports/${id}/upgrade?template=tiny`)).toMatchObject({ dry_run: 0, version: 2 });
    expect((await newestAct(app))[0]).toBe('POST /rest/V1/dpp/manage/passports/:id/upgrade');
    const draft = await shop.good('GET', `passports/${id}`);
    expect(draft).toMatchObject({ status: 'draft', version: 2, template_version: '2.0.0' });
    expect(JSON.parse(draft.dpp_payload)).toHaveProperty('upkeep');
    expect((await read()).body).toEqual(before.body);
    expect((await shop.call('POST', `passports/${id}/upgrade?template=tiny@2.0.0`)).status).toBe(400);
    expect((await shop.call('POST', `passports/${id}/upgrade?template=nobody`)).status).toBe(400);
    expect((await shop.call('POST', `passports/${id}/upgrade`)).status).toBe(400);
    const reader = await app.integrationToken('_Dpp::manage');
    expect((await shop.call('POST', `passports/${id}/upgrade?template=tiny`, {}, reader)).status).toBe(403);
  });

  it.each([
    [null, 'M-brass'],
    ['M-9', 'M-9'],
  ])('move a value into the envelope only if the field was empty: %s', async (mpn, expected) => {
    const { passport_id: id } = await shop.draft({
      template_version: '1.0.0',
      mpn,
      dpp_payload: { material: 'brass' },
    });
    await shop.good('POST', `passports/${id}/upgrade?template=tiny@2.0.0`);
    expect(await shop.good('GET', `passports/${id}`)).toMatchObject({ mpn: expected, template_version: '2.0.0' });
  });

  it('are exported to CSV by a job, one row per finding', async () => {
    const { passport_id: id } = await shop.draft({ template_version: '2.0.0', mpn: '=1+1' });
    const job = await done(await shop.good('POST', 'passports/readiness/jobs?on=2037-02-18'));
    const { items, total_count: all } = await shop.good('GET', 'passports/readiness/search?on=2037-02-18');
    const lacking = items.flatMap(({ items: own }: { items: unknown[] }) => own);
    expect(job).toMatchObject({ status: 1, rows_done: all, result: { items: lacking.length } });
    const [header, ...rows] = (await file(job.files[0])).trimEnd().split('\n');
    expect(header).toBe(
      'passport_id,sku,store_id,template_code,template_version,version,status,on,path,state,message,cite',
    );
    expect(rows).toHaveLength(lacking.length);
    expect(rows.filter((row) => row.startsWith(`${id},`) && row.includes('dpp_payload.alloy'))).toHaveLength(1);
  });

  it('cover all passports of a template in a job', async () => {
    const { passport_id: id } = await shop.draft({ template_version: '1.0.0' });
    const job = await done(await shop.good('POST', 'templates/tiny/upgrade/jobs?to=2.0.0&dryRun=1'));
    expect(job).toMatchObject({ status: 1, result: { failed: 0, dry_run: 1, upgraded: expect.any(Number) } });
    const lines = (await file(job.files[0])).trimEnd().split('\n');
    const results = lines.map((line) => JSON.parse(line) as { passport_id: number; upgrade: object[] });
    expect(results.find(({ passport_id }) => passport_id === id)?.upgrade).toMatchObject([{ to: 'tiny@2.0.0' }]);
    expect(await shop.good('GET', `passports/${id}`)).toMatchObject({ template_version: '1.0.0' });
  });

  it('cover all passports of a template, each separately', async () => {
    const { passport_id: id } = await shop.draft({ template_version: '1.0.0' });
    const tried = await shop.good('POST', 'templates/tiny/upgrade?to=2.0.0&dryRun=1');
    expect(tried).toMatchObject({ dry_run: 1, failed: 0 });
    const ids = tried.items.map(({ passport_id }: { passport_id: number }) => passport_id);
    expect(ids).toContain(id);
    expect(await shop.good('GET', `passports/${id}`)).toMatchObject({ template_version: '1.0.0' });
    expect(await shop.good('POST', 'templates/tiny/upgrade?to=2.0.0')).toMatchObject({ upgraded: ids.length });
    expect((await newestAct(app))[0]).toBe('POST /rest/V1/dpp/manage/templates/:code/upgrade');
    expect(await shop.good('GET', `passports/${id}`)).toMatchObject({ template_version: '2.0.0', status: 'draft' });
    expect(await shop.good('POST', 'templates/tiny/upgrade?to=2.0.0')).toMatchObject({ upgraded: 0, items: [] });
    expect((await shop.call('POST', 'templates/tiny/upgrade?to=9.0.0')).status).toBe(400);
  });

  it('require a job for more than 100 passports', async () => {
    const rows = Array.from({ length: 101 }, (_, at) => ({
      ...publishable({ sku: `MANY-${at}` }),
      template_version: '1.0.0',
    }));
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    const token = await app.adminToken();
    const type = { 'content-type': 'application/x-ndjson' };
    expect((await app.call('POST', '/rest/V1/dpp/manage/import', lines, token, type)).body).toMatchObject({
      created: 101,
    });
    const refused = await shop.call('POST', 'templates/tiny/upgrade?to=2.0.0&dryRun=1');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('upgrade/jobs')]);
    const job = await done(await shop.good('POST', 'templates/tiny/upgrade/jobs?to=2.0.0'));
    expect(job).toMatchObject({ status: 1, rows_done: 101, rows_known: 101, result: { upgraded: 101, failed: 0 } });
    expect(await shop.good('POST', 'templates/tiny/upgrade?to=2.0.0')).toMatchObject({ upgraded: 0 });
  });

  describe('when a data sheet changes', () => {
    const view = async (sku: string) => (await shop.read(sku)).body;
    const payloadOf = async (sku: string) => JSON.parse((await view(sku)).dpp_payload);
    const sheetOf = (fields: object = {}) =>
      shop.draft({ template_version: '1.0.0', has_bms: true, dpp_payload: { material: 'steel', weight_kg: 2, supplier: 'S' }, ...fields }); // prettier-ignore
    const itemOf = async (sheet: { passport_id: number }, serial: string, fields: object = {}) =>
      shop.draft({
        template_version: '1.0.0',
        serial,
        manufacturer: null,
        dpp_payload: {},
        model_passport: sheet.passport_id,
        ...fields,
      });
    const publish = async (item: { passport_id: number }) => shop.act(item.passport_id, 'publish');
    const changed = (sheet: { passport_id: number }, passport: object) =>
      shop.good('PUT', `passports/${sheet.passport_id}?replace=1`, { passport });
    const path = ({ passport_id: id }: { passport_id: number }) => `passports/${id}/items/revisions`;
    const outcomes = (answer: { items: readonly { passport_id: number; status: string }[] }) =>
      new Map(answer.items.map(({ passport_id, status }) => [passport_id, status]));

    it('revise only values of published items that came from the sheet', async () => {
      const sheet = await sheetOf();
      const bare = await publish(await itemOf(sheet, 'B'));
      const own = await publish(await itemOf(sheet, 'O', { has_bms: true, dpp_payload: { weight_kg: 9 } }));
      expect(bare.taken_from_sheets.sort()).toEqual([
        ...['/dpp_payload/material', '/dpp_payload/supplier', '/dpp_payload/weight_kg'],
        ...['/has_bms', '/manufacturer', '/parties'],
      ]);
      expect(own.taken_from_sheets).toEqual(expect.arrayContaining(['/dpp_payload/material', '/dpp_payload/supplier']));
      expect(own.taken_from_sheets).not.toEqual(expect.arrayContaining(['/has_bms']));
      const [draft, busy, over] = [await itemOf(sheet, 'D'), await publish(await itemOf(sheet, 'W')), await publish(await itemOf(sheet, 'A'))]; // prettier-ignore
      await shop.act(busy.passport_id, 'revisions');
      await shop.act(over.passport_id, 'archive', { reason: 'withdrawn' });
      const before = await view(bare.sku);
      const same = await shop.good('POST', path(sheet));
      expect(same).toMatchObject({ revised: 0, unchanged: 2, skipped: 1, failed: 0, dry_run: 0 });

      await changed(sheet, { has_bms: false, dpp_payload: { material: 'brass', weight_kg: 3, supplier: 'S' } });
      const tried = await shop.good('POST', `${path(sheet)}?dryRun=1`);
      expect(tried).toMatchObject({ revised: 2, unchanged: 0, skipped: 1, failed: 0, dry_run: 1 });
      expect(outcomes(tried)).toEqual(new Map([[bare.passport_id, 'revised'], [own.passport_id, 'revised'], [busy.passport_id, 'skipped']])); // prettier-ignore
      const of = (id: number) => tried.items.find(({ passport_id }: { passport_id: number }) => passport_id === id);
      const material = { path: 'dpp_payload.material', change: 'changed', from: 'steel', to: 'brass' };
      expect(of(own.passport_id)).toMatchObject({ version: 2, changes: [material], error: null });
      const bms = { path: 'has_bms', change: 'changed', from: true, to: false };
      expect(of(bare.passport_id).changes).toEqual([bms, material, expect.objectContaining({ path: 'dpp_payload.weight_kg', to: 3 })]); // prettier-ignore
      expect(await view(bare.sku)).toEqual(before);
      expect(await shop.good('GET', `passports/${bare.passport_id}`)).toMatchObject({
        version: 1,
        status: 'published',
      });

      const done_ = await shop.good('POST', path(sheet));
      expect((await newestAct(app))[0]).toBe('POST /rest/V1/dpp/manage/passports/:id/items/revisions');
      expect(done_).toEqual({ ...tried, dry_run: 0 });
      expect(await view(bare.sku)).toMatchObject({ version: 2, has_bms: false, public_url: before.public_url });
      expect([await payloadOf(bare.sku), await payloadOf(own.sku)]).toEqual([
        { material: 'brass', weight_kg: 3 },
        { material: 'brass', weight_kg: 9 },
      ]);
      expect((await view(own.sku)).has_bms).toBe(true);
      expect(await payloadOf(busy.sku)).toMatchObject({ material: 'steel' });
      const history = await shop.good('GET', `passports/${bare.passport_id}/history`);
      expect(history.slice(-3).map(({ action }: { action: string }) => action)).toEqual([
        'revised',
        'archived',
        'published',
      ]);
      expect(await shop.good('POST', path(sheet))).toMatchObject({ revised: 0, unchanged: 2, skipped: 1 });
      expect((await publish(draft)).has_bms).toBe(false);
    });

    it('keep values that an author changed, and remove values that the sheet dropped', async () => {
      const sheet = await sheetOf({ mpn: 'M-1' });
      const item = await publish(await itemOf(sheet, 'B'));
      await shop.act(item.passport_id, 'revisions');
      const { dpp_payload: payload } = await shop.good('GET', `passports/${item.passport_id}`);
      await changed(item, { dpp_payload: { ...JSON.parse(payload), weight_kg: 7 } });
      expect((await publish(item)).taken_from_sheets).not.toContain('/dpp_payload/weight_kg');
      await changed(sheet, { mpn: null, dpp_payload: { material: 'steel', weight_kg: 4, care: { en: 'New' } } });
      expect(await shop.good('POST', path(sheet))).toMatchObject({ revised: 1 });
      expect(await view(item.sku)).toMatchObject({ mpn: null, version: 3 });
      expect(await payloadOf(item.sku)).toEqual({ material: 'steel', weight_kg: 7, care: { en: 'New' } });
    });

    it('prefer values of the batch sheet to those of the model sheet', async () => {
      const [model, batch] = [await sheetOf(), await sheetOf({ batch: 'L-1', dpp_payload: { weight_kg: 5 } })];
      const item = await publish(await itemOf(model, 'B', { batch_passport: batch.passport_id }));
      await changed(model, { dpp_payload: { material: 'brass', weight_kg: 3, supplier: 'S' } });
      await changed(batch, { dpp_payload: {} });
      expect(await shop.good('POST', path(batch))).toMatchObject({ revised: 1 });
      expect(await payloadOf(item.sku)).toEqual({ material: 'brass', weight_kg: 3 });
      expect(await shop.good('POST', path(model))).toMatchObject({ revised: 0, unchanged: 1 });
    });

    it('report invalid items and leave them unchanged, but revise the others', async () => {
      const sheet = await sheetOf();
      const weak = await publish(await itemOf(sheet, 'B'));
      const strong = await publish(await itemOf(sheet, 'O', { dpp_payload: { material: 'oak' } }));
      const before = await view(weak.sku);
      await changed(sheet, { dpp_payload: { weight_kg: 3 } });
      for (const query of ['?dryRun=1', '']) {
        const report = await shop.good('POST', `${path(sheet)}${query}`);
        expect(report).toMatchObject({ revised: 1, failed: 1 });
        const failed = report.items.find(({ status }: { status: string }) => status === 'failed');
        expect(failed).toMatchObject({ passport_id: weak.passport_id, version: 1, changes: [], error: { message: expect.stringContaining('%fieldName') } }); // prettier-ignore
      }
      expect(await view(weak.sku)).toEqual(before);
      expect(await shop.good('GET', `passports/${weak.passport_id}`)).toMatchObject({
        version: 1,
        status: 'published',
      });
      expect(await payloadOf(strong.sku)).toEqual({ material: 'oak', weight_kg: 3 });
    });

    it('resume a stopped job after the items already revised', async () => {
      const sheet = await sheetOf();
      const items: { passport_id: number; sku: string }[] = [];
      for (const serial of ['1', '2', '3']) items.push(await publish(await itemOf(sheet, serial)));
      await changed(sheet, { dpp_payload: { material: 'brass', weight_kg: 3 } });
      const { uuid } = await shop.good('POST', `${path(sheet)}/jobs`);
      const stop = new AbortController();
      const run = app.get<ItemsRevisionJob>(ItemsRevisionJob);
      const halting: JobAdapter<ItemsRevision> = {
        run: (work) => {
          const progress = (made: number, known: number) => {
            if (made === 1) stop.abort();
            work.progress(made, known);
          };
          return run.run({ ...work, progress });
        },
      };
      await doJobs(app, { kinds: [[ITEMS_REVISION_JOB, halting]], stop: stop.signal });
      const versions = async () => {
        const reports = [];
        for (const { sku } of items) reports.push((await view(sku)).version);
        return reports;
      };
      expect(await versions()).toEqual([2, 1, 1]);
      const job = await done({ uuid });
      expect(job).toMatchObject({ status: 1, rows_done: 3, result: { revised: 2, unchanged: 1, skipped: 0, failed: 0, dry_run: 0 } }); // prettier-ignore
      expect(await versions()).toEqual([2, 2, 2]);
      const lines = (await file(job.files[0])).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).passport_id)).toEqual(items.slice(1).map(({ passport_id }) => passport_id)); // prettier-ignore
    });

    it('require the right to publish, and return 404 for an unknown sheet', async () => {
      const sheet = await sheetOf();
      const author = await app.integrationToken('_Dpp::manage', '_Dpp::save');
      for (const suffix of ['', '?dryRun=1', '/jobs'])
        expect((await shop.call('POST', `${path(sheet)}${suffix}`, undefined, author)).status).toBe(403);
      for (const path of ['revisions', 'revisions/jobs'])
        expect((await shop.call('POST', `passports/999999/items/${path}`)).status).toBe(404);
      expect(await shop.good('POST', path(sheet))).toMatchObject({ revised: 0, items: [] });
    });
  });

  describe('with data sheets', () => {
    const SHEET = { material: 'steel', care: { en: 'Dry.' }, recipe: 'R', supplier: 'S' };
    const pathsOf = (report: { items: readonly { path: string }[] }) => report.items.map(({ path }) => path);
    const ids = (report: { items: readonly { passport_id: number }[] }) =>
      report.items.map(({ passport_id }) => passport_id);
    const sheetOf = (fields: object = {}) =>
      shop.draft({ template_version: '1.0.0', placed_on_market_on: '2037-03-01', dpp_payload: SHEET, ...fields });
    const itemOf = (sheet: { passport_id: number }, fields: object = {}) =>
      shop.draft({
        template_version: '1.0.0',
        serial: 'I',
        dpp_payload: {},
        model_passport: sheet.passport_id,
        ...fields,
      });

    it('use upgraded values of older sheets, and their date', async () => {
      const sheet = await sheetOf();
      const { passport_id: id } = await itemOf(sheet);
      const report = await shop.good('GET', `passports/${id}/readiness`);
      expect([report.on, pathsOf(report)]).toEqual(['2037-03-01', ['template_version', 'dpp_payload.alloy', 'mpn']]);
      const tried = await shop.good('POST', `passports/${id}/upgrade?template=tiny@2.0.0&dryRun=1`);
      expect(tried).toMatchObject({
        on: '2037-03-01',
        carried: expect.arrayContaining([{ from: 'dpp_payload.care', to: 'dpp_payload.upkeep' }]),
        lost: [{ path: 'dpp_payload.recipe', reason: 'Nobody asks.' }],
        missing: [{ path: 'dpp_payload.alloy' }, { path: 'mpn' }],
      });
    });

    it('convert sheet values to the item’s version, and reject sheets of a newer version', async () => {
      const sheet = await sheetOf();
      const newer = await itemOf(sheet, { template_version: '2.0.0', mpn: 'M', dpp_payload: { alloy: 'A2' } });
      const { passport_id: id } = newer;
      expect(await shop.good('GET', `passports/${id}/validate`)).toEqual({ valid: 1, faults: [] });
      const { dpp_payload: payload } = await shop.act(id, 'publish');
      expect(JSON.parse(payload)).toEqual({ material: 'steel', supplier: 'S', alloy: 'A2', upkeep: { en: 'Dry.' } });
      const ahead = await sheetOf({ template_version: '2.0.0', dpp_payload: { material: 'steel', alloy: 'A2' } });
      const { passport_id: former } = await itemOf(ahead);
      const report = await shop.good('GET', `passports/${former}/validate`);
      expect(report).toMatchObject({ valid: 0, faults: [{ path: 'model_passport', message: expect.stringContaining('tiny@2.0.0') }] }); // prettier-ignore
      expect((await shop.call('POST', `passports/${former}/publish`)).status).toBe(400);
    });

    it('omit sheets from reports, and identify a sheet when it is read alone', async () => {
      const sheet = await sheetOf();
      const { passport_id: id } = await itemOf(sheet);
      const all = `passports/readiness/search?on=2037-02-18&searchCriteria[pageSize]=2&searchCriteria[filter_groups][0][filters][0][field]=passport_id&searchCriteria[filter_groups][0][filters][0][condition_type]=gteq&searchCriteria[filter_groups][0][filters][0][value]=${sheet.passport_id}`;
      const found = await shop.good('GET', all);
      expect([found.total_count, ids(found)]).toEqual([1, [id]]);
      const job = await done(await shop.good('POST', 'passports/readiness/jobs?on=2037-02-18'));
      const rows = (await file(job.files[0])).split('\n');
      expect(rows.filter((row) => row.startsWith(`${id},`))).toHaveLength(3);
      expect(rows.filter((row) => row.startsWith(`${sheet.passport_id},`))).toEqual([]);
      const alone = await shop.good('GET', `passports/${sheet.passport_id}/readiness?on=2037-02-18`);
      expect(alone.items).toMatchObject([
        { path: null, message: expect.stringContaining('is used as a data sheet by other passports') },
      ]);
      await shop.good('DELETE', `passports/${id}`);
      expect(ids(await shop.good('GET', all))).toEqual([sheet.passport_id]);
    });
  });

  it('ignore requirements that the newest template version dropped', async () => {
    const hat = tinyTemplate({ code: 'hat' });
    const vocabulary = { ...hat.vocabulary, prefix: 'hat', iri: '/dpp/vocab/hat/1#' };
    const { required: _none, ...schema } = hat.schema;
    await shop.good('POST', 'templates', { template: { ...hat, vocabulary } });
    const { passport_id: id } = await shop.draft({ template_code: 'hat', dpp_payload: {} });
    const lacking = async () => (await shop.good('GET', `passports/${id}/readiness`)).items.length;
    expect(await lacking()).toBe(1);
    await shop.good('POST', 'templates', { template: { ...hat, version: '1.1.0', vocabulary, schema } });
    expect(await lacking()).toBe(0);
  });
});
