import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Day, day } from '../../libs/kernel/index.js';
import { awaitedItems } from '../../src/dpp/authoring/domain/readiness.js';
import { needsPassport } from '../../src/dpp/authoring/domain/publish-guards.js';
import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import { carryOver, exampleDocument } from '../../src/dpp/templates/domain/index.js';
import { fullOf } from '../../src/dpp/versions/domain/index.js';
import { batteryTemplate, content, DUE, validator, linked, without, withValue } from '../support/battery-examples.js';

const [FORMER, NEWER] = [batteryTemplate('2.0.0'), batteryTemplate('2.1.0')];
const EXAMPLES: Readonly<Record<string, JsonObject>> = { lmt: NEWER.example, ...NEWER.examples };
const exampleOf = (name: string): JsonObject => EXAMPLES[name] ?? {};
const readiness = (input: JsonObject, on: Day = DUE) => validator.readiness(content(input, '2.1.0'), NEWER, on);
const paths = (input: JsonObject, on: Day = DUE) => readiness(input, on).map(({ path }) => path);
const awaited = (input: JsonObject) => awaitedItems(content(input, '2.1.0'), NEWER);
const put = (input: JsonObject, path: string, value: JsonObject[string]) => withValue(input, path.split('.'), value) as JsonObject; // prettier-ignore
const drop = (input: JsonObject, path: string) => without(input, path.split('.')) as JsonObject;
const DATE = 'dpp_payload.manufacturing_date';

describe('battery 2.1.0', () => {
  it('does not change the file of 2.0.0', () => {
    const bytes = readFileSync(join(__dirname, '../../src/dpp/templates/shipped/battery-2.0.0.json'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      'de257fc99a61988b672cd6842286d924795a4360de9d14872ca842cf918d25b4',
    );
  });

  it('scores a draft without a category and with empty lists below 50', () => {
    const lists = { hazardous_substances: [], critical_raw_materials: [], safety_measures: [], documents: [] };
    const { score } = validator.score(
      content({ ...exampleOf('lmt'), dpp_payload: lists }, '2.1.0'),
      NEWER,
      day('2026-11-28'),
    );
    expect(score).toBeLessThan(50);
  });

  it.each(Object.keys(EXAMPLES))('has an example %s that is complete on the due date', (name) => {
    expect(readiness(exampleOf(name))).toEqual([]);
  });

  it.each([...Object.keys(EXAMPLES)])('carries over the 2.0.0 example %s without loss', (name) => {
    const example = name === 'lmt' ? FORMER.example : FORMER.examples?.[name];
    const { payload, lost } = carryOver(example?.dpp_payload ?? {}, FORMER, NEWER);
    expect(lost).toEqual([]);
    expect(payload).toEqual(exampleOf(name)['dpp_payload']);
  });

  it.each([
    ['2027-01', []],
    ['2027-01-31', []],
    ['2027-13', [DATE]],
    ['2027-02-30', [DATE]],
    ['2027', [DATE]],
  ])('checks the manufacturing date %s', (said, wrong) => {
    const battery = drop(exampleOf('lmt'), 'dpp_payload.put_into_service_on');
    expect(paths(put(battery, DATE, said))).toEqual(wrong);
  });

  it.each([
    ['2027-03', '2027-03-01', []],
    ['2027-03', '2027-02-28', ['dpp_payload.put_into_service_on']],
  ])('checks a battery made in %s and put into service on %s', (made, on, wrong) => {
    const battery = put(put(exampleOf('lmt'), DATE, made), 'dpp_payload.put_into_service_on', on);
    expect(paths(battery)).toEqual(wrong);
  });

  it.each([
    ['2027-01', 'gYearMonth'],
    ['2027-01-15', 'date'],
  ])('publishes %s as a literal of type %s, although its term has no type', async (said, type) => {
    const template = { ...NEWER, example: put(exampleOf('lmt'), DATE, said) as typeof NEWER.example };
    const document = exampleDocument(template, 'https://s.example');
    expect(await linked.faults(document)).toEqual([]);
    const literal = { '@type': `http://www.w3.org/2001/XMLSchema#${type}`, '@value': said };
    expect((document['payload'] as JsonObject)['manufacturing_date']).toEqual(literal);
    expect(JSON.stringify(await linked.expand(document))).toContain(JSON.stringify(literal));
    const context = JSON.stringify(document['@context']);
    expect(context).toMatch(/"manufacturing_date":\{"@id":"[^"]*"\}/);
    const full = fullOf({ manufacturing_date: said }, { template, base: 'https://s.example', envelope: new Set(), measured: { names: new Set(), template } }); // prettier-ignore
    expect(full['elements']).toMatchObject([{ valueDataType: `xsd:${type}`, value: said }]);
  });

  it('accepts disassembly sequences instead of a guide', () => {
    const guide = 'dpp_payload.dismantling.guide_url';
    const bare = drop(exampleOf('lmt'), guide);
    expect(paths(bare)).toEqual([guide]);
    const sequences = [{ part: 'Board', steps: ['Undo the screws.', 'Lift the lid.', 'Undo the screws.'] }];
    expect(paths(put(bare, 'dpp_payload.dismantling.sequences', sequences))).toEqual([]);
  });

  it('accepts results of test reports, and the year and plant of recycled content', () => {
    const reports = [{ standard: 'IEC 62133-2', number: 'T-1', result: 'passed' }];
    const content = { reporting_year: 2026, plant: 'Miskolc', cobalt: 12 };
    const battery = put(put(exampleOf('lmt'), 'dpp_payload.test_reports', reports), 'dpp_payload.recycled_content', content); // prettier-ignore
    expect(paths(battery)).toEqual([]);
  });

  it.each(['lmt', 'sli'])('requires due diligence for %s whatever its materials, unless a reason is given', (name) => {
    const report = 'dpp_payload.due_diligence_url';
    const holding = put(drop(exampleOf(name), report), 'dpp_payload.critical_raw_materials', []);
    const bare = put(holding, 'not_applicable', null);
    expect(paths(bare, day('2027-08-17'))).not.toContain(report);
    expect(paths(bare, day('2027-08-18'))).toContain(report);
    const excused = put(bare, 'not_applicable', { '/due_diligence_url': 'Turnover below EUR 40 million.' });
    expect(paths(excused, day('2027-08-18'))).not.toContain(report);
  });

  it.each([
    ['NO', false],
    ['IS', false],
    ['LI', false],
    ['CH', true],
  ])('requires an importer for a manufacturer in %s: %s', (country, needs) => {
    const { manufacturer, parties, ...rest } = exampleOf('lmt');
    const [maker] = parties as readonly JsonObject[];
    const battery = {
      ...rest,
      manufacturer: { ...(manufacturer as JsonObject), country },
      parties: [{ ...maker, country }],
    };
    expect(paths(battery).some((path) => path?.startsWith('parties'))).toBe(needs);
  });

  const small = { ...exampleOf('industrial'), rated_energy_wh: 1500, serial: null };
  it.each<[string, JsonObject, boolean]>([
    ['original', small, false],
    ['repurposed', put(small, 'dpp_payload.battery_status', 'repurposed'), true],
    ['remanufactured', put(small, 'dpp_payload.battery_status', 'remanufactured'), true],
    ['with a predecessor', { ...small, predecessors: ['https://elsewhere.example/passport/17'] }, true],
  ])('decides whether an industrial battery of 1,500 Wh needs a passport: %s', (_, battery, needs) => {
    const said = drop(battery, 'dpp_payload.performance');
    expect(needsPassport(content(said, '2.1.0'), NEWER, NEWER)).toBe(needs);
    expect(paths(said).includes('serial')).toBe(needs);
  });

  it('lists data points of pending acts with their earliest date, but does not require them', () => {
    const bare = drop(exampleOf('ev'), 'dpp_payload.carbon_footprint');
    expect(readiness(bare, day('2035-01-01')).filter(({ path }) => path?.includes('carbon'))).toEqual([]);
    expect(awaited(bare)).toMatchObject(expect.arrayContaining([
      expect.objectContaining({ path: 'dpp_payload.carbon_footprint.value', earliest: '2025-02-18' }),
      expect.objectContaining({ path: 'dpp_payload.carbon_footprint.class', earliest: '2026-08-18' }),
    ])); // prettier-ignore
    const told = put(bare, 'dpp_payload.carbon_footprint', { value: 0.1, class: 'A' });
    expect(awaited(told).filter(({ path }) => path?.includes('carbon'))).toEqual([]);
  });

  it.each(['portable', 'sli'])('lists the label data of %s as pending, but does not require them', (name) => {
    const label = ['chemistry', 'weight_kg', 'manufacturing_date', 'rated_capacity_ah'].map((one) => `dpp_payload.${one}`); // prettier-ignore
    const bare = label.reduce(drop, exampleOf(name));
    expect(paths(bare)).toEqual([]);
    const duties = awaited(bare).filter(({ path }) => label.includes(path ?? ''));
    expect(duties.map(({ path, earliest }) => [path, earliest])).toEqual(expect.arrayContaining(label.map((path) => [path, '2026-08-18']))); // prettier-ignore
    expect(duties[0]?.cite).toContain('Article 13(1)');
    expect(awaited(exampleOf('lmt')).filter(({ cite }) => cite?.includes('Article 13'))).toEqual([]);
  });
});
