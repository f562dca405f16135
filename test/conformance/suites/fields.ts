import type { Field, Resource } from '../../../libs/records/index.js';
import { type Answered, pathOf, Samples } from '../samples.js';
import { invalid, required, several, unsupported } from '../texts.js';
import { badValues, goodValues, NOBODY } from '../values.js';
import { ask, good, type Json, type World } from '../world.js';

const isWritten = ({ access }: Field): boolean => access !== 'read';

/** Every field with valid and invalid values of its declaration, with null, and left out (wire.md §2). */
export const describeFields = (resource: Resource, world: () => World): void => {
  const path = pathOf(resource);
  const { wrapper } = resource;
  const written = resource.fields.filter(isWritten);
  let samples: Samples;
  let record: Answered;
  const one = () => `${path}/${record.id}`;
  const put = (fields: Json) => ask(world(), { method: 'PUT', path: one(), body: { [wrapper]: fields } });
  const post = (fields: Json) => ask(world(), { method: 'POST', path, body: { [wrapper]: fields } });

  beforeAll(async () => {
    samples = new Samples(world());
    record = await samples.create(resource);
  });

  for (const field of written.filter(({ keyOf }) => !keyOf)) {
    describe(field.name, () => {
      const isOverridden = (): boolean => world().overrides[resource.resource]?.[field.name] !== undefined;

      it('takes its good values, and answers them', async () => {
        if (field.reference) {
          const { id } = await samples.create(world().resources.named(field.reference.resource));
          for (const sent of [String(id), id]) expect((await put({ [field.name]: sent })).json[field.name]).toBe(id);
          return;
        }
        if (isOverridden()) return;
        for (const { sent, answered } of goodValues(field)) {
          const { status, json } = await put({ [field.name]: sent });
          expect({ sent, status, [field.name]: json[field.name] ?? json }).toEqual({
            sent,
            status: 200,
            [field.name]: answered,
          });
          expect((await good(world(), { path: one() }))[field.name]).toEqual(answered);
        }
      });

      it('refuses its bad values, and stays as it was', async () => {
        const before = await good(world(), { path: one() });
        const bad = [
          ...badValues(field),
          ...(field.reference ? [{ sent: NOBODY, refusal: invalid(field.name, NOBODY) }] : []),
          ...(field.kind.type === 'ids' ? [{ sent: [NOBODY], refusal: invalid(field.name, NOBODY) }] : []),
        ];
        for (const { sent, refusal } of bad) {
          const { status, json } = await put({ [field.name]: sent });
          expect({ sent, status, json }).toEqual({ sent, status: 400, json: refusal });
        }
        expect(await good(world(), { path: one() })).toEqual(before);
      });

      it(field.nullable ? 'is cleared by null' : 'can’t be cleared by null', async () => {
        const { status, json } = await put({ [field.name]: null });
        if (!field.nullable) expect([status, json]).toEqual([400, required(field.name)]);
        else if (field.access === 'both') expect([status, json[field.name]]).toEqual([200, null]);
        else expect(status).toBe(200);
        if (field.nullable && ['int', 'decimal', 'day'].includes(field.kind.type))
          expect((await put({ [field.name]: '' })).json[field.name]).toBeNull();
      });
    });
  }

  it('faults of several fields come together', async () => {
    const faulty = written.filter(({ keyOf, kind }) => !keyOf && kind.type !== 'secret');
    const bad = faulty.flatMap((field) => {
      const [first] = badValues(field);
      return first ? [{ name: field.name, ...first }] : [];
    });
    const { status, json } = await put(Object.fromEntries(bad.map(({ name, sent }) => [name, sent])));
    expect([status, json]).toEqual([400, several(...bad.map(({ refusal }) => refusal))]);
  });

  it('a wrong type is told of the name that was sent, a wrong value of the declared one', async () => {
    for (const field of written.filter(({ keyOf, name, property }) => !keyOf && name !== property)) {
      const { name, property } = field;
      for (const { sent, refusal } of badValues(field)) {
        const spelt = await put({ [property]: sent });
        const isType = 'message' in refusal && String(refusal['message']).startsWith('Error occurred during');
        const expected = isType ? { message: String(refusal['message']).replace(name, property) } : refusal;
        expect({ property, sent, status: spelt.status, json: spelt.json }).toEqual({
          property,
          sent,
          status: 400,
          json: expected,
        });
      }
    }
  });

  it('what is required must be there, each and all', async () => {
    const body = await samples.body(resource);
    const needed = written.filter(({ required: isRequired }) => isRequired).map(({ name }) => name);
    for (const name of needed) {
      const { [name]: _left, ...rest } = body;
      const isText = ['string', 'text', 'secret'].includes(
        written.find((field) => field.name === name)?.kind.type ?? '',
      );
      for (const incomplete of [rest, { ...rest, [name]: null }, ...(isText ? [{ ...rest, [name]: '' }] : [])]) {
        const { status, json } = await post(incomplete);
        expect([name, status, json]).toEqual([name, 400, required(name)]);
      }
    }
    if (needed.length > 0) {
      const { status, json } = await post({});
      expect([status, json]).toEqual([400, several(...needed.map(required))]);
    }
  });

  it('null on POST means the default of whatever isn’t required', async () => {
    const body = await samples.body(resource);
    const others = written.filter(({ required: isRequired, name, keyOf }) => !isRequired && !keyOf && !(name in body));
    const bare = (await post(await samples.body(resource))).json as Answered;
    const { status, json } = await post({ ...body, ...Object.fromEntries(others.map(({ name }) => [name, null])) });
    expect([status, others.map(({ name }) => json[name])]).toEqual([200, others.map(({ name }) => bare[name])]);
  });

  it.each(['colour', 'ID', '__proto__', 'constructor', ''])('an unknown key is refused as sent: %j', async (key) => {
    // Uses JSON.parse, so that `__proto__` is an ordinary key.
    const unknown = `{${JSON.stringify(key)}:1}`;
    const body = JSON.stringify(await samples.body(resource)).slice(0, -1);
    const headers = { 'content-type': 'application/json' };
    const bodies = [
      ['PUT', one(), `{"${wrapper}":${unknown}}`],
      ['POST', path, `{"${wrapper}":${body}${body === '{' ? '' : ','}${unknown.slice(1)}}`],
    ] as const;
    for (const [method, at, text] of bodies) {
      const { status, json } = await ask(world(), { method, path: at, body: text, headers });
      expect([status, json]).toEqual([400, unsupported(key)]);
    }
  });
};
