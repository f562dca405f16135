import type { Resource } from '../../../libs/records/index.js';
import { type Answered, pathOf, Samples } from '../samples.js';
import { invalid, several } from '../texts.js';
import { NOBODY } from '../values.js';
import { ask, good, type Json, type World } from '../world.js';

/** Whether a resource has unique keys, an external ID or references. */
export const hasKeys = ({ unique, fields, byProperty }: Resource): boolean =>
  unique.some(({ when }) => !when) ||
  byProperty.has('externalId') ||
  fields.some(({ keyOf, reference }) => keyOf !== undefined || reference !== undefined);

/** Unique keys, references by id and by business key (wire.md §2). */
export const describeKeys = (resource: Resource, world: () => World): void => {
  const path = pathOf(resource);
  const { wrapper } = resource;
  let samples: Samples;
  const post = (fields: Json) => ask(world(), { method: 'POST', path, body: { [wrapper]: fields } });

  beforeAll(() => {
    samples = new Samples(world());
  });

  const external = resource.byProperty.has('externalId')
    ? [{ name: 'external_id', properties: ['externalId'], says: expect.stringContaining('external_id') as string }]
    : [];

  for (const key of [...resource.unique.filter(({ when }) => !when), ...external]) {
    it(`${key.name} is unique: a second record is refused, by POST and PUT, and parallel ones too`, async () => {
      const full = await samples.fullBody(resource);
      const names = key.properties.map((property) => resource.byProperty.get(property)?.name ?? property);
      const keyed = Object.fromEntries(names.map((name) => [name, full[name]]));
      const first = await post(full);
      expect(first.status).toBe(200);
      const other = { ...(await samples.fullBody(resource)), ...keyed };
      const second = await post(other);
      expect([second.status, second.json]).toEqual([400, { message: key.says }]);
      const third = await samples.create(resource);
      const changed = await ask(world(), { method: 'PUT', path: `${path}/${third.id}`, body: { [wrapper]: keyed } });
      expect([changed.status, changed.json]).toEqual([400, { message: key.says }]);
      expect((await ask(world(), { path: `${path}/${third.id}` })).json).toEqual(third);

      await good(world(), { method: 'DELETE', path: `${path}/${(first.json as Answered).id}` });
      const racing = await Promise.all([1, 2, 3, 4].map(() => post(full)));
      expect(racing.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    });
  }

  const references = resource.fields.filter(({ reference, access }) => reference && access !== 'read');
  if (references.length > 1)
    it('references to records that aren’t there are told together', async () => {
      const body = { ...(await samples.body(resource)) };
      for (const { keyOf, name } of resource.fields) if (keyOf) delete body[name];
      const nobodys = Object.fromEntries(references.map(({ name }, position) => [name, NOBODY - position]));
      const { status, json } = await post({ ...body, ...nobodys });
      const faults = references.map(({ name }, position) => invalid(name, NOBODY - position));
      expect([status, json]).toEqual([400, several(...faults)]);
    });

  for (const { name, keyOf } of resource.fields) {
    if (!keyOf) continue;
    const idName = resource.byProperty.get(keyOf.property)?.name ?? keyOf.property;

    it(`${name} is taken instead of ${idName}, beside it where they agree, and shown`, async () => {
      const target = world().resources.named(keyOf.resource);
      const keyName = target.byProperty.get(keyOf.key)?.name ?? keyOf.key;
      const [one, other] = [await samples.create(target), await samples.create(target)];
      const { [idName]: _id, ...rest } = await samples.body(resource);
      const made = (await post({ ...rest, [name]: one[keyName] })).json as Answered;
      expect([made[idName], made[name]]).toEqual([one.id, one[keyName]]);

      const put = (fields: Json) =>
        ask(world(), { method: 'PUT', path: `${path}/${made.id}`, body: { [wrapper]: fields } });
      const moved = await put({ [name]: other[keyName] });
      expect([moved.status, moved.json[idName], moved.json[name]]).toEqual([200, other.id, other[keyName]]);
      expect((await put({ [idName]: one.id, [name]: one[keyName] })).json[idName]).toBe(one.id);
      expect((await put({ [idName]: one.id, [name]: other[keyName] })).status).toBe(400);
      const nobody = await put({ [name]: 'of nobody' });
      expect([nobody.status, nobody.json]).toEqual([400, invalid(name, 'of nobody')]);
    });
  }
};
