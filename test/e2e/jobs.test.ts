import { setTimeout as delay } from 'node:timers/promises';
import { JobQueue, RunCalls } from '../../libs/jobs/index.js';
import { LeaseLost } from '../../libs/jobs/ports.js';
import { type Change, ChangeLog, Unavailable } from '../../libs/kernel/index.js';
import { ManageAccounts } from '../../src/access/index.js';
import { Persistence } from '../../libs/database/index.js';
import { type Answer, startApp, type TestApp, type Verb } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { doJobs } from '../support/done-jobs.js';

const CATEGORIES = '/rest/V1/commerce/categories';
const LATER = '/rest/async/V1/commerce/categories';
const MANY = '/rest/async/bulk/V1/commerce/categories';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const DIGEST = /^[0-9a-f]{64}$/;

/** Without workers: the test decides when jobs run. */
describeOnDatabases('asynchronous calls (jobs.md)', (kind) => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await startApp({ database: kind, settings: { JOB_WORKERS: '0' } });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const send = (verb: Verb, path: string, body: unknown, as = token, headers = {}): Promise<Answer> =>
    app.call(verb, path, body, as, headers);
  const detailsOf = async (uuid: string, which = 'status', as = token) =>
    (await app.call('GET', `/rest/V1/bulk/${uuid}/${which}`, undefined, as)).body;
  const statuses = async (uuid: string): Promise<readonly number[]> =>
    (await detailsOf(uuid)).operations_list.map(({ status }: { readonly status: number }) => status);
  const messages = async (uuid: string) =>
    (await detailsOf(uuid)).operations_list.map(
      (one: { readonly result_message: string | null }) => one.result_message,
    );
  const category = async (name: string) => (await app.good('POST', CATEGORIES, { category: { name } })).id as number;
  const named = async (name: string): Promise<readonly { readonly id: number; readonly name: string }[]> =>
    (
      await app.good(
        'GET',
        `${CATEGORIES}/search?searchCriteria[filter_groups][0][filters][0][field]=name&searchCriteria[filter_groups][0][filters][0][condition_type]=like&searchCriteria[filter_groups][0][filters][0][value]=${name}%25&searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=ASC`,
      )
    ).items;

  const work = () => doJobs(app);

  describe('acceptance', () => {
    it.each([
      ['too many rows', Array.from({ length: 10_001 }, () => ({}))],
      ['no array', {}],
    ])('returns the same 400 as REST for a bulk call with %s', async (_, records) => {
      const later = await send('POST', `${LATER}/bulk`, { records });
      const { status, body } = await send('POST', `${CATEGORIES}/bulk`, { records });
      expect([later.status, later.body]).toEqual([status, body]);
      expect(status).toBe(400);
    });

    it('reports a row that is not an object as over REST', async () => {
      const { body } = await send('POST', `${LATER}/bulk`, { records: [7] });
      await work();
      const [{ result_serialized_data: answer }] = (await detailsOf(body.bulk_uuid, 'detailed-status')).operations_list;
      const { items } = (await send('POST', `${CATEGORIES}/bulk`, { records: [7] })).body;
      expect(JSON.parse(answer).items).toEqual(items);
    });

    it('returns 202 for a single call, whose status and result can be read', async () => {
      const answer = await send('POST', LATER, { category: { name: 'single' } });
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({
        bulk_uuid: expect.stringMatching(UUID),
        request_items: [{ id: 0, data_hash: expect.stringMatching(DIGEST), status: 'accepted' }],
        errors: false,
      });
      const { bulk_uuid: uuid } = answer.body;
      expect(await named('single')).toEqual([]);
      const facts = {
        user_type: 2,
        bulk_id: uuid,
        description: 'Topic async.commerce.categoryrepositoryinterface.save.post',
        start_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        user_id: 1,
        operation_count: 1,
      };
      const open = { id: 0, status: 4, result_message: null, error_code: null };
      expect(await detailsOf(uuid)).toEqual({ operations_list: [open], ...facts });
      const more = { bulk_uuid: uuid, topic_name: facts.description.slice('Topic '.length) };
      const serialized_data = JSON.stringify({ category: { name: 'single' } });
      expect(await detailsOf(uuid, 'detailed-status')).toEqual({
        operations_list: [{ ...open, ...more, serialized_data, result_serialized_data: null }],
        ...facts,
      });
      await work();
      const [stored] = await named('single');
      const rest = await app.good('GET', `${CATEGORIES}/${stored?.id}`);
      expect(await detailsOf(uuid, 'detailed-status')).toEqual({
        operations_list: [
          { ...open, status: 1, ...more, serialized_data: null, result_serialized_data: JSON.stringify(rest) },
        ],
        ...facts,
      });
    });

    it('shows calls of a customer to that customer and to callers who see all', async () => {
      const { id, token: own } = await app.customer();
      const path = '/rest/async/V1/integration/customer/revoke-customer-token';
      const { status, body } = await send('POST', path, undefined, own);
      expect(status).toBe(202);
      const facts = { user_type: 3, user_id: id, operation_count: 1 };
      expect(await detailsOf(body.bulk_uuid, 'status', own)).toMatchObject(facts);
      expect(await detailsOf(body.bulk_uuid)).toMatchObject(facts);
      await work();
      expect(await statuses(body.bulk_uuid)).toEqual([1]);
      expect(await app.call('GET', `/rest/V1/bulk/${body.bulk_uuid}/status`, undefined, own)).toMatchObject({
        status: 401,
      });
    });

    it('returns 400 for calls that only read, and 404 for unknown routes', async () => {
      const refused = { status: 400, body: { message: 'Specified request cannot be processed.' } };
      for (const path of [LATER, `${LATER}/1`, MANY, '/rest/default/async/V1/commerce/categories', '/rest/async/V1/x'])
        expect(await send('GET', path, undefined)).toMatchObject(refused);
      for (const path of ['/rest/async/V1/nothing', '/rest/async/bulk/V1/commerce/categories/7'])
        expect(await send('POST', path, {})).toMatchObject({ status: 404 });
    });

    it('returns 404 for operations with secrets, single or in a list', async () => {
      for (const path of ['integration/admin/token', 'commerce/customers', 'access/admins']) {
        expect(await send('POST', `/rest/async/V1/${path}`, {})).toMatchObject({ status: 404 });
        expect(await send('POST', `/rest/async/bulk/V1/${path}`, [{}])).toMatchObject({ status: 404 });
      }
    });

    it('returns 401 without a token and 403 without the right, before reading the body', async () => {
      const other = await app.integrationToken('_Commerce::manage');
      expect(await app.call('POST', MANY, '{')).toMatchObject({ status: 401 });
      expect(await send('POST', MANY, '{', other)).toMatchObject({ status: 403 });
      expect(await send('DELETE', `${MANY}/byId`, [{ id: 1 }], other)).toMatchObject({ status: 403 });
    });

    it.each([
      ['{', 'Decoding error.'],
      ['{"a":1}', /object\[\]/],
      ['[]', 'The list is empty. Send at least one call.'],
    ])('returns 400 for the list %s', async (body, message) => {
      const answer = await send('POST', MANY, body);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(message);
    });

    it('accepts 5,000 calls in one list, and returns 400 for 5,001', async () => {
      const calls = (count: number) => Array.from({ length: count }, (_, at) => ({ category: { name: `c-${at}` } }));
      const answer = await send('POST', MANY, calls(5_000));
      expect(answer.status).toBe(202);
      expect(answer.body.request_items).toHaveLength(5_000);
      expect(await send('POST', MANY, calls(5_001))).toMatchObject({
        status: 400,
        body: { parameters: { count: 5_001, max: 5_000 } },
      });
      await send('POST', `/rest/V1/bulk/${answer.body.bulk_uuid}/cancel`, undefined);
    });

    it('validates each call of a list: wrapper, types, path variables', async () => {
      const answer = await send('PUT', `${MANY}/byId`, [
        { id: 1, category: { name: 'a' } },
        { category: { id: 1, name: 'a' } },
        { category: { name: 'a' } },
        { id: 'x', category: { name: 'a' } },
        { id: 1, categories: { name: 'a' } },
        { id: 1, category: { parent_id: 'three' } },
        { id: 1, category: { colour: 'red' } },
        'no object',
      ]);
      expect(answer.status).toBe(202);
      expect(answer.body.errors).toBe(true);
      expect(answer.body.request_items.map(({ status }: { status: string }) => status)).toEqual([
        'accepted',
        'accepted',
        ...Array(6).fill('rejected'),
      ]);
      expect(answer.body.request_items[2]).toEqual({
        id: 2,
        data_hash: null,
        status: 'rejected',
        error_message: '"id" is required. Enter and try again.',
        error_code: 0,
      });
      expect(answer.body.request_items[6].error_message).toBe(
        '"colour" is not supported. Correct the field name and try again.',
      );
      expect(await statuses(answer.body.bulk_uuid)).toEqual([4, 4, 5, 5, 5, 5, 5, 5]);
      await work();
    });

    it('returns the same bulk for a repeated Idempotency-Key, and 409 if the body differs', async () => {
      const headers = { 'idempotency-key': 'night-1' };
      const body = [{ category: { name: 'keyed' } }];
      const first = await send('POST', MANY, body, token, headers);
      expect(first.status).toBe(202);
      expect(await send('POST', MANY, body, token, headers)).toMatchObject({ status: 202, body: first.body });
      expect(await send('POST', MANY, [], token, headers)).toMatchObject({ status: 400 });
      expect(await send('POST', MANY, [{ category: { name: 'b' } }], token, headers)).toMatchObject({ status: 409 });
      await work();
      expect(await named('keyed')).toHaveLength(1);
    });
  });

  describe('execution', () => {
    it('runs a list in order, with a separate result for each call', async () => {
      const parent = await category('ordered-parent');
      const answer = await send('POST', MANY, [
        { category: { name: 'ordered-1', parent_id: parent } },
        { category: { name: 'ordered-2', parent_id: 2_000_000 } },
        { category: { name: 'ordered-3' } },
      ]);
      const { bulk_uuid: uuid } = answer.body;
      await work();
      expect(await statuses(uuid)).toEqual([1, 3, 1]);
      const sync = await send('POST', CATEGORIES, { category: { name: 'x', parent_id: 2_000_000 } });
      expect(sync.status).toBe(400);
      expect((await messages(uuid))[1]).toBe(
        'Invalid value of "2000000" provided for the parent_id field. Allowed: the id of an existing category.',
      );
      expect((await named('ordered-')).map(({ name }) => name)).toEqual(['ordered-parent', 'ordered-1', 'ordered-3']);
      expect(await detailsOf(uuid, 'operation-status/1')).toBe(2);
      expect(await detailsOf(uuid, 'operation-status/3')).toBe(1);
    });

    it('runs PUT and DELETE by id, and the last change of a record wins', async () => {
      const [one, two] = [await category('changed'), await category('removed')];
      const changes = Array.from({ length: 300 }, (_, at) => ({ id: one, category: { name: `changed-${at}` } }));
      const put = (await send('PUT', `${MANY}/byId`, changes)).body.bulk_uuid;
      const gone = (await send('DELETE', `${MANY}/byId`, [{ id: two }, { id: two }, { id: 999_999 }])).body.bulk_uuid;
      const single = (await send('DELETE', `${LATER}/999999`, undefined)).body.bulk_uuid;
      await work();
      expect(new Set(await statuses(put))).toEqual(new Set([1]));
      expect((await app.good('GET', `${CATEGORIES}/${one}`)).name).toBe('changed-299');
      expect(await statuses(gone)).toEqual([1, 3, 3]);
      expect(await messages(gone)).toEqual([
        null,
        `No such entity with id = ${two}`,
        'No such entity with id = 999999',
      ]);
      expect(await messages(single)).toEqual(['No such entity with id = 999999']);
      const [done] = (await detailsOf(gone, 'detailed-status')).operations_list;
      expect(done.result_serialized_data).toBe('true');
      expect((await detailsOf(gone)).description).toBe(
        'Topic async.commerce.categoryrepositoryinterface.deletebyid.delete',
      );
    });

    it('runs a bulk call as one call', async () => {
      const records = [...Array.from({ length: 600 }, (_, at) => ({ name: `rows-${at}` })), { colour: 5 }, 'no object'];
      const { bulk_uuid: uuid } = (await send('POST', `${LATER}/bulk`, { records })).body;
      await work();
      const [done] = (await detailsOf(uuid, 'detailed-status')).operations_list;
      expect(done).toMatchObject({ status: 1 });
      expect(JSON.parse(done.result_serialized_data)).toMatchObject({ created: 600, failed: 2 });
      expect(await named('rows-')).toHaveLength(300);
    });

    it('sets status 3 if the right is withdrawn or the account deactivated meanwhile', async () => {
      const made = await app.get<ManageAccounts>(ManageAccounts).createIntegration('narrowed', ['_Commerce::save']);
      const found = await app.good(
        'GET',
        '/rest/V1/access/integrations/search?searchCriteria[filter_groups][0][filters][0][field]=name&searchCriteria[filter_groups][0][filters][0][value]=narrowed',
      );
      const { id } = found.items[0];
      const [narrowed, removed] = [
        (await send('POST', MANY, [{ category: { name: 'never' } }], made.token)).body.bulk_uuid,
        (await send('DELETE', `${MANY}/byId`, [{ id: 1 }], made.token)).body.bulk_uuid,
      ];
      expect(removed).toBeUndefined();
      await app.good('PUT', `/rest/V1/access/integrations/${id}`, {
        integration: { resources: ['_Commerce::manage'] },
      });
      await work();
      const text = "The consumer isn't authorized to access _Commerce::save.";
      expect(await statuses(narrowed)).toEqual([3]);
      expect(await messages(narrowed)).toEqual([text]);
      await app.good('PUT', `/rest/V1/access/integrations/${id}`, { integration: { resources: ['_Commerce::save'] } });
      const later = (await send('POST', LATER, { category: { name: 'never' } }, made.token)).body.bulk_uuid;
      await app.good('PUT', `/rest/V1/access/integrations/${id}`, { integration: { is_active: 0 } });
      await work();
      expect(await messages(later)).toEqual([text]);
      expect(await named('never')).toEqual([]);
    });

    it('retries a call five times while it is unavailable, then sets status 2', async () => {
      const uuid = (await send('POST', MANY, [{ category: { name: 'held' } }, { category: { name: 'held' } }])).body
        .bulk_uuid;
      const log = app.get<ChangeLog>(ChangeLog);
      const append = log.append.bind(log);
      let tries = 0;
      log.append = (changes: readonly Change[]) => {
        tries += 1;
        if (tries <= 6) throw new Unavailable(1);
        append(changes);
      };
      try {
        await work();
      } finally {
        log.append = append;
      }
      expect(tries).toBe(7);
      expect(await statuses(uuid)).toEqual([2, 1]);
      expect((await messages(uuid))[0]).toMatch(/^The service is temporarily unavailable/);
      expect(await send('POST', `/rest/V1/bulk/${uuid}/retry`, undefined)).toMatchObject({ status: 200, body: true });
      expect(await statuses(uuid)).toEqual([4, 1]);
      await work();
      expect(await statuses(uuid)).toEqual([1, 1]);
      expect(await named('held')).toHaveLength(2);
      const answers = (await detailsOf(uuid, 'detailed-status')).operations_list;
      for (const { result_serialized_data } of answers) expect(JSON.parse(result_serialized_data).name).toBe('held');
    });

    it('fails only the call with a bug', async () => {
      const uuid = (
        await send(
          'POST',
          MANY,
          [1, 2, 3].map((at) => ({ category: { name: `bug-${at}` } })),
        )
      ).body.bulk_uuid;
      const log = app.get<ChangeLog>(ChangeLog);
      const append = log.append.bind(log);
      let appends = 0;
      // The group fails at its first call. When its calls then run one by one, only the second fails.
      log.append = (changes: readonly Change[]) => {
        appends += 1;
        if (appends === 1 || appends === 3) throw new TypeError('a bug');
        append(changes);
      };
      try {
        await work();
      } finally {
        log.append = append;
      }
      expect(await statuses(uuid)).toEqual([1, 3, 1]);
      expect((await messages(uuid))[1]).toMatch(/^Internal Error\. Details are available in the log\. Report ID/);
    });
  });

  describe('status and cancellation', () => {
    it('cancels open calls, which then do not run', async () => {
      const uuid = (await send('POST', MANY, [{ category: { name: 'cancelled' } }, { x: 1 }])).body.bulk_uuid;
      expect(await send('POST', `/rest/V1/bulk/${uuid}/cancel`, undefined)).toMatchObject({ status: 200, body: true });
      expect(await statuses(uuid)).toEqual([5, 5]);
      await work();
      expect(await named('cancelled')).toEqual([]);
      expect(await send('POST', `/rest/V1/bulk/${uuid}/retry`, undefined)).toMatchObject({ status: 200 });
      expect(await statuses(uuid)).toEqual([5, 5]);
    });

    it('shows own calls without a right, all calls with _Jobs::manage, and otherwise returns 404', async () => {
      const [own, other, all] = [
        await app.integrationToken('_Commerce::save'),
        await app.integrationToken('_Commerce::save'),
        await app.integrationToken('_Jobs::manage'),
      ];
      const uuid = (await send('POST', MANY, [{ category: { name: 'own' } }], own)).body.bulk_uuid;
      const { token: customer } = await app.customer();
      for (const which of ['status', 'detailed-status', 'operation-status/4']) {
        const path = `/rest/V1/bulk/${uuid}/${which}`;
        expect(await send('GET', path, undefined, own)).toMatchObject({ status: 200 });
        expect(await send('GET', path, undefined, all)).toMatchObject({ status: 200 });
        const missing = {
          status: 404,
          body: { message: 'Bulk uuid %bulkUuid not exist', parameters: { bulkUuid: uuid } },
        };
        expect(await send('GET', path, undefined, other)).toMatchObject(missing);
        expect(await send('GET', path, undefined, customer)).toMatchObject(missing);
        expect(await app.call('GET', path)).toMatchObject({ status: 401 });
      }
      for (const which of ['cancel', 'retry'])
        expect(await send('POST', `/rest/V1/bulk/${uuid}/${which}`, undefined, other)).toMatchObject({ status: 404 });
      expect(await send('GET', '/rest/V1/bulk/nothing/status', undefined)).toMatchObject({ status: 404 });
      const find = async (as: string) =>
        (
          await app.call(
            'GET',
            `/rest/V1/bulk?searchCriteria[filter_groups][0][filters][0][field]=bulk_uuid&searchCriteria[filter_groups][0][filters][0][value]=${uuid}`,
            undefined,
            as,
          )
        ).body;
      expect(await find(own)).toMatchObject({ total_count: 1, items: [{ id: 0, bulk_uuid: uuid, status: 4 }] });
      expect(await find(all)).toMatchObject({ total_count: 1 });
      expect(await find(other)).toMatchObject({ total_count: 0, items: [] });
      expect((await detailsOf(uuid, 'status', own)).user_type).toBe(1);
      await work();
    });

    it('searches by status and topic, with pages and a sort order', async () => {
      const uuid = (
        await send(
          'POST',
          MANY,
          [1, 2, 3].map((at) => ({ category: { name: `s-${at}` } })),
        )
      ).body.bulk_uuid;
      await work();
      const filter = (at: number, field: string, value: string): string =>
        `&searchCriteria[filter_groups][${at}][filters][0][field]=${field}&searchCriteria[filter_groups][${at}][filters][0][value]=${value}`;
      const { body } = await send(
        'GET',
        `/rest/V1/bulk?searchCriteria[pageSize]=2${filter(0, 'bulk_uuid', uuid)}${filter(1, 'status', '1')}${filter(2, 'topic_name', 'async.commerce.categoryrepositoryinterface.save.post')}&searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=ASC`,
        undefined,
      );
      expect(body.total_count).toBe(3);
      expect(body.items.map(({ id }: { id: number }) => id)).toEqual([0, 1]);
      expect(body.items[0]).toMatchObject({
        serialized_data: null,
        start_time: expect.stringMatching(/^[\d-]+ [\d:]+$/),
      });
      expect(JSON.parse(body.items[1].result_serialized_data)).toMatchObject({ name: 's-2' });
    });
  });

  describe('leases', () => {
    const claimed = async () => {
      const queue = app.get<JobQueue>(JobQueue);
      const uuid = (await send('POST', MANY, [{ category: { name: 'leased' } }])).body.bulk_uuid as string;
      const job = await queue.claim('first');
      if (!job) throw new Error('it is there to be claimed');
      return { queue, uuid, job };
    };
    const expire = (uuid: string): Promise<unknown> => {
      const { transactions, database } = app.get<Persistence>(Persistence);
      return transactions.write(() => database.run('UPDATE job SET ready_at = 1 WHERE uuid = ?', [uuid]));
    };

    it('reserve a job until they expire, after which the old worker stores nothing', async () => {
      const { queue, uuid, job } = await claimed();
      expect(await queue.claim('second')).toBeUndefined();
      expect(await queue.renew(job.lease)).toBe(true);
      await expire(uuid);
      const again = await queue.claim('second');
      expect(again).toMatchObject({ uuid, claims: 1 });
      expect(await queue.renew(job.lease)).toBe(false);
      const before = (await named('leased')).length;
      const calls = app.get<RunCalls>(RunCalls);
      await expect(calls.run(job, new AbortController().signal)).rejects.toThrow(/another worker/);
      expect(await named('leased')).toHaveLength(before);
      if (again) await calls.run(again, new AbortController().signal);
      expect(await statuses(uuid)).toEqual([1]);
      expect(await named('leased')).toHaveLength(before + 1);
    });

    it('end when the job is canceled, and nothing more is stored', async () => {
      const { uuid, job } = await claimed();
      await send('POST', `/rest/V1/bulk/${uuid}/cancel`, undefined);
      await expect(app.get<RunCalls>(RunCalls).run(job, new AbortController().signal)).rejects.toThrow(/canceled/);
      expect(await statuses(uuid)).toEqual([5]);
    });

    it('are released after the current group when the worker is asked to stop', async () => {
      const queue = app.get<JobQueue>(JobQueue);
      const calls = Array.from({ length: 1_500 }, (_, at) => ({ category: { name: `halves-${at}` } }));
      const uuid = (await send('POST', MANY, calls)).body.bulk_uuid;
      const stop = new AbortController();
      const keep = queue.inGroup.bind(queue);
      queue.inGroup = async (lease, group) => {
        stop.abort();
        await keep(lease, group);
      };
      try {
        await doJobs(app, { stop: stop.signal });
      } finally {
        queue.inGroup = keep;
      }
      const [done, open] = [await detailsOf(uuid, 'operation-status/1'), await detailsOf(uuid, 'operation-status/4')];
      expect(done).toBeGreaterThan(0);
      expect(open).toBe(1_500 - done);
      await work();
      expect(new Set(await statuses(uuid))).toEqual(new Set([1]));
    });

    it('are not granted again for a call whose worker exited five times', async () => {
      const uuid = (await send('POST', MANY, [{ category: { name: 'deadly' } }, { category: { name: 'deadly' } }])).body
        .bulk_uuid as string;
      const queue = app.get<JobQueue>(JobQueue);
      for (let death = 0; death < 5; death += 1) {
        await queue.claim(`dies ${death}`);
        await expire(uuid);
      }
      await work();
      expect(await statuses(uuid)).toEqual([2, 1]);
    });

    it('isolate the call in a group that ends the worker', async () => {
      const [count, deadly] = [600, 200];
      const calls = Array.from({ length: count }, (_, at) => ({ category: { name: `one-of-them-${at}` } }));
      const uuid = (await send('POST', MANY, calls)).body.bulk_uuid as string;
      const queue = app.get<JobQueue>(JobQueue);
      const [open, keep] = [queue.openCalls.bind(queue), queue.inGroup.bind(queue)];
      const groups: (readonly { readonly position: number }[])[] = [];
      queue.openCalls = async (...args) => {
        const found = await open(...args);
        groups.push(found);
        return found;
      };
      let marked = false;
      queue.inGroup = async (lease, group) => {
        const held = groups.shift()?.some(({ position }) => position === deadly) ?? false;
        // A dead process stores nothing, and its memory is lost.
        if (held && !marked) throw new LeaseLost();
        await keep(lease, group);
      };
      let deaths = 0;
      try {
        for (let job = await queue.claim('dies'); job; job = await queue.claim('dies')) {
          groups.length = 0;
          marked = job.claims >= 5 && (await statuses(uuid)).slice(0, deadly).every((status) => status === 1);
          try {
            await app.get<RunCalls>(RunCalls).pausing([]).run(job, new AbortController().signal);
          } catch (error) {
            expect(error).toBeInstanceOf(LeaseLost);
            deaths += 1;
            await expire(uuid);
          }
        }
      } finally {
        queue.openCalls = open;
        queue.inGroup = keep;
      }
      const found = await statuses(uuid);
      expect(found[deadly]).toBe(2);
      expect(new Set(found.filter((_, at) => at !== deadly))).toEqual(new Set([1]));
      expect(deaths).toBeLessThan(12);
    });
  });
});

describeOnDatabases('a job worker of the server (jobs.md, "Workers")', (kind) => {
  it('runs accepted calls without further requests', async () => {
    const app = await startApp({ database: kind });
    try {
      expect(app.server.jobs.pids).toEqual([]);
      const uuid = (await app.call('POST', LATER, { category: { name: 'beside' } }, await app.adminToken())).body
        .bulk_uuid;
      for (;;) {
        const [{ status }] = (await app.good('GET', `/rest/V1/bulk/${uuid}/status`)).operations_list;
        if (status === 1) break;
        expect(status).toBe(4);
        await delay(50);
      }
      expect(app.server.jobs.pids).toHaveLength(1);
    } finally {
      await app.close();
    }
  });
});
