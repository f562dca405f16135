import { aTemplate } from '../../../../test/support/passport-content.js';
import { plain, say } from '../../../../libs/kernel/index.js';
import type { Json, JsonObject } from '../../passport/domain/index.js';
import { readTemplate } from './read-template.js';
import type { TemplateDocument, Term } from './template.js';
import { templateFaults } from './template-faults.js';

const text = { type: 'string' };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const TERM: Term = { iri: 'x', type: 'text', unit: null, labels: { en: 'x' }, definition: {} };
const PLAIN = aTemplate(object({ a: text, o: object({ b: text }) }));
const withTerms = (terms: Record<string, Term | undefined>): TemplateDocument => ({
  ...PLAIN,
  vocabulary: {
    ...PLAIN.vocabulary,
    terms: Object.fromEntries(
      Object.entries({ ...PLAIN.vocabulary.terms, ...terms }).filter(
        (one): one is [string, Term] => one[1] !== undefined,
      ),
    ),
  },
});
const numbered = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, {}]));
const listed = aTemplate(object({ l: { type: 'array', items: object({ n: { ...text, 'x-weight': 2 } }) } }));

describe('templateFaults', () => {
  it.each<[string, TemplateDocument, string[]]>([
    ['nothing for a valid template', PLAIN, []],
    ['nothing for a term that serves all properties of its name', withTerms({ 'o.b': undefined, b: TERM }), []],
    [
      'a property without a term',
      withTerms({ 'o.b': undefined }),
      ['The property o.b has no vocabulary term. Add a term.'],
    ],
    [
      'a term without a property',
      withTerms({ z: TERM }),
      ['The term z has no property in the schema. Add the property, or remove the term.'],
    ],
    [
      'a term by name that every path overrides',
      withTerms({ b: TERM }),
      ['The term b has no property in the schema. Add the property, or remove the term.'],
    ],
    [
      'a property named constructor without a term',
      aTemplate(object({ constructor: text }), { vocabulary: { ...PLAIN.vocabulary, terms: {} } }),
      ['The property constructor has no vocabulary term. Add a term.'],
    ],
    [
      'a section of an unknown property',
      { ...PLAIN, sections: [{ id: 's', labels: { en: 'S' }, fields: ['z'] }] },
      ['A section refers to z, which does not exist in the schema. Correct the path.'],
    ],
    [
      'a property in two sections',
      { ...PLAIN, sections: [{ id: 's', labels: { en: 'S' }, fields: ['a', 'a'] }] },
      ['a is in two sections. Remove it from one of them.'],
    ],
    [
      'a rule about an unknown property',
      { ...PLAIN, rules: [{ rule: 'at_least_one_of', fields: ['a', 'z'] }] },
      ['rules[0] refers to z, which does not exist in the schema. Correct the path.'],
    ],
    [
      'properties named like the header of EN 18223',
      aTemplate(object({ elements: text, dppStatus: text })),
      [
        'elements is a reserved word in every passport. Choose another property name.',
        'dppStatus is a reserved word in every passport. Choose another property name.',
      ],
    ],
    [
      'nothing for labels of enum values',
      aTemplate(object({ k: { enum: ['a', 'b'] } }), {
        vocabulary: { ...PLAIN.vocabulary, terms: { k: { ...TERM, values: { a: { en: 'A' } } } } },
      }),
      [],
    ],
    [
      'a label of a value outside the enum',
      aTemplate(object({ k: { enum: ['a', 'b'] }, j: { enum: ['c'] } }), {
        vocabulary: { ...PLAIN.vocabulary, terms: { j: TERM, k: { ...TERM, values: { c: { en: 'C' } } } } },
      }),
      ['The term k has a label for c, which is not in the enum of its schema. Remove the label, or extend the enum.'],
    ],
    ['a weight inside a list', listed, ['l.n is inside a list, where x-weight has no effect. Remove x-weight.']],
    [
      'a property that is required and voluntary',
      aTemplate(object({ a: { ...text, 'x-voluntary': true } }, { required: ['a'] })),
      ['a is both required and voluntary. Remove it from required, or remove x-voluntary.'],
    ],
    [
      'a required property that is not declared',
      aTemplate(object({ a: text }, { required: ['b'] })),
      ['b is required, but no property with that name is declared. Declare it.'],
    ],
    [
      'a value hidden in an alternative',
      aTemplate(object({}, { oneOf: [object({ a: { ...text, 'x-disclosure': 'authority' } })] })),
      ['a is not public, so alternatives and conditions must not refer to it.'],
    ],
  ])('reports %s', (_, template, expected) => {
    expect(templateFaults(template).map((fault) => plain(say(fault)))).toEqual(expected);
  });

  it('reports a term whose type does not match its property', () => {
    expect(templateFaults(withTerms({ o: TERM }))).toHaveLength(1);
    expect(templateFaults(withTerms({ a: { ...TERM, type: 'language_map' } }))).toHaveLength(1);
  });
});

describe('readTemplate', () => {
  const sent = JSON.parse(JSON.stringify(PLAIN)) as JsonObject;
  const fields = (change: JsonObject): unknown[] => {
    const read = readTemplate({ ...sent, ...change });
    return 'faults' in read ? read.faults.map((fault) => fault.field) : [];
  };

  it('accepts a template without its optional members', () => {
    const { legal_basis: _l, sections: _s, rules: _r, ...rest } = sent;
    expect(readTemplate(rest)).toEqual({ template: PLAIN });
  });

  it.each<[string, JsonObject, string[]]>([
    ['a complete template', {}, []],
    ['a code with capital letters', { code: 'Lamp' }, ['code']],
    ['the reserved code passport', { code: 'passport' }, ['code']],
    ['a version of two parts', { version: '1.0' }, ['version']],
    ['a version with build metadata', { version: '1.0.0+1' }, ['version']],
    ['no label', { labels: {} }, ['labels']],
    ['a label in an unknown language', { labels: { 'en-UK': 'x' } }, ['labels']],
    ['no granularity', { granularity_allowed: [] }, ['granularity_allowed']],
    ['an unknown granularity', { granularity_allowed: ['pallet'] }, ['granularity_allowed[0]']],
    ['an unknown legal status', { legal_basis: [{ act: 'A', status: 'planned' }] }, ['legal_basis[0].status']],
    [
      'an invalid date',
      { legal_basis: [{ act: 'A', status: 'in_force', in_force_from: '2026-02-30' }] },
      ['legal_basis[0].in_force_from'],
    ],
    ['a schema that is not an object', { schema: 'x' }, ['schema']],
    [
      'a namespace without # or / at its end',
      { vocabulary: { prefix: 'lamp', iri: 'https://a.example/x', terms: {} } },
      ['vocabulary.iri'],
    ],
    ...[
      '//elsewhere.example/x#',
      'https://user:word@a.example/x#',
      'https://a\u202e.example/x#',
      'https:///x#',
      '/x',
    ].map((iri): [string, JsonObject, string[]] => [
      `the namespace ${iri}`,
      { vocabulary: { prefix: 'lamp', iri, terms: {} } },
      ['vocabulary.iri'],
    ]),
    ...['//elsewhere.example/x', 'https://user@a.example/x', 'urn:x:y', 'javascript:x', 'https:x'].map(
      (iri): [string, JsonObject, string[]] => [
        `the term ${iri}`,
        { vocabulary: { prefix: 'lamp', iri: '/x#', terms: { a: { iri, type: 'text', labels: { en: 'a' } } } } },
        ['vocabulary.terms.a.iri'],
      ],
    ),
    [
      'a term that is a JSON-LD keyword',
      { vocabulary: { prefix: 'lamp', iri: '/x#', terms: { a: { iri: '@id', type: 'text', labels: { en: 'a' } } } } },
      ['vocabulary.terms.a.iri'],
    ],
    [
      'a term of an unknown type',
      { vocabulary: { prefix: 'lamp', iri: '/x#', terms: { a: { iri: 'a', type: 'xsd:date', labels: { en: 'a' } } } } },
      ['vocabulary.terms.a.type'],
    ],
    [
      'a value label that is not a text by language',
      {
        vocabulary: {
          prefix: 'lamp',
          iri: '/x#',
          terms: { a: { iri: 'a', type: 'text', labels: { en: 'a' }, values: { on: 'On' } } },
        },
      },
      ['vocabulary.terms.a.values.on'],
    ],
    ['an unknown rule', { rules: [{ rule: 'eval' }] }, ['rules[0].rule']],
    ['an unknown member', { script: 'x' }, ['script']],
  ])('returns the expected faults for %s', (_, change, expected) => {
    expect(fields(change)).toEqual(expected);
  });

  it.each<[string, JsonObject, string]>([
    ['code', { code: 'A' }, '1 to 64 lowercase letters, digits, hyphens and underscores, starting with a letter'],
    ['code', { code: 'passport' }, 'codes other than passport'],
    ['version', { version: '1.0' }, 'semantic versions without build metadata, such as 1.2.0'],
    ['espr_category', { espr_category: ' ' }, '1 to 255 characters that are not all blank'],
    ['granularity_allowed[0]', { granularity_allowed: ['pallet'] }, 'model, batch, item'],
    [
      'legal_basis[0].in_force_from',
      { legal_basis: [{ act: 'x', in_force_from: '2026-02-30', status: 'in_force' }] },
      'valid dates in the format YYYY-MM-DD',
    ],
    ['sections[0].fields[0]', { sections: [{ id: 's', labels: { en: 'S' }, fields: [''] }] }, 'non-blank strings'],
    [
      'vocabulary.prefix',
      { vocabulary: { prefix: 'A', iri: '/a/', terms: {} } },
      '1 to 32 lowercase letters and digits, starting with a letter',
    ],
    [
      'vocabulary.iri',
      { vocabulary: { prefix: 'a', iri: 'a', terms: {} } },
      'web addresses and paths on this server that end with # or /',
    ],
    [
      'vocabulary.terms.a.iri',
      { vocabulary: { prefix: 'a', iri: '/a/', terms: { a: { iri: '1', type: 'text', labels: { en: 'A' } } } } },
      'names such as capacity, and absolute http and https URLs without user information',
    ],
    [
      'vocabulary.terms.a.unit_code',
      {
        vocabulary: {
          prefix: 'a',
          iri: '/a/',
          terms: { a: { iri: 'a', type: 'text', unit_code: 'kg', labels: { en: 'A' } } },
        },
      },
      '2 or 3 capital letters and digits, such as KGM',
    ],
    [
      'vocabulary.terms.a.exact_match[0]',
      {
        vocabulary: {
          prefix: 'a',
          iri: '/a/',
          terms: { a: { iri: 'a', type: 'text', exact_match: ['a'], labels: { en: 'A' } } },
        },
      },
      'absolute http and https URLs without user information',
    ],
    [
      'vocabulary.terms.a.values',
      {
        vocabulary: {
          prefix: 'a',
          iri: '/a/',
          terms: { a: { iri: 'a', type: 'text', values: numbered(201), labels: { en: 'A' } } },
        },
      },
      'at most 200 values',
    ],
    ['examples', { examples: numbered(11) }, 'at most 10 examples'],
    [
      'examples',
      { examples: { A: {} } },
      '1 to 64 lowercase letters, digits, hyphens and underscores, starting with a letter',
    ],
  ])('rejects %s with its rule: %j', (field, change, rule) => {
    const read = readTemplate({ ...sent, ...change });
    expect('faults' in read ? read.faults : []).toContainEqual(expect.objectContaining({ field, rule }));
  });

  it('reports each missing required member', () => {
    for (const name of [
      'code',
      'version',
      'labels',
      'espr_category',
      'granularity_allowed',
      'schema',
      'vocabulary',
      'example',
    ]) {
      const rest = Object.fromEntries(Object.entries(sent).filter(([key]) => key !== name)) as Record<string, Json>;
      const read = readTemplate(rest);
      expect('faults' in read ? read.faults.map((fault) => fault.field) : []).toEqual([name]);
    }
  });
});
