import { plain, say } from '../../../../libs/kernel/index.js';
import { day } from '../../../../libs/kernel/index.js';
import type { Json, JsonObject, Granularity } from '../../passport/domain/index.js';
import { pathText, type RuleFacts } from './conditions.js';
import { RULE_MEMBERS, ruleFormFaults, ruleMeaningFaults } from './rule-faults.js';
import { isNotRequired, ruleFaults } from './rules.js';
import { shapeOf } from './schema-shape.js';
import type { TemplateRule } from './template.js';

const TODAY = day('2026-11-24');
const facts = (payload: JsonObject, parts: Partial<RuleFacts> = {}): RuleFacts => ({
  payload,
  envelope: {},
  granularity: 'model',
  nones: new Set(),
  notApplicable: new Map(),
  ...parts,
});
const messagesOf = (rule: TemplateRule, payload: JsonObject, granularity: Granularity = 'model'): string[] =>
  ruleFaults([rule], facts(payload, { granularity }), day('2027-02-18')).map(
    ({ path, message }) => `${pathText(path)} ${message}`,
  );

const IF_EV = { rule: 'required_if', field: 'threshold', when: { field: 'kind', equals: 'ev' } } as const;
const IF_ITEM: TemplateRule = { rule: 'required_if', field: 'health', when: { granularity: ['item'] } };
const ANY: TemplateRule = { rule: 'at_least_one_of', fields: ['epd', 'footprint.value'] };
const DAYS: TemplateRule = { rule: 'ordered', fields: ['made', 'sold', 'used'] };
const SUM: TemplateRule = { rule: 'sums_to', list: 'fibres', field: 'percent', by: 'part', total: 100, tolerance: 1 };
const STAGES = ['footprint.raw', 'footprint.made'];
const SUM_OF: TemplateRule = { rule: 'sum_of', fields: STAGES, field: 'footprint.value', tolerance: 0.01 };
const footprint = (parts: JsonObject): JsonObject => ({ footprint: parts });
const fibre = (part: string, percent: number): JsonObject => ({ part, percent });

describe('ruleFaults', () => {
  it.each<[string, TemplateRule, JsonObject, string[]]>([
    ['nothing if the condition does not hold', IF_EV, { kind: 'lmt' }, []],
    ['nothing if the value of the condition is missing', IF_EV, {}, []],
    ['nothing for a required field with a value', IF_EV, { kind: 'ev', threshold: 80 }, []],
    ['nothing for 0, which is a value', IF_EV, { kind: 'ev', threshold: 0 }, []],
    [
      'a missing required field',
      IF_EV,
      { kind: 'ev' },
      ['threshold is required because of other values in the passport'],
    ],
    [
      'a blank required field',
      IF_EV,
      { kind: 'ev', threshold: ' ' },
      ['threshold is required because of other values in the passport'],
    ],
    [
      'a required field if one_of matches',
      { ...IF_EV, when: { field: 'kind', one_of: ['ev', 'lmt'] } },
      { kind: 'lmt' },
      ['threshold is required because of other values in the passport'],
    ],
    [
      'nothing if the field of the condition is an empty list',
      { ...IF_EV, when: { field: 'kind', filled: true } },
      { kind: [] },
      [],
    ],
    ['nothing for applies_if', { ...IF_EV, rule: 'applies_if' }, { kind: 'ev' }, []],
    ['nothing if one of two fields has a value', ANY, { footprint: { value: 3 } }, []],
    [
      'two fields without a value',
      ANY,
      { footprint: {} },
      ['epd is missing: at least one of epd, footprint.value must have a value'],
    ],
    ['nothing for values in order', DAYS, { made: '2026-01-01', sold: '2026-01-01', used: '2026-02-01' }, []],
    ['values out of order', DAYS, { made: '2026-01-02', sold: '2026-01-01' }, ['sold must not be less than made']],
    [
      'values out of order across a missing one',
      DAYS,
      { made: '2026-01-02', used: '2026-01-01' },
      ['used must not be less than made'],
    ],
    ['nothing for numbers in order', DAYS, { made: 9, sold: 10 }, []],
    ['nothing for values of different types', DAYS, { made: 9, sold: '1' }, []],
    [
      'nothing if each group adds up to 100',
      SUM,
      { fibres: [fibre('Body', 95), fibre('Body', 5), fibre('Neck', 100)] },
      [],
    ],
    ['nothing within the tolerance', SUM, { fibres: [fibre('Body', 99)] }, []],
    [
      'a group with too low a sum',
      SUM,
      { fibres: [fibre('Body', 60), fibre('Body', 38.5)] },
      ['fibres percent of Body must add up to 100, not 98.5'],
    ],
    [
      'nothing for tenths, which add up exactly',
      { ...SUM, total: 0.3, tolerance: 0 },
      { fibres: [fibre('Body', 0.1), fibre('Body', 0.2)] },
      [],
    ],
    ['nothing for a value that is not a list', SUM, { fibres: 'none' }, []],
    ['nothing for a correct sum', SUM_OF, footprint({ value: 0.3, raw: 0.1, made: 0.2 }), []],
    ['nothing for a correct sum with a negative part', SUM_OF, footprint({ value: 0.3, raw: 0.5, made: -0.2 }), []],
    ['nothing for a sum at the limit of the tolerance', SUM_OF, footprint({ value: 0.31, raw: 0.1, made: 0.2 }), []],
    [
      'a sum beyond the tolerance',
      SUM_OF,
      footprint({ value: 0.3101, raw: 0.1, made: 0.2 }),
      ['footprint.value must be 0.3, the sum of footprint.raw, footprint.made'],
    ],
    [
      'nothing for an exact sum without a tolerance',
      { rule: 'sum_of', fields: STAGES, field: 'footprint.value' },
      footprint({ value: 0.3, raw: 0.1, made: 0.2 }),
      [],
    ],
    ['nothing if a part is missing', SUM_OF, footprint({ value: 5, raw: 0.1 }), []],
    ['nothing if a part is not a number', SUM_OF, footprint({ value: 5, raw: 0.1, made: '0.2' }), []],
    ['nothing if the sum is missing', SUM_OF, footprint({ raw: 0.1, made: 0.2 }), []],
    [
      'nothing for inherited names such as constructor',
      { ...IF_EV, when: { field: 'constructor', filled: true } },
      {},
      [],
    ],
  ])('reports %s', (_, rule, payload, expected) => {
    expect(messagesOf(rule, payload)).toEqual(expected);
  });

  it('can require a field depending on the granularity', () => {
    expect(messagesOf(IF_ITEM, {}, 'item')).toEqual(['health is required because of other values in the passport']);
    expect(messagesOf(IF_ITEM, {}, 'batch')).toEqual([]);
    expect(isNotRequired('health', [IF_ITEM], facts({}, { granularity: 'batch' }), TODAY)).toBe(true);
    expect(isNotRequired('health', [IF_ITEM], facts({}, { granularity: 'item' }), TODAY)).toBe(false);
    expect(isNotRequired('other', [IF_ITEM], facts({}, { granularity: 'batch' }), TODAY)).toBe(false);
    expect(
      isNotRequired(
        'threshold',
        [IF_EV, { ...IF_EV, rule: 'applies_if', when: { granularity: ['model'] } }],
        facts({}),
        TODAY,
      ),
    ).toBe(false);
  });
});

describe('the form of a rule', () => {
  it.each<[string, Json, string[]]>([
    ['a complete rule', IF_EV, []],
    ['a rule with a citation', { ...SUM, cite: 'Article 9' }, []],
    ['an empty object', {}, ['rules[0].rule']],
    ['an unknown rule', { rule: 'eval', code: 'x' }, ['rules[0].rule']],
    ['an inherited name such as constructor', { rule: 'constructor' }, ['rules[0].rule']],
    ['a text', 'required_if', ['rules[0]']],
    ['a missing member', { rule: 'required_if', field: 'a' }, ['rules[0].when']],
    ['an unknown member', { rule: 'ordered', fields: ['a', 'b'], or: 1 }, ['rules[0].or']],
    ['an order of one field', { rule: 'ordered', fields: ['a'] }, ['rules[0].fields']],
    ['an empty condition', { rule: 'required_if', field: 'a', when: {} }, ['rules[0].when']],
    [
      'two conditions',
      { rule: 'required_if', field: 'a', when: { field: 'b', equals: 1, filled: true } },
      ['rules[0].when'],
    ],
    [
      'a condition with filled: false',
      { rule: 'required_if', field: 'a', when: { field: 'b', filled: false } },
      ['rules[0].when'],
    ],
    [
      'an unknown granularity',
      { rule: 'required_if', field: 'a', when: { granularity: ['pallet'] } },
      ['rules[0].when'],
    ],
    ['a sum', { ...SUM_OF }, []],
    ['a sum without a field', { rule: 'sum_of', fields: STAGES }, ['rules[0].field']],
    ['a sum of one field', { ...SUM_OF, fields: ['a'] }, ['rules[0].fields']],
    ['a sum by groups', { ...SUM_OF, by: 'a' }, ['rules[0].by']],
    ['a tolerance below zero', { ...SUM_OF, tolerance: -1 }, ['rules[0].tolerance']],
    [
      'a search text that is too long',
      { rule: 'refused_if', field: 'a', when: { field: 'b', includes_one_of: ['x'.repeat(101)] } },
      ['rules[0].when'],
    ],
    ['a total that is a text', { rule: 'sums_to', list: 'a', field: 'b', total: '100' }, ['rules[0].total']],
  ])('has the expected faults for %s', (_, rule, expected) => {
    expect(ruleFormFaults(rule, 'rules[0]').map((fault) => fault.field)).toEqual(expected);
  });

  it.each<[string, JsonObject, string]>([
    ['rule', { rule: 'eval' }, Object.keys(RULE_MEMBERS).join(', ')],
    ['cite', { ...SUM_OF, cite: '' }, 'non-empty strings'],
    ['fields', { rule: 'ordered', fields: ['a'] }, 'lists of at least 2 strings'],
    [
      'when',
      { rule: 'required_if', field: 'a', when: {} },
      'a condition with at most 60 conditions inside, nested at most 6 levels deep',
    ],
    ['from', { rule: 'required_from', field: 'a', from: '2026-02-30' }, 'valid dates in the format YYYY-MM-DD'],
    [
      'having',
      { rule: 'required_from', field: 'a', from: '2026-02-01', having: {} },
      'non-empty objects that contain only strings, numbers and booleans',
    ],
    ['not_applicable', { rule: 'required_from', field: 'a', from: '2026-02-01', not_applicable: false }, 'true'],
    ['granularity', { rule: 'granularity_if', granularity: ['x'], when: {} }, 'lists of model, batch, item'],
    ['total', { rule: 'sums_to', list: 'a', field: 'b', total: '1' }, 'numbers'],
    ['tolerance', { ...SUM_OF, tolerance: -1 }, 'numbers that are not negative'],
  ])('is rejected with what is allowed for %s: %j', (name, rule, allowed) => {
    expect(ruleFormFaults(rule, 'r')).toContainEqual(expect.objectContaining({ field: `r.${name}`, rule: allowed }));
  });

  it('can only refer to properties that exist', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string' },
        l: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
      },
    };
    const faults = (rule: TemplateRule): string[] =>
      ruleMeaningFaults([rule], shapeOf(schema)).map((fault) => plain(say(fault)));
    expect(faults({ rule: 'at_least_one_of', fields: ['a', 'l'] })).toEqual([]);
    expect(faults({ rule: 'sums_to', list: 'l', field: 'n', total: 1 })).toEqual([]);
    expect(faults({ rule: 'sum_of', fields: ['a', 'l.n'], field: 'c' })).toEqual([
      'rules[0] refers to l.n, which is inside a list. Use a property outside lists.',
      'rules[0] refers to c, which does not exist in the schema. Correct the path.',
    ]);
    expect(faults({ rule: 'ordered', fields: ['a', 'l.n'] })).toEqual([
      'rules[0] refers to l.n, which is inside a list. Use a property outside lists.',
    ]);
    expect(faults({ rule: 'required_if', field: 'b', when: { field: 'c', filled: true } })).toEqual([
      'rules[0] refers to b, which does not exist in the schema. Correct the path.',
      'rules[0] refers to c, which does not exist in the schema. Correct the path.',
    ]);
  });
});
