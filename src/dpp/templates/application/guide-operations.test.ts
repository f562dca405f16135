import { InputRefused, NoSuchEntity } from '../../../../libs/kernel/index.js';
import type { OperationContext } from '../../../../libs/operations/index.js';
import { SHIPPED_TEMPLATES } from '../adapters/shipped/shipped-templates.js';
import type { Templates } from '../ports/templates.js';
import { FindTemplate } from './find-template.js';
import { GUIDE_OPERATIONS } from './guide-operations.js';
import { GuideTemplate } from './guide-template.js';

/** The shipped templates, highest version first. */
const STORED = SHIPPED_TEMPLATES.map((document, id) => ({ id, document })).toReversed();

const templates = {
  byId: (id: number) => Promise.resolve(STORED.find((one) => one.id === id)),
  byCode: (code: string, version: string) =>
    Promise.resolve(STORED.find(({ document }) => document.code === code && document.version === version)),
  numbersOf: (code: string) =>
    Promise.resolve(
      STORED.filter(({ document }) => document.code === code).map(({ id, document: { version } }) => ({ id, version })),
    ),
} as unknown as Templates;
const guides = new GuideTemplate(new FindTemplate(templates));

/** Runs an operation about a template and returns its response. */
const ask = async (name: 'guide' | 'example', code: string, query: object = {}) => {
  const found = GUIDE_OPERATIONS.find((one) => one.name === name);
  const input = { code, query: { category: null, version: null, ...query } };
  return (await found?.run(guides, input, {} as OperationContext)) as Record<string, unknown>;
};
const versionsOf = (code: string) => SHIPPED_TEMPLATES.filter((one) => one.code === code).map(({ version }) => version);
const OLDEST = versionsOf('battery')[0] ?? '';
const NEWEST = versionsOf('battery').at(-1) ?? '';

describe('the guide response of a template', () => {
  it('defaults to the newest version and all categories', async () => {
    expect(await ask('guide', 'battery')).toMatchObject({
      template_code: 'battery',
      template_version: NEWEST,
      category: null,
      categories: ['lmt', 'ev', 'industrial', 'portable', 'sli'],
    });
    expect(await ask('guide', 'battery', { version: OLDEST })).toMatchObject({ template_version: OLDEST });
    expect(OLDEST).not.toBe(NEWEST);
  });

  it('has flags as numbers and names in snake_case', async () => {
    const { fields } = (await ask('guide', 'battery', { category: 'lmt' })) as { fields: { field: string }[] };
    const fieldOf = (name: string) => fields.find(({ field }) => field === `dpp_payload.${name}`);
    expect(fieldOf('weight_kg')).toMatchObject({ unit: 'kg', unit_code: 'KGM', may_not_apply: 0, measured: 0 });
    expect(fieldOf('warranty_months')).toMatchObject({ may_not_apply: 1 });
    expect(fieldOf('performance')).toMatchObject({ measured: 1 });
    expect(Object.keys(fieldOf('weight_kg') ?? {}).filter((name) => /[A-Z]/.test(name))).toEqual([]);
  });

  it('has a CSV header for an import and one for the values of a run', async () => {
    const guide = await ask('guide', 'battery', { category: 'lmt' });
    expect(String(guide['csv_header']).split(',')).toEqual(
      expect.arrayContaining(['sku', 'template_code', 'dpp_payload.weight_kg']),
    );
    expect(String(guide['run_csv_header']).split(',').slice(0, 1)).toEqual(['serial']);
  });
});

describe('the example of a template', () => {
  it('can be sent as a new passport of the same version', async () => {
    for (const version of [OLDEST, NEWEST]) {
      const { passport } = await ask('example', 'battery', { version });
      expect(passport).toMatchObject({ template_code: 'battery', template_version: version, sku: expect.any(String) });
    }
  });

  it('is for the requested category', async () => {
    const answer = await ask('example', 'battery', { category: 'ev' });
    expect(answer).toMatchObject({ category: 'ev', passport: { dpp_payload: { battery_category: 'ev' } } });
  });

  it('does not exist for a category without one', async () => {
    const withoutExamples = STORED.map(({ id, document }) => ({ id, document: { ...document, examples: {} } }));
    const few = new GuideTemplate(
      new FindTemplate({
        ...templates,
        byId: (id: number) => Promise.resolve(withoutExamples.find((one) => one.id === id)),
      } as unknown as Templates),
    );
    const { example } = await few.example('battery', { category: null, version: null });
    const own = example.dpp_payload['battery_category'] as string;
    expect((await few.example('battery', { category: own, version: null })).example).toBe(example);
    const other = own === 'ev' ? 'lmt' : 'ev';
    await expect(few.example('battery', { category: other, version: null })).rejects.toThrow(
      `The template battery has no example for the category ${other}.`,
    );
  });
});

describe.each(['guide', 'example'] as const)('a request for the %s', (name) => {
  it('is rejected for an unknown template, version or category', async () => {
    await expect(ask(name, 'unknown')).rejects.toThrow(NoSuchEntity);
    await expect(ask(name, 'battery', { version: '0.0.1' })).rejects.toThrow(InputRefused);
    await expect(ask(name, 'battery', { category: 'bicycle' })).rejects.toThrow(
      'has no category bicycle. Use one of lmt, ev, industrial, portable, sli.',
    );
  });

  it('is rejected with a category for a template without categories', async () => {
    await expect(ask(name, 'generic', { category: 'lmt' })).rejects.toThrow('has no categories. Leave out category.');
  });
});
