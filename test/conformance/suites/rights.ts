import type { Resource } from '../../../libs/records/index.js';
import { type Answered, pathOf, Samples } from '../samples.js';
import { denied } from '../texts.js';
import { NOBODY } from '../values.js';
import { send } from '../../support/send.js';
import type { World } from '../world.js';

/** Access without a token, with other rights, and with exactly the required right (wire.md §5, §6). */
export const describeRights = (resource: Resource, world: () => World): void => {
  const path = pathOf(resource);
  const { wrapper } = resource;
  const { read, save, delete: remove } = resource.rights;
  let samples: Samples;
  let record: Answered;

  beforeAll(async () => {
    samples = new Samples(world());
    record = await samples.create(resource);
  });

  const calls = (id: number, body: unknown) =>
    [
      { method: 'GET', path: `${path}/${id}`, right: read },
      { method: 'GET', path: `${path}/search?searchCriteria=`, right: read },
      { method: 'POST', path, body, right: save },
      { method: 'PUT', path: `${path}/${id}`, body, right: save },
      { method: 'DELETE', path: `${path}/${id}`, right: remove },
    ] as const;

  it('nobody is told 401, somebody without the right 403, and neither anything else', async () => {
    const { base, aclVendor, token } = world();
    const customer = await world().customer();
    const others = new Map<string, string>();
    for (const right of [read, save, remove]) {
      others.set(right, await token(...[read, save, remove, '_Pricing::calculate'].filter((other) => other !== right)));
    }
    for (const id of [record.id, NOBODY, 'abc' as unknown as number]) {
      for (const { right, ...call } of calls(id, '{')) {
        const expected = denied(aclVendor + right);
        for (const bearer of [undefined, 'no-token', 'a.b.c']) {
          const reply = await send(base, { ...call, ...(bearer === undefined ? {} : { token: bearer }) });
          expect([call.method, reply.status, reply.json]).toEqual([call.method, 401, expected]);
        }
        for (const bearer of [others.get(right) ?? '', customer]) {
          const reply = await send(base, { ...call, token: bearer });
          expect([call.method, reply.status, reply.json]).toEqual([call.method, 403, expected]);
        }
      }
    }
  });

  it('exactly the right is enough', async () => {
    const { id } = await samples.create(resource);
    for (const { right, ...call } of calls(id, { [wrapper]: await samples.body(resource) })) {
      const body = call.method === 'PUT' ? { body: { [wrapper]: {} } } : {};
      const { status } = await send(world().base, { ...call, ...body, token: await world().token(right) });
      expect([call.method, status]).toEqual([call.method, 200]);
    }
  });
};
