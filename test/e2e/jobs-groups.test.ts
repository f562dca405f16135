import { type CallOutcome, CallsMoved, JobQueue, STATUS } from '../../libs/jobs/index.js';
import { ChangeLog } from '../../libs/kernel/index.js';
import { ManageAccounts } from '../../src/access/index.js';
import { type Answer, startApp, type TestApp, type Verb } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { doJobs } from '../support/done-jobs.js';
import { newestAct } from '../support/newest-act.js';

const CATEGORIES = 'commerce/categories';
const COUNT = 300;

describeOnDatabases('calls of one list that run in groups (jobs.md, "How they run")', (kind) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ database: kind, settings: { JOB_WORKERS: '0', PRICING_SEGMENT: 'trade' } });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const later = (verb: Verb, path: string, body: unknown, { as = token, store = '' } = {}): Promise<Answer> =>
    app.call(verb, `/rest${store}/async/bulk/V1/${path}`, body, as);
  const accepted = async (...sent: Parameters<typeof later>): Promise<string> => {
    const { status, body } = await later(...sent);
    expect(status).toBe(202);
    expect(body.errors).toBe(false);
    return body.bulk_uuid as string;
  };
  const calls = async (
    uuid: string,
  ): Promise<readonly { readonly status: number; readonly result_message: string }[]> =>
    (await app.good('GET', `/rest/V1/bulk/${uuid}/status`)).operations_list;
  const statuses = async (uuid: string) => (await calls(uuid)).map(({ status }) => status);
  const messages = async (uuid: string) => new Set((await calls(uuid)).map((one) => one.result_message));
  const made = async (name: string, count: number): Promise<readonly number[]> => {
    const uuid = await accepted(
      'POST',
      CATEGORIES,
      Array.from({ length: count }, (_, at) => ({ category: { name: `${name}-${at}` } })),
    );
    await doJobs(app);
    const { operations_list } = await app.good('GET', `/rest/V1/bulk/${uuid}/detailed-status`);
    return operations_list.map(
      ({ result_serialized_data }: { readonly result_serialized_data: string }) =>
        (JSON.parse(result_serialized_data) as { readonly id: number }).id,
    );
  };
  /** Number of versions that the work adds to the change log: one per transaction that writes. */
  const versions = async (work: () => Promise<unknown>): Promise<number> => {
    const log = app.get<ChangeLog>(ChangeLog);
    const before = await log.version();
    await work();
    return (await log.version()) - before;
  };

  it('share transactions for deletions, and a refused one does not undo the others', async () => {
    const ids = await made('deleted', COUNT);
    const [parent] = ids;
    await app.good('PUT', `/rest/V1/${CATEGORIES}/${ids[1]}`, { category: { parent_id: parent } });
    const sent = [...ids.filter((id) => id !== ids[1]), 999_999, ids[2], ids[1]].map((id) => ({ id }));
    const uuid = await accepted('DELETE', `${CATEGORIES}/byId`, sent);
    expect(await versions(() => doJobs(app))).toBeLessThan(10);
    const found = await calls(uuid);
    const failed = found.flatMap(({ status, result_message }, at) =>
      status === 1 ? [] : [[at, status, result_message]],
    );
    expect(failed).toEqual([
      [0, 3, expect.stringMatching(/still/)],
      [COUNT - 1, 3, 'No such entity with id = 999999'],
      [COUNT, 3, `No such entity with id = ${ids[2]}`],
    ]);
    const left = await app.call('GET', `/rest/V1/${CATEGORIES}/${ids[3]}`, undefined, token);
    expect(left.status).toBe(404);
    expect(await app.good('GET', `/rest/V1/${CATEGORIES}/${parent}`)).toMatchObject({ name: 'deleted-0' });
  });

  it('share transactions for changes by key, in order, with the messages of REST', async () => {
    const products = Array.from({ length: COUNT }, (_, at) => ({
      sku: `K-${at % 100}`,
      product: { name: `Turn ${at}`, price: at },
    }));
    const put = await accepted('PUT', 'commerce/products/sku/bySku', products);
    expect(await versions(() => doJobs(app))).toBeLessThan(10);
    expect(new Set(await statuses(put))).toEqual(new Set([1]));
    for (const at of [0, 7, 99])
      expect(await app.good('GET', `/rest/V1/commerce/products/sku/K-${at}`)).toMatchObject({
        name: `Turn ${at + 200}`,
      });
    const gone = await accepted(
      'DELETE',
      'commerce/products/sku/bySku',
      [0, 1, 0].map((at) => ({ sku: `K-${at}` })),
    );
    await doJobs(app);
    expect(await statuses(gone)).toEqual([1, 1, 3]);
    expect((await calls(gone))[2]?.result_message).toBe('No such entity with sku = K-0');
    expect((await app.call('GET', '/rest/V1/commerce/products/sku/K-1', undefined, token)).status).toBe(404);
  });

  it('get status 3 with the text of REST after the right is withdrawn', async () => {
    const accounts = app.get<ManageAccounts>(ManageAccounts);
    const { token: narrowed } = await accounts.createIntegration('narrowed', ['_Commerce::save', '_Commerce::delete']);
    const search = 'searchCriteria[filter_groups][0][filters][0]';
    const found = await app.good(
      'GET',
      `/rest/V1/access/integrations/search?${search}[field]=name&${search}[value]=narrowed`,
    );
    const allow = (resources: readonly string[]) =>
      app.good('PUT', `/rest/V1/access/integrations/${found.items[0].id}`, { integration: { resources } });
    const ids = await made('withdrawn', 1_000);
    for (const [verb, path, callOf, right] of [
      ['POST', CATEGORIES, (id: number) => ({ category: { name: `never-${id}` } }), '_Commerce::save'],
      ['DELETE', `${CATEGORIES}/byId`, (id: number) => ({ id }), '_Commerce::delete'],
    ] as const) {
      await allow(['_Commerce::save', '_Commerce::delete']);
      const sent = ids.map((id): object => callOf(id));
      const uuid = await accepted(verb, path, sent, { as: narrowed });
      const queue = app.get<JobQueue>(JobQueue);
      const keep = queue.inGroup.bind(queue);
      let groups = 0;
      queue.inGroup = async (lease, work) => {
        groups += 1;
        // Withdrawn after the group was read and before it is stored, so the transaction must check it too.
        if (groups === 2) await allow(['_Commerce::manage']);
        await keep(lease, work);
      };
      try {
        await doJobs(app);
      } finally {
        queue.inGroup = keep;
      }
      const current = await statuses(uuid);
      const done = current.indexOf(3);
      expect(done).toBeGreaterThan(0);
      expect(current).toEqual([...Array<number>(done).fill(1), ...Array<number>(1_000 - done).fill(3)]);
      expect(await messages(uuid)).toEqual(new Set([null, `The consumer isn't authorized to access ${right}.`]));
    }
  });

  describe('with a pricing segment or store code', () => {
    it('use the same path as over REST', async () => {
      const products = [{ sku: 'S-1', name: 'S', price: 9 }];
      await app.good('POST', '/rest/V1/commerce/products/bulk', { records: products });
      const { id } = await app.good('POST', '/rest/V1/commerce/customers', {
        customer: { customer_number: 'S-1', email: 's@example.com' },
      });
      const price = { customerPrice: { customer_id: id, sku: 'S-1', qty: 1, value: 4 } };
      expect(await later('POST', 'pricing/customerprice', [price])).toMatchObject({ status: 404 });
      const uuid = await accepted('POST', 'trade/customerprice', [price], { store: '/all' });
      expect((await app.good('GET', `/rest/V1/bulk/${uuid}/status`)).description).toBe(
        'Topic async.pricing.customerpricerepositoryinterface.save.post',
      );
      await doJobs(app);
      expect(await statuses(uuid)).toEqual([1]);
      const single = await app.call('POST', '/rest/nowhere/async/V1/trade/customerprice', price, token);
      const alone = await app.call('POST', '/rest/nowhere/V1/trade/customerprice', price, token);
      expect([single.status, single.body]).toEqual([alone.status, alone.body]);
    });

    it('get status 3 if the store view is deleted before they run', async () => {
      const website = { website: { id: 7, code: 'seven', name: 'Seven', base_currency: 'EUR', timezone: 'UTC' } };
      await app.good('POST', '/rest/V1/commerce/websites', website);
      const store = { store: { id: 7, code: 'gone', name: 'Gone', website_id: 7 } };
      await app.good('POST', '/rest/V1/commerce/stores', store);
      const [kept = 0] = await made('kept', 1);
      const at = { store: '/gone' };
      const uuids = [
        await accepted('POST', CATEGORIES, [{ category: { name: 'of a store view that is gone' } }], at),
        await accepted('PUT', `${CATEGORIES}/byId`, [{ id: kept, category: { name: 'changed' } }], at),
        await accepted('DELETE', `${CATEGORIES}/byId`, [{ id: kept }], at),
        await accepted('PUT', 'commerce/products/sku/bySku', [{ sku: 'GONE', product: { name: 'G', price: 1 } }], at),
      ];
      await app.good('DELETE', '/rest/V1/commerce/stores/7');
      await doJobs(app);
      for (const uuid of uuids) {
        expect(await statuses(uuid)).toEqual([3]);
        expect(await messages(uuid)).toEqual(new Set(['Specified request cannot be processed.']));
      }
      expect(await app.good('GET', `/rest/V1/${CATEGORIES}/${kept}`)).toMatchObject({ name: 'kept-0' });
    });
  });

  it('shorten an error message that is too long for its column, and continue', async () => {
    const uuid = await accepted('DELETE', 'commerce/products/sku/bySku', [{ sku: 'x'.repeat(80_000) }, { sku: 'K-5' }]);
    await doJobs(app);
    expect(await statuses(uuid)).toEqual([3, 1]);
    const [{ result_message } = { result_message: '' }] = await calls(uuid);
    expect(result_message).toMatch(/^No such entity with sku = x+…$/);
    expect(result_message).toHaveLength(16_000);
  });

  it('change from status 3 to 4 by a retry, and run again', async () => {
    const [id = 0] = await made('retried', 1);
    const uuid = await accepted('DELETE', `${CATEGORIES}/byId`, [{ id: 2_000_000 }, { id }]);
    await doJobs(app);
    expect(await statuses(uuid)).toEqual([3, 1]);
    await app.good('POST', `/rest/V1/bulk/${uuid}/retry`);
    expect(await newestAct(app)).toEqual(['POST /rest/V1/bulk/:bulkUuid/retry', 'retried']);
    expect(await statuses(uuid)).toEqual([4, 1]);
    expect(await app.good('GET', `/rest/V1/bulk/${uuid}/operation-status/4`)).toBe(1);
    await app.good('POST', `/rest/V1/${CATEGORIES}`, { category: { id: 2_000_000, name: 'now there' } });
    await doJobs(app);
    expect(await statuses(uuid)).toEqual([1, 1]);
  });

  it('are not stored as a group if one of them was reopened or settled meanwhile', async () => {
    const sent = [1, 2, 3].map((at) => ({ category: { name: `moved-${at}` } }));
    const uuid = await accepted('POST', CATEGORIES, sent);
    const queue = app.get<JobQueue>(JobQueue);
    const lease = (await queue.claim('a worker'))!.lease;
    const keep = (...outcomes: readonly CallOutcome[]) => queue.inGroup(lease, () => Promise.resolve(outcomes));
    const done = (position: number): CallOutcome => ({ position, status: STATUS.complete, result: '{}' });
    await keep({ position: 1, status: STATUS.failed, message: 'no' });
    await app.good('POST', `/rest/V1/bulk/${uuid}/retry`);
    await expect(keep(done(0), done(2))).rejects.toThrow(CallsMoved);
    expect(await statuses(uuid)).toEqual([4, 4, 4]);
    await keep(done(0));
    await expect(keep(done(0), done(1))).rejects.toThrow(CallsMoved);
    expect(await statuses(uuid)).toEqual([1, 4, 4]);
    await queue.giveBack(lease);
    await doJobs(app);
    expect(await statuses(uuid)).toEqual([1, 1, 1]);
  });
});
