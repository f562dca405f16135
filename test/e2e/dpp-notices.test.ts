import { Database } from '../../libs/database/index.js';
import { day, Transactions } from '../../libs/kernel/index.js';
import { PublishNotices } from '../../src/dpp/authoring/application/publish-notices.js';
import { OfflineLinkedData } from '../../src/dpp/authoring/adapters/jsonld/offline-linked-data.js';
import { PlanPassports, PreparePublication } from '../../src/dpp/authoring/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

const GTIN = '04006381333931';
const NOTICE = {
  status: 'recalled',
  date: '2027-03-01',
  text: { en: 'Stop using it & bring it back.', de: 'Bitte nicht mehr benutzen.' },
  link: 'https://rheinpfad.example/recall',
};

/** Runs `act` once, after a service has prepared its result and before that is stored. */
const onceBehind = (service: object, method: string, act: () => Promise<void>): void => {
  const workOut = Reflect.get(service, method) as (...said: unknown[]) => Promise<unknown>;
  Reflect.set(service, method, async (...said: unknown[]) => {
    Reflect.deleteProperty(service, method);
    const made = await workOut.apply(service, said);
    await act();
    return made;
  });
};

describeOnDatabases('notices (passports.md, "Notices")', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  let made = 0;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  interface Ended {
    readonly id: number;
    readonly uuid: string;
    readonly sku: string;
    readonly serial: string;
    /** Where its codes and addresses lead. */
    readonly paths: readonly string[];
  }

  /** An item of a batch that was archived, with canary words in every field. */
  const archived = async (reason = 'recalled'): Promise<Ended> => {
    made += 1;
    const serial = `CANARY-${made}`;
    const { passport_id, uuid, sku } = await shop.published({
      gtin: GTIN,
      batch: 'CANARY-B',
      serial,
      sku: `SKU-CANARY-${made}`,
      product_name: { en: 'CANARY name' },
      mpn: 'CANARY-M',
    });
    await shop.act(passport_id, 'archive', { reason });
    const paths = [
      `/dpp/${uuid}`,
      `/dpp/${uuid}/qr.svg`,
      `/dpp/${uuid}/qr.png`,
      `/01/${GTIN}/21/${serial}`,
      `/01/${GTIN}/10/CANARY-B/21/${serial}`,
      `/01/${GTIN}/21/${serial}?linkType=linkset`,
      `/01/${GTIN}/21/${serial}?linkType=gs1:pip`,
    ];
    return { id: passport_id, uuid, sku, serial, paths };
  };
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    app.call('GET', path, undefined, undefined, headers);
  const unknown = '/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10';

  it('are missing at first: an archived passport returns the same 404 as an unknown one', async () => {
    const { paths } = await archived();
    const nothing = await get(unknown, { accept: 'application/json' });
    for (const path of paths) {
      const { status, text } = await get(path, { accept: 'application/json' });
      expect([path, status, text]).toEqual([path, 404, nothing.text]);
    }
  });

  it('are returned with 410, as a page or as JSON, without other passport data', async () => {
    const { id, paths } = await archived();
    expect(await shop.good('POST', `passports/${id}/notice`, NOTICE)).toEqual(NOTICE);
    expect(await shop.good('GET', `passports/${id}/notice`)).toEqual(NOTICE);
    for (const path of paths) {
      const json = await get(path, { accept: 'application/json' });
      expect([path, json.status, json.body]).toEqual([path, 410, { notice: NOTICE }]);
      const page = await get(path, { accept: 'text/html', 'accept-language': 'de' });
      expect([page.status, page.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      for (const part of ['zurückgerufen', '1. März 2027', 'Bitte nicht mehr benutzen.', NOTICE.link])
        expect(page.text).toContain(part);
      expect(page.text + json.text + JSON.stringify([...page.headers])).not.toContain('CANARY');
      expect((await get(path, { accept: 'text/html' })).text).toContain('Stop using it &amp; bring it back.');
      expect(page.headers.get('vary')).toMatch(/Accept.*Accept-Language/);
    }
    const head = await app.call('HEAD', paths[0] ?? '');
    expect([head.status, head.text]).toEqual([410, '']);
  });

  it('stop redirects from their item to the model, but not from other items', async () => {
    const { id, serial } = await archived();
    const other = await archived();
    const gtin = '09524000010018';
    const model = await shop.published({ gtin });
    const item = await shop.published({ gtin, serial });
    await shop.act(item.passport_id, 'archive', { reason: 'end_of_life' });
    const follow = async (path: string) =>
      (await fetch(app.url + path, { redirect: 'manual', headers: { accept: 'text/html' } })).headers.get('location');
    expect(await follow(`/01/${gtin}/21/${serial}`)).toBe(`http://kontor.test/dpp/${model.uuid}`);
    await shop.good('POST', `passports/${item.passport_id}/notice`, { ...NOTICE, status: 'end_of_life' });
    expect((await get(`/01/${gtin}/21/${serial}`)).status).toBe(410);
    expect((await get(`/01/${gtin}/10/other/21/${serial}`)).status).toBe(410);
    expect(await follow(`/01/${gtin}/21/none`)).toBe(`http://kontor.test/dpp/${model.uuid}`);
    await shop.good('POST', `passports/${id}/notice`, NOTICE);
    expect((await get(`/01/${GTIN}/10/OTHER/21/${serial}`)).status).toBe(404);
    expect((await get(`/01/${GTIN}/21/${other.serial}`)).status).toBe(404);
    // The notice of a recalled model also answers requests for its items.
    await shop.act(model.passport_id, 'archive', { reason: 'recalled' });
    await shop.good('POST', `passports/${model.passport_id}/notice`, NOTICE);
    expect((await get(`/01/${gtin}/21/none`)).status).toBe(410);
  });

  it('can be replaced and removed, and each change is in the history', async () => {
    const { id, uuid } = await archived();
    await shop.good('POST', `passports/${id}/notice`, NOTICE);
    const changed = { ...NOTICE, text: { en: 'Other.' }, link: null };
    expect(await shop.good('POST', `passports/${id}/notice`, changed)).toEqual(changed);
    expect((await get(`/dpp/${uuid}`, { accept: 'application/json' })).body).toEqual({ notice: changed });
    expect(await shop.good('DELETE', `passports/${id}/notice`)).toBe(true);
    expect((await get(`/dpp/${uuid}`)).status).toBe(404);
    expect(await shop.good('GET', `passports/${id}/notice`)).toBeNull();
    expect((await shop.call('DELETE', `passports/${id}/notice`)).status).toBe(400);
    const actions = (await shop.good('GET', `passports/${id}/history`)).map(({ action }: { action: string }) => action);
    expect(actions.slice(-3)).toEqual(['noticed', 'noticed', 'notice_removed']);
  });

  it('stay during a revision, and end when it is published', async () => {
    const { id, uuid } = await archived();
    await shop.good('POST', `passports/${id}/notice`, NOTICE);
    await shop.act(id, 'revisions');
    expect((await get(`/dpp/${uuid}`)).status).toBe(410);
    expect((await shop.call('POST', `passports/${id}/notice`, NOTICE)).status).toBe(200);
    await shop.act(id, 'publish');
    expect((await get(`/dpp/${uuid}`)).status).toBe(200);
    expect(await shop.good('GET', `passports/${id}/notice`)).toBeNull();
    expect((await shop.call('POST', `passports/${id}/notice`, NOTICE)).status).toBe(200);
    // A withdrawn passport has no notice.
    await shop.act(id, 'archive', { reason: 'withdrawn' });
    expect(await shop.good('GET', `passports/${id}/notice`)).toBeNull();
    expect((await get(`/dpp/${uuid}`)).status).toBe(404);
  });

  it('block changes of a recycled passport until removed', async () => {
    const { id, uuid } = await archived('end_of_life');
    const recycled = { ...NOTICE, status: 'recycled' };
    const busy = await shop.published();
    await shop.act(busy.passport_id, 'revisions');
    await shop.act(busy.passport_id, 'archive', { reason: 'end_of_life' });
    for (const one of [id, busy.passport_id]) await shop.good('POST', `passports/${one}/notice`, recycled);
    const to = { role: 'waste_operator', name: 'Recycling GmbH', ids: [] };
    const tries = [
      [`${id}/revisions`],
      [`${id}/transfer`, { to, since: '2030-01-01' }],
      [`${busy.passport_id}/publish`],
    ] as const;
    for (const [path, body] of tries) {
      const { status, text } = await shop.call('POST', `passports/${path}`, body);
      expect([status, text]).toEqual([400, expect.stringContaining('has been recycled')]);
    }
    const { faults } = await shop.good('GET', `passports/${busy.passport_id}/validate`);
    expect(faults).toEqual([{ path: null, message: expect.stringContaining('has been recycled') }]);
    expect((await get(`/dpp/${uuid}`)).status).toBe(410);
    for (const one of [id, busy.passport_id]) await shop.good('DELETE', `passports/${one}/notice`);
    await shop.act(id, 'revisions');
    await shop.act(busy.passport_id, 'publish');
  });

  it('block changes even if published while a change is being prepared', async () => {
    const recycled = { ...NOTICE, status: 'recycled', date: day('2027-03-01') } as const;
    const notices = app.get<PublishNotices>(PublishNotices);
    const recycle = async (id: number): Promise<void> => {
      // The enclosing transaction avoids waiting for other writers of this process.
      await app.get<Transactions>(Transactions).write(() => notices.publish(id, recycled, { kind: 'admin', id: 1 }));
    };
    const [preparation, plans] = [app.get<object>(PreparePublication), app.get<object>(PlanPassports)];
    const to = { role: 'waste_operator', name: 'Recycling GmbH', ids: [] };
    const transfer = { to, since: '2030-01-01' };
    const tries = [
      ['publish', undefined, true, preparation, 'prepare'],
      ['revisions', undefined, false, plans, 'revision'],
      ['transfer', transfer, false, plans, 'revision'],
      ['transfer', transfer, true, plans, 'change'],
    ] as const;
    for (const [action, body, isRevised, service, method] of tries) {
      const { id, uuid } = await archived('end_of_life');
      if (isRevised) await shop.act(id, 'revisions');
      onceBehind(service, method, () => recycle(id));
      const { status, text } = await shop.call('POST', `passports/${id}/${action}`, body);
      expect([action, status, text]).toEqual([action, 400, expect.stringContaining('has been recycled')]);
      expect((await get(`/dpp/${uuid}`)).status).toBe(410);
      expect(await shop.good('GET', `passports/${id}/notice`)).toMatchObject({ status: 'recycled' });
    }
  });

  it('block another passport with a recycled identifier until removed', async () => {
    const { id, sku, serial, paths } = await archived('end_of_life');
    await shop.good('POST', `passports/${id}/notice`, { ...NOTICE, status: 'recycled' });
    const again = await shop.draft({ sku, gtin: GTIN, batch: 'CANARY-B', serial });
    const { status, text } = await shop.call('POST', `passports/${again.passport_id}/publish`);
    expect([status, text]).toEqual([400, expect.stringContaining('has been recycled')]);
    const { faults } = await shop.good('GET', `passports/${again.passport_id}/validate`);
    expect(faults).toEqual([{ path: null, message: expect.stringContaining('has been recycled') }]);
    expect((await get(paths[3] ?? '')).status).toBe(410);
    await shop.good('DELETE', `passports/${id}/notice`);
    await shop.act(again.passport_id, 'publish');
  });

  it.each([
    ['withdrawn', 'recalled'],
    ['superseded', 'end_of_life'],
    ['recalled', 'end_of_life'],
    ['end_of_life', 'recalled'],
    ['recalled', 'reserved'],
    ['recalled', 'other'],
  ])('of a passport archived as %s cannot have the status %s', async (reason, status) => {
    const { id, uuid } = await archived(reason);
    const refused = await shop.call('POST', `passports/${id}/notice`, { ...NOTICE, status });
    expect([refused.status, (await get(`/dpp/${uuid}`)).status]).toEqual([400, 404]);
  });

  it.each([
    ['no text', { text: {} }],
    ['an empty text', { text: { en: ' ' } }],
    ['a text that is not a string', { text: { en: { a: 1 } } }],
    ['a text without languages', { text: 'Text' }],
    ['an unknown language', { text: { xx: 'Text' } }],
    ['a text that is too long', { text: { en: 'x'.repeat(2001) } }],
    ['no date', { date: null }],
    ['a date that does not exist', { date: '2027-02-30' }],
    ['an invalid link', { link: 'javascript:alert(1)' }],
    ['a link with credentials', { link: 'https://a:b@rheinpfad.example/' }],
  ])('are rejected with %s', async (_, fields) => {
    const { id, uuid } = await archived();
    const refused = await shop.call('POST', `passports/${id}/notice`, { ...NOTICE, ...fields });
    expect([refused.status, (await get(`/dpp/${uuid}`)).status]).toEqual([400, 404]);
  });

  it('cannot be added to drafts, and require the right to publish', async () => {
    const draft = await shop.draft();
    expect((await shop.call('POST', `passports/${draft.passport_id}/notice`, NOTICE)).status).toBe(400);
    expect((await shop.call('POST', 'passports/999999/notice', NOTICE)).status).toBe(404);
    expect((await shop.call('GET', 'passports/999999/notice')).status).toBe(404);
    const { id } = await archived();
    const reader = await app.integrationToken('_Dpp::manage', '_Dpp::save');
    for (const verb of ['POST', 'DELETE'] as const) {
      const body = verb === 'POST' ? NOTICE : undefined;
      expect((await shop.call(verb, `passports/${id}/notice`, body, reader)).status).toBe(403);
    }
    expect((await shop.call('GET', `passports/${id}/notice`, undefined, reader)).status).toBe(200);
  });

  it('for an identifier without a passport are returned with 404', async () => {
    await app
      .get<Transactions>(Transactions)
      .write(() =>
        app
          .get<Database>(Database)
          .run(
            'INSERT INTO passport_notice (identifier, status, noticed_on, text, created_at) VALUES (?, ?, ?, ?, ?)',
            [`(01)${GTIN}(21)RESERVED`, 'reserved', '2027-01-02', '{"en":"Soon."}', ''],
          ),
      );
    const { status, body } = await get(`/01/${GTIN}/21/RESERVED`, { accept: 'application/json' });
    const notice = { status: 'reserved', date: '2027-01-02', text: { en: 'Soon.' }, link: null };
    expect([status, body]).toEqual([404, { notice }]);
  });

  describe('of a published passport', () => {
    interface Shown {
      readonly id: number;
      readonly uuid: string;
      readonly sku: string;
      readonly serial: string;
      readonly token: string;
    }
    const shown = async (): Promise<Shown> => {
      made += 1;
      const serial = `SHOWN-${made}`;
      const passport = await shop.published({
        gtin: GTIN,
        serial,
        dpp_payload: { material: 'steel', recipe: 'SECRET' },
      });
      const { token } = await shop.good('POST', 'grants', {
        ...{ audience: 'legitimate_interest', for: { passport_ids: [passport.passport_id] }, purpose: 'P' },
        ...{ to: { name: 'N', email: 'n@n.example' }, until: new Date(Date.now() + 86_400_000).toISOString() },
      });
      return { id: passport.passport_id, uuid: passport.uuid, sku: passport.sku, serial, token };
    };
    const rest = async ({ sku }: Shown) => (await shop.read(sku)).body;
    const interfaceOf = ({ uuid, token }: Shown, query = '', by: string | undefined = undefined) =>
      app.call('GET', `/dpp/v1/dpps/${uuid}${query}`, undefined, by === 'grant' ? token : undefined);
    const linked = async ({ uuid }: Shown) =>
      JSON.parse((await get(`/dpp/${uuid}`, { accept: 'application/ld+json' })).text);
    const linkset = async ({ serial }: Shown) =>
      JSON.parse((await get(`/01/${GTIN}/21/${serial}?linkType=linkset`)).text).linkset[0];
    const graphql = async ({ sku }: Shown) =>
      (await app.call('POST', '/graphql', { query: `{dppPassportBySku(sku:"${sku}"){version notice{status date text{language text} link}}}` })).body.data.dppPassportBySku; // prettier-ignore
    const page = (one: Shown, language: string) =>
      get(`/dpp/${one.uuid}`, { accept: 'text/html', 'accept-language': language });

    it('appear in every interface, also after revisions, until removed', async () => {
      const one = await shown();
      const before = { rest: (await shop.read(one.sku)).text, dpp: (await interfaceOf(one)).text, linked: await linked(one), linkset: await linkset(one), page: (await page(one, 'en')).text }; // prettier-ignore
      expect(await shop.good('POST', `passports/${one.id}/notice`, NOTICE)).toEqual(NOTICE);
      const { notice, ...same } = await rest(one);
      expect([notice, same]).toEqual([NOTICE, JSON.parse(before.rest)]);
      expect((await interfaceOf(one)).body).toEqual({ ...JSON.parse(before.dpp), notice: NOTICE });
      expect((await interfaceOf(one, '', 'grant')).body).toMatchObject({ recipe: 'SECRET', dppStatus: 'active', notice: NOTICE }); // prettier-ignore
      expect((await interfaceOf(one, '?representation=full')).body).toMatchObject({ dppStatus: 'active', notice: NOTICE }); // prettier-ignore
      expect((await interfaceOf(one, '/elements/$.notice.status')).body).toBe('recalled');
      const text = Object.entries(NOTICE.text).map(([language, said]) => ({ language, text: said }));
      expect(await graphql(one)).toEqual({ version: 1, notice: { ...NOTICE, text } });
      const document = await linked(one);
      expect(document.notice).toMatchObject({ noticeStatus: 'recalled', noticeDate: NOTICE.date });
      expect(await new OfflineLinkedData().faults(document)).toEqual([]);
      const expanded = JSON.stringify(await new OfflineLinkedData().expand(document));
      expect(expanded).toContain('/dpp/vocab/passport/1#noticeText');
      const recalls = (await linkset(one))['https://ref.gs1.org/voc/recallStatus'];
      expect(recalls.map(({ href }: { href: string }) => href)).toEqual([`http://kontor.test/dpp/${one.uuid}`, NOTICE.link]); // prettier-ignore
      for (const [language, words] of [
        ['de', 'zurückgerufen'],
        ['en', 'has been recalled'],
      ] as const) {
        const { status, text: html } = await page(one, language);
        expect([status, html]).toEqual([200, expect.stringContaining(words)]);
        expect(html).toContain(NOTICE.link);
      }
      for (const path of [`/rest/V1/dpp/passport/${one.sku}`, `/dpp/v1/dpps/${one.uuid}`, `/dpp/${one.uuid}`]) {
        const { headers } = await get(path);
        expect((await get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
      }
      await shop.act(one.id, 'revisions');
      await shop.good('PUT', `passports/${one.id}`, { passport: { mpn: 'NEW' } });
      await shop.act(one.id, 'publish');
      expect(await rest(one)).toMatchObject({ version: 2, mpn: 'NEW', notice: NOTICE });
      const changed = { ...NOTICE, status: 'end_of_life', link: null };
      await shop.good('POST', `passports/${one.id}/notice`, changed);
      expect([(await rest(one)).notice, Object.keys(await linkset(one)).join()]).toEqual([changed, expect.not.stringContaining('recallStatus')]); // prettier-ignore
      await shop.good('DELETE', `passports/${one.id}/notice`);
      for (const body of [await rest(one), (await interfaceOf(one)).body, await linked(one)])
        expect(body).not.toHaveProperty('notice');
      expect(await graphql(one)).toEqual({ version: 2, notice: null });
    });

    it('leave all responses byte for byte as before once removed', async () => {
      const one = await shown();
      const all = async () => [
        await shop.read(one.sku),
        await interfaceOf(one),
        await get(`/dpp/${one.uuid}`, { accept: 'application/ld+json' }),
        await get(`/01/${GTIN}/21/${one.serial}?linkType=linkset`),
        await page(one, 'en'),
      ];
      const bytesAndTags = (answers: Awaited<ReturnType<typeof all>>) => answers.map(({ text, headers }) => [text, headers.get('etag')]); // prettier-ignore
      const before = bytesAndTags(await all());
      for (const status of ['recalled', 'recycled']) {
        await shop.good('POST', `passports/${one.id}/notice`, { ...NOTICE, status });
        await shop.good('DELETE', `passports/${one.id}/notice`);
        expect(bytesAndTags(await all())).toEqual(before);
      }
    });

    it('hide a recycled passport from everyone but its operator until removed', async () => {
      const one = await shown();
      const { version, published_at: publishedAt } = await rest(one);
      const byDate = (date: string, by?: string) =>
        app.call('GET', `/dpp/v1/dppsByIdAndDate/${one.uuid}?date=${date}`, undefined, by);
      const recycled = { ...NOTICE, status: 'recycled' };
      await shop.good('POST', `passports/${one.id}/notice`, recycled);
      for (const path of [`/dpp/${one.uuid}`, `/dpp/${one.uuid}/qr.svg`, `/01/${GTIN}/21/${one.serial}`]) {
        const { status, body } = await get(path, { accept: 'application/json' });
        expect([path, status, body]).toEqual([path, 410, { notice: recycled }]);
      }
      expect([(await interfaceOf(one)).status, await rest(one)]).toEqual([404, null]);
      expect((await interfaceOf(one, '', 'grant')).status).toBe(404);
      for (const by of [undefined, one.token]) expect((await byDate(publishedAt, by)).status).toBe(404);
      expect((await app.call('GET', `/dpp/v1/dpps/${one.uuid}/measurements?point=repairs`, undefined, one.token)).status).toBe(404); // prettier-ignore
      expect(await shop.good('GET', `passports/${one.id}`)).toMatchObject({ status: 'archived', archive_reason: 'end_of_life' }); // prettier-ignore
      expect((await shop.call('POST', `passports/${one.id}/revisions`)).status).toBe(400);
      const actions = async () =>
        (await shop.good('GET', `passports/${one.id}/history`)).map(({ action }: { action: string }) => action);
      expect((await actions()).slice(-2)).toEqual(['archived', 'noticed']);
      await shop.good('DELETE', `passports/${one.id}/notice`);
      expect(await rest(one)).toMatchObject({ version, published_at: publishedAt, status: 'published' });
      expect((await interfaceOf(one, '', 'grant')).body).toMatchObject({ recipe: 'SECRET' });
      expect((await actions()).slice(-2)).toEqual(['notice_removed', 'published']);
      await shop.act(one.id, 'revisions');
      expect(await shop.act(one.id, 'publish')).toMatchObject({ version: 2, status: 'published' });
    });

    it('keep the draft of a recycled passport until removed', async () => {
      const one = await shown();
      await shop.act(one.id, 'revisions');
      await shop.good('POST', `passports/${one.id}/notice`, { ...NOTICE, status: 'recycled' });
      expect((await shop.call('POST', `passports/${one.id}/publish`)).status).toBe(400);
      await shop.good('DELETE', `passports/${one.id}/notice`);
      expect(await rest(one)).toMatchObject({ version: 1 });
      expect(await shop.act(one.id, 'publish')).toMatchObject({ version: 2 });
    });

    it('are mentioned in a warning when a legally required passport is archived', async () => {
      const battery = {
        ...{ template_code: 'battery', gtin: GTIN, dpp_payload: { battery_category: 'lmt', weight_kg: 1 } },
        placed_on_market_on: '2026-12-01',
      };
      const warned = async (fields: object, reason: string) => {
        const { passport_id: id } = await shop.published(fields);
        const { status, warning } = await shop.act(id, 'archive', { reason });
        const { warnings } = await shop.good('GET', `passports/${id}/readiness`);
        return { id, found: [status, warning?.includes('notice') ?? false, warnings.length] };
      };
      const { id, found } = await warned({ ...battery, serial: 'OLD-1' }, 'recalled');
      expect(found).toEqual(['archived', true, 1]);
      expect((await warned({ ...battery, serial: 'OLD-2' }, 'withdrawn')).found).toEqual(['archived', false, 0]);
      expect((await warned({ serial: 'OLD-3' }, 'end_of_life')).found).toEqual(['archived', false, 0]);
      await shop.good('POST', `passports/${id}/notice`, NOTICE);
      expect((await shop.good('GET', `passports/${id}/readiness`)).warnings).toHaveLength(1);
    });
  });
});
