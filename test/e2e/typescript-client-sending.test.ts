import { filled, Kontor, KontorError } from '../../clients/typescript/src/index.js';
import { waitOf } from '../../clients/typescript/src/sending.js';
import { ScriptedServer } from '../support/scripted-server.js';

const SAVE = '/V1/commerce/websites' as const;
const WEBSITE = { code: 'a', name: 'A', base_currency: 'EUR', timezone: 'UTC' };

describe('the TypeScript client', () => {
  let script: ScriptedServer;
  let kontor: Kontor;
  const keys = () => script.asked.map(({ headers }) => headers['idempotency-key']);
  const save = () => kontor.api.POST(SAVE, { body: { website: WEBSITE } });

  beforeAll(async () => {
    script = await ScriptedServer.start();
    kontor = new Kontor({ baseUrl: `${script.url}/`, store: 'german' });
  });
  afterAll(() => script.stop());

  describe('tokens', () => {
    const account = { username: 'ada', password: 'correct horse battery staple' };

    it('are requested once when they are needed, and again when they expire', async () => {
      let good = 0;
      script.answers(({ url, headers }) => {
        if (url.endsWith('/V1/integration/customer/token')) return { body: `token-${(good += 1)}` };
        return headers.authorization === `Bearer token-${good}` ? {} : { status: 401, body: { message: 'no' } };
      });
      const mine = new Kontor({ baseUrl: script.url, credentials: { customer: account } });
      const ask = () => Promise.all([1, 2, 3].map(() => mine.ask('POST', '/V1/x', { body: { a: 1 } })));
      await ask();
      expect(good).toBe(1);
      const [first] = script.asked;
      expect([first?.url, JSON.parse(first?.body ?? '')]).toEqual(['/rest/V1/integration/customer/token', account]);
      expect(first?.headers['idempotency-key']).toBeUndefined();
      good = 9;
      await ask();
      expect(good).toBe(10);
      const retried = script.asked.filter(({ headers }) => headers.authorization === 'Bearer token-10');
      expect(retried.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}', '{"a":1}']);
    });

    it('cause an error if they are refused twice, as does a wrong password', async () => {
      script.answers(({ url }) => (url.endsWith('token') ? { body: 't' } : { status: 401, body: { message: 'no' } }));
      const mine = new Kontor({ baseUrl: script.url, credentials: { admin: account } });
      await expect(mine.ask('GET', '/V1/x')).rejects.toMatchObject({ status: 401, message: 'no' });
      script.answers(() => ({ status: 401, body: { message: 'wrong' } }));
      const other = new Kontor({ baseUrl: script.url, credentials: { admin: account } });
      await expect(other.ask('GET', '/V1/x')).rejects.toMatchObject({ status: 401, message: 'wrong' });
    });

    it('of an integration are sent unchanged', async () => {
      script.answers(() => ({}));
      await new Kontor({ baseUrl: script.url, credentials: { token: 'abc' } }).ask('GET', '/V1/x');
      expect(script.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer abc']);
    });
  });
  describe('retries and keys', () => {
    it.each([429, 503])('repeats a request with the same key and body after Retry-After on %i', async (status) => {
      let left = 2;
      script.answers(() => ((left -= 1) >= 0 ? { status, headers: { 'Retry-After': '0' } } : { body: WEBSITE }));
      expect((await save()).data).toEqual(WEBSITE);
      expect(script.asked.length).toBe(3);
      expect(
        new Set(script.asked.map(({ headers, body }) => `${String(headers['idempotency-key'])} ${body}`)).size,
      ).toBe(1);
      expect(script.asked[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
      expect(script.asked[0]?.url).toBe('/rest/german/V1/commerce/websites');
    });

    it('stops retrying after the configured number, or if Retry-After is too long', async () => {
      const refused = { status: 503, body: { message: 'later' } };
      script.answers(() => ({ ...refused, headers: { 'Retry-After': '0' } }));
      const twice = new Kontor({ baseUrl: script.url, retries: 2 });
      await expect(twice.ask('GET', '/V1/x')).rejects.toMatchObject({ status: 503, message: 'later' });
      expect(script.asked.length).toBe(3);
      script.answers(() => ({ ...refused, headers: { 'Retry-After': '3600' } }));
      await expect(kontor.ask('GET', '/V1/x')).rejects.toMatchObject({ status: 503 });
      expect(script.asked.length).toBe(1);
    });

    it('repeats reads on 503, but no write without a key', async () => {
      script.answers(() => ({ status: 503, headers: { 'Retry-After': '0' } }));
      const admin = { username: 'a', password: 'x' };
      for (const path of ['/V1/access/admins', '/async/bulk/V1/pricing/customerprice'] as const) {
        script.asked.length = 0;
        const sent = { body: { admin } };
        await expect(kontor.ask('POST', path, sent)).rejects.toMatchObject({ status: 503 });
        expect([path, script.asked.length]).toEqual([path, 1]);
        expect(script.asked[0]?.headers['idempotency-key']).toBeUndefined();
      }
      script.asked.length = 0;
      await expect(kontor.ask('POST', '/V1/pricing/get-final-price', { body: { sku: 'A' } })).rejects.toMatchObject({
        status: 503,
      });
      expect(script.asked.length).toBeGreaterThan(1);
    });

    it('throws other errors at once', async () => {
      script.answers(() => ({ status: 400, body: { message: 'no' } }));
      await expect(save()).rejects.toBeInstanceOf(KontorError);
      expect(script.asked.length).toBe(1);
    });

    it('repeats a request after a broken connection only if it reads or has a key', async () => {
      let left = 1;
      script.answers(() => ((left -= 1) >= 0 ? { cut: true } : { body: WEBSITE }));
      expect((await save()).data).toEqual(WEBSITE);
      left = 1;
      await expect(kontor.ask('POST', '/V1/x', { body: { password: 'x' } })).rejects.toMatchObject({
        name: 'TypeError',
      });
    });

    it('waits for Retry-After in seconds or as a date, otherwise longer each time', () => {
      const now = Date.parse('2026-01-31T10:00:00Z');
      expect(waitOf('7', 0, now)).toBe(7000);
      expect(waitOf('Sat, 31 Jan 2026 10:00:05 GMT', 0, now)).toBe(5000);
      expect(waitOf('Sat, 31 Jan 2026 09:00:00 GMT', 0, now)).toBe(0);
      for (const text of [null, '', 'soon'])
        for (const attempt of [0, 1, 4]) {
          expect(waitOf(text, attempt)).toBeGreaterThanOrEqual(125 * 2 ** attempt);
          expect(waitOf(text, attempt)).toBeLessThanOrEqual(375 * 2 ** attempt);
        }
    });

    it("keeps the caller's key, and sends none with price requests and secrets", async () => {
      script.answers(() => ({}));
      await kontor.api.POST(SAVE, { body: { website: WEBSITE }, params: { header: { 'Idempotency-Key': 'mine' } } });
      await kontor.api.POST('/V1/pricing/get-final-price', { body: { sku: 'A1' } });
      await kontor.api.POST('/V1/commerce/customers', { body: { customer: { password: 'a secret of mine' } } });
      await kontor.api.GET('/V1/store/websites');
      expect(keys()).toEqual(['mine', undefined, undefined, undefined]);
    });

    it.each([
      ['POST', '/V1/commerce/websites', true],
      ['PUT', '/V1/commerce/websites/1', true],
      ['DELETE', '/V1/commerce/products/sku/a%2Fb?fields=id', true],
      ['POST', '/V1/commerce/websites/bulk?mode=best_effort', true],
      ['GET', '/V1/commerce/websites/1', false],
      ['POST', '/V1/access/integrations/1/rotate', false],
      ['POST', '/V1/access/integrations/1/oauth', false],
      ['POST', '/V1/access/integrations/1/activate', false],
      ['POST', '/V1/customerdocuments/me/1/link', false],
      ['POST', '/V1/pricing/get-multi-price', false],
      ['POST', '/V1/of/a/later/version', false],
    ])('sends a key with the untyped request %s %s: %s', async (verb, path, isKeyed) => {
      script.answers(() => ({}));
      await kontor.ask(verb, path);
      expect(keys()).toEqual([isKeyed ? expect.stringMatching(/^[\da-f-]{36}$/) : undefined]);
    });

    it.each([{ password: 'x' }, { admin: { currentPassword: 'x' } }, { current_password: 'x' }])(
      'sends no key with a body that contains a secret: %j',
      async (body) => {
        script.answers(() => ({}));
        await kontor.ask('PUT', '/V1/commerce/customers/1', { body });
        expect(keys()).toEqual([undefined]);
      },
    );

    it('generates a key on pages without TLS, which have no crypto.randomUUID', async () => {
      const { randomUUID } = crypto;
      Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
      try {
        script.answers(() => ({ body: WEBSITE }));
        await save();
        await save();
      } finally {
        Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
      }
      const [one, other] = keys();
      expect(one).toMatch(/^[\da-f]{32}$/);
      expect(other).not.toBe(one);
    });
  });
  describe('errors', () => {
    it.each([
      [
        'No such entity with %fieldName = %fieldValue',
        { fieldName: 'id', fieldValue: 7 },
        'No such entity with id = 7',
      ],
      ['%field and %fieldName', { field: 'a', fieldName: 'b' }, 'a and b'],
      ['The "%1" of %2', ['x', 'y'], 'The "x" of y'],
      ['%a is $& and %b', { a: '%b', b: '$1' }, '%b is $& and $1'],
      ['100 % of %all', {}, '100 % of %all'],
    ])('fill in the parameters of %j', (template, parameters, expected) =>
      expect(filled(template, parameters)).toBe(expected),
    );

    it('contain all faults and the request, and can have a body that is not JSON', async () => {
      const required = '"%fieldName" is required. Enter and try again.';
      const errors = ['code', 'name'].map((fieldName) => ({ message: required, parameters: { fieldName } }));
      script.answers(() => ({ status: 400, body: { message: 'One or more input exceptions have occurred.', errors } }));
      const error = await save().then(
        () => undefined,
        (thrown: unknown) => thrown as KontorError,
      );
      expect(error?.faults.map(({ message, template }) => [message, template])).toEqual([
        ['"code" is required. Enter and try again.', required],
        ['"name" is required. Enter and try again.', required],
      ]);
      expect(error?.message).toContain('"name" is required');
      expect(error?.request).toBe(`POST ${script.url}/rest/german/V1/commerce/websites`);
      script.answers(() => ({ status: 502, body: 'x', headers: { 'Content-Type': 'text/html' } }));
      await expect(save()).rejects.toMatchObject({ status: 502 });
    });
  });
});
