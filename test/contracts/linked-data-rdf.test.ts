import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import { publicTerms, termIri } from '../../src/dpp/templates/domain/index.js';
import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import { payloadOfCanaries } from '../support/canaries.js';
import { BASE, documentOf, documentOfExample, nQuadsOf, PAGE } from '../support/linked-data.js';
import { aTemplate } from '../support/passport-content.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** RDF statements, one per line. */
const statementsOf = async (document: Parameters<typeof nQuadsOf>[0]): Promise<readonly string[]> =>
  (await nQuadsOf(document)).trim().split('\n');

const objectsOf = (statements: readonly string[], predicate: string): readonly string[] =>
  statements.flatMap((line) => {
    const [, object] = /^\S+ \S+ (.*) \.$/.exec(line) ?? [];
    return object !== undefined && line.split(' ')[1] === `<${predicate}>` ? [object] : [];
  });

const SHAPES: Readonly<Record<string, RegExp>> = {
  number: new RegExp(`^"-?\\d\\.\\d+E-?\\d+"\\^\\^<${XSD}double>$`),
  integer: new RegExp(`^"-?\\d+"\\^\\^<${XSD}integer>$`),
  boolean: new RegExp(`^"(?:true|false)"\\^\\^<${XSD}boolean>$`),
  date: new RegExp(`^"\\d{4}-\\d{2}-\\d{2}"\\^\\^<${XSD}date>$`),
  date_or_month: new RegExp(`^"\\d{4}-\\d{2}(?:"\\^\\^<${XSD}gYearMonth>|-\\d{2}"\\^\\^<${XSD}date>)$`),
  date_time: new RegExp(`^"[^"]+Z"\\^\\^<${XSD}dateTime>$`),
  url: /^<[^<>]+>$/,
  text: /^"(?:[^"\\]|\\.)*"$/,
  language_map: /^".*"@[a-zA-Z-]+$/,
  object: /^_:/,
};

describe('linked data as RDF', () => {
  it('gives all numbers of one term the same type', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'array', items: { type: 'number' } } },
    };
    const whole = aTemplate(schema);
    const terms = Object.fromEntries(
      Object.entries(whole.vocabulary.terms).map(([path, term]) => [path, { ...term, type: 'number' as const }]),
    );
    const template = { ...whole, vocabulary: { ...whole.vocabulary, terms } };
    const statements = await statementsOf(documentOf({ dppPayload: { a: 3, b: [15.1, 1e6] } }, template));
    expect(objectsOf(statements, `${BASE}/dpp/vocab/lamp/1#a`)).toEqual([`"3.0E0"^^<${XSD}double>`]);
    expect(objectsOf(statements, `${BASE}/dpp/vocab/lamp/1#b`)).toEqual([`"1.0E6"^^<${XSD}double>`, `"1.51E1"^^<${XSD}double>`]); // prettier-ignore
  });

  it('identifies the passport by its page and the product by its digital link', async () => {
    const said = { serial: 'S-9', ratedEnergyWh: 545, hasBms: false, placedOnMarketOn: '2027-03-01' as never };
    const statements = await statementsOf(documentOf(said, aTemplate()));
    const product = `<${BASE}/01/09524000010018/21/S-9>`;
    expect(statements).toEqual(
      expect.arrayContaining([
        `<${PAGE}> <http://schema.org/about> ${product} .`,
        `${product} <http://schema.org/subjectOf> <${PAGE}> .`,
        `<${PAGE}> <http://schema.org/datePublished> "2026-06-15T10:00:00.000Z"^^<${XSD}dateTime> .`,
        `${product} <${BASE}/dpp/vocab/passport/1#ratedEnergyWh> "5.45E2"^^<${XSD}double> .`,
        `${product} <${BASE}/dpp/vocab/passport/1#hasBms> "false"^^<${XSD}boolean> .`,
        `${product} <${BASE}/dpp/vocab/passport/1#placedOnMarketOn> "2027-03-01"^^<${XSD}date> .`,
      ]),
    );
  });

  describe.each(SHIPPED_TEMPLATES.map((template) => [`${template.code}@${template.version}`, template] as const))(
    '%s',
    (_, template) => {
      const terms = Object.values(publicTerms(template));
      /** Values that do not have the declared type of their term, and terms without a value. */
      const faultsOf = async (example: JsonObject) => {
        const statements = await statementsOf(documentOfExample(example, template));
        const objects = terms.map((term) => ({
          term,
          of: objectsOf(statements, termIri(term, template.vocabulary, BASE)),
        }));
        return {
          unlike: objects.flatMap(({ term: { iri, type }, of }) =>
            of.filter((object) => !SHAPES[type]?.test(object)).map((object) => `${iri} (${type}): ${object}`),
          ),
          absent: objects.filter(({ of }) => of.length === 0).map(({ term: { iri } }) => iri),
        };
      };

      it('gives each value of the examples the type that its term declares', async () => {
        const examples = [template.example, ...Object.values(template.examples ?? {})];
        const graphs = await Promise.all(examples.map(faultsOf));
        expect(graphs.flatMap(({ unlike }) => unlike)).toEqual([]);
        expect(Math.min(...graphs.map(({ absent }) => absent.length))).toBeLessThan(terms.length - 5);
      });

      it('gives each public term its declared type in a payload that fills all terms', async () => {
        const { payload } = payloadOfCanaries(template.schema, {
          generation: 1,
          pointOf: () => 1,
          isDynamic: () => false,
        });
        expect(await faultsOf({ ...template.example, dpp_payload: payload })).toEqual({ unlike: [], absent: [] });
      });
    },
  );
});
