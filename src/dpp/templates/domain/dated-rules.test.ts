import fc from 'fast-check';
import { mustEnd } from '../../../../test/support/must-end.js';
import { day } from '../../../../libs/kernel/index.js';
import type { JsonObject } from '../../passport/domain/index.js';
import { conditionHolds, pathText, type RuleFacts } from './conditions.js';
import { notApplicableFaults, reasonNotToApply } from './not-applicable.js';
import { granularitiesAllowed, isNotRequired, ruleFaults } from './rules.js';
import type { RuleCondition, TemplateDocument, TemplateRule } from './template.js';

const TODAY = day('2026-11-24');
const facts = (payload: JsonObject, parts: Partial<RuleFacts> = {}): RuleFacts => ({
  payload,
  envelope: {},
  granularity: 'item',
  nones: new Set(),
  notApplicable: new Map(),
  ...parts,
});
const messagesOf = (rule: TemplateRule, of: RuleFacts, on = '2027-02-18'): string[] =>
  ruleFaults([rule], of, day(on)).map(
    ({ path, isOfEnvelope, cite = '' }) => `${isOfEnvelope ? 'envelope ' : ''}${pathText(path)} ${cite}`,
  );

const EV: RuleCondition = { field: 'category', equals: 'ev' };
const DUE = { rule: 'required_from', field: 'power', when: EV, from: '2027-02-18', cite: '1(i)' } as const;
const IN_LIST = { rule: 'required_from', field: 'records.power', from: '2027-02-18' } as const;
const IN_ENVELOPE = { rule: 'required_from', envelope: 'manufacturer.address', from: '2027-02-18' } as const;
const OPEN: TemplateRule = { ...DUE, not_applicable: true };

describe('dated rules', () => {
  it.each<[string, TemplateRule, RuleFacts, string, string[]]>([
    ['nothing on the day before', DUE, facts({ category: 'ev' }), '2027-02-17', []],
    ['a missing field on the day', DUE, facts({ category: 'ev' }), '2027-02-18', ['power 1(i)']],
    ['a missing field years later', DUE, facts({ category: 'ev' }), '2031-01-01', ['power 1(i)']],
    ['nothing for another category', DUE, facts({ category: 'lmt' }), '2027-02-18', []],
    ['nothing for 0, which is a value', DUE, facts({ category: 'ev', power: 0 }), '2027-02-18', []],
    ['a blank value', DUE, facts({ category: 'ev', power: ' ' }), '2027-02-18', ['power 1(i)']],
    ['an empty list', DUE, facts({ category: 'ev', power: [] }), '2027-02-18', ['power 1(i)']],
    [
      'nothing for an empty list that the schema allows (x-none)',
      DUE,
      facts({ category: 'ev', power: [] }, { nones: new Set(['power']) }),
      '2027-02-18',
      [],
    ],
    [
      'a missing list, even if an empty one is allowed',
      DUE,
      facts({ category: 'ev' }, { nones: new Set(['power']) }),
      '2027-02-18',
      ['power 1(i)'],
    ],
    ['a field of an empty list of records', IN_LIST, facts({ records: [] }), '2027-02-18', ['records.power ']],
    [
      'the record without the field',
      IN_LIST,
      facts({ records: [{ power: 1 }, { at: 'x' }] }),
      '2027-02-18',
      ['records[1].power '],
    ],
    [
      'nothing if each record has the field',
      IN_LIST,
      facts({ records: [{ power: 1 }, { power: 0 }] }),
      '2027-02-18',
      [],
    ],
    [
      'nothing inside an object with none: true',
      { ...IN_LIST, field: 'part.power' },
      facts({ part: { none: true } }),
      '2027-02-18',
      [],
    ],
    [
      'a field inside an object with none: false',
      { ...IN_LIST, field: 'part.power' },
      facts({ part: { none: false } }),
      '2027-02-18',
      ['part.power '],
    ],
    [
      'a missing envelope field',
      IN_ENVELOPE,
      facts({}, { envelope: { manufacturer: { address: null } } }),
      '2027-02-18',
      ['envelope manufacturer.address '],
    ],
    [
      'nothing for an envelope field with a value',
      IN_ENVELOPE,
      facts({}, { envelope: { manufacturer: { address: 'Jena' } } }),
      '2027-02-18',
      [],
    ],
    [
      'a field of the entry selected by having',
      { ...IN_LIST, having: { role: 'importer' } },
      facts({ records: [{ role: 'maker' }, { role: 'importer' }] }),
      '2027-02-18',
      ['records[1].power '],
    ],
    [
      'a missing entry selected by having',
      { ...IN_LIST, having: { role: 'importer' } },
      facts({ records: [{ role: 'maker', power: 1 }] }),
      '2027-02-18',
      ['records.power '],
    ],
    [
      'nothing if the rule accepts the reason',
      OPEN,
      facts({ category: 'ev' }, { notApplicable: new Map([['power', 'sealed']]) }),
      '2027-02-18',
      [],
    ],
    [
      'a missing field if the rule does not accept the reason',
      DUE,
      facts({ category: 'ev' }, { notApplicable: new Map([['power', 'sealed']]) }),
      '2027-02-18',
      ['power 1(i)'],
    ],
    [
      'the other entry if only one has a reason',
      { ...IN_LIST, not_applicable: true },
      facts({ records: [{}, {}] }, { notApplicable: new Map([['records.1.power', 'sealed']]) }),
      '2027-02-18',
      ['records[0].power '],
    ],
    [
      'nothing if all entries of the list have a reason',
      { ...IN_LIST, not_applicable: true },
      facts({ records: [{}, {}] }, { notApplicable: new Map([['records.power', 'sealed']]) }),
      '2027-02-18',
      [],
    ],
    [
      'nothing if the whole object has a reason',
      { ...OPEN, field: 'part.power' },
      facts({ category: 'ev' }, { notApplicable: new Map([['part', 'has none']]) }),
      '2027-02-18',
      [],
    ],
    [
      'a value that refused_if forbids',
      { rule: 'refused_if', field: 'power', when: EV },
      facts({ category: 'ev', power: 0 }),
      '2020-01-01',
      ['power '],
    ],
    [
      'a forbidden value in a record',
      { rule: 'refused_if', field: 'records.power', when: EV },
      facts({ category: 'ev', records: [{}, { power: 2 }] }),
      '2020-01-01',
      ['records[1].power '],
    ],
    [
      'nothing for a value that is allowed in another category',
      { rule: 'refused_if', field: 'power', when: EV },
      facts({ category: 'lmt', power: 1 }),
      '2020-01-01',
      [],
    ],
    [
      'an envelope field of required_if, on any day',
      { rule: 'required_if', envelope: 'mpn', when: EV },
      facts({ category: 'ev' }),
      '2020-01-01',
      ['envelope mpn '],
    ],
  ])('report %s', (_, rule, of, on, expected) => {
    expect(messagesOf(rule, of, on)).toEqual(expected);
  });

  it('count for the score from their day on, if they apply', () => {
    const due = day('2027-02-18');
    expect(isNotRequired('power', [DUE], facts({ category: 'ev' }), due)).toBe(false);
    expect(isNotRequired('power', [DUE], facts({ category: 'ev' }), TODAY)).toBe(true);
    expect(isNotRequired('power', [DUE], facts({ category: 'lmt' }), due)).toBe(true);
    expect(isNotRequired('records', [{ ...IN_LIST, when: EV }], facts({ category: 'lmt' }), due)).toBe(true);
    expect(isNotRequired('records', [{ ...IN_LIST, when: EV }], facts({ category: 'ev' }), due)).toBe(false);
    const always: TemplateRule = { rule: 'required_if', field: 'power', when: EV };
    expect(isNotRequired('power', [DUE, always], facts({ category: 'ev' }), TODAY)).toBe(false);
    const refused: TemplateRule = { rule: 'refused_if', field: 'power', when: { field: 'category', equals: 'lmt' } };
    expect(isNotRequired('power', [refused], facts({ category: 'lmt' }), TODAY)).toBe(true);
    expect(isNotRequired('power', [refused], facts({ category: 'ev' }), TODAY)).toBe(false);
  });

  it('do not count before their day if applies_if limits the property', () => {
    const rules: TemplateRule[] = [DUE, { rule: 'applies_if', field: 'power', when: { field: 'power', filled: true } }];
    expect(isNotRequired('power', rules, facts({ category: 'ev' }), day('2027-02-17'))).toBe(true);
    expect(isNotRequired('power', rules, facts({ category: 'ev' }), day('2027-02-18'))).toBe(false);
  });

  it('accept a reason for the score only if every requiring rule accepts it', () => {
    const given = facts({ category: 'ev' }, { notApplicable: new Map([['power', 'sealed']]) });
    expect(reasonNotToApply('power', [OPEN], given)).toBe('sealed');
    expect(reasonNotToApply('power', [OPEN, DUE], given)).toBeUndefined();
    expect(reasonNotToApply('power', [], given)).toBeUndefined();
  });

  it.each<[string, string, string | null]>([
    ['an empty, conditionally required field', 'power', null],
    ['an object that contains such a field', 'part', null],
    ['a field in all entries of a list', 'records.rest', null],
    ['a field in one entry of a list', 'records.1.rest', null],
    ['a field in a list where one entry has a value', 'records.load', 'has a value. Remove the value or the reason'],
    ['the entry with the value', 'records.1.load', 'has a value. Remove the value or the reason'],
    ['the entry without the value', 'records.0.load', null],
    ['a field with a value', 'mass', 'has a value. Remove the value or the reason'],
    ['an unknown field', 'other', 'does not exist in the template. Correct the path'],
    ['a mandatory field', 'weight', 'does not accept a reason. Send a value, or leave it out if it is not required'],
    [
      'a field that no rule requires',
      'colour',
      'does not accept a reason. Send a value, or leave it out if it is not required',
    ],
    [
      'a field required only in another category',
      'threshold',
      'does not accept a reason. Send a value, or leave it out if it is not required',
    ],
  ])('decide whether a reason is accepted for %s', (_, named, reason) => {
    const rules: TemplateRule[] = [
      ...['power', 'mass', 'part.height', 'records.rest', 'records.load'].map((field) => ({ ...OPEN, field })),
      { ...OPEN, field: 'threshold', when: { not: EV } },
      { ...DUE, field: 'weight' },
    ];
    const given = facts(
      { category: 'ev', mass: 1, records: [{ at: 'x' }, { load: 0 }] },
      { notApplicable: new Map([[named, 'sealed']]) },
    );
    const messages = notApplicableFaults(given, rules, (path) => path !== 'other').map(({ message }) => message);
    expect(messages).toEqual(reason === null ? [] : [`refers to ${named}, which ${reason}`]);
  });

  it('can limit the allowed granularities', () => {
    const template = {
      granularity_allowed: ['model', 'item'],
      rules: [{ rule: 'granularity_if', granularity: ['batch', 'item'], when: EV, cite: 'Article 77(1)' }],
    } as unknown as TemplateDocument;
    expect(granularitiesAllowed(template, facts({ category: 'ev' }))).toEqual({
      allowed: ['item'],
      cite: 'Article 77(1)',
    });
    expect(granularitiesAllowed(template, facts({ category: 'lmt' }))).toEqual({ allowed: ['model', 'item'] });
  });
});

describe('conditions', () => {
  it.each<[string, RuleCondition, boolean]>([
    ['all, if all hold', { all: [EV, { granularity: ['item'] }] }, true],
    ['all, if one does not hold', { all: [EV, { granularity: ['model'] }] }, false],
    ['any, if one holds', { any: [{ granularity: ['model'] }, EV] }, true],
    ['any, if none holds', { any: [{ granularity: ['model'] }] }, false],
    ['not', { not: EV }, false],
    ['equals on an envelope field', { envelope: 'has_bms', equals: false }, true],
    ['equals false on an unknown value', { envelope: 'rechargeable', equals: false }, false],
    ['above with a lower value', { envelope: 'rated_energy_wh', above: 2000 }, false],
    ['at_most with the exact value', { envelope: 'rated_energy_wh', at_most: 2000 }, true],
    ['above on a missing value', { field: 'mass', above: 0 }, false],
    ['at_most on a missing value', { field: 'mass', at_most: 5 }, false],
    ['a list with one of the words', { field: 'materials', includes_one_of: ['Nickel', 'cobalt'] }, true],
    ['a list without them', { field: 'materials', includes_one_of: ['Graphite'] }, false],
    ['whole words inside a text', { field: 'materials', includes_one_of: ['Co'] }, true],
    ['parts of a word', { field: 'materials', includes_one_of: ['Copp', 'per'] }, false],
    ['the beginning of a word', { field: 'materials', includes_one_of: ['Nick'] }, false],
    ['consecutive words', { field: 'materials', includes_one_of: ['battery GRADE'] }, true],
    ['consecutive words with any separator', { field: 'materials', includes_one_of: ['nickel battery'] }, true],
    ['words apart from one another', { field: 'materials', includes_one_of: ['nickel grade'] }, false],
    ['words across two texts', { field: 'materials', includes_one_of: ['cobalt co'] }, false],
    ['accented letters in either Unicode form', { field: 'materials', includes_one_of: ['ni\u0301quel'] }, true],
    ['a search text without letters or digits', { field: 'materials', includes_one_of: ['–'] }, false],
    ['includes_one_of on a value that is not a list', { field: 'category', includes_one_of: ['ev'] }, false],
  ])('hold or fail as expected: %s', (_, condition, expected) => {
    const of = facts(
      { category: 'ev', materials: ['Lithium', ' COBALT ', 'Copper (Co)', 'Nickel – battery grade', 'N\u00edquel', 7] },
      { envelope: { has_bms: false, rated_energy_wh: 2000 } },
    );
    expect(conditionHolds(condition, of)).toBe(expected);
  });

  it('search long texts only once, however many words are searched for', () => {
    const materials = ['a '.repeat(2_000_000)];
    const searched = Array.from({ length: 40_000 }, (_, index) => `${'a '.repeat(index % 5)}b${index}`);
    const condition = { field: 'materials', includes_one_of: searched };
    expect(mustEnd(() => conditionHolds(condition, facts({ materials })))).toBe(false);
  });

  it('follow the laws of logic for not, all and any', () => {
    const leaf = fc.constantFrom<RuleCondition>(EV, { granularity: ['item'] }, { field: 'mass', above: 3 });
    const { condition } = fc.letrec<{ condition: RuleCondition }>((tie) => ({
      condition: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
        fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
        tie('condition').map((not) => ({ not })),
      ),
    }));
    const world = fc.record({ category: fc.constantFrom('ev', 'lmt'), mass: fc.integer({ min: 0, max: 6 }) });
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 3 }), world, (some, payload) => {
        const holds = (one: RuleCondition): boolean => conditionHolds(one, facts(payload));
        expect(holds({ not: { all: some } })).toBe(holds({ any: some.map((not) => ({ not })) }));
        expect(some.every(holds)).toBe(holds({ all: some }));
      }),
      { numRuns: 60 },
    );
  });
});
