import { hash } from 'node:crypto';
import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { RecordBytes } from '../../libs/records/index.js';
import { CheckFiles, SweepFiles } from '../../src/customer-documents/index.js';
import type { Answer, TestApp, Verb } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { DocumentShop } from '../support/document-shop.js';
import { PassportShop, publishable, tinyTemplate } from '../support/passport-shop.js';

const sha256 = (text: string): string => hash('sha256', text, 'hex');
const GTIN = '09524000010018';
const BASE = 'http://kontor.test';
const READ = '_CustomerDocuments::manage';
const LINKED = { kind: 'manual', title: 'Linked', url: 'https://maker.example/m.pdf' };

/** `tiny` with reports for authorities and a public declaration of conformity. */
const filedTemplate = () => {
  const tiny = tinyTemplate();
  const text = { type: 'string' };
  const term = (iri: string, type: string) => ({ iri, type, labels: { en: iri, de: iri } });
  return {
    ...tiny,
    code: 'filed',
    schema: {
      ...tiny.schema,
      properties: {
        ...tiny.schema.properties,
        declaration_of_conformity_url: { ...text, pattern: '^https?://' },
        reports: {
          type: 'array',
          'x-disclosure': 'authority',
          items: {
            type: 'object',
            additionalProperties: false,
            properties: { number: text, document_id: { type: 'integer', 'x-document': true }, url: text },
          },
        },
      },
    },
    sections: [
      {
        id: 'all',
        labels: { en: 'All' },
        fields: [...(tiny.sections[0]?.fields ?? []), 'declaration_of_conformity_url', 'reports'],
      },
    ],
    vocabulary: {
      ...tiny.vocabulary,
      iri: '/dpp/vocab/filed/1#',
      terms: {
        ...tiny.vocabulary.terms,
        declaration_of_conformity_url: term('declarationUrl', 'url'),
        reports: term('reports', 'object'),
        'reports.number': term('reports.number', 'text'),
        'reports.document_id': term('reports.documentId', 'integer'),
        'reports.url': term('reports.url', 'url'),
      },
    },
    example: {
      ...tiny.example,
      dpp_payload: {
        ...tiny.example.dpp_payload,
        declaration_of_conformity_url: 'https://a.example',
        reports: [{ number: '1', document_id: 1, url: 'https://a.example' }],
      },
    },
  };
};

describeOnDatabases('documents of a passport (passports.md, "Documents")', (database) => {
  let documents: DocumentShop;
  let app: TestApp;
  let shop: PassportShop;
  let interest: string;
  let authority: string;
  let foreign: string;
  let author: string;

  beforeAll(async () => {
    documents = await DocumentShop.open({ database });
    app = documents.app;
    shop = await new PassportShop(app).open();
    await shop.good('POST', 'templates', { template: filedTemplate() });
    interest = await grant('legitimate_interest', { gtins: [GTIN], template: 'tiny' });
    authority = await grant('authority', { gtins: [GTIN], template: 'tiny' });
    foreign = await grant('authority', { gtins: ['04006381333931'] });
    author = await app.integrationToken('_Dpp::manage', '_Dpp::save', '_Dpp::publish');
  });
  afterAll(() => documents.close());

  const grant = async (audience: string, of: object): Promise<string> => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const body = { audience, for: of, to: { name: 'N', email: 'n@n.example' }, purpose: 'P', until };
    return (await shop.good('POST', 'grants', body)).token;
  };
  const named = (document_id: number, more: object = {}) => ({ kind: 'manual', title: `D${document_id}`, document_id, ...more }); // prettier-ignore
  const ofApi = (uuid: string, sum: string): string => `/dpp/v1/dpps/${uuid}/documents/${sum}`;
  const ofPage = (uuid: string, sum: string): string => `/dpp/${uuid}/documents/${sum}`;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const cookie = (token: string) => ({ cookie: `__Host-dpp-grant=${token}` });
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, verb: Verb = 'GET'): Promise<Answer> =>
    app.call(verb, path, undefined, undefined, headers);
  /** The status for each reader, by both routes. */
  const statuses = async (uuid: string, sum: string): Promise<readonly (readonly [number, number])[]> =>
    Promise.all(
      [undefined, interest, authority, foreign].map(async (token) => [
        (await get(ofApi(uuid, sum), token === undefined ? {} : bearer(token))).status,
        (await get(ofPage(uuid, sum), token === undefined ? {} : cookie(token))).status,
      ] as const),
    ); // prettier-ignore
  const run = (sql: string, params: readonly (string | number)[]): Promise<unknown> =>
    app.get<Transactions>(Transactions).write(() => app.get<Database>(Database).run(sql, [...params]));

  describe('in drafts', () => {
    it('return 403 if the author cannot read them', async () => {
      const id = await documents.local({}, 'secret');
      const passport = publishable({ sku: shop.sku(), documents: [named(id)] });
      const create = await shop.call('POST', 'passports', { passport }, author);
      expect([create.status, create.body.parameters]).toEqual([403, { resources: READ }]);
      const draft = await shop.draft({ documents: [LINKED] });
      const put = (passport_: object, token: string) =>
        shop.call('PUT', `passports/${draft.passport_id}`, { passport: passport_ }, token);
      expect((await put({ documents: [LINKED, named(id)] }, author)).status).toBe(403);
      const runs = await shop.call('POST', 'runs', { passport, serials: ['1'] }, author);
      expect(runs.status).toBe(403);
      const line = JSON.stringify({ ...passport, sku: shop.sku() });
      const imported = await app.call('POST', '/rest/V1/dpp/manage/import', line, author, { 'content-type': 'application/x-ndjson' }); // prettier-ignore
      expect([imported.status, imported.body.failed, imported.text.includes(READ)]).toEqual([200, 1, true]);
      expect((await shop.good('GET', `passports/${draft.passport_id}`)).documents).toEqual([
        { ...LINKED, language: null, sha256: null, document_id: null, point: 1 },
      ]);
      // An author without the right can keep existing documents, but not open them to other readers.
      const both = await app.integrationToken('_Dpp::manage', '_Dpp::save', READ);
      expect((await put({ documents: [named(id, { point: 4 })] }, both)).status).toBe(200);
      const kept = (await shop.good('GET', `passports/${draft.passport_id}`)).documents;
      expect((await put({ documents: kept, mpn: 'M' }, author)).status).toBe(200);
      expect((await put({ documents: [named(id, { point: 1 })] }, author)).status).toBe(403);
      expect((await put({ documents: [] }, author)).status).toBe(200);
    });

    it('return 400 without a file, or with a file that the virus scan rejected', async () => {
      const empty = (await documents.document()).id as number;
      const infected = await documents.local({}, 'infected');
      await run("UPDATE document_blob SET scan_state = 'infected' WHERE sha256 = ?", [sha256('infected')]);
      const refused = async (list: readonly object[]): Promise<readonly unknown[]> => {
        const { status, text } = await shop.call('POST', 'passports', { passport: publishable({ sku: shop.sku(), documents: list }) }); // prettier-ignore
        return [status, text];
      };
      const said = (words: string) => [400, expect.stringContaining(words)];
      expect(await refused([LINKED, named(empty)])).toEqual(said('has no file'));
      expect(await refused([named(2_000_000)])).toEqual(said('has no file'));
      expect(await refused([named(infected)])).toEqual(said('virus scan rejected'));
      expect(await refused([{ ...LINKED, ...named(empty) }])).toEqual(said('must have either document_id or url'));
      expect(await refused([{ kind: 'manual', title: 'x' }])).toEqual(said('must have either document_id or url'));
      expect(await refused([{ ...LINKED, point: 5 }])).toEqual(said('point'));
      const reports = [{ number: '1', document_id: empty }];
      const payload = { ...publishable().dpp_payload, reports };
      const passport = publishable({ sku: shop.sku(), template_code: 'filed', dpp_payload: payload });
      const inPayload = await shop.call('POST', 'passports', { passport });
      expect([inPayload.status, inPayload.text]).toEqual(said('has no file'));
      expect(inPayload.text).toContain('dpp_payload.reports[0].document_id');
    });

    it('return 400 on publication if the stated hash differs from the file’s', async () => {
      const id = await documents.local({}, 'stated');
      const good = await shop.published({ documents: [named(id, { sha256: sha256('stated') })] });
      const { passport_id } = await shop.draft({ documents: [named(id, { sha256: sha256('other') })] });
      const { status, text } = await shop.call('POST', `passports/${passport_id}/publish`);
      expect([good.status, status, text]).toEqual(['published', 400, expect.stringContaining('not the SHA-256')]);
    });
  });

  describe('when published', () => {
    it('are listed with the URL of their bytes, but without the document ID', async () => {
      const id = await documents.local({ name: 'Manual' }, 'public text', 'manual.txt');
      const made = await shop.published({ documents: [LINKED, named(id, { language: 'en' })] });
      expect(made.documents[1]).toMatchObject({ document_id: id, url: null, point: 1, sha256: null });
      const sum = sha256('public text');
      const url = `${BASE}${ofPage(made.uuid, sum)}`;
      const shown = (await shop.read(made.sku)).body;
      expect(shown.documents).toEqual([
        { ...LINKED, language: null, sha256: null },
        { kind: 'manual', title: `D${id}`, url, language: 'en', sha256: sum },
      ]);
      const part = await get(`/dpp/v1/dpps/${made.uuid}`);
      expect(part.body.documents).toEqual([
        { contentType: 'application/pdf', url: LINKED.url, resourceTitle: 'Linked' },
        { contentType: 'text/plain', url, resourceTitle: `D${id}`, language: 'en' },
      ]);
      const jsonld = await get(`/dpp/${made.uuid}`, { accept: 'application/ld+json' });
      expect(jsonld.body).toContain(url);
      const page = await get(`/dpp/${made.uuid}`, { accept: 'text/html' });
      expect(page.text).toContain(`href="${url}"`);
      for (const { text } of [await shop.read(made.sku), part, jsonld, page]) expect(text).not.toContain('document_id');
    });

    it('keep their bytes after the document is changed or deleted', async () => {
      const id = await documents.local({}, 'first');
      const made = await shop.published({ gtin: GTIN, serial: 'KEPT', documents: [named(id)] });
      const before = await shop.read(made.sku);
      const { count } = await app.get<CheckFiles>(CheckFiles).check();
      await documents.file(id, 'second');
      await documents.good('DELETE', `customerdocuments/${id}`);
      await app.get<SweepFiles>(SweepFiles).sweep(0);
      // The check after a restore covers these bytes too.
      expect(await app.get<CheckFiles>(CheckFiles).check()).toEqual({ count, missing: [] });
      const { status, text, headers } = await get(ofPage(made.uuid, sha256('first')));
      expect([status, text, headers.get('etag')]).toEqual([200, 'first', `"${sha256('first')}"`]);
      expect((await get(ofApi(made.uuid, sha256('second')))).status).toBe(404);
      expect((await shop.read(made.sku)).text).toBe(before.text);
      // Bytes that no version uses are deleted with their document.
      const rows = await app.get<Database>(Database).query('SELECT sha256 FROM document_blob WHERE sha256 = ?', [sha256('second')]); // prettier-ignore
      expect(rows).toEqual([]);
      // A revision with the deleted document cannot be published.
      await shop.act(made.passport_id, 'revisions');
      const again = await shop.call('POST', `passports/${made.passport_id}/publish`);
      expect([again.status, again.text]).toEqual([400, expect.stringContaining('has no file')]);
    });

    it('return 400 if a file changes during publication', async () => {
      const id = await documents.local({}, 'prepared');
      const { passport_id, sku } = await shop.draft({ documents: [named(id)] });
      const bytes = app.get<RecordBytes>(RecordBytes);
      const files = bytes.files.bind(bytes);
      const replaced = jest.spyOn(bytes, 'files').mockImplementationOnce(async (ids) => {
        const found = await files(ids);
        await documents.file(id, 'meanwhile');
        return found;
      });
      try {
        const { status, text } = await shop.call('POST', `passports/${passport_id}/publish`);
        expect([status, text]).toEqual([
          400,
          expect.stringContaining('changed while the passport was being published'),
        ]);
      } finally {
        replaced.mockRestore();
      }
      expect((await shop.good('GET', `passports/${passport_id}`)).status).toBe('draft');
      expect((await shop.read(sku)).text).toBe('null');
      const { uuid } = await shop.act(passport_id, 'publish');
      expect((await get(ofApi(uuid, sha256('meanwhile')))).text).toBe('meanwhile');
    });

    it('are sent as attachments with range support and an ETag', async () => {
      const id = await documents.local({}, '0123456789', 'zahlen ä.txt');
      const { uuid } = await shop.published({ documents: [named(id)] });
      const sum = sha256('0123456789');
      for (const path of [ofPage(uuid, sum), ofApi(uuid, sum), ofApi(encodeURIComponent(`${BASE}/dpp/${uuid}`), sum)]) {
        const whole = await get(path);
        expect([whole.status, whole.text]).toEqual([200, '0123456789']);
        expect(Object.fromEntries(whole.headers)).toMatchObject({
          'content-type': 'text/plain',
          'content-disposition': expect.stringMatching(/^attachment; .*UTF-8''zahlen%20%C3%A4\.txt/),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-cache',
          'access-control-allow-origin': '*',
          etag: `"${sum}"`,
        });
        const part = await get(path, { range: 'bytes=2-4' });
        expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
        expect((await get(path, { range: 'bytes=20-' })).status).toBe(416);
        expect((await get(path, { 'if-none-match': `"${sum}"` })).status).toBe(304);
        const head = await get(path, {}, 'HEAD');
        expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '10']);
      }
      expect((await get(ofApi(uuid, sum.toUpperCase()))).status).toBe(404);
      expect((await get(ofApi(uuid, '%25'))).status).toBe(404);
    });

    it('are readable only with access to their point, and restricted reads are logged first', async () => {
      const [one, two, three, four] = await Promise.all(['P1', 'P2', 'P3', 'P4'].map((text) => documents.local({}, text))); // prettier-ignore
      const list = [named(one ?? 0), named(two ?? 0, { point: 2 }), named(three ?? 0, { point: 3 }), named(four ?? 0, { point: 4 }), { ...LINKED, title: 'For one', url: 'https://maker.example/for-one.pdf', point: 4 }]; // prettier-ignore
      const made = await shop.published({ gtin: GTIN, serial: 'AUDIENCE', documents: list });
      const [yes, no] = [[200, 200], [404, 404]]; // prettier-ignore
      expect(await statuses(made.uuid, sha256('P1'))).toEqual([yes, yes, yes, yes]);
      expect(await statuses(made.uuid, sha256('P2'))).toEqual([no, yes, yes, no]);
      expect(await statuses(made.uuid, sha256('P3'))).toEqual([no, no, yes, no]);
      expect(await statuses(made.uuid, sha256('P4'))).toEqual([no, yes, no, no]);
      expect((await get(ofApi(made.uuid, sha256('P1')), bearer('x'))).status).toBe(401);
      // The address of another passport gives no access to this one's documents.
      const other = await shop.published({ gtin: GTIN, serial: 'OTHER' });
      expect((await get(ofApi(other.uuid, sha256('P1')), bearer(authority))).status).toBe(404);

      const titles = async (token?: string): Promise<readonly string[]> =>
        (await get(`/dpp/v1/dpps/${made.uuid}`, token === undefined ? {} : bearer(token))).body.documents.map(
          ({ resourceTitle }: { resourceTitle: string }) => resourceTitle,
        );
      expect(await titles()).toEqual([`D${one}`]);
      expect(await titles(interest)).toEqual([`D${one}`, `D${two}`, `D${four}`, 'For one']);
      expect(await titles(authority)).toEqual([`D${one}`, `D${two}`, `D${three}`]);
      const page = (token: string) => get(`/dpp/${made.uuid}`, { ...cookie(token), accept: 'text/html' });
      expect((await page(interest)).text).toContain(ofPage(made.uuid, sha256('P4')));
      expect((await page(authority)).text).not.toContain(sha256('P4'));

      const readings = async (): Promise<readonly unknown[]> =>
        (await shop.good('GET', `passports/${made.passport_id}/access-log/search?searchCriteria[pageSize]=100`)).items;
      const before = (await readings()).length;
      const { headers } = await get(ofApi(made.uuid, sha256('P2')), bearer(interest));
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('vary')).toContain('Authorization');
      await get(ofPage(made.uuid, sha256('P4')), { ...cookie(interest), range: 'bytes=0-0' });
      await get(ofPage(made.uuid, sha256('P4')), cookie(interest), 'HEAD');
      await get(ofPage(made.uuid, sha256('P1')), cookie(interest));
      const log = await readings();
      expect(log.length).toBe(before + 2);
      expect(log).toEqual(expect.arrayContaining([expect.objectContaining({ version: 1, points: '2' }), expect.objectContaining({ version: 1, points: '4' })])); // prettier-ignore
      await run('ALTER TABLE passport_access RENAME TO passport_access_away', []);
      try {
        const kept = await get(ofApi(made.uuid, sha256('P2')), bearer(interest));
        expect([kept.status >= 500, kept.text.includes('P2')]).toEqual([true, false]);
      } finally {
        await run('ALTER TABLE passport_access_away RENAME TO passport_access', []);
      }
    });

    it('are readable only with a grant once their version is superseded', async () => {
      const [first, second] = [await documents.local({}, 'version 1'), await documents.local({}, 'version 2')];
      const made = await shop.published({ gtin: GTIN, serial: 'OLDER', documents: [named(first)] });
      await shop.act(made.passport_id, 'revisions');
      await shop.good('PUT', `passports/${made.passport_id}`, { passport: { documents: [named(second)] } });
      const [yes, no] = [[200, 200], [404, 404]]; // prettier-ignore
      expect(await statuses(made.uuid, sha256('version 2'))).toEqual([no, no, no, no]);
      await shop.act(made.passport_id, 'publish');
      expect(await statuses(made.uuid, sha256('version 1'))).toEqual([no, yes, yes, no]);
      expect(await statuses(made.uuid, sha256('version 2'))).toEqual([yes, yes, yes, yes]);
      const old = await get(ofApi(made.uuid, sha256('version 1')), bearer(interest));
      expect(old.headers.get('cache-control')).toBe('private, no-store');
      await shop.act(made.passport_id, 'archive', { reason: 'end_of_life' });
      expect(await statuses(made.uuid, sha256('version 2'))).toEqual([no, yes, yes, no]);
      await shop.act(made.passport_id, 'notice', { status: 'recycled', date: '2026-11-01', text: { en: 'Gone.' } });
      expect(await statuses(made.uuid, sha256('version 2'))).toEqual([no, no, no, no]);
    });

    it('return 409 after a later virus scan rejects the file', async () => {
      const id = await documents.local({}, 'found later');
      const { uuid } = await shop.published({ documents: [named(id)] });
      const sum = sha256('found later');
      await run("UPDATE document_blob SET scan_state = 'infected' WHERE sha256 = ?", [sum]);
      for (const path of [ofPage(uuid, sum), ofApi(uuid, sum)]) {
        const { status, text } = await get(path);
        expect([status, text]).toEqual([409, expect.stringContaining('virus scan rejected')]);
        expect(text).not.toContain(`${id}`);
      }
    });

    it('are stored once for all items of a run, with a separate URL for each', async () => {
      const id = await documents.local({}, 'for a run');
      const hidden = await documents.local({}, 'hidden in a run');
      const sku = shop.sku();
      const passport = publishable({ sku, gtin: GTIN, documents: [named(id), named(hidden, { point: 3 })] });
      const begun = await shop.good('POST', 'runs', { passport, serials: ['R1', 'R2', 'R3'] });
      await documents.jobDone(begun.job);
      const alone = await shop.published({ ...passport, sku, serial: 'ALONE' });
      const items = await Promise.all(['R1', 'R2', 'R3', 'ALONE'].map(async (serial) => (await shop.read(sku, `?serial=${serial}`)).body)); // prettier-ignore
      for (const { uuid, documents: shown, content_digest: digest, ...rest } of items) {
        const url = `${BASE}${ofPage(uuid, sha256('for a run'))}`;
        expect(shown).toEqual([{ kind: 'manual', title: `D${id}`, url, language: null, sha256: sha256('for a run') }]);
        expect([rest.status, typeof digest]).toEqual(['published', 'string']);
        expect(await statuses(uuid, sha256('for a run'))).toEqual([[200, 200], [200, 200], [200, 200], [200, 200]]); // prettier-ignore
        expect((await get(ofApi(uuid, sha256('hidden in a run')), bearer(authority))).text).toBe('hidden in a run');
        expect((await get(ofApi(uuid, sha256('hidden in a run')))).status).toBe(404);
      }
      const parts = await app.get<Database>(Database).query<{ bodies: number }>(
        'SELECT COUNT(DISTINCT m.part_1) AS bodies FROM passport_publication m JOIN passport_version v ON v.id = m.id WHERE v.sku = ?',
        [sku],
      ); // prettier-ignore
      expect(Number(parts[0]?.bodies)).toBe(1);
      expect(alone.documents).toHaveLength(2);
    });
  });

  it('put a declaration of conformity into payload, linkset and score', async () => {
    const id = await documents.local({}, 'declaration');
    const filed = (more: object) => publishable({ template_code: 'filed', sku: shop.sku(), gtin: GTIN, ...more });
    const declared = (more: object = {}) => named(id, { kind: 'Declaration of Conformity', ...more });
    const made = await shop.published(filed({ serial: 'DOC-1', documents: [declared()] }));
    const url = `${BASE}${ofPage(made.uuid, sha256('declaration'))}`;
    const view = (await shop.read(made.sku)).body;
    expect(JSON.parse(view.dpp_payload).declaration_of_conformity_url).toBe(url);
    expect(JSON.parse(made.dpp_payload)).not.toHaveProperty('declaration_of_conformity_url');
    const element = await get(`/dpp/v1/dpps/${made.uuid}/elements/$.declaration_of_conformity_url`);
    expect(element.body).toBe(url);
    const { body } = await get(`/01/${GTIN}/21/DOC-1?linkType=linkset`, { accept: 'application/linkset+json' });
    const [links] = JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)).linkset;
    expect(links['https://ref.gs1.org/voc/certificationInfo']).toEqual([{ href: url, title: `D${id}` }]);
    // A link works too. An author's own value stays, and restricted documents do not fill public fields.
    const payload = async (more: object): Promise<object> => {
      const { sku } = await shop.published(filed(more));
      return JSON.parse((await shop.read(sku)).body.dpp_payload);
    };
    expect(await payload({ serial: 'DOC-2', documents: [{ ...LINKED, kind: 'declaration_of_conformity' }] })).toMatchObject({ declaration_of_conformity_url: LINKED.url }); // prettier-ignore
    const own = { ...publishable().dpp_payload, declaration_of_conformity_url: 'https://own.example/doc' };
    expect(await payload({ serial: 'DOC-3', documents: [declared()], dpp_payload: own })).toMatchObject({ declaration_of_conformity_url: 'https://own.example/doc' }); // prettier-ignore
    expect(await payload({ serial: 'DOC-4', documents: [declared({ point: 3 })] })).not.toHaveProperty('declaration_of_conformity_url'); // prettier-ignore
    const score = async (list: readonly object[]): Promise<string> => {
      const { passport_id } = await shop.draft(filed({ documents: list }));
      const { items } = await shop.good('GET', `passports/${passport_id}/score`);
      return items.find(({ path }: { path: string }) => path.endsWith('declaration_of_conformity_url')).state;
    };
    expect([await score([declared()]), await score([])]).toEqual(['ok', 'missing']);
  });

  it('can be referenced in the payload, where their readers get the URL', async () => {
    const id = await documents.local({}, 'report');
    const payload = { ...publishable().dpp_payload, reports: [{ number: 'R-1', document_id: id }, { number: 'R-2', url: 'https://lab.example/2' }] }; // prettier-ignore
    const made = await shop.published({ template_code: 'filed', gtin: GTIN, serial: 'REPORTS', dpp_payload: payload });
    expect(JSON.parse(made.dpp_payload).reports[0]).toEqual({ number: 'R-1', document_id: id });
    const url = `${BASE}${ofPage(made.uuid, sha256('report'))}`;
    const read = async (token?: string) => (await get(`/dpp/v1/dpps/${made.uuid}`, token === undefined ? {} : bearer(token))).body; // prettier-ignore
    expect((await read(authority)).reports).toEqual([
      { number: 'R-1', url },
      { number: 'R-2', url: 'https://lab.example/2' },
    ]);
    for (const token of [undefined, interest])
      expect(JSON.stringify(await read(token))).not.toContain(sha256('report'));
    const [yes, no] = [[200, 200], [404, 404]]; // prettier-ignore
    expect(await statuses(made.uuid, sha256('report'))).toEqual([no, no, yes, no]);
    const page = await get(`/dpp/${made.uuid}`, { ...cookie(authority), accept: 'text/html' });
    expect(page.text).toContain(url);
    const both = { ...payload, reports: [{ number: 'R', document_id: id, url: 'https://lab.example/2' }] };
    const refused = await shop.call('POST', 'passports', { passport: publishable({ sku: shop.sku(), template_code: 'filed', dpp_payload: both }) }); // prettier-ignore
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('cannot be sent together')]);
  });

  it('can be referenced in the values of run items if the author can read them', async () => {
    const [one, two] = [await documents.local({}, 'report 1'), await documents.local({}, 'report 2')];
    const open = await documents.local({}, 'manual of all');
    const sku = shop.sku();
    const passport = publishable({ sku, template_code: 'filed', gtin: GTIN, documents: [named(open)] });
    const cell = (id: number): string =>
      `"${JSON.stringify([{ number: 'R', document_id: id }]).replaceAll('"', '""')}"`;
    const values_csv = `serial,dpp_payload.reports\nV1,${cell(one)}\nV2,${cell(two)}\n`;
    const withoutDocuments = { ...passport, documents: [] };
    const refused = await shop.call('POST', 'runs', { passport: withoutDocuments, values_csv }, author);
    expect([refused.status, refused.body.parameters]).toEqual([403, { resources: READ }]);
    const begun = await shop.good('POST', 'runs', { passport, values_csv });
    await documents.jobDone(begun.job);
    for (const [serial, text, other] of [['V1', 'report 1', 'report 2'], ['V2', 'report 2', 'report 1']] as const) {
      const { uuid } = (await shop.read(sku, `?serial=${serial}`)).body;
      expect((await get(ofApi(uuid, sha256(text)), bearer(authority))).text).toBe(text);
      expect((await get(ofApi(uuid, sha256(other)), bearer(authority))).status).toBe(404);
      expect((await get(ofApi(uuid, sha256(text)))).status).toBe(404);
      expect((await get(ofPage(uuid, sha256('manual of all')))).text).toBe('manual of all');
    } // prettier-ignore
  });

  it('stay compatible with clients that send only links', async () => {
    const made = await shop.published({ documents: [{ ...LINKED, language: 'en', sha256: sha256('x') }] });
    expect((await shop.read(made.sku)).body.documents).toEqual([{ ...LINKED, language: 'en', sha256: sha256('x') }]);
    await shop.act(made.passport_id, 'revisions');
    const draft = await shop.good('GET', `passports/${made.passport_id}`);
    const back = await shop.good('PUT', `passports/${made.passport_id}`, { passport: draft });
    expect(back.updated_at).toBe(draft.updated_at);
  });
});

describeOnDatabases('a document that waits for its virus scan', (database) => {
  it('can be added to a draft, but not published', async () => {
    const documents = await DocumentShop.open({ database, settings: { CLAMAV_URL: 'tcp://127.0.0.1:9' } });
    try {
      const shop = await new PassportShop(documents.app).open();
      const id = await documents.local({}, 'waiting');
      const { passport_id } = await shop.draft({ documents: [{ kind: 'manual', title: 'W', document_id: id }] });
      const refused = await shop.call('POST', `passports/${passport_id}/publish`);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('waiting for a virus scan')]);
      expect((await shop.good('GET', `passports/${passport_id}/validate`)).valid).toBe(0);
      await documents.app
        .get<Transactions>(Transactions)
        .write(() => documents.app.get<Database>(Database).run("UPDATE document_blob SET scan_state = 'clean'", []));
      const { uuid } = await shop.act(passport_id, 'publish');
      expect((await documents.app.call('GET', `/dpp/${uuid}/documents/${sha256('waiting')}`)).text).toBe('waiting');
    } finally {
      await documents.close();
    }
  });
});
