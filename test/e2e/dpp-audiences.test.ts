import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { ALL_POINTS, type Point } from '../../src/dpp/templates/domain/index.js';
import { ExportRegistry } from '../../src/dpp/index.js';
import type { TestApp } from '../support/app.js';
import {
  always,
  type Asker,
  crawl,
  described,
  type Expected,
  isRefused,
  kept,
  named,
  NO_GOOD,
  nothing,
  ofPoints,
  ofGraphql,
  onlyDocuments,
  onlyNamed,
  POINTS,
  pointsOf,
  public_,
  type Question,
  quoted,
  readsMore,
  unmailed,
} from '../support/audience-crawl.js';
import { canariesIn } from '../support/canaries.js';
import { describeOnDatabases } from '../support/databases.js';
import { DocumentShop } from '../support/document-shop.js';
import { PassportShop } from '../support/passport-shop.js';
import {
  type FiledPassport,
  isDocument,
  OF_PAYLOAD,
  plantedBattery,
  plantedMixed,
  type PlantedPassport,
  topOf,
  withDocuments,
} from '../support/planted-passports.js';

const GTIN = '9524000010018';
const LMT = withDocuments(plantedBattery('lmt', 1), 1);
const REVISED = withDocuments(plantedBattery('lmt', 2), 2);
const DRAFT = withDocuments(plantedBattery('lmt', 3), 3);
const ARCHIVED = withDocuments(plantedBattery('lmt', 4), 4);
const OVER = withDocuments(plantedBattery('lmt', 5), 5);
const EV = withDocuments(plantedBattery('ev', 6), 6);
const MIXED = withDocuments(plantedMixed(7), 7);
/** Dynamic points keep their values from the first version; later versions do not change them. */
const CURRENT: PlantedPassport = {
  ...REVISED,
  planted: [...REVISED.planted.filter((one) => !one.isDynamic), ...LMT.planted.filter((one) => one.isDynamic)],
};
const ALL = [LMT, REVISED, DRAFT, ARCHIVED, OVER, EV, MIXED];
/** Values that only the bytes of documents may contain. */
const BYTES: PlantedPassport = { ...LMT, planted: ALL.flatMap(({ files }) => files.map(({ bytes }) => bytes)) };
const HASHES = ALL.flatMap(({ files }) => files.map(({ sha256 }) => sha256));

describeOnDatabases('passport values that each audience can read', (database) => {
  let app: TestApp;
  let documents: DocumentShop;
  let shop: PassportShop;
  const askers: Asker[] = [{ name: 'anybody', by: 'nothing', headers: {} }];
  const uuids = new Map<string, string>();
  let firstAt = '';

  /** Links and files, each with the point that decides its readers. */
  const documentsOf = async ({ links, files }: FiledPassport): Promise<readonly object[]> => [
    ...links,
    ...(await Promise.all(
      files.map(async ({ title, text, point }) => ({ kind: 'manual', title, point, document_id: await documents.local({}, text) })), // prettier-ignore
    )),
  ];

  const publish = async (name: string, passport: FiledPassport, more: object = {}): Promise<number> => {
    const fields = { ...passport.fields, documents: await documentsOf(passport) };
    const made = await shop.published({ ...fields, sku: `SKU-${name}`, gtin: GTIN, serial: `S-${name}`, ...more });
    uuids.set(name, made.uuid);
    if (name === 'lmt') firstAt = made.published_at;
    return made.passport_id;
  };

  const give = async (name: string, fields: object = {}): Promise<number> => {
    const grant = { audience: 'legitimate_interest', for: { gtins: [GTIN] }, to: { name: 'N', email: 'n@n.example' }, purpose: 'P', until: new Date(Date.now() + 86_400_000).toISOString(), ...fields }; // prettier-ignore
    const { id, token } = await shop.good('POST', 'grants', grant);
    askers.push(
      { name, by: 'bearer', headers: { authorization: `Bearer ${token}` } },
      { name, by: 'cookie', headers: { cookie: `__Host-dpp-grant=${token}` } },
    );
    return id;
  };

  beforeAll(async () => {
    documents = await DocumentShop.open({ database });
    app = documents.app;
    shop = await new PassportShop(app).open();
    await shop.good('POST', 'templates', { template: MIXED.template });
    const lmt = await publish('lmt', LMT);
    for (const one of [REVISED, DRAFT]) {
      const { fields } = one;
      await shop.act(lmt, 'revisions');
      await shop.good('PUT', `passports/${lmt}`, { passport: { dpp_payload: fields['dpp_payload'], manufacturer: fields['manufacturer'], documents: await documentsOf(one) } }); // prettier-ignore
      if (one === REVISED) await shop.act(lmt, 'publish');
    }
    const archived = await publish('archived', ARCHIVED);
    await shop.act(archived, 'archive', { reason: 'end_of_life' });
    await shop.act(archived, 'notice', { status: 'end_of_life', date: '2026-11-01', text: { en: 'Gone.' } });
    await publish('over', OVER, { valid_to: '2020-01-01' });
    await publish('ev', EV);
    await publish('mixed', MIXED);
    await give('interest');
    await give('authority', { audience: 'authority' });
    await give('foreign', { audience: 'authority', for: { template: 'tiny', gtins: ['9524000000187'], serials: [{ gtin: GTIN, serial: 'S-none' }] } }); // prettier-ignore
    await give('measuring', { scope: 'measure' });
    await shop.good('POST', `grants/${await give('revoked')}/revoke`);
    const expired = await give('expired', { audience: 'authority' });
    await app
      .get<Transactions>(Transactions)
      .write(() => app.get<Database>(Database).run("UPDATE passport_grant SET until = '2020-01-01T00:00:00.000Z' WHERE id = ?", [expired])); // prettier-ignore
  });
  afterAll(() => documents.close());

  /** The answers that differ from the expected ones. */
  const wrongAnswers = (questions: readonly Question[], by: readonly Asker[] = askers): Promise<readonly unknown[]> =>
    crawl(app, [...ALL, BYTES], questions, by);

  const v1 = (name: string, rest = ''): string => `/dpp/v1/dpps/${uuids.get(name) ?? ''}${rest}`;
  const byDate = (name: string, date: string): string =>
    `/dpp/v1/dppsByIdAndDate/${uuids.get(name) ?? ''}?date=${date}`;
  const link = (name: string): string => `https://id.example/01/0${GTIN}/21/S-${name}`;
  const byProduct = (of: string): string => `/dpp/v1/dppsByProductId/${encodeURIComponent(of)}`;
  const pageOf = (name: string): string => `http://kontor.test/dpp/${uuids.get(name) ?? ''}`;
  const HTML = 'text/html';

  /** All EN 18222 read requests for a passport that the caller can read. */
  const whole = (name: string, of: Question['of']): readonly Question[] =>
    [v1(name), v1(name, '?representation=full'), v1(name, '/elements/$'), v1(name, '/elements/$?representation=full'), byDate(name, '2999-01-01'), byProduct(pageOf(name))].map((path) => ({ path, ...named, of })); // prettier-ignore
  /** Each property by its path. Hidden properties return 404, like missing ones. */
  const elements = (name: string, { planted }: PlantedPassport): readonly Question[] =>
    planted
      .filter((one) => !isDocument(one))
      .map((one) => ({
        path: v1(name, `/elements/${encodeURIComponent(one.element)}`),
        of: (asker) => (isRefused(asker) ? [401, []] : pointsOf(asker).includes(one.point) ? [200, [one]] : [404, []]),
      }));
  /** Measurement series of dynamic points, which need a grant. One static property per point has no series. */
  const series = (name: string, { planted }: PlantedPassport): readonly Question[] => {
    const still = ALL_POINTS.flatMap((point) => planted.find((one) => !one.isDynamic && one.point === point) ?? []);
    const asked = [...planted.filter(({ isDynamic }) => isDynamic), ...still];
    return [...new Set(asked.map(({ path }) => topOf(path)))].map((point) => {
      const own = planted.filter(({ path, isDynamic }) => isDynamic && topOf(path) === point);
      const isVisible = (asker: Asker): boolean => readsMore(asker) && ofPoints(own, pointsOf(asker)).length > 0;
      return {
        path: v1(name, `/measurements?point=${point}`),
        of: (asker) =>
          asker.by !== 'bearer' || isRefused(asker) ? [401, []] : isVisible(asker) ? [200, own] : [404, []],
      };
    });
  };

  it('have a canary for every data point except enumerations, booleans and countries', () => {
    const planted = [...LMT.planted, ...EV.planted];
    const under = (key: string) => planted.filter(({ path }) => path === key || path.startsWith(`${key}.`));
    const without = OF_PAYLOAD.filter(({ key }) => !under(key).some(({ canaries }) => canaries.length > 0));
    expect(without.map(({ key }) => key)).toEqual(['battery_category', 'symbols.separate_collection', 'symbols.cadmium', 'symbols.lead', 'battery_status']); // prettier-ignore
    expect(without.filter(({ key }) => under(key).length === 0)).toEqual([]);
  });

  it('are limited to its points in EN 18222 reads of published passports', async () => {
    for (const [name, passport] of [
      ['lmt', CURRENT],
      ['ev', EV],
      ['mixed', MIXED],
    ] as const)
      // prettier-ignore
      expect(
        await wrongAnswers([
          ...whole(name, public_(passport)),
          { path: byProduct(link(name)), ...named, of: public_(passport) },
          ...(passport === EV ? [] : series(name, passport)),
        ]),
      ).toEqual([]);
    const ids: Question = { path: '/dpp/v1/dppsByProductIds', verb: 'POST', body: [link('lmt'), link('archived')], names: quoted, of: (asker) => [isRefused(asker) ? 401 : 200, []] }; // prettier-ignore
    expect(await wrongAnswers([ids])).toEqual([]);
    // All callers without extra access get the same bytes.
    const texts = askers.filter((asker) => !readsMore(asker) && !isRefused(asker)).map(({ headers }) => app.call('GET', v1('lmt'), undefined, undefined, headers)); // prettier-ignore
    expect(new Set((await Promise.all(texts)).map(({ text }) => text)).size).toBe(1);
  });

  it('are limited to its points in document downloads; older versions need a grant', async () => {
    const inPage = (asker: Asker): readonly Point[] => (asker.by === 'cookie' ? (POINTS[asker.name] ?? [1]) : [1]);
    const isGranted = (asker: Asker, by: Asker['by']): boolean => asker.by === by && asker.name in POINTS;
    /** `isOpen`: anonymous callers can read point 1. */
    const files = (name: string, { files: all }: FiledPassport, isOpen: boolean): readonly Question[] =>
      all.flatMap(({ sha256, point, bytes }): readonly Question[] => {
        const expected = (isRead: boolean): Expected => (isRead ? [200, [bytes]] : [404, []]);
        const page = (asker: Asker): boolean => (isOpen || isGranted(asker, 'cookie')) && inPage(asker).includes(point);
        const api = (asker: Asker): boolean => (isOpen || isGranted(asker, 'bearer')) && pointsOf(asker).includes(point); // prettier-ignore
        const [ofPage, ofApi] = [`/dpp/${uuids.get(name) ?? ''}/documents/${sha256}`, v1(name, `/documents/${sha256}`)];
        const head = (read: (asker: Asker) => boolean) => (asker: Asker): Expected => (read(asker) ? [200, [{ ...bytes, canaries: [sha256] }]] : [404, []]); // prettier-ignore
        return [
          { path: ofPage, of: (asker) => expected(page(asker)) },
          { path: ofPage, verb: 'HEAD', of: head(page) },
          { path: ofApi, of: (asker) => (isRefused(asker) ? [401, []] : expected(api(asker))) },
          { path: ofApi, verb: 'HEAD', of: (asker) => (isRefused(asker) ? [401, []] : head(api)(asker)) },
        ];
      });
    for (const [name, passport, isOpen] of [
      ['lmt', REVISED, true],
      ['ev', EV, true],
      ['mixed', MIXED, true],
      ['lmt', LMT, false],
      ['archived', ARCHIVED, false],
      ['over', OVER, false],
    ] as const)
      // prettier-ignore
      expect(await wrongAnswers(files(name, passport, isOpen))).toEqual([]);
    // No caller can read documents of a draft, or through another passport's address.
    const [draft] = DRAFT.files;
    const [other] = EV.files;
    for (const sha256 of [draft?.sha256, other?.sha256])
      expect(await wrongAnswers([{ path: `/dpp/${uuids.get('lmt') ?? ''}/documents/${sha256}`, of: nothing(404) }, { path: v1('lmt', `/documents/${sha256}`), of: (asker) => [isRefused(asker) ? 401 : 404, []] }])).toEqual([]); // prettier-ignore
    // Hidden documents get the same response as missing ones.
    const answer = async (path: string): Promise<unknown> => {
      const { status, text, headers } = await app.call('GET', path);
      return [status, text, [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')];
    };
    const hidden = REVISED.files.find(({ point }) => point === 2)?.sha256 ?? '';
    for (const path of [v1('lmt', '/documents/'), `/dpp/${uuids.get('lmt') ?? ''}/documents/`])
      expect(await answer(path + hidden)).toEqual(await answer(path + 'f'.repeat(64)));
  });

  it('include only documents of its points in the element $.documents', async () => {
    for (const [name, passport] of [
      ['lmt', CURRENT],
      ['mixed', MIXED],
    ] as const) {
      // prettier-ignore
      const of = public_(onlyDocuments(passport));
      expect(await wrongAnswers([{ path: v1(name, '/elements/$.documents'), of }])).toEqual([]);
      for (const asker of askers.filter((one) => !isRefused(one))) {
        const { body } = await app.call('GET', v1(name, '/elements/$.documents'), undefined, undefined, asker.headers);
        expect([asker.name, body.length]).toEqual([asker.name, 2 * pointsOf(asker).length]);
      }
    }
  });

  it('are limited to its points when elements are read one by one', async () => {
    // Invalid grants fail before the path is read, and cookies are ignored. The smaller MIXED passport tests both.
    const some = askers.filter(({ name, by }) => by !== 'cookie' && !NO_GOOD.includes(name) && name !== 'measuring');
    const only = EV.planted.filter(({ path }) => !CURRENT.planted.some((one) => one.path === path));
    const questions = [...elements('lmt', CURRENT), ...elements('ev', { ...EV, planted: only })];
    expect(await wrongAnswers(questions, some)).toEqual([]);
    expect(await wrongAnswers(elements('mixed', MIXED))).toEqual([]);
  });

  it('need a grant in superseded versions, and in archived and expired passports', async () => {
    const now = new Date().toISOString();
    for (const date of [firstAt, new Date(Date.parse(firstAt) + 1).toISOString()])
      expect(
        await wrongAnswers([
          { path: byDate('lmt', date), ...named, of: kept(LMT, 401) },
          { path: `${byDate('lmt', date)}&representation=full`, ...named, of: kept(LMT, 401) },
        ]),
      ).toEqual([]);
    for (const [name, passport] of [
      ['archived', ARCHIVED],
      ['over', OVER],
    ] as const)
      // prettier-ignore
      expect(
        await wrongAnswers([
          ...whole(name, kept(passport, 404)),
          { path: byDate(name, now), ...named, of: kept(passport, 404) },
          { path: byDate(name, '2020-01-01'), ...named, of: (asker) => [isRefused(asker) ? 401 : 404, []] },
          { path: byProduct(link(name)), ...named, of: (asker) => [isRefused(asker) ? 401 : 404, []] },
          ...series(name, passport),
        ]),
      ).toEqual([]);
  });

  it('are only the public ones in SKU routes, JSON-LD, lists and GraphQL, despite any grant', async () => {
    const listed = always(200, REVISED, EV, MIXED);
    const field = (condition: string): string => `searchCriteria[filter_groups][0][filters][0][field]=${condition}`;
    const graphql = (query: string, of: Question['of']): readonly Question[] => [
      { path: `/graphql?query=${encodeURIComponent(query)}`, ...named, of },
      { path: '/graphql', verb: 'POST', body: { query }, ...named, of },
    ];
    const FIELDS = '{ sku dpp_payload manufacturer { name address url } }';
    const { planted } = REVISED;
    const questions: readonly Question[] = [
      { path: '/rest/V1/dpp/passport/SKU-lmt', ...named, of: always(200, REVISED) },
      { path: '/rest/V1/dpp/passport/SKU-mixed', ...named, of: always(200, MIXED) },
      { path: '/rest/V1/dpp/passport/SKU-lmt/jsonld', ...named, of: always(200, REVISED, onlyNamed(EV)) },
      {
        path: `/dpp/${uuids.get('lmt') ?? ''}`,
        accept: 'application/ld+json',
        ...named,
        of: always(200, REVISED, onlyNamed(EV)),
      },
      ...['archived', 'over'].flatMap((name) => [`/rest/V1/dpp/passport/SKU-${name}`, `/rest/V1/dpp/passport/SKU-${name}/jsonld`].map((path) => ({ path, ...named, of: nothing(200) }))), // prettier-ignore
      { path: '/rest/V1/dpp/passports?searchCriteria[pageSize]=50', ...named, of: listed },
      ...graphql(`{ dppPassportBySku(sku: "SKU-lmt") ${FIELDS} }`, always(200, ofGraphql(REVISED))),
      ...graphql('{ dppPassportBySku(sku: "SKU-archived") { dpp_payload } }', nothing(200)),
      ...graphql(`{ dppPassports { items ${FIELDS} } }`, always(200, ...[REVISED, EV, MIXED].map(ofGraphql))),
      // Hidden properties cannot be searched, by name or by payload path.
      ...planted
        .filter(({ point, path, element }) => point > 1 && topOf(path) === path && !element.includes('['))
        .flatMap(({ path }) => [path, `dpp_payload.${path}`])
        .map((name) => ({ path: `/rest/V1/dpp/passports?${field(name)}&searchCriteria[filter_groups][0][filters][0][value]=x`, of: nothing(400) })), // prettier-ignore
    ];
    expect(await wrongAnswers(questions)).toEqual([]);
  });

  it('appear on the page with a grant cookie, but not in its JSON-LD', async () => {
    const inPage = (asker: Asker): readonly Point[] => (asker.by === 'cookie' ? (POINTS[asker.name] ?? [1]) : [1]);
    const JSON_LD = /<script type="application\/ld\+json">([^]*?)<\/script>/;
    const labels = ({ planted, labelOf }: PlantedPassport, language: string) => {
      const tops = [...new Set(planted.map(({ path }) => topOf(path)))];
      const byLabel = new Map(tops.map((top) => [labelOf(top, language), top]));
      return (text: string) => [...text.matchAll(/<span class="label"[^>]*>([^<]*)</g)].map(([, label]) => byLabel.get(label ?? '') ?? ''); // prettier-ignore
    };
    const page = (
      name: string,
      language: string,
      passport: PlantedPassport,
      script: PlantedPassport,
    ): readonly Question[] => {
      const path = `/dpp/${uuids.get(name) ?? ''}?lang=${language}`;
      // Texts appear in the page's language.
      const canaries: Question['canaries'] = (one) => {
        const [en, de] = one.canaries;
        // Documents show both title and address.
        return isDocument(one) ? one.canaries : [language === 'de' && de !== undefined ? de : (en ?? [])].flat();
      };
      return [
        {
          path,
          accept: HTML,
          part: (text) => JSON_LD.exec(text)?.[1] ?? '',
          ...named,
          canaries,
          of: always(200, script, ...(script === MIXED ? [] : [onlyNamed(LMT), onlyNamed(EV)])),
        },
        {
          path,
          accept: HTML,
          // E-mail addresses are public, but the page need not show them.
          part: (text) => text.replace(JSON_LD, '').replaceAll(/canary@\d+\.example/g, ''),
          names: labels(passport, language),
          canaries,
          of: (asker) => [200, ofPoints(passport.planted, inPage(asker))],
        },
      ];
    };
    expect(
      await wrongAnswers([
        ...page('lmt', 'en', unmailed(CURRENT), REVISED),
        ...page('lmt', 'de', unmailed(CURRENT), REVISED),
        ...page('ev', 'en', unmailed(EV), EV),
        ...page('mixed', 'en', MIXED, MIXED),
      ]),
    ).toEqual([]);
  });

  it('are not revealed by codes, the resolver, schemas, contexts or vocabularies unless public', async () => {
    const at = `/dpp/${uuids.get('lmt') ?? ''}`;
    const digitalLink = `/01/${GTIN}/21/S-lmt`;
    const questions: readonly Question[] = [
      ...['qr.svg', 'qr.png', 'datamatrix.svg', 'datamatrix.png'].map((file) => ({ path: `${at}/${file}`, ...named, of: nothing(200) })), // prettier-ignore
      { path: digitalLink, ...named, of: nothing(307) },
      { path: digitalLink, accept: HTML, ...named, of: nothing(307) },
      { path: `${digitalLink}?linkType=linkset`, ...named, of: always(200, onlyDocuments(REVISED)) },
      { path: `${digitalLink}?linkType=gs1:instructions`, ...named, of: (): Expected => [307, REVISED.planted.filter((one) => isDocument(one) && one.point === 1).slice(0, 1)], canaries: ({ canaries: [, url] }) => [url ?? ''] }, // prettier-ignore
      ...['schema/battery/2.0.0.json', 'context/battery/2.0.0.jsonld', 'vocab/battery/2'].map((path) => ({ path: `/dpp/${path}`, ...described, of: always(200, LMT, EV) })), // prettier-ignore
      ...['schema/mixed/1.0.0.json', 'context/mixed/1.0.0.jsonld', 'vocab/mixed/1'].map((path) => ({ path: `/dpp/${path}`, ...described, of: always(200, MIXED) })), // prettier-ignore
    ];
    // These routes ignore tokens, so callers with the widest access represent all others.
    const some = askers.filter(({ name, by }) => by === 'nothing' || name in POINTS);
    expect(await wrongAnswers(questions, some)).toEqual([]);
    // Also names of nested members. Names that JSON Schema or vocabularies use themselves are skipped.
    const OF_JSON_SCHEMA: ReadonlySet<string> = new Set(['type', 'number', 'value']);
    const inner = [...LMT.planted, ...EV.planted, ...MIXED.planted].flatMap(({ path, point }) => path.split('.').map((name) => ({ name, point }))); // prettier-ignore
    const open = new Set(inner.filter(({ point }) => point === 1).map(({ name }) => name));
    const hidden = new Set(
      inner.map(({ name }) => name).filter((name) => !open.has(name) && !OF_JSON_SCHEMA.has(name)),
    );
    for (const { path } of questions.filter((one) => /schema|context|vocab/.test(one.path))) {
      const { text } = await app.call('GET', path);
      expect([path, quoted(text).filter((name) => hidden.has(name))]).toEqual([path, []]);
    }
    expect(hidden.size).toBeGreaterThan(30);
  });

  it('are not revealed by notices or expired passports', async () => {
    const gone = uuids.get('archived') ?? '';
    const over = uuids.get('over') ?? '';
    const each = (uuid: string, name: string, status: number): readonly Question[] => [
      ...[HTML, 'application/ld+json', '*/*'].map((accept) => ({ path: `/dpp/${uuid}`, accept, ...named, of: nothing(status) })), // prettier-ignore
      ...['qr.svg', 'qr.png', 'datamatrix.svg', 'datamatrix.png'].map((file) => ({ path: `/dpp/${uuid}/${file}`, of: nothing(status) })), // prettier-ignore
      { path: `/01/${GTIN}/21/S-${name}`, of: nothing(status) },
      { path: `/01/${GTIN}/21/S-${name}?linkType=linkset`, of: nothing(status) },
    ];
    expect(await wrongAnswers([...each(gone, 'archived', 410), ...each(over, 'over', 404)])).toEqual([]);
  });

  it('cannot be read on operator routes with a grant', async () => {
    const id = (await shop.read('SKU-lmt')).body.passport_id as number;
    const reads = ['', '/history', '/score', '/validate', '/readiness', '/diff?from=1&to=2', '/notice', '/access-log/search'].map((rest) => `passports/${id}${rest}`); // prettier-ignore
    const others = ['passports/search', 'passports/readiness/search', 'grants/search', 'runs/search', 'templates/search', 'quality', 'shared-identifiers', `passports/labels.pdf?ids=${id}`, 'registry/search', 'registry/1/proof']; // prettier-ignore
    const writes = ['measurements', 'revisions', 'publish', 'archive', 'notice', 'upgrade?template=battery@2.0.0&dryRun=1'].map((rest) => `passports/${id}/${rest}`); // prettier-ignore
    const manage = (path: string): string => `/rest/V1/dpp/manage/${path}`;
    const questions: Question[] = [
      ...[...reads, ...others].map((path) => ({ path: manage(path), ...named, of: nothing(401) })),
      ...[...writes, 'passports', 'grants', 'registry/answers', 'registry/exports'].map((path) => ({ path: manage(path), verb: 'POST' as const, body: {}, ...named, of: nothing(401) })), // prettier-ignore
    ];
    // Publishing a passport does not make its documents public on their own routes.
    const file = '/rest/V1/customerdocuments';
    const [{ body: known }] = await Promise.all([app.call('GET', `${file}/search?searchCriteria[pageSize]=1`, undefined, await app.adminToken())]); // prettier-ignore
    const documentId = known.items[0].id as number;
    questions.push(
      ...['', '/file', '/file/content', '/visibility'].map((rest) => ({ path: `${file}/${documentId}${rest}`, of: nothing(401) })), // prettier-ignore
      { path: `${file}/public/${documentId}/content`, of: nothing(404) },
    );
    expect(await wrongAnswers(questions)).toEqual([]);
  });

  it('are absent from files and entries for the EU registry', async () => {
    const REGISTERED = withDocuments(plantedBattery('lmt', 8), 8);
    const manufacturer = { ...(REGISTERED.fields['manufacturer'] as object), operator_id: '529900T8BM49AURSDO55', id_scheme: 'lei' }; // prettier-ignore
    await publish('registered', REGISTERED, { manufacturer });
    const texts: string[] = [];
    await app.get<ExportRegistry>(ExportRegistry).export(
      {
        store: async (files, mark) => {
          texts.push(...files.map(({ text }) => text));
          await mark();
        },
      },
      Infinity,
    );
    texts.push(JSON.stringify(await shop.good('GET', 'registry/search?searchCriteria[pageSize]=100')));
    // Every format contains the passport whose operator the registry accepts.
    expect(texts.map((text) => text.includes(`/01/0${GTIN}/21/S-registered`))).toEqual([true, true, true]);
    const planted = new Set([...ALL, REGISTERED].flatMap((one) => one.planted.flatMap(({ canaries }) => canaries)));
    expect(planted.size).toBeGreaterThan(100);
    expect(texts.flatMap(canariesIn).filter((canary) => planted.has(canary))).toEqual([]);
    const hashes = [...HASHES, ...REGISTERED.files.map(({ sha256 }) => sha256)];
    expect(hashes.filter((sha256) => texts.some((text) => text.includes(sha256)))).toEqual([]);
  });

  it('include public notices and, for its points, new measurements, but no registrations', async () => {
    const id = (await shop.read('SKU-ev')).body.passport_id as number;
    const beside = (point: Point, path: string, canary: string): PlantedPassport['planted'][number] => ({ path, point, isDynamic: false, element: '$', canaries: [canary] }); // prettier-ignore
    await shop.act(id, 'notice', { status: 'recalled', date: '2026-11-01', text: { en: 'Canary 46731999' } });
    const at = new Date().toISOString();
    await shop.act(id, 'measurements', { measurements: [{ point: 'cycle_count', at, value: 46_734_999 }] });
    const before = EV.planted.filter(({ path }) => topOf(path) === 'cycle_count');
    const measured = beside(4, 'cycle_count', '6.4.999');
    const noticed: PlantedPassport = {
      ...EV,
      planted: [
        ...EV.planted.filter((one) => !before.includes(one)),
        measured,
        beside(1, 'envelope:notice', '6.1.999'),
      ],
    };
    const proof = {
      media_type: 'application/jose',
      content: Buffer.from('48731998').toString('base64'),
      hash: `sha-256:${'0'.repeat(64)}`,
    };
    const answer = { upi: `http://kontor.test/01/0${GTIN}/21/S-registered`, version: 1, state: 'registered', id: 'R-48731999', at, proof }; // prettier-ignore
    await shop.good('POST', 'registry/answers', { answers: [answer] });
    const registered = { ...EV, planted: [beside(1, 'envelope:registration', '8.1.999'), beside(1, 'envelope:proof', '8.1.998')] }; // prettier-ignore
    const digitalLink = `/01/${GTIN}/21/S-ev?linkType=linkset`;
    const series: Question['of'] = (asker) =>
      asker.by !== 'bearer' || isRefused(asker)
        ? [401, []]
        : readsMore(asker) && pointsOf(asker).includes(4)
          ? [200, [...before, measured]]
          : [404, []];
    const questions: readonly Question[] = [
      ...whole('ev', public_(noticed)),
      { path: v1('ev', '/measurements?point=cycle_count'), of: series },
      { path: '/rest/V1/dpp/passport/SKU-ev', ...named, of: always(200, noticed) },
      { path: '/rest/V1/dpp/passport/SKU-ev/jsonld', ...named, of: always(200, noticed, onlyNamed(LMT)) },
      { path: digitalLink, ...named, of: always(200, onlyDocuments(EV)) },
      ...['', '/jsonld'].map((rest) => ({ path: `/rest/V1/dpp/passport/SKU-registered${rest}`, of: nothing(200) })),
      { path: v1('registered'), of: (asker: Asker): Expected => [isRefused(asker) ? 401 : 200, []] },
      { path: `/01/${GTIN}/21/S-registered?linkType=linkset`, of: nothing(200) },
    ];
    expect(await crawl(app, [noticed, { ...EV, planted: before }, registered], questions, askers)).toEqual([]);
    // The operator can read the registry's answer.
    expect(JSON.stringify(await shop.good('GET', 'registry/search?searchCriteria[pageSize]=100'))).toContain(
      'R-48731999',
    );
  });
});
