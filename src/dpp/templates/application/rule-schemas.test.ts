import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Json } from '../../passport/domain/index.js';
import { CONDITION_LIMITS } from '../domain/condition-form.js';
import { ruleFormFaults } from '../domain/rule-faults.js';
import { RULE_SCHEMAS } from './rule-schemas.js';
import { SHIPPED_TEMPLATES } from '../adapters/shipped/shipped-templates.js';

const ajv = new Ajv2020({
  strict: false,
  formats: { date: /^\d{4}-\d{2}-\d{2}$/, decimal: true },
});
const isRule = ajv.compile({
  $ref: '#/components/schemas/TemplateRule',
  components: { schemas: RULE_SCHEMAS },
});
const agree = (rule: unknown): void => {
  expect([rule, isRule(rule)]).toEqual([rule, ruleFormFaults(rule as Json, 'rule').length === 0]);
};

const leaf = fc.oneof(
  fc.record({ granularity: fc.constantFrom(['item'], ['pallet'], []) }),
  fc.record(
    {
      field: fc.constantFrom('a', ''),
      envelope: fc.constantFrom('sku', 7),
      equals: fc.constantFrom<Json>('x', 1, false, null),
      one_of: fc.constantFrom<Json>(['x'], [], 'x'),
      filled: fc.boolean(),
      above: fc.constantFrom<Json>(1, '1'),
      includes_one_of: fc.constantFrom<Json>(['x'], [1], [], ['x'.repeat(101)], ['\u{1f50b}'.repeat(100)]),
    },
    { requiredKeys: [] },
  ),
);
const { condition } = fc.letrec<{ condition: unknown }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    leaf,
    fc.record({ all: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ not: tie('condition') }),
  ),
}));

describe('the rule schemas of the OpenAPI document', () => {
  it('accept the rules of all shipped templates', () => {
    for (const rule of SHIPPED_TEMPLATES.flatMap(({ rules }) => rules)) {
      expect([rule, isRule(rule)]).toEqual([rule, true]);
      agree(rule);
    }
  });

  it('agree with ruleFormFaults for any rule', () => {
    const sent = fc.record(
      {
        rule: fc.constantFrom(
          'required_if',
          'required_from',
          'refused_if',
          'applies_if',
          'granularity_if',
          'sum_of',
          'eval',
        ),
        field: fc.constantFrom<Json>('a', '', 3),
        envelope: fc.constantFrom('manufacturer.address'),
        fields: fc.constantFrom<Json>(['a', 'b'], ['a']),
        tolerance: fc.constantFrom<Json>(0.1, -1),
        when: condition,
        from: fc.constantFrom('2027-02-18', 'soon'),
        having: fc.constantFrom<Json>({ role: 'importer' }, {}, { role: null }),
        not_applicable: fc.boolean(),
        granularity: fc.constantFrom(['item'], ['pallet']),
        cite: fc.constantFrom('Annex XIII', ''),
      },
      { requiredKeys: ['rule'] },
    );
    fc.assert(fc.property(sent, agree), { numRuns: 500 });
  });

  it('come with limits on the depth and number of conditions (ruleFormFaults)', () => {
    const nested = (depth: number): unknown => (depth === 0 ? { granularity: ['item'] } : { not: nested(depth - 1) });
    const faults = (when: unknown): number =>
      ruleFormFaults({ rule: 'refused_if', field: 'a', when } as Json, 'rule').length;
    expect(faults(nested(CONDITION_LIMITS.depth - 1))).toBe(0);
    expect(faults(nested(CONDITION_LIMITS.depth))).toBe(1);
    const many = (count: number): unknown => ({ any: Array.from({ length: count }, () => nested(0)) });
    expect(faults(many(CONDITION_LIMITS.conditions - 1))).toBe(0);
    expect(faults(many(CONDITION_LIMITS.conditions))).toBe(1);
  });
});
