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

describe('what is required from a day on', () => {
  it.each<[string, TemplateRule, RuleFacts, string, string[]]>([
    ['the day before', DUE, facts({ category: 'ev' }), '2027-02-17', []],
    ['on that day', DUE, facts({ category: 'ev' }), '2027-02-18', ['power 1(i)']],
    ['years later', DUE, facts({ category: 'ev' }), '2031-01-01', ['power 1(i)']],
    ['of another kind', DUE, facts({ category: 'lmt' }), '2027-02-18', []],
    ['zero and false are values', DUE, facts({ category: 'ev', power: 0 }), '2027-02-18', []],
    ['blanks are none', DUE, facts({ category: 'ev', power: ' ' }), '2027-02-18', ['power 1(i)']],
    ['an empty list is none', DUE, facts({ category: 'ev', power: [] }), '2027-02-18', ['power 1(i)']],
    [
      'an empty list says that there are none where the schema has it so',
      DUE,
      facts({ category: 'ev', power: [] }, { nones: new Set(['power']) }),
      '2027-02-18',
      [],
    ],
    ['nothing is no list', DUE, facts({ category: 'ev' }, { nones: new Set(['power']) }), '2027-02-18', ['power 1(i)']],
    ['in no record', IN_LIST, facts({ records: [] }), '2027-02-18', ['records.power ']],
    [
      'in one of two records',
      IN_LIST,
      facts({ records: [{ power: 1 }, { at: 'x' }] }),
      '2027-02-18',
      ['records[1].power '],
    ],
    ['in each record', IN_LIST, facts({ records: [{ power: 1 }, { power: 0 }] }), '2027-02-18', []],
    ['where there is none', { ...IN_LIST, field: 'part.power' }, facts({ part: { none: true } }), '2027-02-18', []],
    [
      'none: false says nothing',
      { ...IN_LIST, field: 'part.power' },
      facts({ part: { none: false } }),
      '2027-02-18',
      ['part.power '],
    ],
    [
      'of the envelope',
      IN_ENVELOPE,
      facts({}, { envelope: { manufacturer: { address: null } } }),
      '2027-02-18',
      ['envelope manufacturer.address '],
    ],
    [
      'of the envelope, given',
      IN_ENVELOPE,
      facts({}, { envelope: { manufacturer: { address: 'Jena' } } }),
      '2027-02-18',
      [],
    ],
    [
      'of the entry that is meant',
      { ...IN_LIST, having: { role: 'importer' } },
      facts({ records: [{ role: 'maker' }, { role: 'importer' }] }),
      '2027-02-18',
      ['records[1].power '],
    ],
    [
      'of the entry that is meant, which isn’t there',
      { ...IN_LIST, having: { role: 'importer' } },
      facts({ records: [{ role: 'maker', power: 1 }] }),
      '2027-02-18',
      ['records.power '],
    ],
    [
      'not applicable, where the rule takes a reason',
      OPEN,
      facts({ category: 'ev' }, { notApplicable: new Map([['power', 'sealed']]) }),
      '2027-02-18',
      [],
    ],
    [
      'not applicable, where it takes none',
      DUE,
      facts({ category: 'ev' }, { notApplicable: new Map([['power', 'sealed']]) }),
      '2027-02-18',
      ['power 1(i)'],
    ],
    [
      'a reason for one entry of a list',
      { ...IN_LIST, not_applicable: true },
      facts({ records: [{}, {}] }, { notApplicable: new Map([['records.1.power', 'sealed']]) }),
      '2027-02-18',
      ['records[0].power '],
    ],
    [
      'a reason for each entry of a list',
      { ...IN_LIST, not_applicable: true },
      facts({ records: [{}, {}] }, { notApplicable: new Map([['records.power', 'sealed']]) }),
      '2027-02-18',
      [],
    ],
    [
      'a reason for all of an object',
      { ...OPEN, field: 'part.power' },
      facts({ category: 'ev' }, { notApplicable: new Map([['part', 'has none']]) }),
      '2027-02-18',
      [],
    ],
    [
      'a value that would be refused',
      { rule: 'refused_if', field: 'power', when: EV },
      facts({ category: 'ev', power: 0 }),
      '2020-01-01',
      ['power '],
    ],
    [
      'in a record too',
      { rule: 'refused_if', field: 'records.power', when: EV },
      facts({ category: 'ev', records: [{}, { power: 2 }] }),
      '2020-01-01',
      ['records[1].power '],
    ],
    [
      'not refused of another kind',
      { rule: 'refused_if', field: 'power', when: EV },
      facts({ category: 'lmt', power: 1 }),
      '2020-01-01',
      [],
    ],
    [
      'required now, of the envelope',
      { rule: 'required_if', envelope: 'mpn', when: EV },
      facts({ category: 'ev' }),
      '2020-01-01',
      ['envelope mpn '],
    ],
  ])('%s', (_, rule, of, on, expected) => {
    expect(messagesOf(rule, of, on)).toEqual(expected);
  });

  it('counts for the score from its day on, where it applies', () => {
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

  it('is not asked before its day where a rule says when the property applies', () => {
    const rules: TemplateRule[] = [DUE, { rule: 'applies_if', field: 'power', when: { field: 'power', filled: true } }];
    expect(isNotRequired('power', rules, facts({ category: 'ev' }), day('2027-02-17'))).toBe(true);
    expect(isNotRequired('power', rules, facts({ category: 'ev' }), day('2027-02-18'))).toBe(false);
  });

  it('a reason counts for the score only where every rule that asks takes it', () => {
    const given = facts({ category: 'ev' }, { notApplicable: new Map([['power', 'sealed']]) });
    expect(reasonNotToApply('power', [OPEN], given)).toBe('sealed');
    expect(reasonNotToApply('power', [OPEN, DUE], given)).toBeUndefined();
    expect(reasonNotToApply('power', [], given)).toBeUndefined();
  });

  it.each<[string, string, string | null]>([
    ['empty, and the law asks for it on a condition', 'power', null],
    ['an object in which such a place is', 'part', null],
    ['a place in each entry of a list', 'records.rest', null],
    ['a place in one entry of a list', 'records.1.rest', null],
    ['in a list, of which one entry has a value', 'records.load', 'has a value. Remove the value or the reason'],
    ['the entry that has it', 'records.1.load', 'has a value. Remove the value or the reason'],
    ['the other one', 'records.0.load', null],
    ['with a value', 'mass', 'has a value. Remove the value or the reason'],
    ['unknown', 'other', 'does not exist in the template. Correct the path'],
    ['mandatory', 'weight', 'does not accept a reason. Send a value, or leave it out if it is not required'],
    ['asked for by nothing', 'colour', 'does not accept a reason. Send a value, or leave it out if it is not required'],
    ['of another kind', 'threshold', 'does not accept a reason. Send a value, or leave it out if it is not required'],
  ])('what may be said not to apply: %s', (_, named, reason) => {
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

  it('a rule may leave some granularities', () => {
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
    ['all of them', { all: [EV, { granularity: ['item'] }] }, true],
    ['all but one', { all: [EV, { granularity: ['model'] }] }, false],
    ['one of them', { any: [{ granularity: ['model'] }, EV] }, true],
    ['none of them', { any: [{ granularity: ['model'] }] }, false],
    ['not', { not: EV }, false],
    ['of the envelope', { envelope: 'has_bms', equals: false }, true],
    ['unknown isn’t false', { envelope: 'rechargeable', equals: false }, false],
    ['above', { envelope: 'rated_energy_wh', above: 2000 }, false],
    ['exactly that much', { envelope: 'rated_energy_wh', at_most: 2000 }, true],
    ['what isn’t there is neither above', { field: 'mass', above: 0 }, false],
    ['nor up to it', { field: 'mass', at_most: 5 }, false],
    ['a list with one of the words', { field: 'materials', includes_one_of: ['Nickel', 'cobalt'] }, true],
    ['a list without them', { field: 'materials', includes_one_of: ['Graphite'] }, false],
    ['whole words inside a text', { field: 'materials', includes_one_of: ['Co'] }, true],
    ['not a part of a word', { field: 'materials', includes_one_of: ['Copp', 'per'] }, false],
    ['nor the beginning of one', { field: 'materials', includes_one_of: ['Nick'] }, false],
    ['words that follow one another', { field: 'materials', includes_one_of: ['battery GRADE'] }, true],
    ['whatever stands between them', { field: 'materials', includes_one_of: ['nickel battery'] }, true],
    ['not apart from one another', { field: 'materials', includes_one_of: ['nickel grade'] }, false],
    ['not across two texts', { field: 'materials', includes_one_of: ['cobalt co'] }, false],
    ['letters with signs in either form', { field: 'materials', includes_one_of: ['ni\u0301quel'] }, true],
    ['without a letter or digit nothing is found', { field: 'materials', includes_one_of: ['–'] }, false],
    ['no list', { field: 'category', includes_one_of: ['ev'] }, false],
  ])('%s', (_, condition, expected) => {
    const of = facts(
      { category: 'ev', materials: ['Lithium', ' COBALT ', 'Copper (Co)', 'Nickel – battery grade', 'N\u00edquel', 7] },
      { envelope: { has_bms: false, rated_energy_wh: 2000 } },
    );
    expect(conditionHolds(condition, of)).toBe(expected);
  });

  it('long texts are looked through once, however many words are asked for', () => {
    const materials = ['a '.repeat(2_000_000)];
    const asked = Array.from({ length: 40_000 }, (_, index) => `${'a '.repeat(index % 5)}b${index}`);
    const condition = { field: 'materials', includes_one_of: asked };
    expect(mustEnd(() => conditionHolds(condition, facts({ materials })))).toBe(false);
  });

  it('not, all and any keep the laws of logic', () => {
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
