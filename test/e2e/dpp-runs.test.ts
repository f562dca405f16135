import { PrintLabels } from '../../src/dpp/labels/application/print-labels.js';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { decodeSvg } from '../../libs/codes/index.js';
import { Database } from '../../libs/database/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import type { JobWork } from '../../libs/operations/index.js';
import { ManageAccounts } from '../../src/access/index.js';
import { EndedPassports } from '../../src/dpp/authoring/index.js';
import { MakeItems } from '../../src/dpp/runs/application/make-items.js';
import type { RunJobInput } from '../../src/dpp/runs/application/run-job.js';
import { WithdrawItems } from '../../src/dpp/runs/application/withdraw-items.js';
import { PassportRuns } from '../../src/dpp/runs/index.js';
import { signal } from '../contracts/stores.js';
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
    const answer = await app.good('GET', `/rest/V1/jobs/${job}`);
    if (answer.status !== 4) return answer;
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

  it('publish items that read as if published one by one', async () => {
    const passport = passportOf();
    const startedRun = await shop.good('POST', 'runs', { passport, pattern: 'S-{098}', count: 120 });
    expect(startedRun).toMatchObject({
      status: 'reserving',
      item_count: 120,
      sku: passport.sku,
      gtin: GTIN,
      batch: 'L1',
    });
    expect(await settled(startedRun.job)).toMatchObject({
      status: 1,
      rows_done: 240,
      result: { published: 120, refused: 0 },
    });
    expect(await shop.good('GET', `runs/${startedRun.uuid}`)).toMatchObject({
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

  it('return 409 for labels and codes until reserved; file names are valid on Windows', async () => {
    const { passport_id: sheet } = await shop.draft({ product_name: { en: 'Sheet name' } });
    const passport = passportOf({ product_name: null, model_passport: sheet });
    const { uuid, job } = await shop.good('POST', 'runs/reservations', {
      passport,
      serials: ['CON', 'w1', 'W1', 'a*b'],
    });
    await settled(job);
    const setStatus = (status: string) =>
      app
        .get<Transactions>(Transactions)
        .write(() =>
          app.get<Database>(Database).run('UPDATE passport_run SET status = ? WHERE uuid = ?', [status, uuid]),
        );
    await setStatus('reserving');
    for (const file of ['labels.pdf', 'codes.zip']) {
      const { status, text, headers } = await shop.call('GET', `runs/${uuid}/${file}`);
      expect([status, headers.get('retry-after')]).toEqual([409, '5']);
      expect(text).toContain('are reserved');
    }
    await setStatus('reserved');
    const headers = { authorization: `Bearer ${await app.adminToken()}` };
    const zip = await fetch(`${app.url}/rest/V1/dpp/manage/runs/${uuid}/codes.zip`, { headers });
    const names = Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())));
    expect(names).toEqual(['%43ON.svg', 'w1.svg', '%57%31.svg', 'a%2Ab.svg']);
    const labels = await app.get<PrintLabels>(PrintLabels).ofRun(uuid, 1, 4);
    expect(labels.map(({ name }) => name)).toEqual(labels.map(() => ({ en: 'Sheet name' })));
  });

  it('can be reserved and printed first, and are public once published', async () => {
    const passport = passportOf();
    const startedRun = await shop.good('POST', 'runs/reservations', { passport, serials_csv: 'serial\nR-1\nR/2\n' });
    expect(await settled(startedRun.job)).toMatchObject({ status: 1, result: { reserved: 2, published: 0 } });
    expect((await shop.read(passport.sku, '?serial=R-1')).text).toBe('null');
    const headers = { authorization: `Bearer ${await app.adminToken()}` };
    const zip = await fetch(`${app.url}/rest/V1/dpp/manage/runs/${startedRun.uuid}/codes.zip`, { headers });
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['R-1.svg', 'R%2F2.svg']);
    const said = Object.values(files).map((file) => decodeSvg(Buffer.from(file).toString()));
    expect(said).toEqual([`http://kontor.test/01/${GTIN}/21/R-1`, `http://kontor.test/01/${GTIN}/21/R%2F2`]);
    const codes = async (query: string): Promise<readonly [number, readonly Uint8Array[]]> => {
      const asked = await fetch(`${app.url}/rest/V1/dpp/manage/runs/${startedRun.uuid}/codes.zip?${query}`, {
        headers,
      });
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
    const labels = await fetch(`${app.url}/rest/V1/dpp/manage/runs/${startedRun.uuid}/labels.pdf?first=2&count=1`, {
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
    const published = await shop.good('POST', `runs/${startedRun.uuid}/publish`);
    expect(await settled(published.job)).toMatchObject({ status: 1, result: { published: 2 } });
    for (const target of said) {
      const { pathname } = new URL(target ?? '');
      expect((await app.call('GET', pathname, undefined, undefined, { accept: 'text/html' })).status).toBe(307);
    }
    expect((await shop.call('POST', `runs/${startedRun.uuid}/publish`)).status).toBe(400);
  });

  it('skip items whose key is taken, and name them', async () => {
    const passport = passportOf();
    await shop.draft({ ...passport, serial: 'T-2' });
    const { uuid, job } = await shop.good('POST', 'runs', { passport, serials: ['T-1', 'T-2', 'T-3'] });
    expect(await settled(job)).toMatchObject({ status: 1, result: { reserved: 2, published: 2, refused: 1 } });
    expect((await shop.good('GET', `runs/${uuid}`)).message).toMatch(/^T-2: /);
    expect((await shop.read(passport.sku, '?serial=T-3')).text).toContain('"serial":"T-3"');
  });

  it('skip serial numbers of another batch, and keep their own from other batches', async () => {
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

  it('use the GTIN of their data sheet from reservation on', async () => {
    const sheet = await shop.draft({ sku: shop.sku(), gtin: '09524000010018' });
    const passport = passportOf({ gtin: null, model_passport: sheet.passport_id });
    const startedRun = await shop.good('POST', 'runs/reservations', { passport, serials: ['G1'] });
    await settled(startedRun.job);
    const other = await shop.draft({ gtin: '09524000010018', serial: 'G1' });
    expect((await shop.call('POST', `passports/${other.passport_id}/publish`)).status).toBe(400);
    const notice = await app.call('GET', '/01/09524000010018/21/G1', undefined, undefined, {
      accept: 'application/json',
    });
    expect([notice.status, notice.body]).toEqual([404, { notice: expect.objectContaining({ status: 'reserved' }) }]);
    await settled((await shop.good('POST', `runs/${startedRun.uuid}/publish`)).job);
    const read = await shop.read(passport.sku, '?serial=G1');
    expect(read.body).toMatchObject({ gtin: '09524000010018', serial: 'G1' });
    const svg = await app.call('GET', `/dpp/${read.body.uuid}/qr.svg`);
    expect(decodeSvg(svg.text)).toBe('http://kontor.test/01/09524000010018/21/G1');
  });

  it('resume after a worker stops, and create each item once with two workers', async () => {
    const passport = passportOf();
    const startedRun = await shop.good('POST', 'runs/reservations', { passport, pattern: 'K{0001}', count: 130 });
    await settled(startedRun.job);
    const work = (ends: number): JobWork<RunJobInput> => ({
      input: { run: startedRun.uuid, publishes: true },
      caller: { kind: 'admin', id: 1, rights: [], holds: () => true },
      files: { names: () => Promise.resolve([]), read: nothing, write: () => Promise.resolve() },
      progress: (done) => {
        if (done - 130 >= ends) throw new Error('ended here');
      },
    });
    const [runs, items] = [app.get<PassportRuns>(PassportRuns), app.get<MakeItems>(MakeItems)];
    const run = await runs.byUuid(startedRun.uuid);
    if (!run) throw new Error('no run');
    await app.get<Transactions>(Transactions).write(() => runs.change({ ...run, status: 'publishing' }));
    await expect(items.run(work(100))).rejects.toThrow('ended here');
    expect(await shop.good('GET', `runs/${startedRun.uuid}`)).toMatchObject({ status: 'publishing', published: 100 });
    await Promise.all([items.run(work(Infinity)), items.run(work(Infinity))]);
    expect(await shop.good('GET', `runs/${startedRun.uuid}`)).toMatchObject({
      status: 'published',
      published: 130,
      refused: 0,
    });
    const sku = 'searchCriteria[filter_groups][0][filters][0]';
    const listed = await app.good('GET', `/rest/V1/dpp/passports?${sku}[field]=sku&${sku}[value]=${passport.sku}`);
    expect(listed.total_count).toBe(130);
  });

  const NOTICED = { accept: 'application/json' };
  const codeOf = (serial: string, gtin = GTIN) =>
    app.call('GET', `/01/${gtin}/21/${serial}`, undefined, undefined, NOTICED);
  const reservedRun = async (body: object): Promise<string> => {
    const { uuid, job } = await shop.good('POST', 'runs/reservations', body);
    await settled(job);
    return uuid;
  };
  const withdrawn = async (uuid: string) => {
    const startedRun = await shop.good('DELETE', `runs/${uuid}`);
    expect(startedRun).toMatchObject({ uuid, status: 'withdrawing' });
    return settled(startedRun.job);
  };
  const publishes = async (fields: object): Promise<number> => {
    const { passport_id } = await shop.draft({ gtin: GTIN, batch: 'L1', ...fields });
    return (await shop.call('POST', `passports/${passport_id}/publish`)).status;
  };

  it('release reserved identifiers when withdrawn, as long as nothing is published', async () => {
    const passport = passportOf();
    const uuid = await reservedRun({ passport, serials: ['W-1', 'W-2'] });
    expect((await codeOf('W-1')).body).toEqual({ notice: expect.objectContaining({ status: 'reserved' }) });
    expect(await publishes({ serial: 'W-1' })).toBe(400);
    const clerk = await app.integrationToken('_Dpp::manage', '_Dpp::save');
    expect((await shop.call('DELETE', `runs/${uuid}`, undefined, clerk)).status).toBe(403);
    expect(await withdrawn(uuid)).toMatchObject({ status: 1, result: { reserved: 0, published: 0, refused: 0 } });
    expect(await shop.good('GET', `runs/${uuid}`)).toMatchObject({ status: 'withdrawn', reserved: 0, item_count: 2 });
    expect([(await codeOf('W-1')).status, (await codeOf('W-1')).text]).toEqual([404, (await codeOf('NONE')).text]);
    expect(await publishes({ serial: 'W-1' })).toBe(200);
    await shop.draft({ ...passport, serial: 'W-2' });
    for (const path of [`runs/${uuid}`, 'runs/nobody'])
      expect((await shop.call('DELETE', path)).status).toBe(path === 'runs/nobody' ? 404 : 400);
    expect((await shop.call('POST', `runs/${uuid}/publish`)).status).toBe(400);
    const published = await shop.good('POST', 'runs', { passport: passportOf(), serials: ['W-9'] });
    await settled(published.job);
    const { status, text } = await shop.call('DELETE', `runs/${published.uuid}`);
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('Only runs with the status \\"reserving\\" or \\"reserved\\" can be withdrawn'),
    ]);
  });

  it('can be withdrawn while reserving, and then reserve nothing more', async () => {
    const passport = passportOf();
    const startedRun = await shop.good('POST', 'runs/reservations', { passport, serials: ['E-0'] });
    await settled(startedRun.job);
    const [runs, items] = [app.get<PassportRuns>(PassportRuns), app.get<MakeItems>(MakeItems)];
    const run = await runs.byUuid(startedRun.uuid);
    if (!run) throw new Error('no run');
    const taken = Array.from({ length: 210 }, (_, index) => `E-${index}`);
    const stuck = { ...run, status: 'reserving', itemCount: taken.length + 1, reserved: 1 } as const;
    await app.get<Transactions>(Transactions).write(() => runs.change(stuck));
    // A group with a duplicate is reserved item by item.
    const file = ['E-0', 'E-1', 'E-1', ...taken.slice(2)].join('\n');
    const progress: number[] = [];
    const work: JobWork<RunJobInput> = {
      input: { run: startedRun.uuid, publishes: false },
      caller: { kind: 'admin', id: 1, rights: [], holds: () => true },
      files: {
        names: () => Promise.resolve([]),
        read: () => Readable.from([Buffer.from(file)]),
        write: () => Promise.resolve(),
      },
      progress: (done) => void progress.push(done),
    };
    const [reached, go] = [signal(), signal()];
    const ended = app.get<EndedPassports>(EndedPassports);
    const faultsOf = ended.productFaults.bind(ended);
    const spy = jest.spyOn(ended, 'productFaults').mockImplementation(async (asked) => {
      if (asked.length === 1 && asked[0]?.serial === 'E-7') {
        reached.give();
        await go.given;
      }
      return faultsOf(asked);
    });
    const making = items.run(work);
    await reached.given;
    expect(await withdrawn(startedRun.uuid)).toMatchObject({ status: 1, result: { reserved: 0, published: 0 } });
    go.give();
    await making;
    spy.mockRestore();
    expect(progress).toEqual([1]);
    expect(await shop.good('GET', `runs/${startedRun.uuid}`)).toMatchObject({ status: 'withdrawn', reserved: 0 });
    for (const serial of ['E-0', 'E-2', 'E-209']) expect([serial, await publishes({ serial })]).toEqual([serial, 200]);
  });

  it('require the right to publish for publication, and to save for reservations', async () => {
    const publisher = await app.integrationToken('_Dpp::manage', '_Dpp::publish');
    const writer = await app.integrationToken('_Dpp::manage', '_Dpp::save');
    const startedBy = async (path: string, token: string, body?: object) => {
      const { status, body: answer } = await shop.call('POST', path, body, token);
      expect([path, status]).toEqual([path, 202]);
      return [answer.uuid, await settled(answer.job)] as const;
    };
    const [, published] = await startedBy('runs', publisher, { passport: passportOf(), serials: ['J-1'] });
    expect(published).toMatchObject({ status: 1, result: { published: 1 } });
    const body = { passport: passportOf(), serials: ['J-2'] };
    for (const [path, token] of [
      ['runs', writer],
      ['runs/reservations', publisher],
    ] as const)
      expect([path, (await shop.call('POST', path, body, token)).status]).toEqual([path, 403]);
    const [uuid, reserved] = await startedBy('runs/reservations', writer, body);
    expect(reserved).toMatchObject({ status: 1, result: { reserved: 1, published: 0 } });
    const [, released] = await startedBy(`runs/${uuid}/publish`, publisher);
    expect(released).toMatchObject({ status: 1, result: { published: 1 } });
  });

  it('keep published, shared and referenced items when withdrawn', async () => {
    const passport = passportOf();
    const uuid = await reservedRun({ passport, pattern: 'V{001}', count: 210 });
    await reservedRun({ passport: { ...passport, store_id: 1 }, serials: ['V209'] });
    const [runs, items] = [app.get<PassportRuns>(PassportRuns), app.get<MakeItems>(MakeItems)];
    const set = async (fields: object): Promise<void> => {
      const run = await runs.byUuid(uuid);
      if (!run) throw new Error('no run');
      await app.get<Transactions>(Transactions).write(() => runs.change({ ...run, ...fields }));
    };
    const work = <T>(input: T, ends: number): JobWork<T> => ({
      input,
      caller: { kind: 'admin', id: 1, rights: [], holds: () => true },
      files: { names: () => Promise.resolve([]), read: nothing, write: () => Promise.resolve() },
      progress: (done) => {
        if (done >= ends) throw new Error('ended here');
      },
    });
    await set({ status: 'publishing' });
    await expect(items.run(work({ run: uuid, publishes: true }, 310))).rejects.toThrow('ended here');
    await set({ status: 'withdrawing', lastPassportId: 0 });
    const [named] = await runs.itemsAt((await runs.byUuid(uuid))?.id ?? 0, 110, 1);
    await shop.draft({ predecessor_id: named?.id });
    const withdrawal = app.get<WithdrawItems>(WithdrawItems);
    await expect(withdrawal.run(work({ run: uuid }, 1))).rejects.toThrow('ended here');
    expect(await shop.good('GET', `runs/${uuid}`)).toMatchObject({ status: 'withdrawing', reserved: 111 });
    await Promise.all([1, 2].map(() => withdrawal.run(work({ run: uuid }, Infinity))));
    const answer = await shop.good('GET', `runs/${uuid}`);
    expect(answer).toMatchObject({ status: 'withdrawn', reserved: 101, published: 100, refused: 1 });
    expect(answer.message).toMatch(/^V110: /);
    const statuses = ['V100', 'V101', 'V110', 'V209', 'V210'].map((serial) => publishes({ serial }));
    expect(await Promise.all(statuses)).toEqual([400, 200, 400, 400, 200]);
    expect((await shop.read(passport.sku, '?serial=V100')).text).toContain('"serial":"V100"');
  });

  it('are named in the error if a reserved passport is created', async () => {
    const passport = passportOf();
    const uuid = await reservedRun({ passport, serials: ['N-1'] });
    const { status, text } = await shop.call('POST', 'passports', { passport: { ...passport, serial: 'N-1' } });
    expect([status, text]).toEqual([400, expect.stringContaining(uuid)]);
    const rows = JSON.stringify({ ...passport, serial: 'N-1' });
    const headers = { 'content-type': 'application/x-ndjson' };
    for (const query of ['', '?dryRun=1']) {
      const path = `/rest/V1/dpp/manage/import${query}`;
      const { body } = await app.call('POST', path, rows, await app.adminToken(), headers);
      expect(body.items).toEqual([expect.objectContaining({ status: 'failed' })]);
      expect(JSON.stringify(body)).toContain(uuid);
    }
  });

  it('skip items that were recycled, or published separately in the meantime', async () => {
    const passport = passportOf();
    const byHand = await shop.published({ ...passport, serial: 'H-1' });
    const uuid = await reservedRun({ passport: { ...passport, store_id: 1 }, serials: ['H-1', 'H-2', 'H-3'] });
    await shop.act(byHand.passport_id, 'archive', { reason: 'end_of_life' });
    await shop.good('POST', `passports/${byHand.passport_id}/notice`, {
      ...{ status: 'recycled', date: '2027-01-02', text: { en: 'Recycled.' } },
    });
    expect(await publishes({ sku: passport.sku, batch: null, serial: 'H-3' })).toBe(400);
    expect(await publishes({ sku: passport.sku, batch: null, serial: 'H-5' })).toBe(200);
    const once = await shop.good('POST', 'runs', { passport, serials: ['H-1', 'H-4', 'H-5'] });
    expect(await settled(once.job)).toMatchObject({ status: 1, result: { published: 1, refused: 2 } });
    expect((await shop.good('GET', `runs/${once.uuid}`)).message).toMatch(
      /^H-1: .*has been recycled.*\nH-5: .*permanently belongs to/,
    );
    // As if another product had published the identifier before identifiers had one owner.
    await app
      .get<Transactions>(Transactions)
      .write(() =>
        app
          .get<Database>(Database)
          .run('UPDATE passport_identifier SET sku = ? WHERE identifier = ?', ['OTHER', `(01)${GTIN}(21)H-2`]),
      );
    const { job } = await shop.good('POST', `runs/${uuid}/publish`);
    expect(await settled(job)).toMatchObject({ status: 1, result: { reserved: 3, published: 1, refused: 2 } });
    const { message } = await shop.good('GET', `runs/${uuid}`);
    expect(message).toMatch(/^H-1: .*has been recycled.*\nH-2: .*belongs to the product OTHER/);
  });

  it('return 400 for invalid requests without creating anything', async () => {
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
    expect((await shop.call('POST', 'runs/reservations', { passport, serials: ['B'] }, clerk)).status).toBe(202);
  });
});

/** Creates another administrator and returns a token. */
const administrator = async (app: TestApp, username: string): Promise<string> => {
  const password = 'a password of another one';
  await app.get<ManageAccounts>(ManageAccounts).createAdmin({ username, password });
  return app.good('POST', '/rest/V1/integration/admin/token', { username, password });
};

describeOnDatabases('runs that a second person releases (passports.md, "Runs of serial numbers")', (database) => {
  it('cannot be released by the account that started them', async () => {
    const app = await startApp({ database, settings: { DPP_RELEASE: '1' } });
    try {
      const shop = await new PassportShop(app).open();
      const serials = ['D-1', 'D-2'];
      const rights = ['_Dpp::manage', '_Dpp::save', '_Dpp::publish'] as const;
      const [first, second] = [await app.adminToken(), await administrator(app, 'second-admin')];
      const [client, other] = [await app.integrationToken(...rights), await app.integrationToken(...rights)];
      // Accounts differ by kind and ID. Any other account can release a run, but never the one that started it.
      const released = [
        [first, second, 'admin', 2],
        [second, first, 'admin', 1],
        [first, client, 'integration', 1],
        [client, other, 'integration', 2],
        [client, first, 'admin', 1],
      ] as const;
      const runs: { readonly uuid: string; readonly job: string }[] = [];
      for (const [index, [by]] of released.entries()) {
        const passport = publishable({ gtin: GTIN, sku: shop.sku() });
        const { body } = await shop.call('POST', 'runs', { passport, serials: serials.map((s) => `${s}${index}`) }, by);
        runs.push(body);
      }
      let publishing = '';
      for (const [index, [by, releaser, kind, id]] of released.entries()) {
        const { uuid, job } = runs[index] ?? { uuid: '', job: '' };
        await expectSettled(app, job, { reserved: 2, published: 0 });
        expect(await shop.good('GET', `runs/${uuid}`)).toMatchObject({ status: 'reserved', releaser_kind: null });
        const release = (token: string) => shop.call('POST', `runs/${uuid}/publish`, undefined, token);
        const own = await release(by);
        expect([index, own.status, own.text]).toEqual([
          index,
          400,
          expect.stringContaining('You started this run, so you cannot release it'),
        ]);
        const { status, body } = await release(releaser);
        expect([status, body]).toEqual([202, expect.objectContaining({ releaser_kind: kind, releaser_id: id })]);
        publishing = (body as { job: string }).job;
      }
      await expectSettled(app, publishing, { reserved: 2, published: 2 });
    } finally {
      await app.close();
    }
  });
});
