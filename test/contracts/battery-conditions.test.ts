import { day } from '../../libs/kernel/index.js';
import { type Json, type JsonObject, withoutNulls } from '../../src/dpp/passport/domain/json.js';
import { DUE, exampleOf, readinessOf } from '../support/battery-examples.js';

/** An example with other values; null takes one away. */
const withParts = (name: string, envelope: JsonObject, payload: JsonObject = {}): JsonObject => {
  const { dpp_payload: before, ...rest } = exampleOf(name);
  return { ...rest, ...envelope, dpp_payload: withoutNulls({ ...(before as JsonObject), ...payload }) };
};
const messagesOf = (input: JsonObject, on = DUE): string[] =>
  readinessOf(input, on).map(({ path, state }) => `${state} ${(path ?? '').replace('dpp_payload.', '')}`);
const missing = (...paths: readonly string[]): string[] => paths.map((path) => `missing ${path}`);

const CATEGORIES = ['ev', 'lmt', 'industrial', 'industrial_without_bms', 'portable', 'sli'] as const;

describe('battery 2.0.0: data points that depend on traits', () => {
  it.each(CATEGORIES)('%s: requires the rated energy only for industrial batteries', (name) => {
    const expected = name.startsWith('industrial') ? ['rated_energy_wh'] : [];
    expect(messagesOf(withParts(name, { rated_energy_wh: null }))).toEqual(missing(...expected));
  });

  const USES: readonly (readonly [Json, boolean])[] = [
    ['stationary_storage', true],
    [null, true],
    ['traction', false],
    ['backup', false],
    ['other', false],
  ];
  const HEALTH = ['capacity_ah', 'power_w', 'efficiency'].map((name) => `state_of_health.remaining_${name}`);
  const ALL_HEALTH = [...HEALTH, 'state_of_health.self_discharge', 'state_of_health.ohmic_resistance_mohm'];

  it.each(
    USES.flatMap(([use, isAsked]) => [true, null, false].map((bms) => [use, bms, isAsked && bms !== false] as const)),
  )('industrial with use %s and management system %s: requires the state of health: %s', (use, bms, isAsked) => {
    const input = withParts('industrial', { use, has_bms: bms }, { state_of_health: null });
    expect(messagesOf(input)).toEqual(missing(...(isAsked ? ALL_HEALTH : [])));
  });

  it.each(['ev', 'lmt'])('%s: requires the state of health for any use and management system', (name) => {
    const count = (parts: JsonObject): number =>
      messagesOf(withParts(name, parts, { state_of_health: null })).filter((one) => one.includes('state_of_health'))
        .length;
    expect([count({}), count({ use: 'other', has_bms: false })]).toEqual(name === 'ev' ? [1, 1] : [5, 5]);
  });

  it.each([
    ['portable', true],
    ['sli', true],
    ['lmt', true],
    ['industrial', true],
    ['ev', false],
  ])('%s: rejects data points of electric vehicles: %s', (name, isRefused) => {
    const health = [{ measured_at: '2027-08-20', certified_energy: 98 }];
    const messages = messagesOf(withParts(name, {}, { exhaustion_threshold: 70, state_of_health: health }));
    expect(messages.filter((one) => one.startsWith('wrong'))).toEqual(
      isRefused ? ['wrong exhaustion_threshold', 'wrong state_of_health[0].certified_energy'] : [],
    );
  });

  it.each(['ev', 'lmt', 'industrial'])('%s: requires a performance record for each status', (name) => {
    const messagesWith = (battery_status: string): string[] => messagesOf(withParts(name, {}, { battery_status }));
    const { dpp_payload: payload } = exampleOf(name) as { dpp_payload: { performance: readonly JsonObject[] } };
    const later = payload.performance.map((one) => ({ ...one, occasion: 'status_change' }));
    for (const status of ['repurposed', 're-used', 'remanufactured', 'waste'])
      expect([status, messagesWith(status)]).toEqual([status, missing('performance.at')]);
    expect(messagesWith('original')).toEqual([]);
    expect(messagesOf(withParts(name, {}, { performance: later }))).toEqual(missing('performance.at'));
    expect(messagesOf(withParts(name, {}, { performance: later, battery_status: 'waste' }))).toEqual([]);
  });
});

describe('battery 2.0.0: data from use', () => {
  const OF_USE = ['cycle_count', 'negative_events', 'environment', 'state_of_charge'] as const;
  const UNUSED: JsonObject = {
    put_into_service_on: null,
    ...Object.fromEntries(OF_USE.map((name) => [name, null])),
    energy_throughput_kwh: null,
    capacity_throughput_ah: null,
    full_equivalent_cycles: null,
    deep_discharges: null,
  };
  const { environment, state_of_charge: charge } = exampleOf('lmt')['dpp_payload'] as JsonObject;
  const event = [{ event: 'Dropped', at: '2027-05-01' }];

  it.each<[string, JsonObject]>([
    ['no values', {}],
    ['zeros and no event', { cycle_count: 0, negative_events: [], deep_discharges: 0, energy_throughput_kwh: 0 }],
    ['empty lists', { environment: [], state_of_charge: [] }],
  ])('is not required for a new battery with %s', (_, payload) => {
    for (const name of ['ev', 'lmt', 'industrial', 'industrial_without_bms'])
      expect(messagesOf(withParts(name, {}, { ...UNUSED, ...payload }))).toEqual([]);
  });

  it.each<[string, Json]>([
    ['put_into_service_on', '2027-02-20'],
    ['negative_events', event],
    ['environment', environment ?? null],
    ['state_of_charge', charge ?? null],
    ['cycle_count', 1],
    ['full_equivalent_cycles', 0.5],
    ['energy_throughput_kwh', 0.5],
    ['capacity_throughput_ah', 0.5],
    ['deep_discharges', 1],
  ])('is required as soon as %s shows that the battery is in use', (name, value) => {
    const expected = missing(...OF_USE.filter((one) => one !== name));
    for (const example of ['ev', 'lmt', 'industrial', 'industrial_without_bms'])
      expect(messagesOf(withParts(example, {}, { ...UNUSED, [name]: value }))).toEqual(expected);
    for (const example of ['portable', 'sli'])
      expect(messagesOf(withParts(example, {}, { ...UNUSED, [name]: value }))).toEqual([]);
  });
});

describe('battery 2.0.0: materials', () => {
  const DILIGENCE = day('2027-08-18');
  const RECYCLED = day('2033-08-18');
  const METALS = ['cobalt', 'lithium', 'nickel', 'lead'] as const;
  const held = (materials: readonly string[], symbols: JsonObject = {}): JsonObject => ({
    due_diligence_url: null,
    recycled_content: null,
    critical_raw_materials: materials,
    symbols: { separate_collection: true, cadmium: false, lead: false, ...symbols },
  });
  const recycledOf = (name: string, payload: JsonObject): string[] =>
    messagesOf(withParts(name, {}, payload), RECYCLED)
      .filter((one) => one.startsWith('missing recycled_content.'))
      .map((one) => one.split('.')[1] ?? '');

  it.each<[string, readonly string[]]>([
    ['cobalt', ['Cobalt', 'Kobalt', 'Cobalto', 'Co', 'Cobaltsulfat', 'Kobaltsulfat', 'Cobalt (Co)', 'cobalt oxide']],
    ['lithium', ['Lithium', 'Litio', 'Li', 'Lithiumcarbonat', 'Lithiumhydroxid', 'Lithium carbonate', 'LITHIUM-Salze']],
    [
      'nickel',
      ['Nickel', 'Níquel', 'Nichel', 'Nikkel', 'Ni', 'Nickelsulfat', 'Nickel sulphate', 'Nickel – battery grade'],
    ],
    ['graphite', ['Graphite', 'Graphit', 'Grafit', 'Grafito', 'Grafite', 'Grafiet', 'Naturgraphit', 'Naturgrafit']],
    ['graphite', ['Natural graphite', 'Graphite naturel', 'Grafito natural', 'Natural graphite – battery grade']],
    ['', ['Copper', 'Nickelback', 'Silicon', 'Aluminium', 'Manganese', 'Liquid', 'Antimony']],
  ])('recognizes %s by each of its names', (material, names) => {
    for (const name of names) {
      const due = messagesOf(withParts('ev', {}, held([name])), DILIGENCE);
      expect([name, due]).toEqual([name, material === '' ? [] : missing('due_diligence_url')]);
      const expected = METALS.filter((metal) => metal === material);
      expect([name, recycledOf('lmt', held(['Copper', name]))]).toEqual([name, expected]);
    }
  });

  it.each<[Json, readonly string[]]>([
    [true, ['lead']],
    [false, []],
    [null, ['lead']],
  ])('recognizes lead, which is not a critical raw material, by its symbol: %s', (lead, expected) => {
    const symbols = { lead };
    expect(recycledOf('lmt', held([], symbols))).toEqual(expected);
    expect(recycledOf('ev', held([], symbols))).toEqual([]);
    const reasons = { '/symbols/lead': 'No lead.', '/recycled_content/lead': 'No lead.' };
    const messages = messagesOf(withParts('lmt', { not_applicable: reasons }, held([], { lead: null })), RECYCLED);
    expect(messages.filter((one) => one.includes('lead'))).toEqual([]);
    expect(recycledOf('lmt', { ...held([], symbols), recycled_content: { lead: 85 } })).toEqual([]);
  });

  it.each<[string | null, boolean]>([
    ['original', true],
    ['waste', true],
    [null, true],
    ['re-used', false],
    ['repurposed', false],
    ['remanufactured', false],
  ])('requires the recycled content of a battery with the status %s: %s (Article 8(4))', (battery_status, isAsked) => {
    const payload = { ...held(['Cobalt', 'Lithium', 'Nickel'], { lead: true }), battery_status };
    expect(recycledOf('lmt', payload)).toEqual(isAsked ? [...METALS] : []);
    for (const name of ['ev', 'industrial', 'portable', 'sli']) expect(recycledOf(name, payload)).toEqual([]);
  });
});

describe('battery 2.0.0: comparison of numbers and dates', () => {
  const { voltage, temperature_range: range } = exampleOf('lmt')['dpp_payload'] as Record<string, JsonObject>;

  it.each<[string, JsonObject]>([
    ['voltage.nominal', { voltage: { ...voltage, minimum: 40, nominal: 36.3 } }],
    ['voltage.maximum', { voltage: { ...voltage, nominal: 43, maximum: 42 } }],
    ['voltage.temperature_max', { voltage: { ...voltage, temperature_min: 30, temperature_max: 20 } }],
    ['temperature_range.charge_max', { temperature_range: { ...range, charge_min: 41, charge_max: 40 } }],
    ['temperature_range.discharge_max', { temperature_range: { ...range, discharge_min: 51, discharge_max: 50 } }],
    ['temperature_range.storage_max', { temperature_range: { ...range, storage_min: 41, storage_max: 40 } }],
    ['round_trip_efficiency.new', { round_trip_efficiency: { at_half_life: 95.1, new: 95 } }],
    ['put_into_service_on', { manufacturing_date: '2027-02-21', put_into_service_on: '2027-02-20' }],
  ])('rejects a value of %s that is less than its lower limit', (path, payload) => {
    expect(messagesOf(withParts('lmt', {}, payload))).toEqual([`wrong ${path}`]);
  });

  it.each<[string, number, JsonObject, boolean]>([
    ['the sum', 0.099, {}, true],
    ['rounded to three digits', 0.101, {}, true],
    ['a different sum', 5, {}, false],
    ['a negative value for the end of life', 0.087, { end_of_life: -0.006 }, true],
    ['a missing stage', 5, { distribution: null }, true],
  ])('compares the carbon footprint with the sum of its stages: %s', (_, value, parts, isRight) => {
    const stages = { raw_material: 0.056, production: 0.033, distribution: 0.004, end_of_life: 0.006, ...parts };
    const messages = messagesOf(withParts('lmt', {}, { carbon_footprint: { value, lifecycle_stages: stages } }));
    expect(messages).toEqual(isRight ? [] : ['wrong carbon_footprint.value']);
  });
});
