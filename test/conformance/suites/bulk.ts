import type { Resource, Resources } from '../../../libs/records/index.js';
import { send } from '../../support/send.js';
import { type Answered, pathOf, Samples } from '../samples.js';
import { denied, invalid, required, unsupported } from '../texts.js';
import { NOBODY } from '../values.js';
import { ask, good, type Json, type World } from '../world.js';

interface Item {
  readonly index: number;
  readonly status: string;
  readonly id: number | null;
  readonly error: Json | null;
}

const LINES = { 'content-type': 'application/x-ndjson' };
const UNKNOWN = 'no_such_field';

/** Not tested here: accounts and webhooks have no bulk routes (bulk.md), and the crawl covers those of documents. */
const WITHOUT_BULK = ['access', 'customer-documents', 'webhooks'];

export const hasBulk = ({ room }: Resource): boolean => !WITHOUT_BULK.includes(room);

/** Many rows in one call, and deletion by filter (bulk.md). */
export const describeBulk = (resource: Resource, world: () => World, resources: Resources): void => {
  const path = `${pathOf(resource)}/bulk`;
  const isFound = resource.unique.some(({ when }) => !when) || resource.byProperty.has('externalId');
  let samples: Samples;
  const post = (records: unknown, query = '') =>
    ask(world(), { method: 'POST', path: `${path}${query}`, body: { records } });
  const stored = async (id: number | null): Promise<Answered> =>
    (await good(world(), { path: `${pathOf(resource)}/${id}` })) as Answered;
  const statuses = (items: readonly Item[]) => items.map(({ status }) => status);
  const ids = (items: readonly Item[]): string => items.map(({ id }) => id).join(',');
  const filter = (list: string): string =>
    `?searchCriteria[filter_groups][0][filters][0][field]=id&searchCriteria[filter_groups][0][filters][0][condition_type]=in&searchCriteria[filter_groups][0][filters][0][value]=${list}`;

  /** A body that a row can be matched by. */
  const keyed = async (): Promise<Json> => ({
    ...(await samples.body(resource)),
    ...(resource.byProperty.has('externalId') ? { external_id: `bulk-${samples.next()}` } : {}),
  });

  beforeAll(() => {
    samples = new Samples(world());
  });

  it('creates, changes and leaves alone, as POST and PUT would', async () => {
    const [one, two] = [await keyed(), await keyed()];
    const first = await post([one, two]);
    expect([first.status, first.json]).toEqual([
      200,
      {
        created: 2,
        updated: 0,
        unchanged: 0,
        failed: 0,
        outdated: 0,
        items: [0, 1].map((index) => ({ index, status: 'created', id: expect.any(Number), error: null })),
      },
    ]);
    const [made] = first.json.items as readonly Item[];
    expect(await stored(made?.id ?? null)).toMatchObject(
      Object.fromEntries(
        Object.entries(one).filter(
          ([name]) => resource.byName.get(name)?.access === 'both' && resource.byName.get(name)?.kind.type === 'int',
        ),
      ),
    );
    if (!isFound) return;
    const again = (await post([one, two])).json;
    expect([again.unchanged, ids(again.items)]).toEqual([2, ids(first.json.items)]);
    const lines = `${JSON.stringify(one)}\n${JSON.stringify(two)}\r\n`;
    const asLines = await ask(world(), { method: 'POST', path, body: lines, headers: LINES });
    expect(asLines.json).toEqual(again);
  });

  it('best effort tells of bad rows in their places; all or nothing stores nothing and names the first', async () => {
    const [one, two] = [await keyed(), await keyed()];
    const rows = [{ ...one, [UNKNOWN]: 1 }, 5, two, 'x'];
    const nothing = await post([two, { ...one, [UNKNOWN]: 1 }], '?mode=all_or_nothing');
    expect([nothing.status, nothing.json]).toEqual([400, unsupported(`records[1].${UNKNOWN}`)]);
    const mixed = (await post(rows)).json;
    expect(statuses(mixed.items)).toEqual(['failed', 'failed', 'created', 'failed']);
    expect(mixed).toMatchObject({ created: 1, failed: 3 });
    expect(mixed.items[0]).toEqual({ index: 0, status: 'failed', id: null, error: unsupported(UNKNOWN) });
    const broken = `${JSON.stringify({ ...one, [UNKNOWN]: 1 })}\n{\n\n[1]`;
    const lines = (await ask(world(), { method: 'POST', path, body: broken, headers: LINES })).json;
    expect(statuses(lines.items)).toEqual(['failed', 'failed', 'failed', 'failed']);
    if (resource.ids === 'made') expect((await post([{ id: NOBODY }])).json.failed).toBe(1);
  });

  it('of two rows for one record the second fails, and is refused by all or nothing', async () => {
    if (!isFound) return;
    const [one, two] = [await keyed(), await keyed()];
    const twice = { parameters: { index: 0 } };
    const made = (await post([one, two, one])).json;
    expect(statuses(made.items)).toEqual(['created', 'created', 'failed']);
    expect(made.items[2].error).toMatchObject(twice);
    const again = (await post([one, one])).json;
    expect([statuses(again.items), again.items[1].error]).toMatchObject([['unchanged', 'failed'], twice]);
    const whole = await post([one, one], '?mode=all_or_nothing');
    expect([whole.status, whole.json]).toMatchObject([400, twice]);
  });

  it('refuses what is no bulk call', async () => {
    expect((await post(undefined)).json).toEqual(required('records'));
    expect((await post({}, '')).status).toBe(400);
    expect((await post([], '?mode=some')).json).toEqual(invalid('mode', 'some'));
    const further = await ask(world(), { method: 'POST', path, body: { records: [], more: 1 } });
    expect([further.status, further.json]).toEqual([400, unsupported('more')]);
    expect((await post([])).json).toEqual({
      created: 0,
      updated: 0,
      unchanged: 0,
      failed: 0,
      outdated: 0,
      items: [],
    });
    expect((await post(Array.from({ length: 10_001 }, () => ({})))).status).toBe(400);
    const tooMany = await ask(world(), { method: 'POST', path, body: '{}\n'.repeat(10_001), headers: LINES });
    expect(tooMany.status).toBe(400);
  });

  it('is answered the same under one key, and done once', async () => {
    const headers = { 'idempotency-key': `key-${samples.next()}` };
    const body = { records: [await samples.body(resource)] };
    const once = await ask(world(), { method: 'POST', path, body, headers });
    expect([once.status, once.json.created]).toEqual([200, 1]);
    const again = await ask(world(), { method: 'POST', path, body, headers });
    expect([again.status, again.text]).toEqual([200, once.text]);
    expect((await ask(world(), { method: 'POST', path, body: { records: [] }, headers })).status).toBe(409);
    const bad = await ask(world(), { method: 'POST', path, body, headers: { 'idempotency-key': 'x'.repeat(256) } });
    expect([bad.status, bad.json]).toEqual([400, invalid('Idempotency-Key', 'x'.repeat(256))]);
  });

  it('deletes what matches, if it is as many as the caller believes', async () => {
    const made = (await post([await keyed(), await keyed()])).json.items as readonly Item[];
    const remove = (query: string) => ask(world(), { method: 'DELETE', path: `${path}${query}` });
    const wrong = await remove(`${filter(ids(made))}&confirm=3`);
    expect([wrong.status, wrong.json.parameters]).toEqual([409, { count: 2 }]);
    expect((await remove(filter(ids(made)))).json).toEqual(required('confirm'));
    expect((await remove('?confirm=2')).json).toEqual(required('searchCriteria'));
    expect((await remove('?searchCriteria=&confirm=2')).json).toEqual(required('filter_groups'));
    const gone = await remove(`${filter(ids(made))}&confirm=2`);
    expect([gone.status, gone.json]).toEqual([200, { deleted: 2 }]);
    expect(Number(gone.headers['x-pricing-version'])).toBeGreaterThanOrEqual(0);
    expect((await remove(`${filter(ids(made))}&confirm=0`)).json).toEqual({ deleted: 0 });
  });

  it('needs the same rights as POST and DELETE of one', async () => {
    const { base, aclVendor, token } = world();
    const { read, save, delete: remove } = resource.rights;
    const calls = [
      { call: { method: 'POST', path, body: '{' }, right: save, others: [read, remove] },
      { call: { method: 'DELETE', path }, right: remove, others: [read, save] },
    ] as const;
    for (const { call, right, others } of calls) {
      expect((await send(base, call)).status).toBe(401);
      const refused = await send(base, { ...call, token: await token(...others) });
      expect([refused.status, refused.json]).toEqual([403, denied(aclVendor + right)]);
      expect((await send(base, { ...call, token: await token(right) })).status).toBe(400);
    }
  });

  const declared = new Set(resource.fields.map(({ name }) => name));
  const parts = new Set(
    resources
      .keyedFields(resource.fields)
      .keyed.flatMap(({ ways }) => ways.flatMap(({ fields }) => (fields.length > 1 ? fields : [])))
      .map(({ name }) => name),
  );
  for (const { name, kind, keyOf } of resources.withBusinessKeys(resource).fields) {
    const idName = keyOf && resource.byProperty.get(keyOf.property)?.name;
    if (!keyOf || idName === undefined || kind.type !== 'string' || parts.has(name)) continue;

    it(`${name} is taken instead of ${idName}: in rows, POST, PUT and filters`, async () => {
      const target = world().resources.named(keyOf.resource);
      const key = target.byProperty.get(keyOf.key);
      const keyName = key?.name ?? keyOf.key;
      const withKey = () => samples.create(target, key?.nullable ? { [keyName]: `N-${samples.next()}` } : {});
      const [named, other, third] = [await withKey(), await withKey(), await withKey()];
      const { [idName]: _id, ...rest } = await keyed();
      const row = { ...rest, [name]: named[keyName] };
      const made = (await post([row])).json;
      expect(made).toMatchObject({ created: 1 });
      const { id } = made.items[0];
      const record = await stored(id);
      expect(record[idName]).toBe(named.id);
      expect(Object.hasOwn(record, name)).toBe(declared.has(name));
      const nobody = (await post([{ ...row, [name]: 'of nobody' }])).json.items[0];
      expect(nobody).toMatchObject({ status: 'failed', error: invalid(name, 'of nobody') });
      expect((await post([{ ...row, [idName]: other.id }])).json.failed).toBe(1);

      const one = (method: string, at: string, fields: object) =>
        ask(world(), { method, path: at, body: { [resource.wrapper]: fields } });
      const base = pathOf(resource);
      expect((await one('POST', base, { ...row, [name]: 'of nobody' })).json).toEqual(invalid(name, 'of nobody'));
      expect((await one('POST', base, { ...row, [idName]: other.id })).status).toBe(400);
      const { [idName]: _other, ...more } = await keyed();
      const single = await one('POST', base, { ...more, [name]: other[keyName] });
      expect([single.status, single.json[idName]]).toEqual([200, other.id]);
      const at = `${base}/${single.json.id}`;
      const moved = await one('PUT', at, { [name]: third[keyName] });
      expect([moved.status, moved.json[idName]]).toEqual([200, third.id]);
      // A record from GET can be sent back with another ID.
      const own = declared.has(name) ? { [name]: other[keyName] } : {};
      const back = await one('PUT', at, { ...moved.json, [idName]: other.id, ...own });
      expect([back.status, back.json[idName]]).toEqual([200, other.id]);

      const found = async (condition: string, value: unknown) => {
        const wanted = [
          ['id', 'in', `${id},${single.json.id}`],
          [name, condition, value],
        ].map(([field, condition_type, asked], group) =>
          Object.entries({ field, condition_type, value: asked }).map(
            ([part, text]) =>
              `searchCriteria[filter_groups][${group}][filters][0][${part}]=${encodeURIComponent(String(text))}`,
          ),
        );
        const { status, json } = await ask(world(), { path: `${base}/search?${wanted.flat().join('&')}` });
        return [status, json.total_count];
      };
      expect(await found('eq', named[keyName])).toEqual([200, 1]);
      expect(await found('in', `${String(other[keyName])},of nobody`)).toEqual([200, 1]);
      expect(await found('in', `${String(other[keyName])},${String(named[keyName])}`)).toEqual([200, 2]);
      expect(await found('eq', 'of nobody')).toEqual([200, 0]);
      expect(await found('neq', third[keyName])).toEqual([200, 2]);
      expect(await found('neq', named[keyName])).toEqual([200, 1]);
      if (declared.has(name)) return;
      expect((await found('like', named[keyName]))[0]).toBe(400);
      const sorted = await ask(world(), { path: `${base}/search?searchCriteria[sortOrders][0][field]=${name}` });
      expect(sorted.status).toBe(400);
    });
  }
};
