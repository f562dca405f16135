import { createConnection } from 'mysql2/promise';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

const STATES = ['draft', 'active', 'published', 'archived'] as const;
type State = (typeof STATES)[number];

/** The action that leads to each state. */
const ACTIONS = { draft: 'rework', active: 'activate', published: 'publish', archived: 'archive' } as const;
const ALLOWED: Readonly<Record<State, readonly State[]>> = {
  draft: ['active', 'published'],
  active: ['draft', 'published'],
  published: ['archived'],
  archived: [],
};

describeOnDatabases('the passport lifecycle', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  /** A passport whose only version is in this state. */
  const inState = async (state: State): Promise<number> => {
    const { passport_id: id } = await shop.draft();
    if (state === 'active') await shop.act(id, 'activate');
    if (state === 'published' || state === 'archived') await shop.act(id, 'publish');
    if (state === 'archived') await shop.act(id, 'archive', { reason: 'withdrawn' });
    return id;
  };

  /** The envelope of the battery 1.0.0 example as a model, and the example itself. */
  const batteryOf100 = async () => {
    const query = 'searchCriteria[filter_groups][0][filters][0][field]=code&searchCriteria[filter_groups][0][filters][0][value]=battery'; // prettier-ignore
    const { items } = await shop.good('GET', `templates/search?${query}`);
    const { example } = items.find(({ version }: { version: string }) => version === '1.0.0');
    const { serial: _serial, batch: _batch, gtin: _gtin, ...model } = example;
    return { ...model, template_code: 'battery', template_version: '1.0.0', example };
  };

  for (const from of STATES) {
    for (const to of STATES) {
      const allowed = ALLOWED[from].includes(to);
      it(`${allowed ? 'allows' : 'rejects'} ${from} → ${to}`, async () => {
        const id = await inState(from);
        const body = to === 'archived' ? { reason: 'recalled' } : undefined;
        const before = await shop.good('GET', `passports/${id}`);
        const answer = await shop.call('POST', `passports/${id}/${ACTIONS[to]}`, body);
        const after = await shop.good('GET', `passports/${id}`);
        if (allowed) {
          expect(answer.status).toBe(200);
          expect(answer.body).toMatchObject({ passport_id: id, status: to });
          expect(after).toEqual(answer.body);
          return;
        }
        expect(answer.status).toBe(400);
        expect(Object.values(answer.body.parameters)).toEqual(expect.arrayContaining([from, to]));
        expect(after).toEqual(before);
      });
    }
  }

  it('creates a new version when an archived or published passport is revised', async () => {
    for (const state of ['archived', 'published'] as const) {
      const id = await inState(state);
      const draft = await shop.act(id, 'revisions');
      expect(draft).toMatchObject({ passport_id: id, version: 2, status: 'draft', published_at: null });
      expect(await shop.good('GET', `passports/${id}?version=1`)).toMatchObject({ status: state, version: 1 });
      const second = await shop.call('POST', `passports/${id}/revisions`);
      expect(second.status).toBe(400);
    }
  });

  it.each(['draft', 'active'] as const)('rejects a revision while another version is %s', async (from) => {
    const id = await inState('published');
    await shop.act(id, 'revisions');
    if (from === 'active') await shop.act(id, 'activate');
    const before = await shop.good('GET', `passports/${id}`);
    const { status, body } = await shop.call('POST', `passports/${id}/revisions`);
    expect([status, body.parameters]).toEqual([400, { from, to: 'draft', version: 2 }]);
    expect(await shop.good('GET', `passports/${id}`)).toEqual(before);
  });

  it('archives the previous version as superseded when a new one is published', async () => {
    const { passport_id: id, sku, uuid } = await shop.published();
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}`, { passport: { mpn: 'NEW' } });
    const next = await shop.act(id, 'publish');
    expect(next).toMatchObject({ version: 2, status: 'published', uuid, mpn: 'NEW' });
    expect(await shop.good('GET', `passports/${id}?version=1`)).toMatchObject({
      status: 'archived',
      archive_reason: 'superseded',
    });
    expect((await shop.read(sku)).body).toMatchObject({ version: 2, mpn: 'NEW', uuid });
  });

  it('leaves public responses byte for byte unchanged while a revision is edited', async () => {
    const { passport_id: id, sku } = await shop.published();
    const reads = async () => {
      const [plain, linked, list] = await Promise.all([
        shop.read(sku),
        app.call('GET', `/rest/V1/dpp/passport/${sku}/jsonld`),
        app.call('GET', `/rest/V1/dpp/passports?searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${sku}`), // prettier-ignore
      ]);
      return [plain, linked, list].map(({ text, headers }) => [text, headers.get('etag'), headers.get('repr-digest')]);
    };
    const before = await reads();
    await shop.act(id, 'revisions');
    expect(await reads()).toEqual(before);
    await shop.good('PUT', `passports/${id}?replace=1`, {
      passport: { mpn: 'HIDDEN', dpp_payload: { material: 'HIDDEN' }, product_name: { en: 'HIDDEN' } },
    });
    expect(await reads()).toEqual(before);
    await shop.act(id, 'activate');
    expect(await reads()).toEqual(before);
    await shop.act(id, 'publish');
    expect(await reads()).not.toEqual(before);
  });

  it('shows administrators the draft, else the published, else the newest version', async () => {
    const { passport_id: id } = await shop.published();
    const shown = async () => (await shop.good('GET', `passports/${id}`)).version as number;
    const found = async () => {
      const query = `searchCriteria[filter_groups][0][filters][0][field]=passport_id&searchCriteria[filter_groups][0][filters][0][value]=${id}`;
      const { items, total_count } = await shop.good('GET', `passports/search?${query}`);
      return [total_count, ...items.map(({ version }: { version: number }) => version)] as number[];
    };
    await shop.act(id, 'revisions');
    expect([await shown(), await found()]).toEqual([2, [1, 2]]);
    expect(await shop.good('DELETE', `passports/${id}`)).toBe(true);
    expect([await shown(), await found()]).toEqual([1, [1, 1]]);
    await shop.act(id, 'revisions');
    // Version numbers are not reused, because the history mentions the removed one.
    expect(await shown()).toBe(3);
    await shop.act(id, 'publish');
    await shop.act(id, 'archive', { reason: 'end_of_life' });
    expect([await shown(), await found()]).toEqual([3, [1, 3]]);
    expect((await shop.call('GET', `passports/${id}?version=2`)).status).toBe(404);
  });

  it('rejects PUT without a draft and asks for a revision', async () => {
    const { passport_id: id } = await shop.published();
    const { status, body } = await shop.call('PUT', `passports/${id}`, { passport: { mpn: 'X' } });
    expect(status).toBe(400);
    expect(body.message).toMatch(/revision/);
  });

  it('deletes a passport only if it was never public', async () => {
    const { passport_id: draft } = await shop.draft();
    expect(await shop.good('DELETE', `passports/${draft}`)).toBe(true);
    expect((await shop.call('GET', `passports/${draft}`)).status).toBe(404);
    const { passport_id: id } = await shop.published();
    expect((await shop.call('DELETE', `passports/${id}`)).status).toBe(400);
    await shop.act(id, 'archive', { reason: 'withdrawn' });
    expect((await shop.call('DELETE', `passports/${id}`)).status).toBe(400);
  });

  it('archives only the published version', async () => {
    const { passport_id: id, sku } = await shop.published();
    await shop.act(id, 'revisions');
    expect(await shop.act(id, 'archive', { reason: 'recalled' })).toMatchObject({
      version: 1,
      status: 'archived',
      archive_reason: 'recalled',
    });
    expect(await shop.good('GET', `passports/${id}`)).toMatchObject({ version: 2, status: 'draft' });
    expect((await shop.read(sku)).text).toBe('null');
  });

  it('requires a listed reason for archiving', async () => {
    const { passport_id: id } = await shop.published();
    for (const body of [{}, { reason: 'bored' }, { reason: null }, { why: 'recalled' }, { reason: 'recalled', x: 1 }])
      expect((await shop.call('POST', `passports/${id}/archive`, body)).status).toBe(400);
    expect(await shop.good('GET', `passports/${id}`)).toMatchObject({ status: 'published' });
  });

  it('frees a key only when the whole passport is archived', async () => {
    const { passport_id: id, sku } = await shop.published();
    const again = () => shop.call('POST', 'passports', { passport: { sku, template_code: 'tiny' } });
    expect((await again()).status).toBe(400);
    await shop.act(id, 'archive', { reason: 'withdrawn' });
    expect((await again()).status).toBe(200);
    expect((await shop.call('POST', `passports/${id}/revisions`)).status).toBe(400);
  });

  it('prevents another passport from superseding the published one with its key', async () => {
    const { passport_id: id, sku, uuid } = await shop.published();
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}`, { passport: { sku: shop.sku() } });
    const other = await shop.draft({ sku });
    expect((await shop.call('POST', `passports/${other.passport_id}/publish`)).status).toBe(400);
    expect((await shop.read(sku)).body).toMatchObject({ uuid, version: 1 });
    await shop.act(id, 'publish');
    expect((await shop.read(sku)).text).toBe('null');
    expect(await shop.act(other.passport_id, 'publish')).toMatchObject({ status: 'published', sku });
  });

  it('rejects changes of GTIN, batch and serial after publication', async () => {
    const { passport_id: id } = await shop.published({ gtin: '9524000010018', batch: 'B1' });
    await shop.act(id, 'revisions');
    for (const passport of [{ gtin: null }, { gtin: '9524000030016' }, { batch: 'B2' }, { serial: 'S1' }]) {
      expect((await shop.call('PUT', `passports/${id}`, { passport })).status).toBe(400);
    }
    expect((await shop.call('PUT', `passports/${id}`, { passport: { gtin: '09524000010018' } })).status).toBe(200);
  });

  it('allows wrong types in drafts, but not in active versions', async () => {
    const { passport_id: id } = await shop.draft({ dpp_payload: { material: 7 } });
    const { status, body } = await shop.call('POST', `passports/${id}/activate`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('dpp_payload.material')]);
    await shop.good('PUT', `passports/${id}?replace=1`, { passport: { dpp_payload: {} } });
    await shop.act(id, 'activate');
    expect((await shop.call('PUT', `passports/${id}`, { passport: { dpp_payload: { material: 7 } } })).status).toBe(
      400,
    );
    expect((await shop.call('POST', `passports/${id}/publish`)).status).toBe(400);
  });

  it.each([
    [{ manufacturer: null }, 'manufacturer.name'],
    [{ dpp_payload: {} }, 'dpp_payload.material'],
    [{ dpp_payload: { material: 'x', strange: 1 } }, 'dpp_payload.strange'],
  ])('rejects publishing %j and names %s', async (fields, path) => {
    const { passport_id: id } = await shop.draft(fields);
    const { status, text } = await shop.call('POST', `passports/${id}/publish`);
    expect([status, text]).toEqual([400, expect.stringContaining(path)]);
    const { valid, faults } = await shop.good('GET', `passports/${id}/validate`);
    expect([valid, JSON.stringify(faults)]).toEqual([0, expect.stringContaining(path)]);
  });

  it('rejects publishing while the store view’s issuer URL contains credentials', async () => {
    const issuer = { name: 'Issuer', url: 'https://user:pass@issuer.example/' };
    const store = { id: 78, code: 's78', name: 'S', website_id: 1, issuer };
    await app.good('POST', '/rest/V1/commerce/stores', { store });
    const { passport_id: id } = await shop.draft({ store_id: 78 });
    const { status, text } = await shop.call('POST', `passports/${id}/publish`);
    expect([status, text]).toEqual([400, expect.stringContaining('issuer.url')]);
    await app.good('PUT', '/rest/V1/commerce/stores/78', { store: { issuer: { ...issuer, url: 'https://issuer.example/' } } }); // prettier-ignore
    expect(await shop.act(id, 'publish')).toMatchObject({ issuer: { url: 'https://issuer.example/' } });
  });

  it('publishes batteries that need their own passport only as items', async () => {
    const { example, ...model } = await batteryOf100();
    const battery = (fields: object, payload: object = {}) => ({
      ...model,
      sku: shop.sku(),
      ...fields,
      dpp_payload: { ...example.dpp_payload, ...payload },
    });
    const publish = async (passport: object) => {
      const { passport_id: id } = await shop.good('POST', 'passports', { passport });
      const validated = await shop.good('GET', `passports/${id}/validate`);
      const { status, body } = await shop.call('POST', `passports/${id}/publish`);
      expect(validated.valid).toBe(status === 200 ? 1 : 0);
      return { id, status, findings: JSON.stringify(body) };
    };
    for (const [fields, payload] of [
      [{}, { battery_category: 'lmt' }],
      [{ batch: 'L1' }, { battery_category: 'lmt' }],
      [{}, { battery_category: 'ev', exhaustion_threshold: 80 }],
      // Stationary storage is a use of industrial batteries.
      [{}, { battery_category: 'stationary', rated_energy_wh: 2001 }],
      [{}, { battery_category: 'industrial', rated_energy_wh: 48_000 }],
    ] as const) {
      const { status, findings } = await publish(battery(fields, payload));
      expect([payload, status, findings]).toEqual([payload, 400, expect.stringContaining('Article 77(1)')]);
    }
    for (const [fields, payload] of [
      [{ serial: 'S-1' }, { battery_category: 'lmt' }],
      [{}, { battery_category: 'portable' }],
      [{}, { battery_category: 'industrial', rated_energy_wh: 2000 }],
    ] as const) {
      const { status, findings } = await publish(battery(fields, payload));
      expect([payload, status, findings]).toEqual([payload, 200, expect.any(String)]);
    }
  });

  it('keeps a published model readable if its revision cannot be published', async () => {
    const { example, ...model } = await batteryOf100();
    const passport = {
      ...model,
      sku: shop.sku(),
      dpp_payload: { ...example.dpp_payload, battery_category: 'portable' },
    };
    const { passport_id: id } = await shop.good('POST', 'passports', { passport });
    await shop.act(id, 'publish');
    const { text } = await shop.read(passport.sku);
    await shop.act(id, 'revisions');
    const lmt = { ...passport.dpp_payload, battery_category: 'lmt' };
    await shop.good('PUT', `passports/${id}`, { passport: { dpp_payload: lmt } });
    expect((await shop.call('POST', `passports/${id}/publish`)).status).toBe(400);
    expect((await shop.read(passport.sku)).text).toBe(text);
  });

  it('records each action and its actor in the history', async () => {
    const { passport_id: id } = await shop.draft();
    await shop.good('PUT', `passports/${id}`, { passport: { mpn: 'M' } });
    await shop.act(id, 'activate');
    await shop.act(id, 'rework');
    await shop.act(id, 'publish');
    await shop.act(id, 'revisions');
    await shop.act(id, 'publish');
    await shop.act(id, 'archive', { reason: 'withdrawn' });
    const events = await shop.good('GET', `passports/${id}/history`);
    expect(
      events.map((one: Record<string, string>) => [
        one['version'],
        one['action'],
        one['from_status'],
        one['to_status'],
      ]),
    ).toEqual([
      [1, 'created', null, 'draft'],
      [1, 'changed', 'draft', 'draft'],
      [1, 'activated', 'draft', 'active'],
      [1, 'reworked', 'active', 'draft'],
      [1, 'published', 'draft', 'published'],
      [2, 'revised', 'published', 'draft'],
      [1, 'archived', 'published', 'archived'],
      [2, 'published', 'draft', 'published'],
      [2, 'archived', 'published', 'archived'],
    ]);
    expect(events[1]).toMatchObject({ actor: 'admin', fields: ['mpn'] });
    expect(events.at(-1)).toMatchObject({ reason: 'withdrawn' });
  });

  it('lists single values as differences between two versions', async () => {
    const { passport_id: id } = await shop.published();
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}?replace=1`, {
      passport: { mpn: 'M', dpp_payload: { material: 'copper', weight_kg: 1.5, care: { en: 'Keep dry.' } } },
    });
    const { from, to, differences } = await shop.good('GET', `passports/${id}/diff?from=1&to=2`);
    expect([from, to]).toEqual([1, 2]);
    expect(differences).toEqual(
      expect.arrayContaining([
        { path: 'mpn', change: 'added', from: null, to: 'M' },
        { path: 'dpp_payload.material', change: 'changed', from: 'steel', to: 'copper' },
        { path: 'dpp_payload.care.de', change: 'removed', from: 'Trocken halten.', to: null },
      ]),
    );
    expect((await shop.call('GET', `passports/${id}/diff?from=1&to=9`)).status).toBe(404);
    expect((await shop.call('GET', `passports/${id}/diff?from=1`)).status).toBe(400);
  });

  it('accepts exactly one of 50 simultaneous publications', async () => {
    const { passport_id: id, sku } = await shop.published();
    await shop.act(id, 'revisions');
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.call('POST', `passports/${id}/publish`)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    for (const { status, body } of answers) {
      expect([200, 400]).toContain(status);
      if (status === 400) expect(Object.values(body.parameters)).toContain('published');
    }
    expect(await shop.good('GET', `passports/${id}?version=1`)).toMatchObject({ archive_reason: 'superseded' });
    expect((await shop.read(sku)).body).toMatchObject({ version: 2 });
  });

  it('leaves exactly one published version after 50 simultaneous revisions and publications', async () => {
    const { passport_id: id, sku } = await shop.published();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        await shop.call('POST', `passports/${id}/revisions`);
        return shop.call('POST', `passports/${id}/publish`);
      }),
    );
    for (const { status } of answers) expect([200, 400]).toContain(status);
    const history = await shop.good('GET', `passports/${id}/history`);
    const versions = new Set<number>(history.map(({ version }: { version: number }) => version));
    const states = await Promise.all(
      [...versions].map(async (version) => (await shop.good('GET', `passports/${id}?version=${version}`)).status),
    );
    expect(states.filter((status) => status === 'published')).toHaveLength(1);
    const { total_count } =
      (await app.call('GET', `/rest/V1/dpp/passports?searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${sku}`)) // prettier-ignore
      .body;
    expect(total_count).toBe(1);
  });

  if (database === 'mysql') {
    it('does not block other requests while publications wait for a lock', async () => {
      const [{ passport_id: id }, { sku }] = [await shop.draft(), await shop.published()];
      const elsewhere = await createConnection(app.databaseUrl);
      try {
        await elsewhere.query('START TRANSACTION');
        await elsewhere.query('SELECT id FROM passport WHERE id = ? FOR UPDATE', [id]);
        // Twice as many as the pool has connections.
        const waiting = Array.from({ length: 20 }, () => shop.call('POST', `passports/${id}/publish`));
        for (let round = 0; round < 20; round += 1) expect((await shop.read(sku)).status).toBe(200);
        await elsewhere.query('ROLLBACK');
        const statuses = (await Promise.all(waiting)).map(({ status }) => status);
        expect(statuses.sort()).toEqual([200, ...new Array<number>(19).fill(400)]);
      } finally {
        await elsewhere.end();
      }
    });
  }

  it('creates exactly one of 20 simultaneous passports with the same key', async () => {
    const sku = shop.sku();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.call('POST', 'passports', { passport: { sku, template_code: 'tiny' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...new Array<number>(19).fill(400)]);
  });
});
