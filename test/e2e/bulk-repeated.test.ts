import { ChangeLog, Clock } from '../../libs/kernel/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

const PATH = '/rest/V1/commerce/categories/bulk';

describeOnDatabases('a call repeated with its Idempotency-Key (bulk.md, "Sending again")', (kind) => {
  let app: TestApp;
  let token: string;
  let keys = 0;
  const fresh = (): string => `key-${(keys += 1)}`;
  const post = (key: string, records: readonly object[], query = '', caller = token) =>
    app.call('POST', PATH + query, { records }, caller, { 'idempotency-key': key });
  const named = async (name: string): Promise<number> => {
    const filter = `searchCriteria[filter_groups][0][filters][0][field]=name&searchCriteria[filter_groups][0][filters][0][value]=${name}`;
    return (await app.good('GET', `/rest/V1/commerce/categories/search?${filter}`)).total_count;
  };

  beforeAll(async () => {
    app = await startApp({ database: kind });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  it('runs once and returns the same response, also for failed rows; otherwise it runs again', async () => {
    const [key, rows] = [fresh(), [{ name: 'once' }, { name: 'ü', parent_id: 99_999 }]];
    const first = await post(key, rows);
    expect(first.body).toMatchObject({ created: 1, failed: 1 });
    const again = await post(key, rows);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(Number(again.headers.get('x-pricing-version'))).toBeGreaterThanOrEqual(
      Number(first.headers.get('x-pricing-version')),
    );
    expect(await named('once')).toBe(1);
    await app.call('POST', PATH, { records: rows }, token);
    expect(await named('once')).toBe(2);
  });

  it('applies `fields` to the repeated response', async () => {
    const key = fresh();
    await post(key, [{ name: 'trimmed' }]);
    expect((await post(key, [{ name: 'trimmed' }], '?fields=created')).body).toEqual({ created: 1 });
  });

  it('returns 409 for other rows, another mode or another content type', async () => {
    const key = fresh();
    await post(key, [{ name: 'body' }]);
    const other = await post(key, [{ name: 'another body' }]);
    expect([other.status, other.body.message]).toEqual([409, expect.stringContaining('a different body')]);
    expect((await post(key, [{ name: 'body' }], '?mode=all_or_nothing')).status).toBe(409);
    const lines = { 'idempotency-key': key, 'content-type': 'application/x-ndjson' };
    // The same bytes have another meaning as JSON Lines.
    const bytes = JSON.stringify({ records: [{ name: 'body' }] });
    expect((await app.call('POST', PATH, bytes, token, lines)).status).toBe(409);
    expect((await app.call('POST', PATH, bytes, token, { 'idempotency-key': key })).status).toBe(200);
    expect([await named('body'), await named('another body')]).toEqual([1, 0]);
  });

  it('is scoped to its caller and route', async () => {
    const key = fresh();
    const other = await app.integrationToken('_Commerce::save');
    await post(key, [{ name: 'own' }]);
    expect((await post(key, [{ name: 'theirs' }], '', other)).body.created).toBe(1);
    const group = { records: [{ code: 'own' }] };
    const onOther = await app.call('POST', '/rest/V1/commerce/customerGroups/bulk', group, token, {
      'idempotency-key': key,
    });
    expect(onOther.body.created).toBe(1);
  });

  it('runs if the first call was rejected as a whole', async () => {
    const key = fresh();
    const refused = await post(key, [{ name: 'good' }, { name: 'bad', parent_id: 99_999 }], '?mode=all_or_nothing');
    expect(refused.status).toBe(400);
    expect((await post(key, [{ name: 'good' }], '?mode=all_or_nothing')).body.created).toBe(1);
  });

  it('runs if the first call failed with 500, which stores nothing', async () => {
    const log = app.get<ChangeLog>(ChangeLog);
    const [append, key] = [log.append.bind(log), fresh()];
    const rows = Array.from({ length: 10 }, () => ({ name: 'middle' }));
    let settled = 0;
    log.append = (changes) => {
      settled += 1;
      if (settled > 5) throw new Error('in the middle');
      append(changes);
    };
    try {
      expect((await post(key, rows)).status).toBe(500);
    } finally {
      log.append = append;
    }
    expect([settled, await named('middle')]).toEqual([6, 0]);
    expect((await post(key, rows)).body.created).toBe(10);
    expect(await named('middle')).toBe(10);
  });

  it('runs once if sent concurrently', async () => {
    const key = fresh();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(key, [{ name: 'together' }])));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await named('together')).toBe(1);
  });

  it('returns the stored response for 24 hours', async () => {
    const clock = app.get<Clock>(Clock);
    const [now, key] = [clock.now.bind(clock), fresh()];
    // Tokens of integrations do not expire.
    const caller = await app.integrationToken('_Commerce::save');
    const send = async (name: string) => post(key, [{ name }], '', caller);
    try {
      expect((await send('day')).status).toBe(200);
      clock.now = () => new Date(now().getTime() + 24 * 3_600_000 - 60_000);
      expect((await send('other day')).status).toBe(409);
      clock.now = () => new Date(now().getTime() + 24 * 3_600_000);
      expect((await send('other day')).body.created).toBe(1);
    } finally {
      clock.now = now;
    }
  });

  it.each(['', 'two words', 'ü', 'x'.repeat(256)])('rejects the key "%s"', async (key) => {
    const reply = await app.call('POST', PATH, { records: [] }, token, {
      'idempotency-key': Buffer.from(key).toString('latin1'),
    });
    expect(reply.status).toBe(400);
    expect(reply.body.parameters).toMatchObject({ fieldName: 'Idempotency-Key' });
  });

  it('accepts any visible key of 255 characters', async () => {
    const key = `${'~!"#$%&()*+,-./:;<=>?@[]^_{|}'}${'k'.repeat(226)}`;
    expect(key).toHaveLength(255);
    expect((await post(key, [{ name: 'long key' }])).body.created).toBe(1);
    expect((await post(key, [{ name: 'long key' }])).body.created).toBe(1);
    expect(await named('long key')).toBe(1);
  });
});
