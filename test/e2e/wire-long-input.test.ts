import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DeclaredRoutes } from '../../libs/web/index.js';
import { startApp, type TestApp, type Verb } from '../support/app.js';
import { countWork } from '../support/count-work.js';
import { PassportShop } from '../support/passport-shop.js';

/** About the most that `headerMaxBytes` allows next to the request line and other headers. */
const SIZE = 62_000;
/** How often the server can scan a long text while it handles a request. */
const PASSES_MAX = 40;

/** Long texts that make parsers split much or backtrack. */
const SHAPES: Readonly<Record<string, string>> = {
  subtags: `en${'-ab'.repeat(SIZE / 3 - 1)}`,
  list: 'a;b="c",'.repeat(SIZE / 8),
  blanks: `bytes=a${' '.repeat(SIZE - 8)}a`,
};

/** Every header that this service reads, and those that Node, a proxy or the log may read. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-method',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'if-range',
  'prefer',
  'range',
  'referer',
  'sec-fetch-site',
  'origin',
  'store',
  'traceparent',
  'user-agent',
  'x-debug-timing',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-request-id',
];
/** Node validates these before Kontor reads them. */
const READ_BY_NODE = ['host', 'content-length', 'transfer-encoding'];

/** Query parameters that no route declares. */
const QUERY = ['wsdl', 'lang', 'linkType', 'grant', 'fields', 'services', 'searchCriteria[pageSize]'];

/**
 * Patterns that can run on a long text, because they scan it once without backtracking. All others must run on bounded
 * texts, because backtracking can't be counted from outside.
 */
const GO_THROUGH_ONCE = [
  /[^\t\x20-\x7e\x80-\xff]/, // Node, as it sends a header
  /[^\u0021-\u00ff]/, // Node, as it sends a path
  /%5B/gi,
  /%5D/gi,
  /^-?\d+$/,
  /^[\w[\],]+$/,
  /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/,
  /[^\x21-\x7e]+/g,
  /=(.*)$/s,
  // eslint-disable-next-line no-control-regex -- as the product has it
  /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/,
  /\?(.*)$/s,
  /^linkType(?:=|$)/i,
  /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/, // the path of a request for GraphQL
  /^[a-zA-Z\d]+V\d+(?:,[a-zA-Z\d]+V\d+)*$/,
  /(?:W\/)?"[^"]*"|\*/g,
  /^bytes=(.*)$/i,
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/,
  /^[\w.:-]{1,128}$/,
  /^bearer +(\S+) *$/i,
  /oauth /i,
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i,
  /^\s*text\/xml\s*(?:;|$)/i,
  /[?#]/y, // Nest, where no route is found
  /^([a-z\d/\-+.*]+)[ \t]*(?:;(.*))?$/i,
].map(String);

const headersReadIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [...text.matchAll(/request\.headers(?:\['([a-z-]+)'\]|\.([a-z]+)\b)/g)].map(
        ([, one, other]) => one ?? other ?? '',
      );
    });

type Headers = Readonly<Record<string, string>>;
type Target = readonly [verb: Verb, path: string];

it('the tested headers include every header that the code reads', () => {
  const read = [...headersReadIn('src'), ...headersReadIn('libs')].filter((name) => !READ_BY_NODE.includes(name));
  expect(read.length).toBeGreaterThan(10);
  expect(HEADERS).toEqual(expect.arrayContaining([...new Set(read)]));
});

describe('very long headers and queries of anonymous callers', () => {
  const agent = new Agent({ keepAlive: true });
  let app: TestApp;
  let targets: readonly Target[];
  let queries: readonly string[];

  beforeAll(async () => {
    app = await startApp();
    const shop = await new PassportShop(app).open();
    const { passport_id } = await shop.published({ sku: 'A1', gtin: '9524000010018' });
    const { uuid } = await shop.good('GET', `passports/${passport_id}`);
    const values: Readonly<Record<string, string>> = {
      uuid,
      sku: 'A1',
      a: '9524000010018',
      id: '1',
      code: 'tiny',
      version: '1.0.0',
    };
    const all = app.get<DeclaredRoutes>(DeclaredRoutes).all.filter(({ path }) => !/^\/01(?:$|\/:a\/)/.test(path));
    // One route of each kind that rejects anonymous callers suffices, because the error is the same.
    const refusing = ['right', 'customer', 'admin', 'own'].flatMap((kind) =>
      ['GET', 'POST'].flatMap((verb) => all.find(({ need, verb: own }) => need?.kind === kind && own === verb) ?? []),
    );
    const routes = [...all.filter(({ need }) => /^(?:anonymous|storefront)$/.test(need?.kind ?? '')), ...refusing];
    targets = [
      ...routes.map(
        ({ verb, path }) => [verb as Verb, path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'A1')] as const,
      ),
      ['POST', '/graphql'],
      ['GET', '/rest/schema'],
      ['GET', '/desk'],
      ['GET', '/health/ready'],
      ['POST', '/soap/default'],
      ['GET', '/soap/default'],
      ['GET', '/dpp/00000000-0000-4000-8000-000000000000'],
    ];
    const { body } = await app.call('GET', '/rest/schema');
    const declared = routes.flatMap(({ verb, path }) => {
      const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[verb.toLowerCase()];
      return ((operation?.parameters ?? []) as readonly { in: string; name: string }[]).filter(
        (one) => one.in === 'query',
      );
    });
    queries = [...new Set([...declared.map(({ name }) => name), ...QUERY])];
  });
  afterAll(async () => {
    agent.destroy();
    await app.close();
  });

  const ask = ([verb, path]: Target, headers: Headers = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const json = verb === 'POST' ? { 'content-type': 'application/json' } : {};
      const sent = request(
        `${app.url}${path}`,
        { agent, maxHeaderSize: 2 * SIZE, method: verb, headers: { ...json, ...headers } },
        (answer) => {
          answer.resume();
          answer.on('end', resolve);
        },
      );
      sent.on('error', reject);
      sent.end(verb === 'POST' ? '{}' : undefined);
    });

  /** The requests to a target that cause too much work. */
  const faults = async (
    target: Target,
    more: (shape: string) => readonly (readonly [string, Target, Headers])[],
  ): Promise<readonly string[]> => {
    const plain = await countWork(() => ask(target));
    const found: string[] = [];
    for (const shape of Object.keys(SHAPES))
      for (const [name, long, headers] of more(shape)) {
        const { characters, patterns } = await countWork(() => ask(long, headers));
        const where = `${target.join(' ')}, ${name}, ${shape}`;
        const passes = (characters - plain.characters) / SIZE;
        if (passes > PASSES_MAX) found.push(`${where}: gone through ${Math.round(passes)} times`);
        for (const pattern of patterns)
          if (!plain.patterns.has(pattern) && !GO_THROUGH_ONCE.includes(pattern)) found.push(`${where}: ${pattern}`);
      }
    return found;
  };

  it('cause only bounded work in each header', async () => {
    const found: string[] = [];
    for (const target of targets)
      found.push(
        ...(await faults(target, (shape) => HEADERS.map((name) => [name, target, { [name]: SHAPES[shape] ?? '' }]))),
      );
    expect(found).toEqual([]);
  });

  it('cause only bounded work in each query parameter', async () => {
    const found: string[] = [];
    for (const target of targets) {
      const [verb, path] = target;
      const long = (name: string, shape: string): Target => [
        verb,
        `${path}?${name}=${SHAPES[shape]?.replaceAll(' ', '+').replaceAll('"', '') ?? ''}`,
      ];
      found.push(...(await faults(target, (shape) => queries.map((name) => [name, long(name, shape), {}]))));
    }
    expect(found).toEqual([]);
  });
});
