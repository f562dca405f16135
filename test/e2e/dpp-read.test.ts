import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { DppSettings } from '../../src/dpp/passport/index.js';
import { type Answer, startApp, type TestApp, type Verb } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { faultsOf, METHODS } from '../support/en18222.js';
import { PassportShop } from '../support/passport-shop.js';
import { headOf, RawConnection } from '../support/raw-connection.js';

describeOnDatabases('the interface of EN 18222', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  /** The public base URL that the server is configured with. */
  let BASE: string;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    BASE = app.get<DppSettings>(DppSettings).publicBaseUrl;
  });
  afterAll(() => app.close());

  const read = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    app.call('GET', `/dpp/v1/${path}`, undefined, undefined, headers);
  const page = (uuid: string): string => encodeURIComponent(`${BASE}/dpp/${uuid}`);

  it('returns the public part of a version as canonical bytes with a digest', async () => {
    const { uuid, passport_id } = await shop.published({
      gtin: '9524000010018',
      batch: 'B/1',
      product_name: { en: 'Drill', de: 'Bohrer' },
      documents: [{ kind: 'manual', title: 'Manual', url: 'https://maker.example/m.pdf', language: 'en' }],
      dpp_payload: {
        material: 'steel',
        weight_kg: 1.5,
        care: { de: 'Trocken.' },
        supplier: 'HIDDEN',
        recipe: 'HIDDEN',
      },
    });
    const answer = await read(`dpps/${page(uuid)}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(canonicalize(answer.body));
    const digest = createHash('sha256').update(answer.text).digest();
    expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${digest.toString('base64')}:`);
    expect(answer.headers.get('etag')).toBe(`"${digest.toString('base64url')}"`);
    expect(answer.body).toMatchObject({
      digitalProductPassportId: `${BASE}/dpp/${uuid}`,
      uniqueProductIdentifier: expect.stringContaining('/01/09524000010018/10/B%2F1'),
      granularity: 'batch',
      dppSchemaVersion: 'EN 18223:2026',
      dppStatus: 'active',
      economicOperatorId: 'https://id.gs1.org/417/9524000000187',
      contentSpecificationIds: [`${BASE}/dpp/schema/tiny/1.0.0.json`],
      product_name: [
        { language: 'en', value: 'Drill' },
        { language: 'de', value: 'Bohrer' },
      ],
      documents: [
        { contentType: 'application/pdf', url: 'https://maker.example/m.pdf', resourceTitle: 'Manual', language: 'en' },
      ],
      material: 'steel',
      care: [{ language: 'de', value: 'Trocken.' }],
      batch: 'B/1',
    });
    expect(answer.body).not.toHaveProperty('elements');
    expect(answer.text).not.toContain('HIDDEN');
    for (const other of [uuid, `${page(uuid)}?representation=compressed`])
      expect((await read(`dpps/${other}`)).text).toBe(answer.text);
    // The digest of each part of a version is stored.
    const version = await app
      .get<Database>(Database)
      .queryOne<{ digests: string }>(
        'SELECT m.digests FROM passport_publication m JOIN passport_version v ON v.id = m.id WHERE v.passport_id = ?',
        [passport_id],
      );
    expect(version?.digests.split(',')[1]).toBe(digest.toString('base64url'));
    const kept = await read(`dpps/${uuid}`, { 'If-None-Match': answer.headers.get('etag') ?? '' });
    expect([kept.status, kept.text]).toEqual([304, '']);
  });

  it('returns the same 404 for draft, archived and unknown passports', async () => {
    const draft = await shop.draft();
    const archived = await shop.published();
    await shop.act(archived.passport_id, 'archive', { reason: 'withdrawn' });
    const unknown = await read('dpps/00000000-0000-4000-8000-000000000000');
    expect([unknown.status, unknown.body]).toEqual([
      404,
      {
        statusCode: 'ClientErrorResourceNotFound',
        message: [
          {
            messageType: 'Error',
            text: 'No passport is published under this identifier.',
            code: '404',
          },
        ],
      },
    ]);
    for (const id of [draft.uuid, archived.uuid, page(draft.uuid), 'x', page(`${draft.uuid}/`)])
      expect((await read(`dpps/${id}`)).text).toBe(unknown.text);
  });

  it('returns the same bytes for passports published before versions had parts', async () => {
    const { uuid, passport_id, sku } = await shop.published({ batch: 'OLD' });
    const before = await read(`dpps/${uuid}`);
    const { text: view } = await shop.read(sku);
    const { text: document } = await app.call('GET', `/dpp/${uuid}`, undefined, undefined, {
      accept: 'application/ld+json',
    });
    await app
      .get<Transactions>(Transactions)
      .write(() =>
        app
          .get<Database>(Database)
          .run(
            'UPDATE passport_publication SET form = NULL, part_1 = NULL, view = ?, jsonld = ?, public_url = ?, qr_target = ? WHERE id IN (SELECT id FROM passport_version WHERE passport_id = ?)',
            [view, document, `${BASE}/dpp/${uuid}`, `${BASE}/dpp/${uuid}`, passport_id],
          ),
      );
    expect((await read(`dpps/${uuid}`)).text).toBe(before.text);
  });

  describe('compared with a third-party description', () => {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
    let passport: any;
    let token: string;
    const grant = async (fields: object): Promise<string> =>
      (
        await shop.good('POST', 'grants', {
          audience: 'authority',
          for: { template: 'tiny' },
          to: { name: 'Amt', email: 'amt@authority.example' },
          purpose: 'Market surveillance',
          until: new Date(Date.now() + 86_400_000).toISOString(),
          ...fields,
        })
      ).token;
    const call = (verb: Verb, path: string, body?: unknown, who?: string): Promise<Answer> =>
      app.call(verb, `/dpp/v1/${path}`, body, who);

    beforeAll(async () => {
      passport = await shop.published({
        gtin: '09524000010018',
        serial: 'EN-1',
        product_name: { en: 'Drill', de: 'Bohrer' },
        parties: [{ role: 'importer', name: 'Import SA', ids: [{ scheme: 'gln', value: '9524000000187' }] }],
        facilities: [{ id: '9524000000194', scheme: 'gln', name: 'Miskolc', country: 'HU' }],
        documents: [{ kind: 'manual', title: 'Manual', url: 'https://maker.example/m.pdf', language: 'en' }],
        dpp_payload: { material: 'steel', weight_kg: 1.5, care: { de: 'Trocken.' }, supplier: 'S', recipe: 'R' },
      });
      token = await grant({});
    });

    it('returns passports in both representations, elements and IDs as described', async () => {
      for (const who of [undefined, token]) {
        const compressed = await call('GET', `dpps/${passport.uuid}`, undefined, who);
        expect(faultsOf('DigitalProductPassportCompressed', compressed.body)).toEqual([]);
        const full = await call('GET', `dpps/${passport.uuid}?representation=full`, undefined, who);
        expect(faultsOf('DigitalProductPassportFull', full.body)).toEqual([]);
        expect(full.body.elements.length).toBeGreaterThan(10);
        const ids = full.body.elements.map((one: { elementId: string }) => one.elementId);
        expect(ids.includes('supplier')).toBe(who !== undefined);
        const kinds = new Set(full.body.elements.map((one: { objectType: string }) => one.objectType));
        expect(kinds.size).toBe(4);
        for (const index of [0, 1, 5])
          expect(
            faultsOf(
              'DataElement',
              (await call('GET', `dpps/${passport.uuid}/elements/${encodeURIComponent(`$.elements[${index}]`)}?representation=full`, undefined, who)).body, // prettier-ignore
            ),
          ).toEqual([]);
      }
      const link = `https://id.example/01/09524000010018/21/EN-1`;
      const byProduct = await call('GET', `dppsByProductId/${encodeURIComponent(link)}`);
      expect(faultsOf('DigitalProductPassportCompressed', byProduct.body)).toEqual([]);
      const page = await call('POST', 'dppsByProductIds?limit=1', [link, link]);
      expect(faultsOf('DppIdPage', page.body)).toEqual([]);
      expect(page.headers.get('link')).toBe(`<?limit=1&cursor=${page.body.nextCursor}>; rel="next"`);
      const then = await call('GET', `dppsByIdAndDate/${passport.uuid}?date=${new Date().toISOString()}`);
      expect(faultsOf('DigitalProductPassportCompressed', then.body)).toEqual([]);
    });

    const FAILING: readonly (readonly [string, Verb, string, unknown, string | undefined, number, string])[] = [
      ['an unknown passport', 'GET', 'dpps/00000000-0000-4000-8000-000000000000', undefined, undefined, 404, 'ClientErrorResourceNotFound'],
      ['an unknown product', 'GET', 'dppsByProductId/https%3A%2F%2Fa.example%2F01%2F09524000010018', undefined, undefined, 404, 'ClientErrorResourceNotFound'],
      ['an unknown path', 'GET', 'nothing', undefined, undefined, 404, 'ClientErrorResourceNotFound'],
      ['registration, which the EU registry offers', 'POST', 'registerDPP', {}, undefined, 404, 'ClientErrorResourceNotFound'],
      ['an unknown representation', 'GET', 'dpps/@?representation=half', undefined, undefined, 400, 'ClientErrorBadRequest'],
      ['a repeated representation', 'GET', 'dpps/@?representation=full&representation=full', undefined, undefined, 400, 'ClientErrorBadRequest'],
      ['an invalid JSONPath', 'GET', 'dpps/@/elements/%24%5B', undefined, undefined, 400, 'ClientErrorBadRequest'],
      ['a JSONPath with a wildcard', 'GET', 'dpps/@/elements/%24.*', undefined, undefined, 400, 'ClientErrorBadRequest'],
      ['invalid percent-encoding', 'GET', 'dpps/%ZZ', undefined, undefined, 400, 'ClientErrorBadRequest'],
      ['a missing date', 'GET', 'dppsByIdAndDate/@', undefined, undefined, 400, 'ClientErrorBadRequest'],
      ['a body that is not JSON', 'POST', 'dppsByProductIds', '{"productIds": [', undefined, 400, 'ClientErrorBadRequest'],
      ['an invalid representation', 'POST', 'dppsByProductIds?representation=short', [], undefined, 400, 'ClientErrorBadRequest'],
      ['an empty cursor', 'POST', 'dppsByProductIds?cursor=', [], undefined, 400, 'ClientErrorBadRequest'],
      ['a number for products', 'POST', 'dppsByProductIds', { productId: 42 }, undefined, 400, 'ClientErrorBadRequest'],
      ['a body that is too large', 'POST', 'dppsByProductIds', ['x'.repeat(300_000)], undefined, 413, 'ClientErrorBadRequest'],
      ['an invalid token', 'GET', 'dpps/@', undefined, 'made-up', 401, 'ClientNotAuthorized'],
      ['an invalid token and an invalid JSONPath', 'GET', 'dpps/@/elements/%24%5B', undefined, 'made-up', 401, 'ClientNotAuthorized'],
      ['an invalid token for a list', 'POST', 'dppsByProductIds', [], 'made-up', 401, 'ClientNotAuthorized'],
      ['creating without a token', 'POST', 'dpps', { a: 1 }, undefined, 401, 'ClientNotAuthorized'],
      ['deleting with an invalid token', 'DELETE', 'dpps/@', undefined, 'made-up', 401, 'ClientNotAuthorized'],
      ['changing a passport', 'PATCH', 'dpps/@', { a: 1 }, undefined, 405, 'ClientMethodNotAllowed'],
      ['changing an element', 'PATCH', 'dpps/@/elements/%24.material', '"x"', undefined, 405, 'ClientMethodNotAllowed'],
      ['replacing a passport', 'PUT', 'dpps/@', { a: 1 }, undefined, 405, 'ClientMethodNotAllowed'],
      ['listing passports', 'GET', 'dpps', undefined, undefined, 405, 'ClientMethodNotAllowed'],
      ['reading IDs by GET', 'GET', 'dppsByProductIds', undefined, undefined, 405, 'ClientMethodNotAllowed'],
    ]; // prettier-ignore
    it.each(FAILING)('returns the described error for %s', async (_, verb, path, body, who, status, statusCode) => {
      const answer = await call(verb, path.replace('@', passport.uuid), body, who);
      expect([answer.status, answer.body.statusCode]).toEqual([status, statusCode]);
      expect(faultsOf('Result', answer.body)).toEqual([]);
      expect(answer.body.message).toEqual([{ messageType: 'Error', text: expect.any(String), code: String(status) }]);
      // Responses that depend on the caller are not cacheable. The platform's own errors lack the header.
      expect(answer.headers.get('cache-control') ?? 'private, no-store').toBe('private, no-store');
      // A URL that cannot be decoded matches no route.
      if (!path.includes('%ZZ')) expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    });

    it('lists the allowed methods in a 405', async () => {
      const allowed = async (verb: Verb, path: string) => (await call(verb, path, {})).headers.get('allow');
      expect(await allowed('PATCH', `dpps/${passport.uuid}`)).toBe('GET, DELETE, HEAD');
      expect(await allowed('PUT', 'dppsByProductIds')).toBe('POST');
      // Other routes keep the platform's error format.
      expect((await app.call('PATCH', '/rest/V1/dpp/passports')).body).toHaveProperty('message');
      expect((await app.call('PUT', '/dpp/nothing')).body).toEqual({ message: 'Request does not match any route.' });
    });

    it('returns an empty 501 for unsupported methods, without reading the body', async () => {
      for (const [verb, path] of [
        ['POST', 'dpps'],
        ['DELETE', `dpps/${passport.uuid}`],
      ] as const) {
        const answer = await call(verb, path, verb === 'POST' ? 'no JSON at all' : undefined, token);
        expect([answer.status, answer.text]).toEqual([501, '']);
      }
      // The body is announced but never sent, so a server that reads it would wait.
      const connection = await RawConnection.open(Number(new URL(app.url).port));
      connection.write(headOf('/dpp/v1/dpps', 1000, [`Authorization: Bearer ${token}`]));
      await connection.until(/^HTTP\/1\.1 501 /);
      connection.end();
    });

    it('answers HEAD like GET, and allows cross-origin requests', async () => {
      for (const path of [`dpps/${passport.uuid}`, `dpps/${passport.uuid}/elements/%24.material`, 'dpps/none']) {
        const [head, get] = [await call('HEAD', path), await call('GET', path)];
        expect([head.status, head.text]).toEqual([get.status, '']);
        for (const name of ['etag', 'content-length', 'repr-digest', 'content-type', 'vary'])
          expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
      const preflight = await app.call('OPTIONS', '/dpp/v1/dppsByProductIds', undefined, undefined, {
        origin: 'https://reader.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
      expect((await call('OPTIONS', `dpps/${passport.uuid}`)).status).toBe(204);
    });

    it('answers every described method with a described status', async () => {
      for (const [method, statuses] of METHODS) {
        const [verb = '', path = ''] = method.split(' ');
        if (path === '/v1/registerDPP') continue;
        const asked = path
          .replace('{dppId}', passport.uuid)
          .replace('{productId}', encodeURIComponent(`https://id.example/01/09524000010018/21/EN-1`))
          .replace('{elementIdPath}', '%24.material');
        const query = path.includes('Date') ? `?date=${new Date().toISOString()}` : '';
        const body = verb === 'POST' ? { productIds: ['x'] } : undefined;
        const { status } = await app.call(verb as Verb, `/dpp${asked}${query}`, body, token);
        // The description lists 405 in its tables, but not for its operations.
        expect([method, status === 405 || statuses.has(String(status))]).toEqual([method, true]);
      }
    });

    it('returns passports not valid today as inactive with a grant, and 404 otherwise', async () => {
      for (const fields of [{ valid_from: '2099-01-01' }, { valid_to: '2020-01-01' }]) {
        const { uuid } = await shop.published(fields);
        expect((await call('GET', `dpps/${uuid}`)).status).toBe(404);
        const answer = await call('GET', `dpps/${uuid}`, undefined, token);
        expect([answer.status, answer.body.dppStatus]).toEqual([200, 'inactive']);
        const now = new Date().toISOString();
        expect((await call('GET', `dppsByIdAndDate/${uuid}?date=${now}`, undefined, token)).body.dppStatus).toBe('inactive'); // prettier-ignore
        const other = await grant({ for: { gtins: ['9524000010018'] } });
        expect((await call('GET', `dpps/${uuid}`, undefined, other)).status).toBe(404);
      }
    });
  });
});
