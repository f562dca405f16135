import { setTimeout as delay } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { saidBySvg } from '../../libs/codes/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import type { JobWork } from '../../libs/operations/index.js';
import { DoRun, PassportRuns, type RunJobInput } from '../../src/dpp/runs/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, publishable } from '../support/passport-shop.js';
import { scanned } from '../support/scanner.js';

const nothing = (): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
});
const GTIN = '04006381333931';

const settledJob = async (app: TestApp, job: string) => {
  for (;;) {
    const told = await app.good('GET', `/rest/V1/jobs/${job}`);
    if (told.status !== 4) return told;
    await delay(50);
  }
};
const expectSettled = async (app: TestApp, job: string, result: object): Promise<void> => {
  expect(await settledJob(app, job)).toMatchObject({ status: 1, result });
};

describeOnDatabases('runs of serial numbers (passports.md, "Runs of serial numbers")', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  const settled = (job: string) => settledJob(app, job);
  const passportOf = (fields: object = {}) => publishable({ sku: shop.sku(), gtin: GTIN, batch: 'L1', ...fields });
  const refusal = async (body: object): Promise<readonly unknown[]> => {
    const { status, text } = await shop.call('POST', 'runs', body);
    return [status, text];
  };

  it('make and publish items that read as if each had been published alone', async () => {
    const passport = passportOf();
    const begun = await shop.good('POST', 'runs', { passport, pattern: 'S-{098}', count: 120 });
    expect(begun).toMatchObject({ status: 'reserving', item_count: 120, sku: passport.sku, gtin: GTIN, batch: 'L1' });
    expect(await settled(begun.job)).toMatchObject({
      status: 1,
      rows_done: 240,
      result: { published: 120, refused: 0 },
    });
    expect(await shop.good('GET', `runs/${begun.uuid}`)).toMatchObject({
      status: 'published',
      reserved: 120,
      published: 120,
    });

    const alone = await shop.published({ ...passport, serial: 'ALONE' });
    const [one, other] = await Promise.all(
      ['S-217', 'ALONE'].map(async (serial) => JSON.parse((await shop.read(passport.sku, `?serial=${serial}`)).text)),
    );
    const OWN = [
      'passport_id',
      'uuid',
      'serial',
      'published_at',
      'public_url',
      'qr_url',
      'jsonld_url',
      'content_digest',
    ];
    const shared = (view: object) => Object.fromEntries(Object.entries(view).filter(([name]) => !OWN.includes(name)));
    expect(shared(one)).toEqual(shared(other));
    expect(Object.keys(one)).toEqual(Object.keys(other));
    const { content_digest: digest, ...rest } = one;
    expect(digest).toBe(`sha-256:${hash('sha256', canonicalize(rest) ?? '')}`);
    expect(one.public_url).toBe(`http://kontor.test/dpp/${one.uuid}`);

    const link = await app.call('GET', `/01/${GTIN}/21/S-217`, undefined, undefined, { accept: 'text/html' });
    expect([link.status, link.headers.get('location')]).toEqual([307, one.public_url]);
    const history = await shop.good('GET', `passports/${one.passport_id}/history`);
    expect(JSON.stringify(history)).toContain('published');
    const authored = await shop.good('GET', `passports/${one.passport_id}`);
    const authoredAlone = await shop.good('GET', `passports/${alone.passport_id}`);
    expect(authored.dpp_payload).toBe(authoredAlone.dpp_payload);
    await shop.act(one.passport_id, 'revisions');
    await shop.good('PUT', `passports/${one.passport_id}`, { passport: { mpn: 'NEXT' } });
    expect(await shop.act(one.passport_id, 'publish')).toMatchObject({ version: 2, mpn: 'NEXT', serial: 'S-217' });
  });

  it('reserve first: codes can be printed, and are public once the run is published', async () => {
    const passport = passportOf();
    const begun = await shop.good('POST', 'runs/reservations', { passport, serials_csv: 'serial\nR-1\nR/2\n' });
    expect(await settled(begun.job)).toMatchObject({ status: 1, result: { reserved: 2, published: 0 } });
    expect((await shop.read(passport.sku, '?serial=R-1')).text).toBe('null');
    const headers = { authorization: `Bearer ${await app.adminToken()}` };
    const zip = await fetch(`${app.url}/rest/V1/dpp/manage/runs/${begun.uuid}/codes.zip`, { headers });
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['R-1.svg', 'R%2F2.svg']);
    const said = Object.values(files).map((file) => saidBySvg(Buffer.from(file).toString()));
    expect(said).toEqual([`http://kontor.test/01/${GTIN}/21/R-1`, `http://kontor.test/01/${GTIN}/21/R%2F2`]);
    const codes = async (query: string): Promise<readonly [number, readonly Uint8Array[]]> => {
      const asked = await fetch(`${app.url}/rest/V1/dpp/manage/runs/${begun.uuid}/codes.zip?${query}`, { headers });
      const bytes = new Uint8Array(await asked.arrayBuffer());
      return [asked.status, asked.status === 200 ? Object.values(unzipSync(bytes)) : []];
    };
    const [, drawn] = await codes('module_mm=0.4&level=Q&quiet=6');
    expect(Buffer.from(drawn[0] ?? []).toString()).toMatch(/width="[\d.]+mm"/);
    const [, pictures] = await codes('format=png&module_mm=0.4&dpi=600&level=Q&quiet=6&count=1');
    expect(await scanned(pictures[0] ?? new Uint8Array())).toMatchObject([{ text: said[0], ecLevel: 'Q' }]);
    const [, matrices] = await codes('format=png&symbol=datamatrix&content=elements&first=2');
    expect(await scanned(matrices[0] ?? new Uint8Array())).toMatchObject([
      { format: 'DataMatrix', contentType: 'GS1', said: `01${GTIN}10L1\u001d21R/2` },
    ]);
    for (const wrong of [
      'quiet=3',
      'symbol=aztec',
      'format=png&module_mm=0.1&dpi=72',
      'format=png&module_mm=5&dpi=1200',
    ])
      expect([wrong, (await codes(wrong))[0]]).toEqual([wrong, 400]);
    const labels = await fetch(`${app.url}/rest/V1/dpp/manage/runs/${begun.uuid}/labels.pdf?first=2&count=1`, {
      headers,
    });
    expect([labels.status, labels.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const json = { accept: 'application/json' };
    for (const target of said) {
      const { pathname } = new URL(target ?? '');
      const { status, body } = await app.call('GET', pathname, undefined, undefined, json);
      expect([status, body]).toEqual([404, { notice: expect.objectContaining({ status: 'reserved' }) }]);
      expect(JSON.stringify(body)).not.toContain(passport.sku);
    }
    const published = await shop.good('POST', `runs/${begun.uuid}/publish`);
    expect(await settled(published.job)).toMatchObject({ status: 1, result: { published: 2 } });
    for (const target of said) {
      const { pathname } = new URL(target ?? '');
      expect((await app.call('GET', pathname, undefined, undefined, { accept: 'text/html' })).status).toBe(307);
    }
    expect((await shop.call('POST', `runs/${begun.uuid}/publish`)).status).toBe(400);
  });

  it('leave out items whose key is taken, and say which', async () => {
    const passport = passportOf();
    await shop.draft({ ...passport, serial: 'T-2' });
    const { uuid, job } = await shop.good('POST', 'runs', { passport, serials: ['T-1', 'T-2', 'T-3'] });
    expect(await settled(job)).toMatchObject({ status: 1, result: { reserved: 2, published: 2, refused: 1 } });
    expect((await shop.good('GET', `runs/${uuid}`)).message).toMatch(/^T-2: /);
    expect((await shop.read(passport.sku, '?serial=T-3')).text).toContain('"serial":"T-3"');
  });

  it('leave out items whose serial number is one of another batch, and give theirs to no other', async () => {
    const passport = passportOf();
    const run = async (fields: object, serials: readonly string[]) => {
      const { uuid, job } = await shop.good('POST', 'runs', { passport: { ...passport, ...fields }, serials });
      return [(await settled(job)).result, (await shop.good('GET', `runs/${uuid}`)).message];
    };
    expect(await run({}, ['Z1', 'Z2'])).toEqual([{ reserved: 2, published: 2, refused: 0 }, null]);
    expect(await run({ batch: 'L2' }, ['Z3', 'Z2'])).toEqual([
      { reserved: 1, published: 1, refused: 1 },
      expect.stringMatching(/^Z2: .*\(21\)Z2.* batch L1/),
    ]);
    const reserved = await shop.good('POST', 'runs/reservations', { passport, serials: ['Z4'] });
    await settled(reserved.job);
    const item = await shop.draft({ ...passport, batch: 'L2', serial: 'Z4' });
    const refused = await shop.call('POST', `passports/${item.passport_id}/publish`);
    expect([refused.status, refused.body.parameters]).toEqual([400, expect.objectContaining({ batch: 'L1' })]);
  });

  it('have the GTIN of their data sheet from their reservation on', async () => {
    const sheet = await shop.draft({ sku: shop.sku(), gtin: '09524000010018' });
    const passport = passportOf({ gtin: null, model_passport: sheet.passport_id });
    const begun = await shop.good('POST', 'runs/reservations', { passport, serials: ['G1'] });
    await settled(begun.job);
    const other = await shop.draft({ gtin: '09524000010018', serial: 'G1' });
    expect((await shop.call('POST', `passports/${other.passport_id}/publish`)).status).toBe(400);
    const notice = await app.call('GET', '/01/09524000010018/21/G1', undefined, undefined, {
      accept: 'application/json',
    });
    expect([notice.status, notice.body]).toEqual([404, { notice: expect.objectContaining({ status: 'reserved' }) }]);
    await settled((await shop.good('POST', `runs/${begun.uuid}/publish`)).job);
    const read = await shop.read(passport.sku, '?serial=G1');
    expect(read.body).toMatchObject({ gtin: '09524000010018', serial: 'G1' });
    const svg = await app.call('GET', `/dpp/${read.body.uuid}/qr.svg`);
    expect(saidBySvg(svg.text)).toBe('http://kontor.test/01/09524000010018/21/G1');
  });

  it('go on where a worker ended, and two at once make each item once', async () => {
    const passport = passportOf();
    const begun = await shop.good('POST', 'runs/reservations', { passport, pattern: 'K{0001}', count: 130 });
    await settled(begun.job);
    const work = (ends: number): JobWork<RunJobInput> => ({
      input: { run: begun.uuid, publishes: true },
      caller: { kind: 'admin', id: 1, rights: [], holds: () => true },
      files: { names: () => Promise.resolve([]), read: nothing, write: () => Promise.resolve() },
      progress: (done) => {
        if (done - 130 >= ends) throw new Error('ended here');
      },
    });
    const [runs, items] = [app.get<PassportRuns>(PassportRuns), app.get<DoRun>(DoRun)];
    const run = await runs.byUuid(begun.uuid);
    if (!run) throw new Error('no run');
    await app.get<Transactions>(Transactions).write(() => runs.change({ ...run, status: 'publishing' }));
    await expect(items.run(work(50))).rejects.toThrow('ended here');
    expect(await shop.good('GET', `runs/${begun.uuid}`)).toMatchObject({ status: 'publishing', published: 50 });
    await Promise.all([items.run(work(Infinity)), items.run(work(Infinity))]);
    expect(await shop.good('GET', `runs/${begun.uuid}`)).toMatchObject({
      status: 'published',
      published: 130,
      refused: 0,
    });
    const sku = 'searchCriteria[filter_groups][0][filters][0]';
    const listed = await app.good('GET', `/rest/V1/dpp/passports?${sku}[field]=sku&${sku}[value]=${passport.sku}`);
    expect(listed.total_count).toBe(130);
  });

  it('are refused with what is wrong, and leave nothing behind', async () => {
    const before = (await shop.good('GET', 'runs/search?searchCriteria')).total_count;
    const passport = passportOf();
    expect(await refusal({ passport, serials: [] })).toEqual([400, expect.stringContaining('serials')]);
    expect(await refusal({ passport, serials: ['A', 'A'] })).toEqual([400, expect.stringContaining('twice')]);
    expect(await refusal({ passport: { ...passport, serial: 'A' }, serials: ['B'] })).toEqual([
      400,
      expect.any(String),
    ]);
    expect(await refusal({ passport: { ...passport, gtin: '1' }, serials: ['B'] })).toEqual([
      400,
      expect.stringContaining('gtin'),
    ]);
    const bad = { ...passport, dpp_payload: {} };
    expect(await refusal({ passport: bad, serials: ['B'] })).toEqual([400, expect.stringContaining('material')]);
    expect(await refusal({ serials: ['B'] })).toEqual([400, expect.stringContaining('passport')]);
    expect((await shop.good('GET', 'runs/search?searchCriteria')).total_count).toBe(before);
    const clerk = await app.integrationToken('_Dpp::manage', '_Dpp::save');
    expect((await shop.call('POST', 'runs', { passport, serials: ['B'] }, clerk)).status).toBe(403);
    expect((await shop.call('POST', 'runs/reservations', { passport, serials: ['B'] }, clerk)).status).toBe(200);
  });
});

describeOnDatabases('runs that a second person releases (passports.md, "Runs of serial numbers")', (database) => {
  it('are published by somebody else than who began them', async () => {
    const app = await startApp({ database, settings: { DPP_RELEASE: '1' } });
    try {
      const shop = await new PassportShop(app).open();
      const serials = ['D-1', 'D-2'];
      const begun = await shop.good('POST', 'runs', { passport: publishable({ gtin: GTIN }), serials });
      await expectSettled(app, begun.job, { reserved: 2, published: 0 });
      expect(await shop.good('GET', `runs/${begun.uuid}`)).toMatchObject({ status: 'reserved', releaser_kind: null });
      expect((await shop.call('POST', `runs/${begun.uuid}/publish`)).status).toBe(400);
      const second = await app.integrationToken('_Dpp::manage', '_Dpp::save', '_Dpp::publish');
      const { status, body } = await shop.call('POST', `runs/${begun.uuid}/publish`, undefined, second);
      expect([status, body]).toEqual([200, expect.objectContaining({ releaser_kind: 'integration' })]);
      await expectSettled(app, (body as { job: string }).job, { reserved: 2, published: 2 });
    } finally {
      await app.close();
    }
  });
});
