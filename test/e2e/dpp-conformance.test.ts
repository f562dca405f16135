import { createHash } from 'node:crypto';
import type { Answer, TestApp, Verb } from '../support/app.js';
import { startApp } from '../support/app.js';
import { clause, notFulfilled, shownBy } from '../support/clauses.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

const GTIN = '04006381333931';
const JSON_TYPE = 'application/json';
const MEASURED = { measurements: [{ point: 'x', at: '2026-11-01T00:00:00Z', value: 1 }] };

// Statements from public descriptions of the standards (passports-readers.md), not from the standards themselves.
describeOnDatabases('conformance of the passport service', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  /** An item with a GTIN in its second version, a passport without a GTIN, and a draft. */
  let item: { readonly passport_id: number; readonly uuid: string; readonly published_at: string };
  let plain: typeof item;
  let draft: typeof item;
  let firstAt: string;
  let grant: string;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    const { passport_id: id, published_at: at } = await shop.published({ gtin: GTIN, serial: 'S-1' });
    firstAt = at;
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}`, { passport: { mpn: 'SECOND' } });
    item = await shop.act(id, 'publish');
    plain = await shop.published();
    draft = await shop.draft({ gtin: GTIN, serial: 'S-2' });
    const given = await shop.good('POST', 'grants', { audience: 'authority', for: { gtins: [GTIN] }, to: { name: 'N', email: 'n@n.example' }, purpose: 'P', until: new Date(Date.now() + 86_400_000).toISOString() }); // prettier-ignore
    grant = given.token;
  });
  afterAll(() => app.close());

  const ask = (verb: Verb, path: string, headers: Readonly<Record<string, string>> = {}, body?: unknown) =>
    app.call(verb, path, body, undefined, headers);
  /** Follows redirects, like a typical client. */
  const follow = async (path: string, headers: Readonly<Record<string, string>>): Promise<Answer> => {
    const answer = await ask('GET', path, headers);
    if (answer.status !== 307) return answer;
    const { pathname, search } = new URL(answer.headers.get('location') ?? '');
    return follow(pathname + search, headers);
  };
  const typeOf = ({ headers }: Answer): string => (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const LINK = `/01/${GTIN}/21/S-1`;
  const link = `http://kontor.test${LINK}`;
  const pageOf = ({ uuid }: { readonly uuid: string }): string => `http://kontor.test/dpp/${uuid}`;
  const dpp = (of: { readonly uuid: string }, rest = ''): string => `/dpp/v1/dpps/${encodeURIComponent(pageOf(of))}${rest}`; // prettier-ignore
  const byDate = (of: { readonly uuid: string }, date: string): string => `/dpp/v1/dppsByIdAndDate/${encodeURIComponent(pageOf(of))}?date=${date}`; // prettier-ignore
  const held = () => ({ authorization: `Bearer ${grant}` });
  /** Status, code and text of an error. */
  const failure = ({ status, body }: Answer): readonly unknown[] => [status, body.statusCode, body.message[0].text];
  const FIRST = 'No version of the passport was published on or before this date. Send a later date.';

  describe('EN 18216: exchange', () => {
    clause('EN 18216', '2026-11-28', 'a GS1 Digital Link returns the passport as JSON on request', async () => {
      for (const accept of [JSON_TYPE, '*/*', 'application/json, text/plain, */*']) {
        const answer = await follow(LINK, { accept });
        expect([answer.status, typeOf(answer), answer.body.uniqueProductIdentifier]).toEqual([200, JSON_TYPE, link]);
      }
    });
    clause('EN 18216', '2026-11-28', 'the page of a passport without a GTIN returns JSON on request', async () => {
      const path = new URL(pageOf(plain)).pathname;
      const answer = await follow(path, { accept: JSON_TYPE });
      expect([answer.status, typeOf(answer), answer.body.uniqueProductIdentifier]).toEqual([200, JSON_TYPE, pageOf(plain)]); // prettier-ignore
      expect((await ask('GET', path, { accept: JSON_TYPE })).headers.get('vary')).toContain('Accept');
      for (const [accept, type] of [
        ['*/*', 'text/html'],
        ['text/html,*/*;q=0.8', 'text/html'],
        ['application/ld+json', 'application/ld+json'],
      ] as const)
        // prettier-ignore
        expect([accept, typeOf(await follow(path, { accept }))]).toEqual([accept, type]);
      // A draft is not revealed in any format.
      const unknown = await ask('GET', `/dpp/${draft.uuid}`, { accept: JSON_TYPE });
      expect([unknown.status, unknown.text]).toEqual([404, (await ask('GET', '/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10', { accept: JSON_TYPE })).text]); // prettier-ignore
    });
    clause('EN 18216', '2026-11-28', 'the `Accept` header selects HTML or JSON-LD', async () => {
      for (const type of ['text/html', 'application/ld+json'])
        expect([type, typeOf(await follow(LINK, { accept: type }))]).toEqual([type, type]);
    });
    clause('RFC 9264', '2026-11-28', '`linkType=linkset` and `all` return a linkset in every JSON type', async () => {
      const all = await ask('GET', `${LINK}?linkType=linkset`);
      const { linkset: expected } = JSON.parse(all.text) as { linkset: readonly { readonly anchor: string }[] };
      expect(expected[0]?.anchor).toBe(link);
      for (const [query, accept, type] of [
        ['?linkType=linkset', JSON_TYPE, JSON_TYPE],
        ['?linkType=all', JSON_TYPE, JSON_TYPE],
        ['?linkType=linkset', '*/*', 'application/linkset+json'],
        ['', 'application/linkset+json', 'application/linkset+json'],
        ['', 'application/linkset+json, application/json', 'application/linkset+json'],
      ] as const) {
        const answer = await ask('GET', LINK + query, { accept });
        const { linkset } = JSON.parse(answer.text) as { linkset: unknown };
        expect([query, accept, typeOf(answer), linkset]).toEqual([query, accept, type, expected]);
      }
    });
  });

  describe('EN 18222: methods', () => {
    clause('EN 18222, 4.2', '2026-11-28', 'ReadDPPById returns the passport', async () => {
      for (const path of [dpp(item), `/dpp/v1/dpps/${item.uuid}`]) {
        const { status, body } = await ask('GET', path);
        expect([status, body.digitalProductPassportId]).toEqual([200, pageOf(item)]);
      }
    });
    clause('EN 18222, 4.2', '2026-11-28', 'an unknown identifier returns 404', async () => {
      for (const id of ['6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10', 'nothing', draft.uuid])
        expect(failure(await ask('GET', `/dpp/v1/dpps/${id}`))).toEqual([404, 'ClientErrorResourceNotFound', 'No passport is published under this identifier.']); // prettier-ignore
    });
    clause('EN 18222, 4.3', '2026-11-28', 'ReadDPPByProductId returns the current version', async () => {
      for (const [of, id] of [
        [item, link],
        [plain, pageOf(plain)],
      ] as const) {
        // prettier-ignore
        const { status, body } = await ask('GET', `/dpp/v1/dppsByProductId/${encodeURIComponent(id)}`);
        expect([status, body.digitalProductPassportId, body.uniqueProductIdentifier]).toEqual([200, pageOf(of), id]);
        expect(body.lastUpdated).toBe(of.published_at);
      }
    });
    clause(
      'EN 18222, 4.4',
      '2026-11-28',
      'ReadDPPVersionByIdAndDate returns the version that was current on the date',
      async () => {
        expect((await ask('GET', byDate(item, '2999-01-01'))).body).toMatchObject({ mpn: 'SECOND' });
        const first = await ask('GET', byDate(item, firstAt), held());
        expect([first.status, first.body.mpn, first.body.lastUpdated]).toEqual([200, undefined, firstAt]);
        for (const date of ['', 'yesterday', '2026-02-30'])
          expect([date, (await ask('GET', byDate(item, date))).status]).toEqual([date, 400]);
      },
    );
    clause('EN 18222, 4.4', '2026-11-28', 'a date before the first version returns 404', async () => {
      expect(failure(await ask('GET', byDate(plain, '2020-01-01')))).toEqual([404, 'ClientErrorResourceNotFound', FIRST]); // prettier-ignore
      expect(failure(await ask('GET', byDate(item, '2020-01-01'), held()))).toEqual([404, 'ClientErrorResourceNotFound', FIRST]); // prettier-ignore
      // Only readers with a grant can learn when earlier versions were published.
      for (const date of ['2020-01-01', firstAt]) expect((await ask('GET', byDate(item, date))).status).toBe(401);
    });
    clause('EN 18222, 4.5', '2026-11-28', 'ReadDPPIdsByProductIds returns the IDs page by page', async () => {
      const known = [link, pageOf(plain)];
      for (const body of [{ productIds: known }, { productId: known }, known, [...known, 'https://x.example/01/1']])
        expect((await ask('POST', '/dpp/v1/dppsByProductIds', {}, body)).body.dppIds).toEqual([pageOf(item), pageOf(plain)]); // prettier-ignore
      const page = await ask('POST', '/dpp/v1/dppsByProductIds?limit=1', {}, known);
      const next = await ask('POST', `/dpp/v1/dppsByProductIds?limit=1&cursor=${page.body.nextCursor}`, {}, known);
      expect([page.body.dppIds, next.body]).toEqual([[pageOf(item)], { dppIds: [pageOf(plain)] }]);
    });
    clause('EN 18222, 4.5', '2026-11-28', 'invalid bodies, limits and cursors return 400', async () => {
      for (const body of ['{', '42', '"x"', '{}', '{"productIds":"x"}', '{"productId":42}', '[42]', ''])
        expect([body, (await ask('POST', '/dpp/v1/dppsByProductIds', { 'content-type': JSON_TYPE }, body)).status]).toEqual([body, 400]); // prettier-ignore
      for (const query of ['cursor=', 'cursor=x', 'limit=0', 'limit=x', 'representation=short'])
        expect([query, (await ask('POST', `/dpp/v1/dppsByProductIds?${query}`, {}, [link])).status]).toEqual([query, 400]); // prettier-ignore
    });
    clause('EN 18222, 6.2', '2026-11-28', 'ReadDataElement returns one node', async () => {
      const { status, body } = await ask('GET', dpp(item, `/elements/${encodeURIComponent('$.material')}`));
      expect([status, body]).toEqual([200, 'steel']);
    });
    clause('EN 18222, 6.2', '2026-11-28', 'an invalid JSONPath returns 400', async () => {
      for (const path of ['$[', 'material', '$..material', '$.*', '$[?@.a]', '$.a b'])
        expect([path, (await ask('GET', dpp(item, `/elements/${encodeURIComponent(path)}`))).status]).toEqual([path, 400]); // prettier-ignore
    });
    clause('EN 18222, 6.2', '2026-11-28', 'missing and hidden elements return the same 404', async () => {
      for (const path of ['$.nothing', '$.material.x', '$.supplier'])
        expect(failure(await ask('GET', dpp(item, `/elements/${encodeURIComponent(path)}`)))).toEqual([404, 'ClientErrorResourceNotFound', 'The passport has no element at this path. Correct the path.']); // prettier-ignore
    });
    clause(
      'EN 18222, 8.1',
      '2026-11-28',
      '`representation` accepts `compressed` and `full`; other values return 400',
      async () => {
        const compressed = await ask('GET', dpp(item));
        expect((await ask('GET', dpp(item, '?representation=compressed'))).text).toBe(compressed.text);
        expect([compressed.body.elements, (await ask('GET', dpp(item, '?representation=full'))).body.elements]).toEqual([undefined, expect.any(Array)]); // prettier-ignore
        expect((await ask('GET', dpp(item, '?representation=short'))).status).toBe(400);
      },
    );
    clause('EN 18222, 8.2', '2026-11-28', 'reads return only data, and errors return a result object', async () => {
      const { body } = await ask('GET', dpp(item));
      expect([body.statusCode, body.payload]).toEqual([undefined, undefined]);
      expect((await ask('GET', '/dpp/v1/dpps/x')).body).toEqual({
        statusCode: 'ClientErrorResourceNotFound',
        message: [{ messageType: 'Error', text: expect.any(String), code: '404' }],
      });
    });
    clause('EN 18222, 4.6 to 4.8', '2026-11-28', 'unauthorized callers cannot change passports', async () => {
      const before = await ask('GET', dpp(item));
      for (const [verb, path] of [
        ['POST', '/dpp/v1/dpps'],
        ['PATCH', dpp(item)],
        ['PUT', dpp(item)],
        ['DELETE', dpp(item)],
        ['PATCH', dpp(item, '/elements/$.material')],
        ['POST', dpp(item, '/measurements')],
      ] as const)
        for (const headers of [{}, { authorization: 'Bearer wrong' }, held()]) {
          const { status } = await ask(verb, path, headers, MEASURED);
          expect([verb, path, [401, 403, 404, 405, 501].includes(status)]).toEqual([verb, path, true]);
        }
      const manage = `/rest/V1/dpp/manage/passports/${item.passport_id}`;
      const poor = await app.integrationToken();
      for (const [verb, path] of [
        ['POST', '/revisions'],
        ['POST', '/archive'],
        ['DELETE', ''],
        ['POST', '/measurements'],
        ['PUT', ''],
      ] as const)
        // prettier-ignore
        for (const [token, status] of [[undefined, 401], [grant, 401], [poor, 403]] as const) // prettier-ignore
          expect([verb, path, (await app.call(verb, manage + path, {}, token)).status]).toEqual([verb, path, status]);
      expect((await ask('GET', dpp(item))).text).toBe(before.text);
    });
    clause('EN 18222, 8.2', '2026-11-28', 'measurements of an unpublished passport return 404', async () => {
      const refused = await shop.call('POST', `passports/${draft.passport_id}/measurements`, MEASURED);
      expect([refused.status, refused.body.message, refused.body.parameters]).toEqual([404, 'Passport %id has never been published. Publish it before you add measurements.', { id: draft.passport_id }]); // prettier-ignore
      expect((await shop.call('POST', 'passports/999999/measurements', MEASURED)).status).toBe(404);
    });
    clause('EN 18222, 4.2', '2026-11-28', 'repeated reads return the same bytes and their digest', async () => {
      const [one, other] = [await ask('GET', dpp(item)), await ask('GET', dpp(item))];
      expect(one.text).toBe(other.text);
      const digest = createHash('sha256').update(one.text).digest('base64');
      expect(one.headers.get('repr-digest')).toBe(`sha-256=:${digest}:`);
    });
  });

  shownBy(
    'EN 18219',
    '2026-11-28',
    'an identifier belongs to one product',
    'e2e/dpp-identifiers: let the resolver find an item',
  );
  shownBy(
    'EN 18220',
    '2026-11-28',
    'QR codes are decoded and checked before delivery',
    'e2e/dpp-qr: a scanner reads each',
  );
  shownBy(
    'EN 18221, 4.2',
    '2026-11-28',
    'readers with a grant can read older versions',
    'e2e/dpp-grants: older ones by grant',
  );
  shownBy(
    'EN 18223, 5.2',
    '2026-11-28',
    'passports are available in compressed and full representation',
    'e2e/dpp-read: passports in both representations',
  );
  shownBy(
    'EN 18223, Table 1',
    '2026-11-28',
    '`dppStatus` shows whether a passport is current',
    'e2e/dpp-grants: archived passports with their dppStatus',
  );
  shownBy(
    'EN 18239',
    '2026-11-28',
    'each element has access rights, and restricted reads are logged',
    'e2e/dpp-grants: log each restricted reading',
  );
  shownBy(
    'EN 18239',
    '2026-11-28',
    'each audience sees only its points, in every interface',
    'e2e/dpp-audiences: are limited to its points in EN 18222 reads',
  );
  shownBy(
    'EN 18239',
    '2026-11-28',
    'the public page loads no third-party resources',
    'e2e/dpp-page: loads no resources, runs no scripts',
  );
  shownBy(
    'ESPR, Article 13',
    '2026-11-28',
    'every registry entry is exported exactly once',
    'e2e/dpp-registry: loses and repeats no entry',
  );
  shownBy(
    'GS1 Resolver 1.2',
    '2026-11-28',
    'all conformance statements are met, except those listed in the test',
    'e2e/dpp-resolver-statements: exist if listed here',
  );

  notFulfilled('EN 18216, 4', '2026-11-28', 'HTTP/2 or later', 'only through a reverse proxy');
  notFulfilled('EN 18216', '2026-11-28', 'XML responses', 'only JSON, HTML and JSON-LD are available');
  notFulfilled('EN 18221, 4.4', '2026-11-28', 'a backup copy with documents', 'not implemented');
  notFulfilled('EN 18222, 4.6', '2026-11-28', 'CreateDPP', 'returns 501; use `/V1/dpp/manage` instead');
  notFulfilled('EN 18222, 4.7', '2026-11-28', 'UpdateDPPById', 'returns 405; use `/V1/dpp/manage` instead');
  notFulfilled('EN 18222, 4.8', '2026-11-28', 'DeleteDPPById', 'returns 501; archive passports instead');
  notFulfilled('EN 18222, 5.2', '2026-11-28', 'RegisterProductDPP', 'the EU registry does not document this method');
  notFulfilled('EN 18222, 6.3', '2026-11-28', 'UpdateDataElement', 'returns 405; measurements have their own route');
  notFulfilled('EN 18246', '2026-11-28', 'signed data, verifiable DIDs and proofs', 'not implemented');
});
