import { type SampleApp, sampleApp } from '../support/memory/app.js';
import { send, type Sent } from '../support/send.js';

const denied = (resources: string) => ({
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources },
});

describe('rights (wire.md §5, §6)', () => {
  let sample: SampleApp;
  const answer = async (sent: Sent) => {
    const { status, json } = await send(sample.base, sent);
    return [status, json];
  };

  beforeAll(async () => {
    sample = await sampleApp();
  });
  afterAll(() => sample.close());

  describe('of a route', () => {
    const path = '/rest/V1/samples/rotate';
    const needed = denied('Test_Samples::save');

    it('cause 401 without a valid token', async () => {
      const headers: readonly Readonly<Record<string, string>>[] = [
        {},
        { authorization: '' },
        { authorization: 'Bearer' },
        { authorization: 'Bearer ' },
        { authorization: 'Bearer unknown' },
        { authorization: 'Basic admin:all' },
        { authorization: 'admin:all' },
        { authorization: 'Bearer admin:all x' },
      ];
      for (const sent of headers) expect(await answer({ method: 'POST', path, headers: sent })).toEqual([401, needed]);
      expect((await send(sample.base, { method: 'POST', path })).headers['www-authenticate']).toBe('Bearer');
    });

    it.each(['admin:_Samples::manage', 'integration:_Other::save', 'admin:', 'customer:5'])(
      'cause 403 for the token %s',
      async (token) => {
        expect(await answer({ method: 'POST', path, token })).toEqual([403, needed]);
      },
    );

    it.each(['admin:_Samples::save', 'integration:_Samples::save,_Other::x'])('allow the token %s', async (token) => {
      expect(await answer({ method: 'POST', path, token })).toEqual([200, true]);
    });

    it('allow the scheme "bearer" in any case', async () => {
      const headers = { authorization: 'bearer admin:all' };
      expect(await answer({ method: 'POST', path, headers })).toEqual([200, true]);
    });
  });

  describe('/me/', () => {
    const sent = { method: 'POST', path: '/rest/V1/samples/me/quote', body: { items: [] } };

    it('accepts a customer, whose ID the handler receives', async () => {
      expect(await answer({ ...sent, token: 'customer:5' })).toEqual([200, { customer_id: 5, items: [] }]);
    });

    it('returns 401 to anonymous callers, and 403 to administrators and integrations', async () => {
      expect(await answer(sent)).toEqual([401, denied('self')]);
      expect(await answer({ ...sent, token: 'expired' })).toEqual([401, denied('self')]);
      for (const token of ['admin:all', 'integration:all']) {
        expect(await answer({ ...sent, token })).toEqual([403, denied('self')]);
      }
    });
  });

  describe('/context/', () => {
    const sent = { method: 'POST', path: '/rest/V1/samples/context/quote', body: { items: [] } };

    it('accepts customers and anonymous callers', async () => {
      expect(await answer(sent)).toEqual([200, { customer_id: null, count: 0 }]);
      expect(await answer({ ...sent, token: 'customer:5' })).toEqual([200, { customer_id: 5, count: 0 }]);
    });

    it('returns 401 for invalid tokens, and 403 to administrators and integrations', async () => {
      for (const token of ['expired', '']) expect(await answer({ ...sent, token })).toEqual([401, denied('self')]);
      const basic = { ...sent, headers: { authorization: 'Basic x' } };
      expect(await answer(basic)).toEqual([401, denied('self')]);
      for (const token of ['admin:all', 'integration:all']) {
        expect(await answer({ ...sent, token })).toEqual([403, denied('self')]);
      }
    });
  });

  it('are not needed on anonymous routes, which ignore tokens', async () => {
    for (const token of ['expired', 'admin:all', 'customer:5']) {
      expect(await answer({ path: '/rest/V1/samples/things/x', token })).toEqual([200, { key: 'x', store_id: null }]);
    }
  });

  it('are checked before the body and the record', async () => {
    const bodies = ['{', 'x'.repeat(2_000_000), '{"shelf":{}}'];
    for (const body of bodies) {
      for (const [token, status] of [
        [undefined, 401],
        ['admin:_Samples::manage', 403],
      ] as const) {
        const sent = { method: 'PUT', path: '/rest/V1/samples/shelves/abc', body, ...(token ? { token } : {}) };
        expect(await answer(sent)).toEqual([status, denied('Test_Samples::save')]);
      }
    }
    const absent = await answer({ path: '/rest/V1/samples/shelves/9999' });
    expect(absent).toEqual([401, denied('Test_Samples::manage')]);
  });

  it('query parameters are accepted in both spellings, and unknown ones are ignored', async () => {
    for (const query of ['storeId=3', 'store_id=3', 'storeId=3&other=x'])
      expect(await answer({ path: `/rest/V1/samples/things/x?${query}` })).toEqual([200, { key: 'x', store_id: 3 }]);
    for (const query of ['storeId=x', 'storeId=1&storeId=2', 'storeId[a]=1', 'storeId=-1']) {
      expect((await answer({ path: `/rest/V1/samples/things/x?${query}` }))[0]).toBe(400);
    }
  });
});
