import { SHOWN_FIELDS, type JsonObject } from '../../passport/domain/index.js';
import { aTemplate } from '../../../../test/support/passport-content.js';
import type { Term } from '../../templates/domain/index.js';
import { fullOf } from './full.js';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    cycles: { type: 'integer', 'x-dynamic': true },
    resistance: { type: 'object', 'x-dynamic': true, properties: { ohm: { type: 'number' }, measured_at: text, seen_on: text } },
    losses: { type: 'array', items: { type: 'number' }, 'x-dynamic': true },
    mass: { type: 'number' },
    sheet: text,
    // Properties with the names of envelope fields; `use` has no type in the envelope, `batch` is a text.
    use: { type: 'number' },
    batch: { type: 'number' },
  },
}; // prettier-ignore
const types: Readonly<Record<string, Term['type']>> = {
  cycles: 'integer',
  resistance: 'object',
  'resistance.ohm': 'number',
  'resistance.measured_at': 'date_time',
  'resistance.seen_on': 'date',
  losses: 'number',
  mass: 'number',
  sheet: 'url',
  use: 'number',
  batch: 'number',
};
const plain = aTemplate(schema);
const template = {
  ...plain,
  vocabulary: {
    ...plain.vocabulary,
    iri: 'https://words.example/#',
    terms: Object.fromEntries(
      Object.entries(types).map(([path, type]) => [path, { iri: path, type, unit: null, labels: {}, definition: {} }]),
    ),
  },
};
const AT = '2027-03-01T12:00:00.000Z';
const measured = (value: JsonObject[string]): JsonObject => ({ value, measuredAt: AT });

/** Meanings by path: the term, and the type if there is one. */
const meanings = (elements: readonly JsonObject[], name = ''): readonly (readonly [string, unknown, unknown])[] =>
  elements.flatMap((one) => {
    const path = `${name}${one['elementId'] as string}`;
    const inside = (one['elements'] ?? []) as readonly JsonObject[];
    const entries = (Array.isArray(one['value']) ? (one['value'] as readonly JsonObject[][]) : []).filter(Array.isArray);
    return [
      [path, (one['dictionaryReference'] as string | undefined)?.replace('https://words.example/#', '#'), one['valueDataType']],
      ...meanings(inside, `${path}.`),
      ...entries.flatMap((entry) => meanings(entry, `${path}[].`)),
    ] as const;
  }); // prettier-ignore

const expanded = (compressed: JsonObject, names: readonly string[] = [], envelope: readonly string[] = []) =>
  meanings(
    fullOf(compressed, {
      template,
      base: 'https://pass.example',
      envelope: new Set(envelope),
      measured: { names: new Set(names), template },
    })['elements'] as readonly JsonObject[],
  );

it('fullOf takes types from the vocabulary terms, whatever the value is', () => {
  expect(expanded({ mass: 118, sheet: 'https://a.example/', use: 1 })).toEqual([
    ['mass', '#mass', 'xsd:decimal'],
    ['sheet', '#sheet', 'xsd:anyURI'],
    ['use', '#use', 'xsd:decimal'],
  ]);
});

it('fullOf gives measured values the terms of their property, next to the time', () => {
  const values = {
    cycles: measured(3),
    losses: measured([1, 2.5]),
    resistance: measured({ ohm: 118, measured_at: AT, seen_on: '2027-03-01' }),
  };
  expect(expanded(values, Object.keys(values))).toEqual([
    ['cycles', '#cycles', undefined],
    ['cycles.measuredAt', undefined, 'xsd:dateTime'],
    ['cycles.value', '#cycles', 'xsd:integer'],
    ['losses', '#losses', undefined],
    ['losses.measuredAt', undefined, 'xsd:dateTime'],
    ['losses.value', '#losses', 'xsd:decimal'],
    ['resistance', '#resistance', undefined],
    ['resistance.measuredAt', undefined, 'xsd:dateTime'],
    ['resistance.value', '#resistance', undefined],
    ['resistance.value.measured_at', '#resistance.measured_at', 'xsd:dateTime'],
    ['resistance.value.ohm', '#resistance.ohm', 'xsd:decimal'],
    ['resistance.value.seen_on', '#resistance.seen_on', 'xsd:date'],
  ]);
});

it('fullOf types envelope fields by their declaration, not by a property of the same name', () => {
  const values: JsonObject = {
    batch: 'L1',
    placed_on_market_on: '2027-03-01',
    image_url: 'https://maker.example/lamp.jpg',
    rated_energy_wh: 545,
    has_bms: true,
    predecessors: ['https://elsewhere.example/1'],
    manufacturer: { name: 'L', url: 'https://maker.example/' },
    components: [{ link: 'https://elsewhere.example/2', quantity: 30 }],
    parties: [{ since: '2028-01-01', ids: [{ value: 'HU1' }] }],
  };
  expect(expanded(values, [], Object.keys(values)).map(([path, , type]) => [path, type])).toEqual([
    ['batch', 'xsd:string'],
    ['components', undefined],
    ['components[].link', 'xsd:anyURI'],
    ['components[].quantity', 'xsd:decimal'],
    ['has_bms', 'xsd:boolean'],
    ['image_url', 'xsd:anyURI'],
    ['manufacturer', undefined],
    ['manufacturer.name', 'xsd:string'],
    ['manufacturer.url', 'xsd:anyURI'],
    ['parties', undefined],
    ['parties[].ids', undefined],
    ['parties[].ids[].value', 'xsd:string'],
    ['parties[].since', 'xsd:date'],
    ['placed_on_market_on', 'xsd:date'],
    ['predecessors', 'xsd:anyURI'],
    ['rated_energy_wh', 'xsd:decimal'],
  ]);
});

it('only the fields image_url, url and link accept nothing but URLs', () => {
  const fields = SHOWN_FIELDS.flatMap((field) => [field, ...field.parts]);
  const takes = (value: string, { faults, name }: (typeof fields)[number]): boolean =>
    faults?.(value as never, name).length === 0;
  const addresses = fields.filter(
    (field) => field.kind === 'text' && takes('https://a.example/', field) && !takes('no-address', field),
  );
  expect(addresses.length).toBeGreaterThan(3);
  for (const { name } of addresses) expect(['image_url', 'url', 'link']).toContain(name);
});
