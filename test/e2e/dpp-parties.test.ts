import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, publishable } from '../support/passport-shop.js';

const IMPORTER = {
  role: 'importer',
  name: 'Donau Import Kft.',
  ids: [
    { scheme: 'eori', value: 'HU9524000018' },
    { scheme: 'lei', value: '00EX00SAARFLUSS00132' },
  ],
  address: 'Rakpart 3, Győr',
  country: 'HU',
  email: 'info@donau.example',
  url: 'https://donau.example/',
};

/** The envelope fields that were introduced together with parties, as sent and returned. */
const SAID = {
  placed_on_market_on: '2027-03-01',
  use: 'traction',
  rechargeable: true,
  has_bms: false,
  external_storage: 'none',
  rated_energy_wh: 545.4,
  facilities: [{ id: '9524000000187', scheme: 'gln', name: 'Plant Győr', country: 'HU' }],
  backup_provider: {
    operator_id: '00EX00SAARFLUSS00132',
    id_scheme: 'lei',
    name: 'Archive',
    address: 'Ring 5, Linz',
    url: 'https://backup.example/',
  },
  components: [{ passport: null, product_id: '09524000010025', link: null, quantity: 30, role: 'cell' }],
  not_applicable: { '/recycled_content/lead': 'holds no lead' },
};

describeOnDatabases('parties and other envelope fields of a passport', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  const publicView = async (sku: string) => (await app.call('GET', `/rest/V1/dpp/passport/${sku}`)).body;

  it('can be stored, changed, cleared, compared and searched', async () => {
    const { sku: _sku, ...draft } = await shop.draft({ ...SAID, parties: [IMPORTER] });
    expect(draft).toMatchObject({ ...SAID, manufacturer: { name: 'Rheinpfad GmbH', email: null } });
    expect(draft.parties.map(({ role }: { role: string }) => role)).toEqual(['manufacturer', 'importer']);
    expect(draft.parties[1]).toEqual({ ...IMPORTER, since: null });
    const id: number = draft.passport_id;
    expect(await shop.good('GET', `passports/${id}`)).toMatchObject(SAID);
    for (const [field, value] of [
      ['use', 'traction'],
      ['rechargeable', 'true'],
      ['has_bms', '0'],
      ['rated_energy_wh', '545.4'],
      ['placed_on_market_on', '2027-03-01'],
    ]) {
      const filter = `searchCriteria[filter_groups][0][filters][0][field]=${field}&searchCriteria[filter_groups][0][filters][0][value]=${value}`;
      const { items } = await shop.good('GET', `passports/search?${filter}`);
      expect([field, items.map((item: { passport_id: number }) => item.passport_id)]).toEqual([field, [id]]);
    }
    const changed = await shop.good('PUT', `passports/${id}`, {
      passport: { rechargeable: 'false', rated_energy_wh: '545.40', use: null, facilities: null, not_applicable: null },
    });
    expect(changed).toMatchObject({ rechargeable: false, rated_energy_wh: 545.4, use: null, facilities: [], not_applicable: null }); // prettier-ignore
    const history = await shop.good('GET', `passports/${id}/history`);
    expect(history.at(-1).fields.sort()).toEqual(['facilities', 'not_applicable', 'rechargeable', 'use']);
    await shop.act(id, 'publish');
    const revision = await shop.act(id, 'revisions');
    expect(revision).toMatchObject({ rechargeable: false, rated_energy_wh: 545.4, parties: draft.parties });
    await shop.good('PUT', `passports/${id}`, { passport: { rated_energy_wh: 546, has_bms: null } });
    const { differences } = await shop.good('GET', `passports/${id}/diff?from=1&to=2`);
    expect(differences).toEqual(
      expect.arrayContaining([
        { path: 'rated_energy_wh', change: 'changed', from: 545.4, to: 546 },
        { path: 'has_bms', change: 'removed', from: false, to: null },
      ]),
    );
  });

  it('are public if set, and absent if not', async () => {
    // The template has no field that can be marked as not applicable.
    const { not_applicable: _none, ...said_ } = SAID;
    const whole = await shop.published({
      ...said_,
      parties: [IMPORTER],
      predecessors: ['https://elsewhere.example/1'],
    });
    const { predecessors: _predecessors, ...view } = await publicView(whole.sku);
    const { passport: _own, ...component } = SAID.components[0] ?? {};
    expect(view).toMatchObject({ ...said_, components: [component] });
    expect(view.components).toEqual([component]);
    expect(view.parties).toHaveLength(2);
    const bare = await shop.published();
    const names = Object.keys(await publicView(bare.sku));
    expect(names).toEqual(expect.arrayContaining(['manufacturer', 'documents']));
    const said = [...Object.keys(SAID), 'parties', 'predecessors', 'model_passport', 'batch_passport'];
    expect(names.filter((name) => said.includes(name))).toEqual([]);
    expect(Object.keys((await publicView(bare.sku)).manufacturer)).not.toContain('email');
  });

  it('are published with ASCII URLs, but returned to the author as sent', async () => {
    const [sent, ascii] = ['https://mäker.example/ü–漢', 'https://xn--mker-loa.example/%C3%BC%E2%80%93%E6%BC%A2'];
    const draft = await shop.published({
      components: [{ ...SAID.components[0], product_id: null, link: sent }],
      backup_provider: { ...SAID.backup_provider, url: sent },
      predecessors: [sent],
      image_url: sent,
      parties: [{ ...IMPORTER, url: sent }],
      documents: [{ kind: 'manual', title: 'M', language: 'en', url: sent, sha256: null }],
    });
    const linked = (await app.call('GET', `/rest/V1/dpp/passport/${draft.sku}/jsonld`)).body as string;
    expect(linked).not.toContain('mäker');
    expect(linked.split(ascii)).toHaveLength(7);
    expect(await publicView(draft.sku)).toMatchObject({ image_url: ascii, documents: [{ url: ascii }] });
    expect(await shop.good('GET', `passports/${draft.passport_id}`)).toMatchObject({ image_url: sent });
  });

  it('include the issuer of the default store view if valid for all', async () => {
    expect((await shop.published()).issuer).toBeNull();
    const issuer = { name: 'Aussteller', url: 'https://issuer.example', operator_id: 'DE1' };
    await app.good('POST', '/rest/V1/commerce/stores', { store: { id: 78, code: 's78', name: 'S', website_id: 1 } });
    await app.good('PUT', '/rest/V1/commerce/stores/1', { store: { issuer } });
    expect((await shop.published()).issuer).toEqual(issuer);
    expect((await shop.published({ store_id: 78 })).issuer).toBeNull();
  });

  it('accept manufacturer and predecessor alone or in their lists', async () => {
    const first = await shop.draft();
    const second = await shop.draft({ predecessors: [String(first.passport_id), 'https://elsewhere.example/1'] });
    expect(second.predecessor_id).toBe(first.passport_id);
    const put = (passport: object) => shop.good('PUT', `passports/${second.passport_id}`, { passport });
    const renamed = await put({ manufacturer: { ...second.manufacturer, name: 'N' } });
    expect(renamed.parties[0]).toMatchObject({ role: 'manufacturer', name: 'N' });
    const listed = await put({ parties: [IMPORTER, { ...renamed.parties[0], name: 'O', email: 'a@b.example' }] });
    expect(listed.manufacturer).toMatchObject({ name: 'O', email: 'a@b.example', operator_id: '9524000000187' });
    expect((await put({ predecessor_id: null })).predecessors).toEqual(['https://elsewhere.example/1']);
    const { status, body } = await shop.call('PUT', `passports/${second.passport_id}`, {
      passport: { manufacturer: { ...listed.manufacturer, name: 'P' }, parties: [{ ...listed.parties[1], name: 'Q' }] },
    });
    expect([status, body.parameters]).toEqual([400, { first: 'manufacturer', second: 'parties' }]);
  });

  it('reject cycles of parts and predecessors, also from simultaneous writers', async () => {
    const part = (passport: number) => [{ passport, quantity: 2, role: 'cell' }];
    const put = (id: number, passport: object) => shop.call('PUT', `passports/${id}`, { passport });
    const [first, second] = [(await shop.draft()).passport_id, (await shop.draft()).passport_id];
    expect((await put(first, { components: part(second) })).status).toBe(200);
    const { status, body } = await put(second, { components: part(first) });
    expect([status, body.parameters]).toEqual([400, { part: first, id: second, fieldName: 'components' }]);
    expect((await put(second, { components: part(second) })).status).toBe(400);
    expect((await put(second, { components: part(4711) })).status).toBe(400);
    const third = (await shop.draft({ predecessors: ['https://a.example', second, first] })).passport_id;
    expect((await put(first, { predecessors: [String(third)] })).status).toBe(400);
    expect((await put(first, { predecessors: ['4711'] })).status).toBe(400);
    const [one, other] = [(await shop.draft()).passport_id, (await shop.draft()).passport_id];
    const answers = await Promise.all([put(one, { components: part(other) }), put(other, { components: part(one) })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it('are taken from data sheets when an item is validated and published', async () => {
    const model = await shop.draft({ has_bms: true, dpp_payload: { material: 'steel', weight_kg: 2, supplier: 'S' } });
    const batch = await shop.draft({ batch: 'L-1', country_of_origin: 'HU', dpp_payload: { weight_kg: 3 } });
    const sheets = { model_passport: model.passport_id, batch_passport: batch.passport_id };
    const own = { serial: 'S-1', manufacturer: null, dpp_payload: {} };
    const { passport_id: id, sku } = await shop.draft({ ...own, ...sheets });
    expect((await shop.good('GET', `passports/${id}/validate`)).faults).toEqual([]);
    expect((await shop.good('GET', `passports/${id}`)).dpp_payload).toBe('{}');
    const { score } = await shop.good('GET', `passports/${id}/score`);
    const published = await shop.act(id, 'publish');
    expect(published.completeness_score).toBe(score);
    expect(published).toMatchObject({ ...sheets, has_bms: true, country_of_origin: 'HU', manufacturer: model.manufacturer }); // prettier-ignore
    expect(JSON.parse(published.dpp_payload)).toEqual({ material: 'steel', weight_kg: 3, supplier: 'S' });
    await shop.good('PUT', `passports/${model.passport_id}`, { passport: { has_bms: false } });
    const view = await publicView(sku);
    expect(view).toMatchObject({ has_bms: true, country_of_origin: 'HU', serial: 'S-1' });
    expect(JSON.stringify(view)).not.toMatch(/model_passport|batch_passport|supplier/);
    for (const sheet of [model, batch]) {
      const { status, text } = await shop.call('POST', `passports/${sheet.passport_id}/publish`);
      expect([status, text]).toEqual([400, expect.stringContaining('is used as a data sheet by other passports')]);
    }
    expect((await shop.call('DELETE', `passports/${model.passport_id}`)).status).toBe(400);
    const strange = await shop.draft({ model_passport: null });
    await shop.good('PUT', `passports/${strange.passport_id}`, { passport: { model_passport: strange.passport_id } });
    expect((await shop.call('POST', `passports/${strange.passport_id}/publish`)).status).toBe(400);
  });

  it('name the old and new operator after a transfer', async () => {
    const { passport_id: id } = await shop.published();
    const to = { role: 'repurposer', name: 'Second Life AG', ids: [{ scheme: 'lei', value: '00EX00SAARFLUSS00132' }] };
    const handed = await shop.act(id, 'transfer', { to, since: '2028-01-01' });
    expect(handed).toMatchObject({ version: 2, status: 'draft', manufacturer: { name: 'Rheinpfad GmbH' } });
    expect(handed.parties).toMatchObject([{ role: 'manufacturer' }, { ...to, since: '2028-01-01' }]);
    const waste = { role: 'waste_operator', name: 'Recycling GmbH', ids: [] };
    expect((await shop.act(id, 'transfer', { to: waste, since: '2030-01-01' })).parties).toHaveLength(3);
    const actions = (await shop.good('GET', `passports/${id}/history`)).map(({ action }: { action: string }) => action);
    expect(actions.slice(-4)).toEqual(['changed', 'transferred', 'changed', 'transferred']);
    for (const body of [
      { to },
      { since: '2028-01-01' },
      { to: { role: 'friend', name: 'x' }, since: '2028-01-01' },
      { to: { role: 'recycler' }, since: '2028-01-01' },
    ])
      // prettier-ignore
      expect((await shop.call('POST', `passports/${id}/transfer`, body)).status).toBe(400);
  });

  describe('predecessors and successors', () => {
    const base = (): string => app.url;
    const raw = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${base()}${path}`, { headers, redirect: 'manual' });
      return { answer, text: await answer.text() };
    };
    const item = (serial: string, fields: object = {}) => ({ gtin: '9524000010018', serial, ...fields });
    const digestOf = ({ content_digest: _digest, successors: _successors, ...view }: Record<string, unknown>): string =>
      `sha-256:${createHash('sha256').update(canonicalize(view)!).digest('hex')}`;

    it('appear in every interface; a successor does not change published bytes', async () => {
      const original = await shop.published(item('L-1'));
      const hidden = await shop.draft();
      const before = await publicView(original.sku);
      const [page, link] = [before.public_url as string, '/01/09524000010018/21/L-1'];
      const id = encodeURIComponent(page);
      const part = await raw(`/dpp/v1/dpps/${id}`);
      const etag = (await raw(`/rest/V1/dpp/passport/${original.sku}`)).answer.headers.get('etag');
      const follower = await shop.draft(
        item('L-2', {
          predecessors: [String(hidden.passport_id), String(original.passport_id), 'https://elsewhere.example/1'],
        }),
      );
      expect(await publicView(original.sku)).toEqual(before);
      await shop.act(follower.passport_id, 'publish');

      const after = await publicView(follower.sku);
      expect(after.predecessors).toEqual([page, 'https://elsewhere.example/1']);
      expect(JSON.stringify(after)).not.toContain(hidden.uuid);
      expect(digestOf(after)).toBe(after.content_digest);
      const view = await publicView(original.sku);
      expect(view).toEqual({ ...before, successors: [after.public_url] });
      expect(digestOf(view)).toBe(before.content_digest);
      const again = await raw(`/rest/V1/dpp/passport/${original.sku}`, { 'if-none-match': etag ?? '' });
      expect(again.answer.status).toBe(200);
      const { items } = (await app.call('GET', '/rest/V1/dpp/passports?searchCriteria[filter_groups][0][filters][0][field]=sku' + `&searchCriteria[filter_groups][0][filters][0][value]=${original.sku}`)).body; // prettier-ignore
      expect(items).toEqual([view]);

      const same = await raw(`/dpp/v1/dpps/${id}`);
      expect(same.text).toBe(part.text);
      expect([part, same].map(({ answer }) => answer.headers.get('link'))).toEqual([
        null,
        `<${after.public_url}>; rel="successor-version"`,
      ]);
      const element = await raw(`/dpp/v1/dpps/${encodeURIComponent(after.public_url)}/elements/$.predecessors`);
      expect(JSON.parse(element.text)).toEqual(after.predecessors);

      const linkset = async (path: string) => JSON.parse((await raw(`${path}?linkType=linkset`)).text).linkset[0];
      const hrefs = (links: readonly { readonly href: string }[] | undefined) => links?.map(({ href }) => href);
      const [first, second] = [await linkset(link), await linkset('/01/09524000010018/21/L-2')];
      expect([first['predecessor-version'], hrefs(first['successor-version'])]).toEqual([
        undefined,
        [after.public_url],
      ]);
      expect([hrefs(second['predecessor-version']), second['successor-version']]).toEqual([after.predecessors, undefined]); // prettier-ignore
      const led = async (type: string) => {
        const { answer } = await raw(`${link}?linkType=${type}`);
        return [answer.status, answer.headers.get('location')];
      };
      expect(await led('successor-version')).toEqual([307, after.public_url]);
      for (const type of ['predecessor-version', 'gs1:successor-version', 'successor'])
        expect(await led(type)).toEqual([404, null]);

      const pageOf = async (uuid: string) => (await raw(`/dpp/${uuid}?lang=en`, { accept: 'text/html' })).text;
      expect(await pageOf(original.uuid)).toContain(`href="${after.public_url}"`);
      expect(await pageOf(follower.uuid)).toContain(`href="${page}"`);
      const linked = JSON.parse((await app.call('GET', `/rest/V1/dpp/passport/${follower.sku}/jsonld`)).body);
      expect(linked.predecessor).toEqual(after.predecessors);
    });

    it('appear only while public, but predecessors also after they are archived', async () => {
      const original = await shop.published();
      const follow = (fields: object = {}) => shop.published({ predecessor_id: original.passport_id, ...fields });
      const follower = await follow();
      await follow({ valid_from: '2999-01-01' });
      await follow({ valid_to: '2000-01-01' });
      const successors = async () => (await publicView(original.sku)).successors;
      const [page] = (await successors()) as string[];
      expect(page).toContain(follower.uuid);
      expect(await successors()).toHaveLength(1);
      // A revision without a predecessor takes effect only once published.
      await shop.act(follower.passport_id, 'revisions');
      await shop.good('PUT', `passports/${follower.passport_id}`, { passport: { predecessor_id: null } });
      expect(await successors()).toEqual([page]);
      await shop.act(follower.passport_id, 'publish');
      expect(await successors()).toBeUndefined();
      const other = await follow();
      expect(await successors()).toHaveLength(1);
      await shop.act(other.passport_id, 'archive', { reason: 'withdrawn' });
      expect(await successors()).toBeUndefined();

      await shop.act(original.passport_id, 'archive', { reason: 'end_of_life' });
      const late = await follow();
      const coming = await shop.published({ valid_from: '2999-01-01' });
      expect((await publicView(late.sku)).predecessors).toEqual([expect.stringContaining(original.uuid)]);
      const early = await shop.published({ predecessor_id: coming.passport_id });
      expect((await publicView(early.sku)).predecessors).toBeUndefined();
    });

    it('and parts link to their pages if public', async () => {
      const [published, draft, over] = [await shop.published(), await shop.draft(), await shop.published()];
      await shop.act(over.passport_id, 'archive', { reason: 'withdrawn' });
      const components = [published, draft, over].map(({ passport_id }) => ({ passport: passport_id, quantity: 1, role: 'cell' })); // prettier-ignore
      const whole = await shop.published({ components });
      const shown = (link: string | null) => ({ product_id: null, link, quantity: 1, role: 'cell' });
      const page = (await publicView(published.sku)).public_url;
      expect((await publicView(whole.sku)).components).toEqual([shown(page), shown(null), shown(null)]);
      // The author's view is unchanged.
      expect((await shop.good('GET', `passports/${whole.passport_id}`)).components).toMatchObject(components);
      const linked = JSON.parse((await app.call('GET', `/rest/V1/dpp/passport/${whole.sku}/jsonld`)).body);
      expect(linked.about.component[0].componentPassport).toBe(page);
    });

    it('and parts cannot be deleted while another passport names them', async () => {
      const [one, two, part] = [await shop.draft(), await shop.draft(), await shop.draft()];
      const naming = await shop.draft({
        predecessors: [String(one.passport_id), String(two.passport_id)],
        components: [{ passport: part.passport_id, quantity: 1, role: null }],
      });
      for (const { passport_id } of [one, two, part]) {
        const { status, text } = await shop.call('DELETE', `passports/${passport_id}`);
        expect([status, text]).toEqual([400, expect.stringContaining('still')]);
      }
      await shop.good('PUT', `passports/${naming.passport_id}`, { passport: { predecessors: [], components: [] } });
      for (const { passport_id } of [two, part]) await shop.good('DELETE', `passports/${passport_id}`);
    });
  });

  it.each([
    [{ use: 'sport' }],
    [{ rechargeable: 'perhaps' }],
    [{ rated_energy_wh: -1 }],
    [{ rated_energy_wh: 0.00001 }],
    [{ rated_energy_wh: 100_000_000_000 }],
    [{ external_storage: 'yes' }],
    [{ placed_on_market_on: '2027-02-30' }],
    [{ parties: [{ ...IMPORTER, role: 'friend' }] }],
    [{ parties: [{ ...IMPORTER, ids: [{ scheme: 'lei', value: '00EX00SAARFLUSS00133' }] }] }],
    [{ parties: Array.from({ length: 51 }, () => IMPORTER) }],
    [{ parties: [{ ...IMPORTER, ids: Array.from({ length: 11 }, () => IMPORTER.ids[0]) }] }],
    [{ components: Array.from({ length: 501 }, () => SAID.components[0]) }],
    [{ not_applicable: { '/a': ['x', 'y'] } }],
    [{ not_applicable: { a: 'x' } }],
    [{ predecessors: ['x'] }],
    [{ predecessors: [4711] }],
    [{ model_passport: 4711 }],
    [{ backup_provider: { id_scheme: 'lei', operator_id: 'x' } }],
    [{ manufacturer: { name: 'x', email: 'x' } }],
  ])('are rejected: %j', async (fields) => {
    const passport = publishable({ sku: shop.sku(), ...fields });
    const { status, body } = await shop.call('POST', 'passports', { passport });
    expect([status, typeof body.message]).toEqual([400, 'string']);
  });

  it('can be imported from CSV, in separate cells or as JSON', async () => {
    const sku = shop.sku();
    const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    const columns = {
      sku,
      template_code: 'tiny',
      'manufacturer.name': 'M',
      'manufacturer.email': 'm@m.example',
      use: 'backup',
      rechargeable: 'true',
      has_bms: '',
      rated_energy_wh: '1200.5',
      parties: cell([IMPORTER]),
      not_applicable: cell({ '/a': 'none' }),
      predecessors: cell(['https://elsewhere.example/1']),
      'backup_provider.name': 'Archive',
    };
    const csv = `${Object.keys(columns).join(',')}\n${Object.values(columns).join(',')}\n`;
    const send = async () => {
      const answer = await fetch(`${app.url}/rest/V1/dpp/manage/import`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv', authorization: `Bearer ${await app.adminToken()}` },
        body: csv,
      });
      return (await answer.json()) as { items: { status: string; passport_id: number }[] };
    };
    const [made] = (await send()).items;
    expect(made).toMatchObject({ status: 'created' });
    expect(await shop.good('GET', `passports/${made?.passport_id}`)).toMatchObject({
      use: 'backup',
      rechargeable: true,
      has_bms: null,
      rated_energy_wh: 1200.5,
      manufacturer: { name: 'M', email: 'm@m.example' },
      parties: [{ role: 'manufacturer', name: 'M' }, IMPORTER],
      not_applicable: { '/a': 'none' },
      predecessors: ['https://elsewhere.example/1'],
      backup_provider: { name: 'Archive', url: null },
    });
    expect((await send()).items[0]?.status).toBe('unchanged');
  });
});
