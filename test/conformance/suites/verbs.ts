import type { Resource } from '../../../libs/records/index.js';
import { type Answered, pathOf, Samples } from '../samples.js';
import { invalid, noSuchEntity, unsupported } from '../texts.js';
import { NOBODY } from '../values.js';
import { ask, good, type Json, type World } from '../world.js';

const answeredNames = (resource: Resource): readonly string[] =>
  resource.fields.filter(({ access }) => access !== 'write').map(({ name }) => name);

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The five verbs: what is sent is stored, returned and found (wire.md §1 to §3). */
export const describeVerbs = (resource: Resource, world: () => World): void => {
  const path = pathOf(resource);
  const { wrapper } = resource;
  let samples: Samples;
  let record: Answered;
  const one = (id: number) => `${path}/${id}`;

  beforeAll(async () => {
    samples = new Samples(world());
    record = await samples.create(resource);
  });

  it('POST answers the saved record, unwrapped: every field in declaration order, no secret', async () => {
    expect(Object.keys(record)).toEqual(answeredNames(resource));
    expect(await good(world(), { path: one(record.id) })).toEqual(record);
  });

  it('every field that is sent is answered; camelCase means the same', async () => {
    const body = await samples.fullBody(resource);
    const answer = (await good(world(), { method: 'POST', path, body: { [wrapper]: body } })) as Answered;
    for (const [name, value] of Object.entries(body)) {
      const field = resource.byName.get(name);
      if (field?.access === 'both') expect({ [name]: answer[name] }).toEqual({ [name]: value });
    }
    const camel = Object.fromEntries(
      Object.entries(await samples.fullBody(resource)).map(([name, value]) => [camelCase(name), value]),
    );
    const other = (await good(world(), { method: 'POST', path, body: { [wrapper]: camel } })) as Answered;
    for (const [name, value] of Object.entries(camel)) {
      const field = resource.byName.get(name);
      if (field?.access === 'both') expect(other[field.name]).toEqual(value);
    }
  });

  it('what GET answers can be sent back, and changes nothing', async () => {
    const body = await samples.fullBody(resource);
    const { id } = (await good(world(), { method: 'POST', path, body: { [wrapper]: body } })) as Answered;
    const before = await good(world(), { path: one(id) });
    const reply = await ask(world(), { method: 'PUT', path: one(id), body: { [wrapper]: before } });
    expect([reply.status, reply.json]).toEqual([200, before]);
    expect(await good(world(), { path: one(id) })).toEqual(before);
  });

  it('PUT keeps what is left out; the id of the path wins; read-only fields are ignored', async () => {
    const before = await good(world(), { path: one(record.id) });
    for (const body of [{}, { id: NOBODY }, { id: 'x', created_at: 'x', updated_at: 5 }]) {
      const known = Object.fromEntries(Object.entries(body).filter(([name]) => resource.byName.has(name)));
      const reply = await ask(world(), { method: 'PUT', path: one(record.id), body: { [wrapper]: known } });
      expect([reply.status, reply.json]).toEqual([200, before]);
    }
  });

  it('writes answer the version that holds them; reads don’t', async () => {
    const made = await ask(world(), { method: 'POST', path, body: { [wrapper]: await samples.body(resource) } });
    const { id } = made.json as Answered;
    const put = await ask(world(), { method: 'PUT', path: one(id), body: { [wrapper]: {} } });
    const read = await ask(world(), { path: one(id) });
    const gone = await ask(world(), { method: 'DELETE', path: one(id) });
    for (const { headers } of [made, put, gone]) expect(headers['x-pricing-version']).toMatch(/^\d+$/);
    expect(read.headers['x-pricing-version']).toBeUndefined();
    expect(Number(gone.headers['x-pricing-version'])).toBeGreaterThanOrEqual(Number(made.headers['x-pricing-version']));
  });

  it('each write under one key is done once, and answered the same; where a secret is sent the key is refused', async () => {
    const key = (name: string) => ({ 'idempotency-key': `${name}-${samples.next()}` });
    const sent: Record<string, unknown> = await samples.body(resource);
    const body = { [wrapper]: sent };
    const post = { method: 'POST', path, body, headers: key('post') };
    const first = await ask(world(), post);
    if (resource.fields.some(({ kind, name }) => kind.type === 'secret' && name in sent)) {
      expect([first.status, first.json.parameters]).toEqual([400, { header: 'Idempotency-Key' }]);
      return;
    }
    const { id } = first.json as Answered;
    const writes = [
      post,
      { method: 'PUT', path: one(id), body: { [wrapper]: {} }, headers: key('put') },
      { method: 'DELETE', path: one(id), headers: key('delete') },
    ];
    for (const write of writes) {
      const once = await ask(world(), write);
      const again = await ask(world(), write);
      expect([again.status, again.text]).toEqual([200, once.text]);
      expect(again.headers['x-pricing-version']).toBe(once.headers['x-pricing-version']);
    }
    expect((await ask(world(), post)).text).toBe(first.text);
    expect((await ask(world(), { path: one(id) })).status).toBe(404);
    expect((await ask(world(), { ...post, body: { [wrapper]: {} } })).status).toBe(409);
  });

  it('DELETE answers true, once; then the record is 404 for every verb', async () => {
    const { id } = await samples.create(resource);
    const reply = await ask(world(), { method: 'DELETE', path: one(id) });
    expect([reply.status, reply.text]).toEqual([200, 'true']);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: { [wrapper]: {} } } : {};
      const { status, json } = await ask(world(), { method, path: one(id), ...body });
      expect([method, status, json]).toEqual([method, 404, noSuchEntity(id)]);
    }
  });

  it('ids of nobody and no ids', async () => {
    for (const id of [NOBODY, -5, 99_999_999_999]) {
      const { status, json } = await ask(world(), { path: one(id) });
      expect([status, json]).toEqual([404, noSuchEntity(id)]);
    }
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: { [wrapper]: {} } } : {};
      const { status, json } = await ask(world(), { method, path: `${path}/abc`, ...body });
      expect([status, json]).toEqual([
        400,
        { message: 'The "abc" value\'s type is invalid. The "int" type was expected. Verify and try again.' },
      ]);
    }
  });

  it(`a POST ${resource.ids === 'given' ? 'may bring the id' : 'brings no id'}`, async () => {
    const post = (id: unknown, body: Json) =>
      ask(world(), { method: 'POST', path, body: { [wrapper]: { ...body, id } } });
    expect((await post(null, await samples.body(resource))).status).toBe(200);
    const id = 1_000_000 + samples.next();
    const reply = await post(id, await samples.body(resource));
    if (resource.ids === 'made') {
      expect([reply.status, reply.json]).toEqual([400, unsupported('id')]);
      return;
    }
    expect([reply.status, reply.json.id]).toEqual([200, id]);
    const taken = await post(String(id), await samples.body(resource));
    expect([taken.status, taken.json.message]).toEqual([400, expect.stringContaining('id')]);
    expect((await post(-1, await samples.body(resource))).json).toEqual(invalid('id', -1));
    const next = (await good(world(), {
      method: 'POST',
      path,
      body: { [wrapper]: await samples.body(resource) },
    })) as Answered;
    expect(next.id).not.toBe(id);
  });
};
