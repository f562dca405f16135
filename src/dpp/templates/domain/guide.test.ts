import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guidePage } from '../../../../test/support/guide-page.js';
import { SHIPPED_TEMPLATES } from '../adapters/shipped/shipped-templates.js';
import { categoriesOf, type GuideField, guideColumns, guideOf } from './guide.js';
import { allProperties, shapeOf } from './schema-shape.js';
import type { TemplateDocument } from './template.js';

const newest = (code: string): TemplateDocument => {
  const found = SHIPPED_TEMPLATES.findLast((one) => one.code === code);
  if (!found) throw new Error(`no template ${code}`);
  return found;
};
const BATTERY = newest('battery');
const CATEGORIES = categoriesOf(BATTERY);
const CODES = [...new Set(SHIPPED_TEMPLATES.map(({ code }) => code))];
const PAGES = join(__dirname, '../../../../docs/guides');

const field = (name: string, category: string | null = 'lmt'): GuideField | undefined =>
  guideOf(BATTERY, category).fields.find((one) => one.field === name);

describe('the guide of a template', () => {
  it('lists every category of batteries', () => {
    expect(CATEGORIES).toEqual(['lmt', 'ev', 'industrial', 'portable', 'sli']);
  });

  it.each(CODES)('has an entry with label and meaning for every property of %s', (code) => {
    const template = newest(code);
    const { fields } = guideOf(template, null);
    const named = new Set(fields.map((one) => one.field.replaceAll('[]', '')));
    const leaves = allProperties(shapeOf(template.schema)).filter(
      ({ children, types }) => children.size === 0 || types.includes('array'),
    );
    expect(leaves.map(({ path }) => `dpp_payload.${path}`).filter((path) => !named.has(path))).toEqual([]);
    const payload = fields.filter((one) => one.field.startsWith('dpp_payload.'));
    expect(payload.filter(({ labels, meaning }) => !labels['en'] || !meaning['en'])).toEqual([]);
    expect(fields.filter(({ column }) => column.includes('['))).toEqual([]);
  });

  it('describes meaning, unit, legal basis, start date and example of a field', () => {
    expect(field('dpp_payload.weight_kg')).toEqual({
      field: 'dpp_payload.weight_kg',
      column: 'dpp_payload.weight_kg',
      labels: { en: 'Weight', de: 'Gewicht' },
      meaning: { en: 'Mass of the whole battery.', de: 'Masse der ganzen Batterie.' },
      type: 'number',
      values: [],
      unit: 'kg',
      unitCode: 'KGM',
      requirement: 'dated',
      from: '2027-02-18',
      when: null,
      mayNotApply: false,
      cite: 'Regulation (EU) 2023/1542, Annex XIII, point 1(a); Annex VI, Part A, point 5',
      point: 1,
      measured: false,
      example: '3',
    });
  });

  it.each<[string, string, object | undefined]>([
    ['dpp_payload.battery_category', 'lmt', { requirement: 'always', example: 'lmt' }],
    ['dpp_payload.warranty_months', 'lmt', { mayNotApply: true, unit: 'months' }],
    ['dpp_payload.carbon_footprint.value', 'lmt', { requirement: 'awaited', from: '2028-08-18' }],
    ['dpp_payload.declaration_of_conformity_number', 'lmt', { requirement: 'voluntary', from: null }],
    ['dpp_payload.performance', 'lmt', { type: 'list', measured: true, point: 4 }],
    ['dpp_payload.performance[].rated_capacity_ah', 'lmt', { column: 'dpp_payload.performance', example: '15' }],
    ['dpp_payload.safety_measures', 'lmt', { column: 'dpp_payload.safety_measures.en', type: 'text by language' }],
    ['dpp_payload.manufacturing_place.country', 'lmt', { requirement: 'dated', example: 'HU' }],
    ['dpp_payload.exhaustion_threshold', 'lmt', undefined],
    ['dpp_payload.exhaustion_threshold', 'ev', { requirement: 'dated' }],
    ['dpp_payload.weight_kg', 'portable', { requirement: 'awaited' }],
    ['manufacturer.address', 'lmt', { requirement: 'dated', from: '2027-02-18' }],
    ['parties[].name', 'lmt', { requirement: 'conditional', column: 'parties' }],
    ['rated_energy_wh', 'industrial', { requirement: 'dated', unit: 'Wh' }],
    ['sku', 'lmt', { requirement: 'always', example: 'BAT-36V-545' }],
  ])('describes the field %s of the category %s', (name, category, expected) => {
    const found = field(name, category);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(expected);
  });

  it('describes the condition of a requirement', () => {
    expect(field('parties[].name')?.when).toContain('role is importer');
    expect(field('dpp_payload.expected_lifetime.cycles', 'industrial')?.when).toContain('rechargeable');
  });

  it('has the columns of an import and of the values of a run', () => {
    const guide = guideOf(BATTERY, 'lmt');
    const columns = guideColumns(guide, 'import');
    expect(columns).toEqual(
      expect.arrayContaining(['sku', 'manufacturer.name', 'parties', 'dpp_payload.voltage.nominal']),
    );
    expect(new Set(columns).size).toBe(columns.length);
    const [first, ...others] = guideColumns(guide, 'run');
    expect(first).toBe('serial');
    expect(others.filter((name) => !name.startsWith('dpp_payload.'))).toEqual([]);
  });

  it.each(CATEGORIES)('matches the page in docs/guides for batteries of the category %s', (category) => {
    const page = guidePage(BATTERY, guideOf(BATTERY, category));
    const file = join(PAGES, `battery-${category}.md`);
    if (process.env['RECORD_GUIDES'] === '1') {
      mkdirSync(PAGES, { recursive: true });
      writeFileSync(file, page);
    }
    expect(readFileSync(file, 'utf8')).toBe(page);
  });
});
