import type { JsonObject } from '../../src/dpp/passport/domain/index.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import type { TemplateDocument } from '../../src/dpp/templates/domain/index.js';
import { BASE, documentOfExample, nQuadsOf, PAGE } from '../support/linked-data.js';
import { shapesOf } from './shapes.js';

/* The shapes are the project's own oracle of the linked data that it publishes; they aren't served. */

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

describe('published examples meet the shapes', () => {
  it.each(SHIPPED_TEMPLATES.map((template) => [`${template.code}@${template.version}`, template] as const))(
    '%s: the header',
    async (_, template) => {
      for (const [, example] of examplesOf(template))
        expect(await header(await nQuadsOf(documentOfExample(example, template)))).toEqual([]);
    },
  );

  it.each(examplesOf(battery).map(([name]) => name))('battery 2.0.0, %s: all of a battery', async (name) => {
    expect(await whole(await nQuadsOf(documentOfExample(batteryOf(name), battery)))).toEqual([]);
  });

  it('of models, batches, and of products without a GTIN', async () => {
    const { serial: _serial, ...batch } = batteryOf('example');
    const { batch: _batch, ...model } = batch;
    const { gtin: _gtin, ...bare } = model;
    for (const example of [batch, model, bare])
      expect(await header(await nQuadsOf(documentOfExample(example, battery)))).toEqual([]);
  });
});

describe('what is broken is found at its place', () => {
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
    ['the passport named by the product’s link', allInstead(`<${PAGE}>`, `<${BASE}/01/09524000010018>`), [`${BASE}/01/09524000010018 Pattern`]], // prettier-ignore
    ['no type', instead(`<${PAGE}> ${RDF_TYPE} <http://schema.org/DigitalProductPassport> .\n`, ''), ['subjectOf Class', 'type HasValue']], // prettier-ignore
    ['no product', without('http://schema.org/about'), ['about MinCount']],
    ['a product that doesn’t name its passport', without('http://schema.org/subjectOf'), ['subjectOf MinCount']],
    ['a product without an address', (text) => text.replace(/<[^>]+\/01\/[^>]+>/g, '_:product'), ['about NodeKind', 'node NodeKind', 'node Pattern']], // prettier-ignore
    ['a day for an instant', instead(/"[^"]+"\^\^<[^>]+#dateTime>/, '"2026-06-15"^^<http://www.w3.org/2001/XMLSchema#date>'), ['datePublished Datatype']], // prettier-ignore
    ['a whole number among doubles', instead(/"[^"]+"\^\^<[^>]+#double>( \.\n(?:.*\n)*)/, '"3"^^<http://www.w3.org/2001/XMLSchema#integer>$1'), ['ratedEnergyWh Datatype']], // prettier-ignore
    ['a granularity that is none', instead(`<${V}granularity> "item"`, `<${V}granularity> "piece"`), ['granularity HasValue', 'granularity In']], // prettier-ignore
    ['two passports’ versions', also(`<${PAGE}> <http://schema.org/version> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .`), ['version MaxCount']], // prettier-ignore
    ['an item without serial number', without('http://schema.org/serialNumber'), ['serialNumber MinCount']],
    ['a GTIN of 13 digits', instead(/(schema.org\/gtin> ")0/, '$1'), ['gtin Pattern']],
    ['nobody who made it', without('http://schema.org/manufacturer'), ['manufacturer MinCount']],
    ['no address of the maker', without('http://schema.org/streetAddress'), ['streetAddress MinCount']],
    ['no day of placing on the market', without(`${V}placedOnMarketOn`), ['placedOnMarketOn MinCount']],
    ['no category', without(`${B}battery_category`), ['battery_category MinCount']],
    ['a category that is none', instead('battery_category> "ev"', 'battery_category> "toy"'), ['battery_category In']],
    ['no chemistry', without(`${B}chemistry`), ['chemistry MinCount']],
    ['no waste information', without(`${B}waste_information`), ['waste_information MinCount']],
    ['waste information without its prevention', without(`${B}waste_information.prevention`), ['waste_information.prevention MinCount']], // prettier-ignore
    ['no weight', without(`${B}weight_kg`), ['weight_kg MinCount']],
    ['a weight below nothing', instead(/(weight_kg> ")/, '$1-'), ['weight_kg MinExclusive']],
    ['a weight as a text', instead(/(weight_kg> "[^"]+")\^\^<[^>]+>/, '$1'), ['weight_kg Datatype', 'weight_kg MinExclusive']], // prettier-ignore
    ['least voltage above the highest', instead(/(voltage.minimum> ")[^"]+/, '$19.9E9'), ['voltage.minimum LessThan']], // prettier-ignore
    ['a declaration that is no address', instead(/(declaration_of_conformity_url>) <[^>]+>/, '$1 "in the safe"'), ['declaration_of_conformity_url NodeKind']], // prettier-ignore
    ['no exhaustion threshold of a vehicle’s battery', without(`${B}exhaustion_threshold`), ['exhaustion_threshold MinCount']], // prettier-ignore
    ['no resistance', without(`${B}internal_resistance_mohm`), ['internal_resistance_mohm MinCount']],
    ['what only authorities read', (text) => text.replace(/(_:\S+) (<[^>]+battery_category>)/, `$1 <${B}test_reports> "UN 38.3" .\n$1 $2`), ['test_reports Closed']], // prettier-ignore
  ];

  it.each(CASES)('%s', async (_, break_, found) => {
    const broken = break_(ev);
    expect(broken).not.toBe(ev);
    expect(await whole(broken)).toEqual(found);
  });
});
