import type { Reply } from './send.js';

/** GTIN of all published passports. */
export const GTIN = '04006381333931';
const MODEL = `/01/${GTIN}`;
const BATCH = `${MODEL}/10/L-1`;
const ITEM = `${MODEL}/21/S%2F1`;
const UNKNOWN = '/01/09520000000004';
const VOC = 'https://ref.gs1.org/voc/';
const LINKSET = 'application/linkset+json';
const CONTEXT = 'https://ref.gs1.org/standards/resolver/linkset-context';
const HTML = { accept: 'text/html' };

export const page = (end: number): string => `http://kontor.test/dpp/6f1c2b1e-8f0a-4c57-9d3b-00000000000${end}`;

interface Link {
  readonly href: string;
  readonly title?: string;
  readonly type?: string;
  readonly hreflang?: readonly string[];
}
export type Links = Readonly<Record<string, readonly Link[]>>;

/** A running resolver, and requests to it. */
export interface Resolver {
  ask(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Reply>;
  /** The target of the redirect, or the status if there is none. */
  leads(path: string, headers?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Each level of a linkset: its anchor, and its links by type. */
  levels(path: string): Promise<readonly (readonly [anchor: string, links: Links])[]>;
}
const all = (levels: Awaited<ReturnType<Resolver['levels']>>): readonly (readonly [type: string, link: Link])[] =>
  levels.flatMap(([, links]) =>
    Object.entries(links).flatMap(([type, some]) => some.map((link) => [type, link] as const)),
  );

const redirects = async ({ leads, levels }: Resolver): Promise<void> => {
  for (const path of [MODEL, BATCH, ITEM]) {
    const [[, links]] = (await levels(path)) as [[string, Links]];
    expect([307, links[`${VOC}defaultLink`]?.[0]?.href]).toEqual(await leads(path));
  }
  // The best match for clients that want a page.
  expect(await leads(MODEL, HTML)).toEqual([307, page(1)]);
};
const requestedType = async ({ leads }: Resolver): Promise<void> => {
  expect(await leads(`${ITEM}?linkType=gs1:instructions`, { 'accept-language': 'en' })).toEqual([307, 'https://maker.example/Manual']); // prettier-ignore
  expect(await leads(`${BATCH}?linkType=${encodeURIComponent(`${VOC}pip`)}`, HTML)).toEqual([307, page(2)]);
};
const oneDefault = async ({ levels }: Resolver): Promise<void> => {
  for (const path of [MODEL, BATCH, ITEM])
    for (const [, links] of await levels(path)) {
      const [only, ...more] = links[`${VOC}defaultLink`] ?? [];
      expect([more, Object.keys(only ?? {})]).toEqual([[], ['href', 'title']]);
    }
};
const linkset = async ({ ask }: Resolver): Promise<void> => {
  for (const [path, headers] of [
    [`${MODEL}?linkType=linkset`, {}],
    [`${MODEL}?linkType=all`, {}],
    [MODEL, { accept: LINKSET }],
  ] as const) {
    // prettier-ignore
    const { status, headers: received, json } = await ask(path, headers);
    expect([status, received['content-type'], Array.isArray(json.linkset)]).toEqual([200, LINKSET, true]);
  }
};
const eachLevel = async ({ levels }: Resolver): Promise<void> => {
  const linked = await levels(`${BATCH}/21/S%2F1`);
  expect(linked.map(([anchor]) => anchor)).toEqual([ITEM, BATCH, MODEL].map((path) => `http://kontor.test${path}`));
};
const describedLinks = async ({ levels }: Resolver): Promise<void> => {
  const links = all(await levels(`${BATCH}/21/S%2F1`));
  expect(links.length).toBeGreaterThan(15);
  for (const [type, { href, title }] of links) {
    expect([type, URL.canParse(href), title]).toEqual([expect.stringMatching(/^https:\/\//), true, expect.stringMatching(/./)]); // prettier-ignore
  }
};
const passesOn = async ({ leads }: Resolver): Promise<void> => {
  expect(await leads(`${MODEL}?foo=bar&linkType=gs1:pip&x=%C3%BC`, HTML)).toEqual([307, `${page(1)}?foo=bar&x=%C3%BC`]);
};
const describesItself = async ({ ask }: Resolver): Promise<void> => {
  const { status, headers, json } = await ask('/.well-known/gs1resolver');
  expect([status, headers['content-type'], json.resolverRoot]).toEqual([200, 'application/json', 'http://kontor.test']);
};
const http = async ({ ask }: Resolver): Promise<void> => {
  const statuses = await Promise.all(
    ['GET', 'HEAD', 'OPTIONS'].map(async (verb) => (await ask(MODEL, {}, verb)).status),
  );
  expect(statuses).toEqual([307, 307, 204]);
};
const cors = async ({ ask }: Resolver): Promise<void> => {
  for (const path of [MODEL, `${MODEL}?linkType=linkset`, UNKNOWN, '/01/1', '/.well-known/gs1resolver'])
    expect([path, (await ask(path)).headers['access-control-allow-origin']]).toEqual([path, '*']);
};
const validates = async ({ ask }: Resolver): Promise<void> => {
  for (const path of [
    '/01/04006381333932',
    '/01/abc',
    `${MODEL}/21/S/10/L`,
    `${MODEL}/10/${'x'.repeat(21)}`,
    `${MODEL}?17=281332`,
  ])
    // prettier-ignore
    expect([path, (await ask(path)).status]).toEqual([path, 400]);
};
const never200 = async ({ ask }: Resolver): Promise<void> => {
  for (const path of [UNKNOWN, `${UNKNOWN}?linkType=linkset`, `${UNKNOWN}/21/X`])
    for (const headers of [{}, HTML, { accept: LINKSET }])
      expect([path, (await ask(path, headers)).status]).toEqual([path, 404]);
};
const slash = async ({ leads }: Resolver): Promise<void> => {
  for (const path of [MODEL, BATCH, ITEM]) expect(await leads(`${path}/`)).toEqual(await leads(path));
};

/**
 * The check for each requirement, found by its first words, because later versions of the standard reword some of them.
 */
export const SHOWN: readonly (readonly [check: (resolver: Resolver) => Promise<void>, ...starts: string[]])[] = [
  [http, 'SHALL support HTTP 1.1'],
  [cors, 'SHALL support CORS'],
  [validates, 'SHALL extract and syntactically validate'],
  [never200, 'SHALL NOT use a 200 OK'],
  [
    async (resolver) => {
      await linkset(resolver);
      await eachLevel(resolver);
    },
    'SHALL respond to a query parameter of linkType',
  ],
  [eachLevel, 'If the request GS1 Digital Link URI includes'],
  [describedLinks, 'All links exposed SHALL include'],
  [oneDefault, 'The resolver SHALL recognise one available link', 'SHALL recognise one available link'],
  [redirects, 'The resolver SHALL redirect to the default link', 'SHALL redirect to the default link'],
  [requestedType, 'SHALL redirect to the requested type', 'SHALL redirect to the requested linkType'],
  [passesOn, 'By default, SHALL pass on'],
  [describesItself, 'The resolver SHALL provide a resolver description', 'SHALL provide a resolver description'],
  [slash, 'SHOULD tolerate trailing slashes'],
  [
    async ({ ask }) => {
      // Consumer product variant, batch, serial number, and third-party extension of a serial number.
      for (const rest of ['22/2A', '10/L-1', '21/S%2F1', '235/X', '22/2A/10/L-1/21/S%2F1'])
        expect([rest, (await ask(`${MODEL}/${rest}`)).status]).toEqual([rest, 307]);
    },
    'For primary keys that have key qualifiers',
  ],
  [
    async ({ levels }) => {
      for (const [anchor] of await levels(`${BATCH}/21/S%2F1`))
        expect(anchor).toMatch(new RegExp(`^http://kontor\\.test/01/${GTIN}(?:/(?:10|21)/[^/]+)*$`));
    },
    'The URI used as the subject of facts',
  ],
  [
    async (resolver) => {
      await describedLinks(resolver);
      const pages = all(await resolver.levels(MODEL)).filter(([, { type }]) => type === 'text/html');
      expect(pages.length).toBeGreaterThan(1);
      for (const [, { hreflang }] of pages) expect(hreflang).toEqual(['en', 'de']);
    },
    'All links in the linkset SHALL include',
  ],
  [
    async ({ levels }) => {
      const types = all(await levels(`${BATCH}/21/S%2F1`)).flatMap(([, { type }]) => type ?? []);
      // All of them are registered media types.
      expect([...new Set(types)].sort()).toEqual(['application/json', 'application/ld+json', 'text/html']);
    },
    'If a media type is defined',
  ],
  [
    async ({ levels }) => {
      for (const [, links] of await levels(`${BATCH}/21/S%2F1`)) {
        const [defaults, others] = [Object.entries(links), Object.entries(links)].map((some, index) =>
          some.filter(([type]) => type.startsWith(`${VOC}defaultLink`) === (index === 0)).flatMap(([, of]) => of.map(({ href }) => href)),
        ); // prettier-ignore
        expect(defaults?.filter((href) => !others?.includes(href))).toEqual([]);
        expect(defaults?.length).toBeGreaterThan(1);
      }
    },
    'Links that are typed gs1:defaultLink',
  ],
  [
    async ({ ask }) => {
      const { headers } = await ask(`${MODEL}?linkType=linkset`);
      expect(headers['link']).toContain(`<${CONTEXT}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`); // prettier-ignore
    },
    'the resolver SHOULD include an HTTP Link header',
  ],
  [
    async ({ leads }) => {
      expect(await leads(`${MODEL}/22/2A`, HTML)).toEqual([307, page(1)]);
      expect(await leads(`${MODEL}/10/L-9`, HTML)).toEqual([307, page(1)]);
      expect(await leads(`${BATCH}/21/OTHER`, HTML)).toEqual([307, page(2)]);
    },
    'For any request URI, no matter how granular',
  ],
  [
    async ({ leads }) => {
      for (const type of ['gs1:recipeInfo', 'gs1:instructions'])
        expect(await leads(`${MODEL}?linkType=${type}`)).toEqual([404, undefined]);
    },
    'SHALL return a 404 Not Found',
  ],
  [
    async ({ leads }) => {
      const to = (language: string) => leads(`${ITEM}?linkType=gs1:instructions`, { 'accept-language': language });
      expect([await to('de-AT'), await to('fr, en;q=0.5')]).toEqual(['Handbuch', 'Manual'].map((title) => [307, `https://maker.example/${title}`])); // prettier-ignore
    },
    'SHOULD support use of the Accept-Language',
  ],
  [
    async ({ ask }) => {
      expect((await ask('/.well-known/gs1resolver')).json.supportedPrimaryKeys).toEqual(['01']);
    },
    'The list of supported primary identifiers',
  ],
  [
    async ({ ask }) => {
      expect((await ask('/.well-known/gs1resolver')).json.jsonLdContextLocation).toBe(CONTEXT);
    },
    'A context file that can be used',
  ],
  [
    async (resolver) => {
      await requestedType(resolver);
      const types = all(await resolver.levels(`${BATCH}/21/S%2F1`)).map(([type]) => type);
      expect(types.filter((type) => !type.startsWith(VOC))).toEqual([]);
    },
    'If supporting multiple links per identified item',
  ],
  [
    async ({ ask }) => {
      const { status, headers } = await ask(`${BATCH}?x=1`);
      expect([status, headers['link']]).toEqual([307, expect.stringContaining(`<http://kontor.test${BATCH}?linkType=linkset>; rel="linkset"; type="${LINKSET}"`)]); // prettier-ignore
    },
    'SHOULD expose link to the linkset',
  ],
];
