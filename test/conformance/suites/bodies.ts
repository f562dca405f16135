import { type Resource, snakeCase } from '../../../libs/records/index.js';
import { pathOf, Samples } from '../samples.js';
import { required, several, unsupported } from '../texts.js';
import { NOBODY } from '../values.js';
import { ask, type World } from '../world.js';

const JSON_TYPE = { 'content-type': 'application/json' };

/** The wrapper and the bytes around it (wire.md §2). */
export const describeBodies = (resource: Resource, world: () => World): void => {
  const path = pathOf(resource);
  const { wrapper } = resource;
  let samples: Samples;

  beforeAll(() => {
    samples = new Samples(world());
  });

  describe.each(['POST', 'PUT'])('%s', (method) => {
    const at = method === 'PUT' ? `${path}/${NOBODY}` : path;

    it.each([
      ['nothing in it', {}, required(wrapper)],
      ['null', { [wrapper]: null }, required(wrapper)],
      ['another one', { somethingElse: {} }, required(wrapper)],
      ['a further key', { [wrapper]: {}, more: 1 }, unsupported('more')],
      ['further keys', { [wrapper]: {}, more: 1, less: 2 }, several(unsupported('more'), unsupported('less'))],
    ])('wrapper with %s', async (_, body, expected) => {
      const { status, json } = await ask(world(), { method, path: at, body });
      expect([status, json]).toEqual([400, expected]);
    });

    it('no bytes at all lack the wrapper', async () => {
      const { status, json } = await ask(world(), { method, path: at, body: '', headers: JSON_TYPE });
      expect([status, json]).toEqual([400, required(wrapper)]);
    });

    it.each([
      ['{', JSON_TYPE, 'Decoding error.'],
      ['{}', {}, 'Content-Type header is empty.'],
      [
        '{}',
        { 'content-type': 'text/plain' },
        'Server cannot understand Content-Type HTTP header media type text/plain',
      ],
    ])('%s with %j', async (body, headers, message) => {
      const { status, json } = await ask(world(), { method, path: at, body, headers });
      expect([status, json]).toEqual([400, { message }]);
    });
  });

  it('the wrapper is taken in snake_case too', async () => {
    const { status } = await ask(world(), {
      method: 'POST',
      path,
      body: { [snakeCase(wrapper)]: await samples.body(resource) },
    });
    expect(status).toBe(200);
  });
};
