import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { aPublished, pagesApp, type PublicApp } from '../support/dpp-public.js';
import { SAMPLE_TEMPLATE } from '../support/dpp-template.js';
import { type Reply, send } from '../support/send.js';

const FIXTURES = join(__dirname, '../fixtures/gs1');
const SCHEMA = JSON.parse(readFileSync(join(FIXTURES, 'gs1-linkset-schema.json'), 'utf8')) as object;
const isLinkset = new Ajv({ strict: false }).compile(SCHEMA);

const GTIN = '04006381333931';
const uuid = (end: number): string => `6f1c2b1e-8f0a-4c57-9d3b-${String(end).padStart(12, '0')}`;
const page = (end: number): string => `http://kontor.test/dpp/${uuid(end)}`;
const reading = (end: number): string => `http://kontor.test/dpp/v1/dpps/${encodeURIComponent(page(end))}`;
const passport = (end: number, gtin: string, batch: string | null, serial: string | null, view: object = {}) =>
  aPublished({
    view,
    passportId: end,
    uuid: uuid(end),
    templateCode: 'sample',
    gtin,
    batch,
    serial,
    publicUrl: page(end),
    qrTarget: page(end),
    granularity: serial !== null ? 'item' : batch !== null ? 'batch' : 'model',
  });

const MODEL = passport(1, GTIN, null, null);
const BATCH = passport(2, GTIN, 'L-1', null);
const document = (kind: string, title: string, language: string | null) => ({
  kind,
  title,
  url: `https://maker.example/${encodeURIComponent(title)}?a=1#top`,
  language,
  sha256: null,
});
const DOCUMENTS = [
  document('manual', 'Handbuch', 'de'),
  document('manual', 'Manual', 'en'),
  document('Declaration of conformity', 'Conformity', 'zh-Hans'),
  document('poem', 'Ode', 'en'),
  document('sds', 'Brasil', 'pt-BR'),
  document('sds', 'Traditional', 'zh-Hant'),
  document('sds', 'Suomi', 'fi'),
  document('sds', 'English', 'en'),
  document('sds', 'Filipino', 'fil'),
  { ...document('video', 'Film', 'de'), url: 'https://mäker.example/ü–漢.pdf?a=%C3%BC' },
];
const ITEM = passport(3, GTIN, 'L-1', 'S/1', { documents: DOCUMENTS });
/** The predecessor of LONE_ITEM, which has another GTIN and no model passport. */
const ELSEWHERE = 'https://elsewhere.example/passport?id=1#top';
const LONE_ITEM: typeof ITEM = {
  ...passport(4, '00000096385074', null, 'X', { predecessors: [ELSEWHERE, page(1)] }),
  successors: [page(3)],
};

describe('the resolver (GS1-Conformant Resolver 1.2; passports-public.md)', () => {
  let app: PublicApp;
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    send(app.base, { path, headers });
  /** Sends the Accept header of a browser unless another is given. */
  const target = async (path: string, headers = {}): Promise<unknown> => {
    const { status, headers: answered } = await get(path, { accept: 'text/html', ...headers });
    return [status, answered['location']];
  };

  beforeAll(async () => {
    app = await pagesApp([MODEL, BATCH, ITEM, LONE_ITEM], [SAMPLE_TEMPLATE]);
  });
  afterAll(() => app.close());

  describe('SHALL redirect to the default link', () => {
    it.each([
      [`/01/${GTIN}`, 1],
      ['/01/4006381333931', 1],
      [`/01/${GTIN}/10/L-1`, 2],
      [`/01/${GTIN}/21/S%2F1`, 3],
      [`/01/${GTIN}/10/L-1/21/S%2F1`, 3],
      [`/01/${GTIN}/22/2A/10/L-1`, 2],
    ])('%s', async (path, end) => {
      expect(await target(path)).toEqual([307, page(end)]);
    });

    it('at a higher level, if the link is more granular than any passport', async () => {
      expect(await target(`/01/${GTIN}/10/L-1/21/OTHER`)).toEqual([307, page(2)]);
      expect(await target(`/01/${GTIN}/10/L-9`)).toEqual([307, page(1)]);
      expect(await target(`/01/${GTIN}/22/2A`)).toEqual([307, page(1)]);
    });

    it('but never to another batch or item', async () => {
      expect((await get('/01/96385074/21/Y')).status).toBe(404);
      expect((await get('/01/96385074/10/Y')).status).toBe(404);
      expect(await target('/01/96385074/21/X')).toEqual([307, page(4)]);
      // Without a published model, a GTIN alone matches none of its items.
      expect((await get('/01/96385074')).status).toBe(404);
    });

    it('of the model if the batch does not match the item', async () => {
      expect(await target(`/01/${GTIN}/10/L-9/21/S%2F1`)).toEqual([307, page(1)]);
    });

    it.each([undefined, '*/*', 'application/xml, */*;q=0.8', '*/*;q=0.1, image/png'])(
      'as the JSON of EN 18222 without another preference: Accept %s',
      async (accept) => {
        const headers: Readonly<Record<string, string>> = accept === undefined ? {} : { accept };
        const { status, headers: answered } = await get(`/01/${GTIN}/21/S%2F1?x=1`, headers);
        expect([status, answered['location']]).toEqual([307, `${reading(3)}?x=1`]);
        const asked = await get(`/01/${GTIN}/21/S%2F1?linkType=gs1:defaultLink`, headers);
        expect(asked.headers['location']).toBe(reading(3));
      },
    );

    it.each(['text/html', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/ld+json', 'text/*'])(
      'as the page if preferred: Accept %s',
      async (accept) => {
        expect(await target(`/01/${GTIN}/21/S%2F1`, { accept })).toEqual([307, page(3)]);
      },
    );

    it('and SHOULD tolerate a trailing slash', async () => {
      expect(await target(`/01/${GTIN}/`)).toEqual([307, page(1)]);
    });
  });

  describe('SHALL redirect to the requested type of link', () => {
    it.each([
      'gs1:pip',
      'gs1:dpp',
      'gs1:defaultLink',
      'https://ref.gs1.org/voc/pip',
      'https://gs1.org/voc/defaultLink',
    ])('%s', async (type) => {
      expect(await target(`/01/${GTIN}/10/L-1?linkType=${encodeURIComponent(type)}`)).toEqual([307, page(2)]);
    });

    it.each(['gs1:recipeInfo', 'pip', 'gs1:constructor', 'https://example.com/pip', 'schema:url', ''])(
      'and SHALL return 404 if there is none: %s',
      async (type) => {
        const { status, headers } = await get(`/01/${GTIN}?linkType=${encodeURIComponent(type)}`);
        expect([status, headers['location']]).toEqual([404, undefined]);
      },
    );
  });

  describe('SHALL return a linkset', () => {
    it.each([
      ['linkType=linkset', '?linkType=linkset', {}],
      ['linkType=all, as in older versions', '?linkType=all', {}],
      ['Accept', '', { accept: 'application/linkset+json' }],
      ['linkType despite another Accept', '?linkType=linkset', { accept: 'text/html' }],
      ['linkType with the usual Accept of browsers', '?linkType=linkset', { accept: 'application/xml, */*;q=0.8' }],
    ])('for %s', async (_, query, headers) => {
      const { status, headers: answered, json } = await get(`/01/${GTIN}${query}`, headers);
      expect([status, answered['content-type']]).toEqual([200, 'application/linkset+json']);
      expect(json.linkset[0].anchor).toBe(`http://kontor.test/01/${GTIN}`);
    });

    it('as plain JSON if Accept names it; without linkType, JSON means the passport (EN 18216)', async () => {
      for (const linkType of ['linkset', 'all']) {
        const plain = await get(`/01/${GTIN}?linkType=${linkType}`, { accept: 'application/json' });
        expect([plain.status, plain.headers['content-type']]).toEqual([200, 'application/json']);
        expect(plain.text).toBe((await get(`/01/${GTIN}?linkType=linkset`)).text);
      }
      const both = await get(`/01/${GTIN}`, { accept: 'application/linkset+json, application/json;q=0.9' });
      expect([both.status, both.headers['content-type']]).toEqual([200, 'application/linkset+json']);
      for (const accept of ['application/json', 'application/json, text/plain, */*'])
        expect(await target(`/01/${GTIN}`, { accept })).toEqual([307, reading(1)]);
    });

    it('and SHOULD include its context if JSON-LD is requested', async () => {
      const headers = { accept: 'application/ld+json' };
      const { headers: answered, json } = await get(`/01/${GTIN}?linkType=linkset`, headers);
      expect(answered['content-type']).toBe('application/ld+json');
      const { '@context': context, ...linkset } = json;
      expect(context).toBe('https://ref.gs1.org/standards/resolver/linkset-context');
      expect(linkset).toEqual((await get(`/01/${GTIN}?linkType=linkset`)).json);
      // Without linkType, JSON-LD means the passport itself.
      expect(await target(`/01/${GTIN}`, headers)).toEqual([307, page(1)]);
    });

    it("that SHALL match GS1's linkset schema, with two-letter languages", async () => {
      const { json } = await get(`/01/${GTIN}/10/L-1/21/S%2F1?linkType=linkset`);
      expect([isLinkset(json), isLinkset.errors]).toEqual([true, null]);
      expect(isLinkset({ linkset: [{ anchor: 'https://a.example/01/1' }] })).toBe(false);
      for (const { anchor: _anchor, itemDescription: _description, ...links } of json.linkset) {
        // There is one default link, repeated under its own type and among the links chosen by media type.
        const [only, ...more] = links['https://ref.gs1.org/voc/defaultLink'];
        expect([more, Object.keys(only as object)]).toEqual([[], ['href', 'title']]);
        for (const type of ['dpp', 'defaultLinkMulti']) {
          const hrefs = links[`https://ref.gs1.org/voc/${type}`].map(({ href }: { href: string }) => href);
          expect(hrefs).toContain(only.href);
        }
      }
    });

    it('with predecessors and successors, by registered relations', async () => {
      const { json } = await get('/01/96385074/21/X?linkType=linkset');
      expect([isLinkset(json), isLinkset.errors]).toEqual([true, null]);
      const [{ 'predecessor-version': before, 'successor-version': after }] = json.linkset;
      expect([before, after]).toEqual([
        [ELSEWHERE, page(1)].map((href) => ({ href, title: 'Predecessor passport' })),
        [{ href: page(3), title: 'Successor passport' }],
      ]);
      expect(await target('/01/96385074/21/X?linkType=predecessor-version&x=1')).toEqual([
        307,
        ELSEWHERE.replace('#', '&x=1#'),
      ]);
      expect((await get(`/01/${GTIN}?linkType=successor-version`)).status).toBe(404);
    });

    it('in the format of RFC 9264 and the standard', async () => {
      const READ = {
        href: reading(1),
        title: 'Digital product passport: Cordless drill (JSON)',
        type: 'application/json',
      };
      const { json } = await get(`/01/${GTIN}?linkType=linkset`);
      expect(json).toEqual({
        linkset: [
          {
            anchor: `http://kontor.test/01/${GTIN}`,
            itemDescription: 'Cordless drill',
            'https://ref.gs1.org/voc/pip': [
              {
                href: page(1),
                title: 'Digital product passport: Cordless drill',
                type: 'text/html',
                hreflang: ['en', 'de'],
              },
            ],
            'https://ref.gs1.org/voc/dpp': [
              {
                href: page(1),
                title: 'Digital product passport: Cordless drill',
                type: 'text/html',
                hreflang: ['en', 'de'],
              },
              {
                href: page(1),
                title: 'Digital product passport: Cordless drill (JSON-LD)',
                type: 'application/ld+json',
              },
              READ,
            ],
            'https://ref.gs1.org/voc/defaultLink': [{ href: reading(1), title: READ.title.replace(' (JSON)', '') }],
            'https://ref.gs1.org/voc/defaultLinkMulti': [
              READ,
              {
                href: page(1),
                title: 'Digital product passport: Cordless drill',
                type: 'text/html',
                hreflang: ['en', 'de'],
              },
              {
                href: page(1),
                title: 'Digital product passport: Cordless drill (JSON-LD)',
                type: 'application/ld+json',
              },
            ],
          },
        ],
      });
    });

    it('with the links of each level up to the primary key, and no others', async () => {
      const { json } = await get(`/01/${GTIN}/10/L-1/21/S%2F1?linkType=linkset`);
      const targets = json.linkset.map((one: Record<string, { href: string }[]>) => [
        one['anchor'],
        one['https://ref.gs1.org/voc/pip']![0]!.href,
      ]);
      expect(targets).toEqual([
        [`http://kontor.test/01/${GTIN}/21/S%2F1`, page(3)],
        [`http://kontor.test/01/${GTIN}/10/L-1`, page(2)],
        [`http://kontor.test/01/${GTIN}`, page(1)],
      ]);
      expect((await get(`/01/${GTIN}/21/S%2F1?linkType=linkset`)).json).toEqual(json);
      expect((await get('/01/96385074/21/Y?linkType=linkset')).status).toBe(404);
      expect((await get('/01/96385074/21/X?linkType=linkset')).json.linkset).toHaveLength(1);
    });

    it('and SHOULD name its JSON-LD context in the Link header', async () => {
      const { headers } = await get(`/01/${GTIN}?linkType=linkset`);
      expect(headers['link']).toBe(
        '<https://ref.gs1.org/standards/resolver/linkset-context>; rel="http://www.w3.org/ns/json-ld#context"; ' +
          'type="application/ld+json"; title="Linkset context"',
      );
    });

    it('with an ETag, and return 304 for a known ETag', async () => {
      const { headers } = await get(`/01/${GTIN}?linkType=linkset`);
      const again = await get(`/01/${GTIN}?linkType=linkset`, { 'if-none-match': String(headers['etag']) });
      expect([again.status, again.text]).toEqual([304, '']);
    });
  });

  it('SHOULD expose the linkset and its metadata in the Link header of redirects', async () => {
    const { headers } = await get(`/01/4006381333931/10/L-1`);
    expect(headers['link']).toBe(
      `<http://kontor.test/01/${GTIN}/10/L-1?linkType=linkset>; rel="linkset"; type="application/linkset+json"; ` +
        'title="All links of this product"',
    );
    expect(headers['vary']).toContain('Accept');
  });

  describe('SHALL pass on all key=value pairs of the query', () => {
    it.each([
      ['?foo=bar', '?foo=bar'],
      ['?foo=bar&linkType=gs1%3Apip&lang=de&x=%20%C3%BC', '?foo=bar&lang=de&x=%20%C3%BC'],
      ['?linkType=gs1:pip', ''],
      ['?link%54ype=gs1:pip&a=%20+b', '?a=%20+b'],
      ['?LINKTYPE=gs1:pip&%6CinkType[]=x&a[]=1&a%5B%5D=2', '?a[]=1&a%5B%5D=2'],
      ['?a&b=&a=2', '?a&b=&a=2'],
      ['?17=281231&utm=x&3103=000195', '?17=281231&utm=x&3103=000195'],
      ['?from=https://a.example/?b=1&c=?', '?from=https://a.example/?b=1&c=?'],
    ])('%s', async (query, expected) => {
      expect(await target(`/01/${GTIN}${query}`)).toEqual([307, page(1) + expected]);
    });

    it('without allowing header injection', async () => {
      const { headers } = await get(`/01/${GTIN}?x=%0d%0aSet-Cookie:a=b`);
      expect([headers['location'], headers['set-cookie']]).toEqual([`${reading(1)}?x=%0d%0aSet-Cookie:a=b`, undefined]);
    });
  });

  describe('links to documents by the types of the GS1 Web Vocabulary', () => {
    const ITEM_LINK = `/01/${GTIN}/21/S%2F1`;
    const at = (title: string, more: string): unknown => [307, `https://maker.example/${title}?a=1${more}#top`];

    it.each([
      ['gs1:instructions', {}, 'Manual'],
      ['gs1:instructions', { 'accept-language': 'de-AT' }, 'Handbuch'],
      ['gs1:instructions', { 'accept-language': 'fr, de;q=0.5' }, 'Handbuch'],
      ['https://ref.gs1.org/voc/certificationInfo', {}, 'Conformity'],
      ['gs1:safetyInfo', { 'accept-language': 'pt-PT' }, 'English'],
      ['gs1:safetyInfo', { 'accept-language': 'zh-Hant-TW' }, 'Traditional'],
      ['gs1:safetyInfo', { 'accept-language': 'fil' }, 'Filipino'],
      ['gs1:safetyInfo', { 'accept-language': 'en;q=0, *' }, 'Brasil'],
    ])('with the type %s and headers %j redirect to %s', async (type, headers, title) => {
      expect(await target(`${ITEM_LINK}?linkType=${encodeURIComponent(type)}`, headers)).toEqual(at(title, ''));
      expect(await target(`${ITEM_LINK}?linkType=${encodeURIComponent(type)}&x=1`, headers)).toEqual(at(title, '&x=1'));
    });

    it('use percent-encoding and Punycode in redirects and linksets', async () => {
      const ascii = 'https://xn--mker-loa.example/%C3%BC%E2%80%93%E6%BC%A2.pdf?a=%C3%BC';
      expect(await target(`${ITEM_LINK}?linkType=gs1:relatedVideo`)).toEqual([307, ascii]);
      const [item] = (await get(`${ITEM_LINK}?linkType=linkset`)).json.linkset;
      expect(item['https://ref.gs1.org/voc/relatedVideo']).toMatchObject([{ href: ascii }]);
    });

    it('appear in the linkset, except kinds without a type', async () => {
      const [item] = (await get(`${ITEM_LINK}?linkType=linkset`)).json.linkset;
      expect(item['https://ref.gs1.org/voc/instructions'].map(({ title }: { title: string }) => title)).toEqual([
        'Handbuch',
        'Manual',
      ]);
      expect(item['https://ref.gs1.org/voc/certificationInfo']).toEqual([
        { href: 'https://maker.example/Conformity?a=1#top', title: 'Conformity' },
      ]);
      expect(JSON.stringify(item)).not.toContain('Ode');
    });
  });

  describe('SHALL validate the URI and report errors with 400', () => {
    it.each([
      ['a wrong check digit', '/01/04006381333932'],
      ['11 digits', '/01/40063813339'],
      ['letters', '/01/abc'],
      ['no GTIN', '/01'],
      ['a wrong order', `/01/${GTIN}/21/S/10/L`],
      ['an unknown qualifier', `/01/${GTIN}/99/S`],
      ['a qualifier without its value', `/01/${GTIN}/10`],
      ['21 characters', `/01/${GTIN}/10/${'x'.repeat(21)}`],
      ['a character that GS1 does not allow', `/01/${GTIN}/10/%C3%BC`],
      ['an expiry date that does not exist', `/01/${GTIN}?17=281332`],
      ['a batch in the query', `/01/${GTIN}?10=L-1`],
      ['a number that is no application identifier', `/01/${GTIN}?x=1&999=x`],
    ])('for %s', async (_, path) => {
      const { status, json } = await get(path);
      expect([status, json]).toEqual([
        400,
        { message: 'The address is not a GS1 Digital Link of a product. Correct the address.' },
      ]);
      expect((await get(`${path}${path.includes('?') ? '&' : '?'}linkType=linkset`)).status).toBe(400);
    });
  });

  describe('SHALL agree with the GS1 syntax engine on its test vectors for GTINs in the root', () => {
    interface Vector {
      readonly valid: boolean;
      readonly uri: string;
      readonly options?: unknown;
    }
    const { parse } = JSON.parse(readFileSync(join(FIXTURES, 'digital-link-vectors.json'), 'utf8')) as {
      readonly parse: readonly Vector[];
    };
    // Trailing slashes and short GTINs are always accepted. Options of that engine have no equivalent here.
    const ours = parse.flatMap(({ valid, uri, options }) => {
      const path = /^https?:\/\/[^/%]+(\/01\/\d{14}(?![^/?])[^<>{}\\^`#]*)$/.exec(uri)?.[1];
      return path === undefined || options !== undefined ? [] : [{ path, status: valid ? 404 : 400 }];
    });

    it.each(ours)('$path returns $status', async ({ path, status }) => {
      expect((await get(path)).status).toBe(status);
    });

    it('of which there are more than 40', () => {
      expect(ours.length).toBeGreaterThan(40);
    });
  });

  it('SHALL NOT return 200 for archived passports, but the same 404 as for unknown ones', async () => {
    const unknown = await get('/01/09520000000004');
    expect(unknown.status).toBe(404);
    app.published.all.splice(app.published.all.indexOf(LONE_ITEM), 1);
    const archived = await get('/01/96385074/21/X');
    app.published.all.push(LONE_ITEM);
    expect([archived.status, archived.text]).toEqual([404, unknown.text]);
    expect((await get('/01/09520000000004?linkType=linkset')).status).toBe(404);
  });

  it('SHALL support GET, HEAD, OPTIONS and CORS', async () => {
    const head = await send(app.base, { method: 'HEAD', path: `/01/${GTIN}` });
    expect([head.status, head.headers['location'], head.text]).toEqual([307, reading(1), '']);
    expect([head.headers['access-control-allow-origin'], head.headers['access-control-allow-methods']]).toEqual([
      '*',
      'GET, HEAD, OPTIONS',
    ]);
    expect(head.headers['access-control-expose-headers']).toContain('Link');
    const options = await send(app.base, { method: 'OPTIONS', path: `/01/${GTIN}` });
    expect([options.status, options.headers['access-control-allow-origin']]).toEqual([204, '*']);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await send(app.base, { method, path: `/01/${GTIN}` })).status).toBe(404);
    }
  });

  it('SHALL provide a resolver description file', async () => {
    const { status, headers, json } = await get('/.well-known/gs1resolver');
    expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
      200,
      'application/json',
      '*',
    ]);
    expect(json).toEqual({
      name: 'Kontor',
      resolverRoot: 'http://kontor.test',
      supportedPrimaryKeys: ['01'],
      supportedLinkType: [{ namespace: 'https://ref.gs1.org/voc/', prefix: 'gs1:' }],
      linkTypeDefaultCanBeLinkset: false,
      jsonLdContextLocation: 'https://ref.gs1.org/standards/resolver/linkset-context',
    });
  });

  it('shows browsers a page if it finds nothing', async () => {
    const { status, headers, text } = await get('/01/09520000000004', { accept: 'text/html', 'accept-language': 'de' });
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('Pass nicht gefunden');
  });
});
