import type { JsonObject } from '../../src/dpp/passport/domain/index.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import type { TemplateDocument } from '../../src/dpp/templates/domain/index.js';
import { BASE, documentOfExample, nQuadsOf, PAGE } from '../support/linked-data.js';
import { shapesOf } from './shapes.js';

/* The SHACL shapes only test the published linked data; they are not served. */

const templateOf = (code: string, version: string): TemplateDocument =>
  SHIPPED_TEMPLATES.find((one) => one.code === code && one.version === version) as TemplateDocument;
const battery = templateOf('battery', '2.0.0');
const examplesOf = ({ example, examples = {} }: TemplateDocument): readonly (readonly [string, JsonObject])[] => [
  ['example', example],
  ...Object.entries(examples),
];
const batteryOf = (name: string): JsonObject => examplesOf(battery).find(([one]) => one === name)?.[1] as JsonObject;

type Judge = (nQuads: string) => Promise<readonly string[]>;
let header: Judge;
let whole: Judge;
beforeAll(async () => {
  header = await shapesOf('header');
  whole = await shapesOf('header', 'battery');
});

describe('SHACL shapes of published examples', () => {
  it.each(SHIPPED_TEMPLATES.map((template) => [`${template.code}@${template.version}`, template] as const))(
    'match the header of %s',
    async (_, template) => {
      for (const [, example] of examplesOf(template))
        expect(await header(await nQuadsOf(documentOfExample(example, template)))).toEqual([]);
    },
  );

  it.each(examplesOf(battery).map(([name]) => name))('match the whole passport of battery 2.0.0: %s', async (name) => {
    expect(await whole(await nQuadsOf(documentOfExample(batteryOf(name), battery)))).toEqual([]);
  });

  it('match the header of models, batches and products without a GTIN', async () => {
    const { serial: _serial, ...batch } = batteryOf('example');
    const { batch: _batch, ...model } = batch;
    const { gtin: _gtin, ...bare } = model;
    for (const example of [batch, model, bare])
      expect(await header(await nQuadsOf(documentOfExample(example, battery)))).toEqual([]);
  });
});

describe('SHACL shapes report', () => {
  let ev: string;
  beforeAll(async () => {
    ev = await nQuadsOf(documentOfExample(batteryOf('ev'), battery));
  });
  const V = `${BASE}/dpp/vocab/passport/1#`;
  const B = `${BASE}/dpp/vocab/battery/2#`;
  const RDF_TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
  const without = (term: string) => (text: string) =>
    text
      .split('\n')
      .filter((line) => line.split(' ')[1] !== `<${term}>`)
      .join('\n');
  const instead = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
  const allInstead = (from: string, to: string) => (text: string) => text.replaceAll(from, to);
  const also = (line: string) => (text: string) => `${text}${line}\n`;

  type Mutation = (text: string) => string;
  const CASES: readonly (readonly [string, Mutation, readonly string[]])[] = [
    ['a passport with the IRI of the product', allInstead(`<${PAGE}>`, `<${BASE}/01/09524000010018>`), [`${BASE}/01/09524000010018 Pattern`]], // prettier-ignore
    ['no type', instead(`<${PAGE}> ${RDF_TYPE} <http://schema.org/DigitalProductPassport> .\n`, ''), ['subjectOf Class', 'type HasValue']], // prettier-ignore
    ['no product', without('http://schema.org/about'), ['about MinCount']],
    ['a product that doesn’t name its passport', without('http://schema.org/subjectOf'), ['subjectOf MinCount']],
    ['a product without an IRI', (text) => text.replace(/<[^>]+\/01\/[^>]+>/g, '_:product'), ['about NodeKind', 'node NodeKind', 'node Pattern']], // prettier-ignore
    ['a date instead of a time', instead(/"[^"]+"\^\^<[^>]+#dateTime>/, '"2026-06-15"^^<http://www.w3.org/2001/XMLSchema#date>'), ['datePublished Datatype']], // prettier-ignore
    ['an integer instead of a double', instead(/"[^"]+"\^\^<[^>]+#double>( \.\n(?:.*\n)*)/, '"3"^^<http://www.w3.org/2001/XMLSchema#integer>$1'), ['ratedEnergyWh Datatype']], // prettier-ignore
    ['an unknown granularity', instead(`<${V}granularity> "item"`, `<${V}granularity> "piece"`), ['granularity HasValue', 'granularity In']], // prettier-ignore
    ['two versions', also(`<${PAGE}> <http://schema.org/version> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .`), ['version MaxCount']], // prettier-ignore
    ['an item without a serial number', without('http://schema.org/serialNumber'), ['serialNumber MinCount']],
    ['a GTIN of 13 digits', instead(/(schema.org\/gtin> ")0/, '$1'), ['gtin Pattern']],
    ['no manufacturer', without('http://schema.org/manufacturer'), ['manufacturer MinCount']],
    ['no address of the manufacturer', without('http://schema.org/streetAddress'), ['streetAddress MinCount']],
    ['no date of placing on the market', without(`${V}placedOnMarketOn`), ['placedOnMarketOn MinCount']],
    ['no category', without(`${B}battery_category`), ['battery_category MinCount']],
    ['an unknown category', instead('battery_category> "ev"', 'battery_category> "toy"'), ['battery_category In']],
    ['no chemistry', without(`${B}chemistry`), ['chemistry MinCount']],
    ['no waste information', without(`${B}waste_information`), ['waste_information MinCount']],
    ['waste information without its prevention', without(`${B}waste_information.prevention`), ['waste_information.prevention MinCount']], // prettier-ignore
    ['no weight', without(`${B}weight_kg`), ['weight_kg MinCount']],
    ['a negative weight', instead(/(weight_kg> ")/, '$1-'), ['weight_kg MinExclusive']],
    ['a weight as a string', instead(/(weight_kg> "[^"]+")\^\^<[^>]+>/, '$1'), ['weight_kg Datatype', 'weight_kg MinExclusive']], // prettier-ignore
    ['a minimum voltage above the maximum', instead(/(voltage.minimum> ")[^"]+/, '$19.9E9'), ['voltage.minimum LessThan']], // prettier-ignore
    ['a declaration that is not a URL', instead(/(declaration_of_conformity_url>) <[^>]+>/, '$1 "in the safe"'), ['declaration_of_conformity_url NodeKind']], // prettier-ignore
    ['no exhaustion threshold of a vehicle battery', without(`${B}exhaustion_threshold`), ['exhaustion_threshold MinCount']], // prettier-ignore
    ['no internal resistance', without(`${B}internal_resistance_mohm`), ['internal_resistance_mohm MinCount']],
    ['a value that only authorities may read', (text) => text.replace(/(_:\S+) (<[^>]+battery_category>)/, `$1 <${B}test_reports> "UN 38.3" .\n$1 $2`), ['test_reports Closed']], // prettier-ignore
  ];

  it.each(CASES)('%s', async (_, break_, found) => {
    const broken = break_(ev);
    expect(broken).not.toBe(ev);
    expect(await whole(broken)).toEqual(found);
  });
});
