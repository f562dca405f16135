import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPublished, pagesApp, type PublicApp } from '../support/dpp-public.js';
import { SAMPLE_TEMPLATE } from '../support/dpp-template.js';
import { GTIN, type Links, page, type Resolver, SHOWN } from '../support/resolver-checks.js';
import { send } from '../support/send.js';

const passport = (end: number, batch: string | null, serial: string | null, view: object = {}) =>
  aPublished({
    view,
    passportId: end,
    uuid: page(end).split('/').at(-1) ?? '',
    templateCode: 'sample',
    gtin: GTIN,
    batch,
    serial,
    publicUrl: page(end),
    qrTarget: page(end),
    granularity: serial !== null ? 'item' : batch !== null ? 'batch' : 'model',
  });
const manual = (title: string, language: string) => ({ kind: 'manual', title, url: `https://maker.example/${title}`, language, sha256: null }); // prettier-ignore

/** Statements that are not tested, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'SHALL support HTTP Over TLS': 'the proxy in front ends TLS',
  'A resolver SHALL be able to decompress': 'compressed links are retired by GS1 and never printed by Kontor',
  'SHALL be able to decompress': 'compressed links are retired by GS1 and never printed by Kontor',
  'A resolver SHOULD NOT redirect to the equivalent uncompressed': 'no compressed links',
  'It SHALL expose the uncompressed URI': 'no compressed links',
  'If handling a compressed request URI': 'no compressed links',
  'If redirecting to an alternative resolver': 'no compressed links',
  'If supporting redirection based on an MO': 'passports of other companies are redirected nowhere',
};

const statements = ['resolver-statements.txt', 'resolver-statements-1.2.txt'].flatMap((file) =>
  readFileSync(join(__dirname, '../fixtures/gs1', file), 'utf8')
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*-\s*/, '').trim())
    .filter((line) => /\b(?:SHALL|SHOULD|MAY)\b|should redirect/.test(line)),
);

describe("GS1's statements of a conformant resolver (passports-public.md)", () => {
  let app: PublicApp;
  const resolver: Resolver = {
    ask: (path, headers = {}, method = 'GET') => send(app.base, { path, headers, method }),
    leads: async (path, headers = {}) => {
      const { status, headers: received } = await resolver.ask(path, headers);
      return [status, received['location']];
    },
    levels: async (path) => {
      const { json } = await resolver.ask(`${path}?linkType=linkset`);
      return (json.linkset as readonly Record<string, unknown>[]).map(({ anchor, itemDescription: _, ...links }) => [anchor as string, links as Links]); // prettier-ignore
    },
  };

  beforeAll(async () => {
    const documents = [manual('Handbuch', 'de'), manual('Manual', 'en')];
    const published = [passport(1, null, null), passport(2, 'L-1', null), passport(3, 'L-1', 'S/1', { documents })];
    app = await pagesApp(published, [SAMPLE_TEMPLATE]);
  });
  afterAll(() => app.close());

  const checksOf = (statement: string) =>
    SHOWN.filter(([, ...starts]) => starts.some((start) => statement.startsWith(start)));
  const isLeftOut = (statement: string): boolean => Object.keys(LEFT_OUT).some((start) => statement.startsWith(start));

  it.each(statements.filter((statement) => !isLeftOut(statement)))('%s', async (statement) => {
    const checks = checksOf(statement);
    expect(checks).toHaveLength(1);
    for (const [check] of checks) await check(resolver);
  });

  it('exist if listed here, and are either tested or left out', () => {
    expect(statements.filter((statement) => isLeftOut(statement) && checksOf(statement).length > 0)).toEqual([]);
    const starts = [...SHOWN.flatMap(([, ...some]) => some), ...Object.keys(LEFT_OUT)];
    expect(starts.filter((start) => !statements.some((statement) => statement.startsWith(start)))).toEqual([]);
  });
});
