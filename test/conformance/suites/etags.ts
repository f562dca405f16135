import type { Resource } from '../../../libs/records/index.js';
import { type Answered, pathOf, Samples } from '../samples.js';
import { NOBODY } from '../values.js';
import { ask, good, type Json, type World } from '../world.js';

const STALE = '"read-before-somebody-changed-it"';
const REFUSED = {
  message:
    'The record has changed since it was read, so its ETag does not match If-Match. Read the record again, then repeat the change.',
};

const EXISTS = {
  message: 'The record already exists. To change or delete it, send the request without If-None-Match.',
};

/** ETags of records, and the conditions that name them (wire.md, "3. Responses"). */
export const describeEtags = (resource: Resource, world: () => World): void => {
  const path = pathOf(resource);
  let samples: Samples;
  let record: Answered;
  let etag: string;
  const one = () => `${path}/${record.id}`;
  const get = (headers: Record<string, string> = {}, query = '') => ask(world(), { path: one() + query, headers });
  const put = (fields: Json, headers: Record<string, string> = {}) =>
    ask(world(), { method: 'PUT', path: one(), body: { [resource.wrapper]: fields }, headers });
  const remove = (headers: Record<string, string>) => ask(world(), { method: 'DELETE', path: one(), headers });

  beforeAll(async () => {
    samples = new Samples(world());
    const body = { [resource.wrapper]: await samples.fullBody(resource) };
    const made = await ask(world(), { method: 'POST', path, body });
    record = made.json as Answered;
    etag = String(made.headers['etag']);
  });

  it('POST, GET and PUT of one state answer one ETag, whatever `fields` selects', async () => {
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect((await get()).headers['etag']).toBe(etag);
    expect((await get({}, '?fields=id')).headers['etag']).toBe(etag);
    expect((await put({})).headers['etag']).toBe(etag);
  });

  it('another state has another ETag', async () => {
    const before = await good(world(), { path: one() });
    const changed = await put(await samples.fullBody(resource));
    const now = String(changed.headers['etag']);
    expect((await get()).headers['etag']).toBe(now);
    expect(now === etag).toBe(JSON.stringify(changed.json) === JSON.stringify(before));
    etag = now;
  });

  it('GET with its ETag in If-None-Match is 304 without a body', async () => {
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await get({ 'if-none-match': tags });
      expect([tags, status, text, headers['etag']]).toEqual([tags, 304, '', etag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('a search lists the ETags of its items with `etags=1`', async () => {
    const found = await good(world(), { path: `${path}/search?searchCriteria[pageSize]=5&etags=1` });
    const [first] = found.items as readonly Answered[];
    const { headers } = await ask(world(), { path: `${path}/${first?.id}` });
    expect(found.etags).toHaveLength((found.items as readonly Json[]).length);
    expect((found.etags as readonly string[])[0]).toBe(headers['etag']);
    expect(await good(world(), { path: `${path}/search?searchCriteria[pageSize]=5` })).not.toHaveProperty('etags');
  });

  it('PUT and DELETE with another ETag in If-Match are 412 and change nothing', async () => {
    const before = await good(world(), { path: one() });
    const body = await samples.fullBody(resource);
    for (const refused of [await put(body, { 'if-match': STALE }), await remove({ 'if-match': STALE })])
      expect([refused.status, refused.json]).toEqual([412, REFUSED]);
    expect(await good(world(), { path: one() })).toEqual(before);
  });

  it('PUT and DELETE with its ETag or * in If-None-Match are 412 and change nothing', async () => {
    const before = await good(world(), { path: one() });
    const body = await samples.fullBody(resource);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      for (const refused of [await put(body, { 'if-none-match': tags }), await remove({ 'if-none-match': tags })])
        expect([tags, refused.status, refused.json]).toEqual([tags, 412, EXISTS]);
    expect(await good(world(), { path: one() })).toEqual(before);
    expect((await put({}, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await put({}, { 'if-match': etag, 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('what is not there is 404, whatever If-Match says', async () => {
    for (const sent of [{ method: 'PUT', body: { [resource.wrapper]: {} } }, { method: 'DELETE' }])
      expect((await ask(world(), { ...sent, path: `${path}/${NOBODY}`, headers: { 'if-match': etag } })).status).toBe(
        404,
      );
  });

  it('PUT and DELETE with its ETag in If-Match are done', async () => {
    for (const tags of [`W/${etag}`, `${STALE}, ${etag}`, '*'])
      expect([tags, (await put({}, { 'if-match': tags })).status]).toEqual([tags, 200]);
    expect((await remove({ 'if-match': etag })).json).toBe(true);
    expect((await get()).status).toBe(404);
  });
};
