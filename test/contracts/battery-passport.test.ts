import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { day, plain, say } from '../../libs/kernel/index.js';
import { CheckTemplate } from '../../src/dpp/authoring/application/check-template.js';
import { isJsonObject, type Json, type JsonObject } from '../../src/dpp/passport/domain/json.js';
import { ruleFacts } from '../../src/dpp/templates/domain/passport-facts.js';
import { carryOver } from '../../src/dpp/templates/domain/carry-over.js';
import { allProperties, shapeOf } from '../../src/dpp/templates/domain/schema-shape.js';
import { termOf } from '../../src/dpp/templates/domain/term-context.js';
import {
  BATTERY,
  batteryTemplate,
  content,
  exampleOf,
  validator,
  linked,
  readinessOf,
  schemas,
  without,
  withValue,
} from '../support/battery-examples.js';

type Sign = 'M' | 'O' | 'L' | 'r' | 's' | 'u' | 'x' | '=' | '-';
type Column = 'ev' | 'lmt' | 'industrial' | 'industrial_without_bms';

/** A row of the table of data points, transcribed. */
interface DataPoint {
  readonly dp: number;
  readonly keys: readonly string[];
  readonly law: string;
  readonly unit_code: string | null;
  readonly granularity: readonly string[];
  readonly dynamic: boolean;
  readonly point: 1 | 2 | 3 | 4;
  readonly signs: Readonly<Record<Column, Sign>>;
  readonly voluntary?: readonly string[];
  readonly none?: true;
  readonly where_possible?: true;
}

const FOLDER = join(__dirname, '../fixtures/passports');
const json = (path: string): unknown => JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as unknown;
const TABLE = json('battery-data-points.json') as { readonly from: string; readonly rows: readonly DataPoint[] };
const COLUMNS: readonly Column[] = ['ev', 'lmt', 'industrial', 'industrial_without_bms'];
const BEFORE = day('2027-02-17');
const TODAY = day('2026-11-24');

const check = new CheckTemplate(schemas, linked, validator, () => '', 'https://shop.example');

const ENVELOPE = 'envelope:';
const isEnvelope = (key: string): boolean => key.startsWith(ENVELOPE);
const pathOf = (key: string): readonly string[] =>
  isEnvelope(key) ? key.slice(ENVELOPE.length).split('.') : ['dpp_payload', ...key.split('.')];
/** The path that readiness reports: for a list, its first entry. */
const reportedPath = (key: string): string =>
  pathOf(key)
    .join('.')
    .replace(/(performance|state_of_health|environment)\./, '$1[0].');

const sentences = (row: DataPoint): string => {
  const annex = /^(A|IV A|VII A)(\d+)?$/.exec(row.law);
  if (!annex) return /^\d+\(\d+\)$/.test(row.law) ? `Article ${row.law}` : `Annex XIII, point ${row.law}`;
  const [, part = '', number] = annex;
  const name = part === 'A' ? 'VI' : part.split(' ')[0];
  return `Annex ${name}, Part A${number === undefined ? '' : `, point ${number}`}`;
};

const isDue = (sign: Sign): boolean => ['M', 'r', 's', 'u', 'x'].includes(sign);
/** The example of a battery without a management system is new, so it has no data from use yet. */
const isAskedOf = (column: Column, sign: Sign): boolean =>
  isDue(sign) && !(sign === 'u' && column === 'industrial_without_bms');

const reasonsWithout = (input: JsonObject, key: string): JsonObject => {
  const { not_applicable: reasons, ...rest } = input;
  if (!isJsonObject(reasons)) return input;
  // All conditions depend on the category, and only items have performance records.
  if (key === 'battery_category') return rest;
  const isGone = (pointer: string): boolean =>
    pointer === `/${key.split('.').join('/')}` || (key === 'envelope:serial' && pointer.startsWith('/performance/'));
  const left = Object.fromEntries(Object.entries(reasons).filter(([pointer]) => !isGone(pointer)));
  return Object.keys(left).length === 0 ? rest : { ...rest, not_applicable: left };
};

const points = TABLE.rows.flatMap((row) => row.keys.map((key) => ({ row, key })));

describe('the table of data points', () => {
  it('has as many mandatory data points as the guidance: 47 for EV, 50 for LMT, 32 for industrial', () => {
    const first = new Map(TABLE.rows.toReversed().map((row) => [row.dp, row]));
    const count = (column: Column, signs: string): number =>
      [...first.values()].filter((row) => signs.includes(row.signs[column])).length;
    expect(first.size).toBe(71);
    expect([count('ev', 'M'), count('lmt', 'M'), count('industrial', 'M'), count('industrial', 'rsux')]).toEqual([
      47, 50, 32, 26,
    ]);
  });

  it('matches a third-party transcription of the guidance, except for changes in its version 2.0', () => {
    const { dataPoints } = json('third-party/openepcis/ec-guidance-datapoints.json') as {
      readonly dataPoints: readonly {
        readonly nr: number;
        readonly applicability: Readonly<Record<'ev' | 'lmt' | 'industrial', { readonly status: string }>>;
      }[];
    };
    const WORDS: Readonly<Record<string, string>> = {
      mandatory: 'M',
      optional: 'O',
      conditional: 'rsux',
      notToBeFilled: '=-',
      pending: 'L-',
    };
    const differs = dataPoints
      .filter(({ nr, applicability }) =>
        (['ev', 'lmt', 'industrial'] as const).some((column) => {
          const sign = TABLE.rows.find(({ dp }) => dp === nr)?.signs[column] ?? '?';
          return !(WORDS[applicability[column].status] ?? '').includes(sign);
        }),
      )
      .map(({ nr }) => nr);
    // Version 2.0 made them "not to be filled" (recycled content).
    expect(differs).toEqual([20, 21, 22, 23]);
  });
});

describe('battery 2.0.0', () => {
  it('passes the check of templates with all its examples', async () => {
    expect((await check.faults(BATTERY, TODAY)).map((fault) => plain(say(fault)))).toEqual([]);
    expect(Object.keys(BATTERY.examples ?? {})).toEqual([
      'ev',
      'industrial',
      'industrial_without_bms',
      'portable',
      'sli',
    ]);
  });

  it('names the example that lacks a value', async () => {
    const ev = without(exampleOf('ev'), ['dpp_payload', 'weight_kg']) as JsonObject;
    const faults = await check.faults({ ...BATTERY, examples: { ev } as unknown as Record<string, never> }, TODAY);
    expect(faults.map(({ field }) => field)).toEqual(['examples.ev.dpp_payload.weight_kg']);
  });

  it('has every data point of the table, with its readers, unit and dynamic flag', () => {
    const shape = new Map(allProperties(shapeOf(BATTERY.schema)).map((property) => [property.path, property]));
    for (const { row, key } of points.filter(({ key: one }) => !isEnvelope(one))) {
      const property = shape.get(key);
      const top = shape.get(key.split('.')[0] ?? '');
      expect([key, property && termOf(BATTERY.vocabulary, property)?.unit_code]).toEqual([
        key,
        row.unit_code ?? undefined,
      ]);
      expect([key, top?.point, top?.dynamic]).toEqual([key, row.point, row.dynamic]);
      expect([key, row.none === true]).toEqual([key, property?.hasNone === true]);
      expect(property?.cite ?? top?.cite).toBeTruthy();
    }
  });

  it('links each data point that is a single property to its term of the guidance', () => {
    const single = TABLE.rows.filter(({ keys }) => keys.length === 1 && keys.every((key) => !isEnvelope(key)));
    for (const { dp, keys } of single.filter((row) => TABLE.rows.filter((one) => one.dp === row.dp).length === 1)) {
      const word = new RegExp(`#dp-${String(dp).padStart(2, '0')}$`);
      const matches = BATTERY.vocabulary.terms[keys[0] ?? '']?.exact_match ?? [];
      expect([keys, matches.some((iri) => word.test(iri))]).toEqual([keys, dp !== 42]);
    }
  });

  it('has no object whose properties have different readers', () => {
    const mixed = [...shapeOf(BATTERY.schema).values()].filter((top) =>
      allProperties(top.children).some(({ point }) => point !== top.point),
    );
    expect(mixed).toEqual([]);
  });

  it.each(['lmt', 'ev', 'industrial', 'industrial_without_bms', 'portable', 'sli'])(
    'has an example %s that is ready on the due date, complete and scores 100',
    (name) => {
      expect(readinessOf(exampleOf(name))).toEqual([]);
      const { score, items } = validator.score(content(exampleOf(name)), BATTERY, TODAY);
      expect(items.filter(({ state }) => state === 'missing' || state === 'invalid')).toEqual([]);
      expect(score).toBe(100);
    },
  );

  describe.each(COLUMNS)('for %s', (column) => {
    const example = exampleOf(column);

    it('reports each missing mandatory data point, alone and with its source', () => {
      for (const { row, key } of points.filter(({ row: { signs } }) => isAskedOf(column, signs[column]))) {
        const items = readinessOf(reasonsWithout(without(example, pathOf(key)) as JsonObject, key));
        expect([key, items.map(({ path }) => path)]).toEqual([key, [reportedPath(key)]]);
        expect(items[0]).toMatchObject({ state: key === 'envelope:serial' ? 'wrong' : 'missing' });
        if (key !== 'envelope:serial') expect(items[0]?.cite).toContain(sentences(row));
      }
    });

    it.each([
      ['model', 'm', { serial: null, batch: null }],
      ['batch', 'mb', { serial: null, batch: 'L2027-03' }],
      ['item', 'mbi', {}],
    ] as const)('requires for a %s only the data points of its level in the table', (level, levels, parts) => {
      for (const { row, key } of points.filter(({ row: { signs } }) => isAskedOf(column, signs[column]))) {
        // The manufacturer and the identifiers are part of every passport.
        if (isEnvelope(key)) continue;
        const input = { ...reasonsWithout(without(example, pathOf(key)) as JsonObject, key), ...parts };
        // Reasons of a model for data points that only items need are rejected, which this test ignores.
        const findings = readinessOf(input).filter(({ path }) => path !== 'serial' && path !== 'not_applicable');
        const isAsked = row.granularity.some((one) => levels.includes(one));
        expect([level, key, findings.map(({ path }) => path)]).toEqual([
          level,
          key,
          isAsked ? [reportedPath(key)] : [],
        ]);
      }
    });

    it('requires only the category before the due date, and never later or voluntary data points', () => {
      for (const { row, key } of points) {
        const items = readinessOf(reasonsWithout(without(example, pathOf(key)) as JsonObject, key), BEFORE);
        const asked = key === 'battery_category' ? ['dpp_payload.battery_category'] : [];
        if (key !== 'envelope:serial' && key !== 'envelope:manufacturer.name')
          expect([key, items.map(({ path }) => path)]).toEqual([key, asked]);
        if ('LO'.includes(row.signs[column]))
          expect([key, readinessOf(without(example, pathOf(key)) as JsonObject)]).toEqual([key, []]);
      }
    });

    it('accepts "not applicable" for conditional data points, not for mandatory ones', () => {
      for (const { row, key } of points.filter(({ row: { signs } }) => isAskedOf(column, signs[column]))) {
        if (isEnvelope(key)) continue;
        const reasons = { [`/${key.split('.').join('/')}`]: 'Not measured.' };
        const input = {
          ...(without(example, pathOf(key)) as JsonObject),
          not_applicable: { ...(example['not_applicable'] as object), ...reasons },
        };
        const sign = row.signs[column];
        const answers = sign !== 'M' || row.where_possible === true;
        const expected = answers ? [] : [reportedPath(key), 'not_applicable'];
        expect([key, readinessOf(input).map(({ path }) => path)]).toEqual([key, expected]);
      }
    });

    it('rejects data points that do not apply', () => {
      for (const { row, key } of points.filter(({ row: { signs } }) => signs[column] === '-')) {
        const listed = example['dpp_payload'] as JsonObject;
        const record = { measured_at: '2027-03-01' };
        const input =
          key.startsWith('state_of_health.') && listed['state_of_health'] === undefined
            ? (withValue(example, ['dpp_payload', 'state_of_health'], [record]) as JsonObject)
            : example;
        const items = readinessOf(withValue(input, pathOf(key), 50) as JsonObject);
        expect([key, items.map(({ path, state }) => [path, state])]).toEqual([key, [[reportedPath(key), 'wrong']]]);
        expect(items[0]?.cite).toContain(sentences(row));
      }
    });
  });

  it.each<[string, string, readonly string[]]>([
    ['voluntary', '/carbon_footprint', ['not_applicable']],
    ['present in a record', '/performance/round_trip_efficiency', ['not_applicable']],
    ['present in this record', '/performance/0/round_trip_efficiency', ['not_applicable']],
    ['of another category', '/exhaustion_threshold', ['not_applicable']],
    ['mandatory, before the due date', '/weight_kg', ['not_applicable']],
    ['conditional', '/warranty_months', []],
  ])('checks "not applicable" for a data point that is %s: %s', (_, pointer, expected) => {
    const isRecord = pointer.startsWith('/performance');
    const input = isRecord
      ? exampleOf('lmt')
      : without(exampleOf('lmt'), ['dpp_payload', ...pointer.split('/').slice(1)]);
    const items = readinessOf({ ...(input as JsonObject), not_applicable: { [pointer]: 'Not told.' } }, BEFORE);
    expect(items.map(({ path }) => path)).toEqual(expected);
  });

  it.each<[string, string, Json, RegExp | null]>([
    ['ev', 'state_of_health', [{ measured_at: '2027-03-01', certified_energy: 98 }], null],
    [
      'ev',
      'state_of_health',
      [{ measured_at: '2027-03-01', remaining_capacity_ah: 90 }],
      /^state_of_health\[0\]\.remaining_capacity_ah does not apply/,
    ],
    [
      'lmt',
      'state_of_health',
      [{ measured_at: '2027-03-01', certified_energy: 98 }],
      /^state_of_health\[0\]\.certified_energy does not apply/,
    ],
    ['lmt', 'cycle_count', 3, null],
    ['lmt', 'cycle_count', -3, /^cycle_count /],
  ])('checks whether measured values apply to %s: %s %j', (name, point, value, expected) => {
    const { payload, envelope, granularity } = ruleFacts(content(exampleOf(name)), BATTERY);
    const [text] = validator.valueFaults([{ point, value }], BATTERY, { payload, envelope, granularity });
    if (expected === null) expect(text).toBeNull();
    else expect(text).toMatch(expected);
  });

  it('accepts an empty list and zero as values', () => {
    for (const name of ['hazardous_substances', 'critical_raw_materials', 'part_numbers', 'negative_events'])
      expect(readinessOf(withValue(exampleOf('lmt'), ['dpp_payload', name], []) as JsonObject)).toEqual([]);
    const none = withValue(exampleOf('lmt'), ['dpp_payload', 'spare_part_sources'], []) as JsonObject;
    expect(readinessOf(none).length).toBeGreaterThan(0);
    const zero = withValue(exampleOf('ev'), ['dpp_payload', 'renewable_content_share'], 0) as JsonObject;
    expect(readinessOf(zero)).toEqual([]);
  });

  it.each<[string, string, JsonObject, boolean]>([
    ['industrial of 2 kWh needs no passport', 'industrial', { rated_energy_wh: 2000 }, false],
    ['industrial above needs one', 'industrial', { rated_energy_wh: 2000.1 }, true],
    ['portable needs none', 'portable', {}, false],
    ['sli needs none', 'sli', {}, false],
    ['ev needs one', 'ev', {}, true],
    ['lmt needs one', 'lmt', {}, true],
  ])('requires a serial number if a passport is needed: %s', (_, name, parts, isItem) => {
    const { serial: _serial, ...model } = { ...exampleOf(name), ...parts, batch: null } as Record<string, Json>;
    const items = readinessOf(model).filter(({ path }) => path === 'serial');
    expect(items.map(({ cite }) => cite)).toEqual(isItem ? ['Regulation (EU) 2023/1542, Article 77(1)'] : []);
  });

  it.each<[string, JsonObject, string[]]>([
    ['not rechargeable', { rechargeable: false }, []],
    ['rechargeable', { rechargeable: true }, ['dpp_payload.c_rate']],
    ['unknown', { rechargeable: null }, ['dpp_payload.c_rate']],
  ])('requires cycle data for an industrial battery unless it is not rechargeable: %s', (_, parts, expected) => {
    const input = { ...(without(exampleOf('industrial'), ['dpp_payload', 'c_rate']) as JsonObject), ...parts };
    expect(readinessOf(input).map(({ path }) => path)).toEqual(expected);
  });

  it.each<[string, JsonObject, number]>([
    ['stationary with a management system', {}, 5],
    ['of other use', { use: 'backup' }, 0],
  ])('requires the state of health of an industrial battery by its use: %s', (_, parts, count) => {
    const input = { ...(without(exampleOf('industrial'), ['dpp_payload', 'state_of_health']) as JsonObject), ...parts };
    expect(readinessOf(input)).toHaveLength(count);
  });

  it('requires an importer with name and address for a manufacturer outside the EU', () => {
    const pathsWith = (country: string, parties: readonly Json[]) => {
      const maker: JsonObject = { ...(exampleOf('ev')['manufacturer'] as JsonObject), country };
      const first = {
        role: 'manufacturer',
        name: maker['name'] ?? '',
        address: maker['address'] ?? '',
        country,
      };
      const input = { ...exampleOf('ev'), manufacturer: maker, parties: [first, ...parties] };
      return readinessOf(input).map(({ path }) => path);
    };
    expect(pathsWith('DE', [])).toEqual([]);
    expect(pathsWith('CN', [])).toEqual(['parties.name', 'parties.address']);
    expect(pathsWith('CN', [{ role: 'importer', name: 'Donau Import Kft.' }])).toEqual(['parties[1].address']);
    expect(pathsWith('CN', [{ role: 'importer', name: 'Donau Import Kft.', address: 'Rakpart 3, Győr' }])).toEqual([]);
  });

  it('requires the country of the manufacturer, because the importer depends on it', () => {
    const [first] = exampleOf('ev')['parties'] as readonly JsonObject[];
    const unknown = (name: string): JsonObject => ({
      ...(without(exampleOf(name), ['manufacturer', 'country']) as JsonObject),
      parties: [without(first ?? {}, ['country'])],
    });
    expect(readinessOf(unknown('ev'))).toMatchObject([
      { path: 'manufacturer.country', state: 'missing', cite: expect.stringContaining('Article 41(3)') },
    ]);
    expect(readinessOf(unknown('ev'), BEFORE)).toEqual([]);
    expect(readinessOf(unknown('portable'))).toEqual([]);
  });

  it.each<[string, string, JsonObject, string[]]>([
    ['of an electric vehicle', 'ev', {}, ['dpp_payload.performance.at']],
    ['of light transport', 'lmt', {}, ['dpp_payload.performance.at']],
    ['industrial and rechargeable', 'industrial', {}, ['dpp_payload.performance.at']],
    ['industrial and not rechargeable', 'industrial_without_bms', { rechargeable: false }, []],
  ])('requires a performance record at the placing on the market: a battery %s', (_, name, parts, expected) => {
    const [record] = (exampleOf(name)['dpp_payload'] as JsonObject)['performance'] as readonly JsonObject[];
    const later = [{ ...record, occasion: 'status_change', at: '2030-01-01' }] as Json;
    const input = { ...(withValue(exampleOf(name), ['dpp_payload', 'performance'], later) as JsonObject), ...parts };
    expect(readinessOf(input).map(({ path }) => path)).toEqual(expected);
  });

  it('requires no record for a status change of an industrial battery that is not rechargeable', () => {
    const waste = withValue(exampleOf('industrial_without_bms'), ['dpp_payload', 'battery_status'], 'waste');
    expect(readinessOf({ ...(waste as JsonObject), rechargeable: false })).toEqual([]);
    expect(readinessOf({ ...(waste as JsonObject), rechargeable: true })).toHaveLength(1);
  });

  it('requires a performance record for each status change', () => {
    const changed = withValue(exampleOf('lmt'), ['dpp_payload', 'battery_status'], 'repurposed') as JsonObject;
    const asked = readinessOf(changed);
    expect(asked).toMatchObject([{ path: 'dpp_payload.performance.at', cite: expect.stringContaining('point 4(a)') }]);
    const [record] = (changed['dpp_payload'] as JsonObject)['performance'] as readonly JsonObject[];
    const records = [record, { ...record, occasion: 'status_change', at: '2030-01-01' }] as Json;
    expect(readinessOf(withValue(changed, ['dpp_payload', 'performance'], records) as JsonObject)).toEqual([]);
  });

  it('requires due diligence from 18 August 2027 for its materials, unless a reason is given', () => {
    const input = without(exampleOf('lmt'), ['dpp_payload', 'due_diligence_url']) as JsonObject;
    const pathsOf = (one: JsonObject, on: string) => readinessOf(one, day(on)).map(({ path }) => path);
    expect(pathsOf(input, '2027-08-17')).toEqual([]);
    expect(pathsOf(input, '2027-08-18')).toEqual(['dpp_payload.due_diligence_url']);
    const small = { ...input, not_applicable: { '/due_diligence_url': 'Net turnover below EUR 40 million.' } };
    expect(pathsOf(small, '2027-08-18')).toEqual([]);
    const lead = withValue(input, ['dpp_payload', 'critical_raw_materials'], ['Antimony']) as JsonObject;
    expect(pathsOf(lead, '2027-08-18')).toEqual([]);
  });

  it('requires the recycled content of LMT batteries only, from 18 August 2033', () => {
    const pathsOf = (name: string, on: string) => readinessOf(exampleOf(name), day(on)).map(({ path }) => path);
    expect(pathsOf('lmt', '2033-08-17')).toEqual([]);
    expect(pathsOf('lmt', '2033-08-18')).toEqual(
      ['cobalt', 'lithium', 'nickel'].map((metal) => `dpp_payload.recycled_content.${metal}`),
    );
    expect(pathsOf('ev', '2040-01-01')).toEqual([]);
  });

  it('requires what a public page must show for batteries without a passport', () => {
    const pathsOf = (key: string) => readinessOf(without(exampleOf('portable'), pathOf(key)) as JsonObject);
    for (const key of ['symbols.separate_collection', 'declaration_of_conformity_url', 'waste_information.effects'])
      expect(pathsOf(key)).toMatchObject([{ path: reportedPath(key), cite: expect.stringContaining('Article 13(6)') }]);
    for (const key of ['weight_kg', 'chemistry', 'due_diligence_url']) expect(pathsOf(key)).toEqual([]);
  });

  it('carries over a passport of 1.0.0 and reports each value that is lost', () => {
    const former = batteryTemplate('1.0.0');
    const { payload, envelope, carried, lost } = carryOver(former.example.dpp_payload, former, BATTERY);
    expect(validator.typeFaults(content({ ...exampleOf('lmt'), dpp_payload: payload }), BATTERY)).toEqual([]);
    expect(envelope).toEqual({ rated_energy_wh: 545 });
    expect(payload).toMatchObject({
      performance: [{ capacity_fade: 0.9, expected_years: 8 }],
      recycled_content: { cobalt: 16 },
      environment: [{ above_45_min: 0 }],
    });
    const named = [...carried.map(({ from }) => from), ...lost.map(({ path }) => path)].join(' ');
    for (const name of Object.keys(former.example.dpp_payload)) expect(named).toContain(`dpp_payload.${name}`);
    expect(lost.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'dpp_payload.carbon_footprint.value',
        'dpp_payload.carbon_footprint.class',
        'dpp_payload.state_of_health.value',
      ]),
    );
    // Class and stages depend on the value, whose definition has changed.
    expect(Object.keys(payload['carbon_footprint'] as JsonObject)).toEqual(['study_url']);
    const fine = carryOver({ ...former.example.dpp_payload, rated_energy_wh: 543.600_01 }, former, BATTERY);
    expect(content({ ...exampleOf('lmt'), ...fine.envelope }).ratedEnergyWh).toBe(543.6);
    const stationary = carryOver({ battery_category: 'stationary' }, former, BATTERY);
    expect(stationary).toMatchObject({
      payload: { battery_category: 'industrial' },
      envelope: { use: 'stationary_storage' },
    });
  });

  it('has all labels and definitions in English and German', () => {
    const terms = Object.entries(BATTERY.vocabulary.terms);
    const lacking = terms.filter(([, { labels, definition }]) =>
      [labels, definition].some((texts) => !texts['en'] || !texts['de']),
    );
    expect(lacking).toEqual([]);
  });
});
