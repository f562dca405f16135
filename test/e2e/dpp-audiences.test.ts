import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, tinyTemplate } from '../support/passport-shop.js';

const TEXT = { type: 'string' };
const WORDS = { 2: 'legitimate_interest', 3: 'authority', 4: 'individual' } as const;
const POINTS = [2, 3, 4] as const;
const hidden = (point: 2 | 3 | 4, more: object = {}) => ({ ...TEXT, 'x-disclosure': WORDS[point], ...more });

/** A canary of each point at the top, in an object, in a list, and measured. */
const properties = {
  material: TEXT,
  ...Object.fromEntries(POINTS.map((point) => [`top${point}`, hidden(point)])),
  part: {
    type: 'object',
    properties: { open: TEXT, ...Object.fromEntries(POINTS.map((point) => [`in${point}`, hidden(point)])) },
  },
  list: {
    type: 'array',
    items: {
      type: 'object',
      properties: { open: TEXT, ...Object.fromEntries(POINTS.map((point) => [`of${point}`, hidden(point)])) },
    },
  },
  ...Object.fromEntries(POINTS.map((point) => [`used${point}`, hidden(point, { 'x-dynamic': true })])),
};
const payload = {
  material: 'steel',
  ...Object.fromEntries(POINTS.map((point) => [`top${point}`, `canary-${point}-top`])),
  part: { open: 'open', ...Object.fromEntries(POINTS.map((point) => [`in${point}`, `canary-${point}-part`])) },
  list: [{ open: 'open' }, Object.fromEntries(POINTS.map((point) => [`of${point}`, `canary-${point}-list`]))],
  ...Object.fromEntries(POINTS.map((point) => [`used${point}`, `canary-${point}-used`])),
};
const names = ['material', 'part', 'open', 'list', ...POINTS.flatMap((point) => ['top', 'in', 'of', 'used'].map((name) => `${name}${point}`))]; // prettier-ignore

const template = () => {
  const tiny = tinyTemplate();
  const term = (name: string) => ({ iri: name, type: name === 'part' || name === 'list' ? 'object' : 'text', labels: { en: name, de: name } }); // prettier-ignore
  return {
    ...tiny,
    code: 'canary',
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties },
    sections: [{ id: 'all', labels: { en: 'All' }, fields: Object.keys(properties) }],
    vocabulary: { prefix: 'canary', iri: '/dpp/vocab/canary/1#', terms: Object.fromEntries(names.map((name) => [name, term(name)])) }, // prettier-ignore
    example: { ...tiny.example, dpp_payload: payload },
  };
};

describeOnDatabases('what each audience sees, through every path', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
  let passport: any;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    await shop.good('POST', 'templates', { template: template() });
    passport = await shop.published({
      template_code: 'canary',
      gtin: '9524000010018',
      serial: 'S1',
      dpp_payload: payload,
    });
    const give = async (name: string, fields: object) => {
      const grant = { audience: 'legitimate_interest', for: { template: 'canary' }, to: { name: 'N', email: 'n@n.example' }, purpose: 'P', until: new Date(Date.now() + 86_400_000).toISOString(), ...fields }; // prettier-ignore
      const made = await shop.good('POST', 'grants', grant);
      tokens.set(name, made.token);
      return made.id;
    };
    await give('interest', {});
    await give('authority', { audience: 'authority' });
    await give('foreign', { for: { template: 'tiny' } });
    await give('measuring', { scope: 'measure' });
    await shop.good('POST', `grants/${await give('revoked', {})}/revoke`);
    const expired = await give('expired', { audience: 'authority' });
    await app
      .get<Transactions>(Transactions)
      .write(() => app.get<Database>(Database).run("UPDATE passport_grant SET until = '2020-01-01T00:00:00.000Z' WHERE id = ?", [expired])); // prettier-ignore
  }, 120_000);
  afterAll(() => app.close());

  const ENTITLED: Readonly<Record<string, readonly number[]>> = { interest: [2, 4], authority: [2, 3] };
  const seen = (text: string): number[] =>
    [...new Set([...text.matchAll(/canary-([234])-/g)].map(([, point]) => Number(point)))].sort();

  it('by the interface of EN 18222 and on the page: exactly those entitled; elsewhere nobody', async () => {
    const { uuid, sku } = passport;
    const link = encodeURIComponent('https://id.example/01/09524000010018/21/S1');
    const entitled = [`/dpp/v1/dpps/${uuid}`, `/dpp/v1/dpps/${uuid}?representation=full`, `/dpp/v1/dppsByProductId/${link}`, `/dpp/v1/dppsByIdAndDate/${uuid}?date=2999-01-01`, `/dpp/v1/dpps/${uuid}/elements/$`]; // prettier-ignore
    const public_ = [`/rest/V1/dpp/passport/${sku}`, `/rest/V1/dpp/passport/${sku}/jsonld`, '/rest/V1/dpp/passports?searchCriteria[pageSize]=50', `/dpp/${uuid}`, `/dpp/${uuid}/qr.svg`, '/01/09524000010018/21/S1?linkType=linkset', '/dpp/schema/canary/1.0.0.json', '/dpp/context/canary/1.0.0.jsonld', '/dpp/vocab/canary/1', `/graphql?query=${encodeURIComponent(`{ dppPassportBySku(sku: "${sku}") { dpp_payload } }`)}`]; // prettier-ignore
    for (const name of [undefined, ...tokens.keys()]) {
      const token = name === undefined ? undefined : tokens.get(name);
      const points = ENTITLED[name ?? ''] ?? [];
      for (const path of entitled) {
        const answer = await app.call('GET', path, undefined, token);
        expect([name, path, seen(answer.text + JSON.stringify([...answer.headers]))]).toEqual([name, path, points]);
        expect(answer.status).toBe(name === 'revoked' || name === 'expired' ? 401 : 200);
      }
      for (const path of public_) {
        const { text } = await app.call('GET', path, undefined, token);
        expect([name, path, seen(text)]).toEqual([name, path, []]);
      }
      const page = await app.call('GET', `/dpp/${uuid}`, undefined, undefined, { accept: 'text/html', cookie: `__Host-dpp-grant=${token}` }); // prettier-ignore
      expect([name, seen(page.text)]).toEqual([name, points]);
      for (const point of POINTS)
        for (const path of [`$.top${point}`, `$.part.in${point}`, `$.used${point}`, `$.list[1].of${point}`]) {
          const answer = await app.call(
            'GET',
            `/dpp/v1/dpps/${uuid}/elements/${encodeURIComponent(path)}`,
            undefined,
            token,
          );
          expect([name, path, seen(answer.text)]).toEqual([name, path, points.includes(point) ? [point] : []]);
        }
      for (const point of POINTS) {
        const { text } = await app.call(
          'GET',
          `/dpp/v1/dpps/${uuid}/measurements?point=used${point}`,
          undefined,
          token,
        );
        expect([name, point, seen(text)]).toEqual([name, point, points.includes(point) ? [point] : []]);
      }
    }
  }, 120_000);
});
