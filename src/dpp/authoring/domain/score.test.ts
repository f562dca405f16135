import fc from 'fast-check';
import { day } from '../../../../libs/kernel/index.js';
import { aContent, aTemplate } from '../../../../test/support/passport-content.js';
import type { JsonObject, Manufacturer, PassportContent } from '../../passport/domain/index.js';
import type { PayloadFault, TemplateDocument } from '../../templates/domain/index.js';
import type { ScoreItem } from './envelope-score.js';
import { scorePassport } from './score.js';

const TODAY = day('2026-11-24');
const SCHEMA = {
  type: 'object',
  properties: {
    power: { type: 'number', 'x-cite': 'Article 4' },
    colour: { type: 'string' },
    heavy: { type: 'string', 'x-weight': 6 },
    part: { type: 'object', properties: { name: { type: 'string', 'x-weight': 2 }, note: { type: 'string' } } },
  },
  required: ['power'],
};
const TEMPLATE = aTemplate(SCHEMA);
const MAKER = aContent().manufacturer as Manufacturer;
const FULL: JsonObject = { power: 7, colour: 'white', heavy: 'x', part: { name: 'n' } };
const fault = (path: string): PayloadFault => ({ path: path.split('.'), message: 'is not valid', missing: false });

const scored = (
  parts: Partial<PassportContent> = {},
  template: TemplateDocument = TEMPLATE,
  faults: readonly PayloadFault[] = [],
): { readonly score: number; readonly not: Record<string, ScoreItem['state']> } => {
  const { score, items } = scorePassport(aContent({ dppPayload: FULL, ...parts }), template, faults, TODAY);
  return {
    score,
    not: Object.fromEntries(items.filter(({ state }) => state !== 'ok').map(({ path, state }) => [path, state])),
  };
};

describe('scorePassport', () => {
  // The envelope of a model counts 35, because batch and serial number are not required. The payload counts 3 + 1 + 6 +
  // 1 + 2 = 13.
  it.each<[string, Partial<PassportContent>, number, Record<string, ScoreItem['state']>]>([
    ['a complete passport', {}, 100, { batch_or_serial: 'not_applicable' }],
    ['a complete passport with a batch', { batch: 'B' }, 100, {}],
    ['no GTIN: 40 × 28/35 + 60', { gtin: null }, 92, { batch_or_serial: 'not_applicable', gtin: 'missing' }],
    [
      'a wrong GTIN, which counts as none',
      { gtin: '09524000010019' },
      92,
      { batch_or_serial: 'not_applicable', gtin: 'invalid' },
    ],
    [
      'no operator id',
      { manufacturer: { ...MAKER, operatorId: null } },
      92,
      { batch_or_serial: 'not_applicable', 'manufacturer.operator_id': 'missing' },
    ],
    [
      'a wrong operator id',
      { manufacturer: { ...MAKER, operatorId: '1' } },
      92,
      { batch_or_serial: 'not_applicable', 'manufacturer.operator_id': 'invalid' },
    ],
    [
      'the country UK: 40 × 30/35 + 60 = 94.28',
      { countryOfOrigin: 'UK' },
      94,
      { batch_or_serial: 'not_applicable', country_of_origin: 'invalid' },
    ],
    ['no category', { esprCategory: ' ' }, 94, { batch_or_serial: 'not_applicable', espr_category: 'missing' }],
    ['no HS code', { hsCode: null }, 94, { batch_or_serial: 'not_applicable', hs_code: 'missing' }],
    [
      'a missing required field, 3 of 13: 40 + 60 × 10/13 = 86.15',
      { dppPayload: { ...FULL, power: null } },
      86,
      { batch_or_serial: 'not_applicable', 'dpp_payload.power': 'missing' },
    ],
    [
      'a missing optional field, 1 of 13: 95.38',
      { dppPayload: { ...FULL, colour: '' } },
      95,
      { batch_or_serial: 'not_applicable', 'dpp_payload.colour': 'missing' },
    ],
    [
      'a missing field with x-weight 6, 6 of 13: 72.3',
      { dppPayload: { ...FULL, heavy: [] as never } },
      72,
      { batch_or_serial: 'not_applicable', 'dpp_payload.heavy': 'missing' },
    ],
    [
      'a missing nested field with x-weight 2: 90.77',
      { dppPayload: { ...FULL, part: { note: 'n' } } },
      91,
      { batch_or_serial: 'not_applicable', 'dpp_payload.part.name': 'missing' },
    ],
    [
      '0 and false, which count as values',
      { dppPayload: { ...FULL, power: 0, colour: false } },
      100,
      { batch_or_serial: 'not_applicable' },
    ],
  ])('returns the score for %s', (_, parts, score, not) => {
    expect(scored(parts)).toEqual({ score, not });
  });

  it('counts an invalid field and its parent as invalid', () => {
    expect(scored({}, TEMPLATE, [fault('power')])).toEqual({
      score: 86,
      not: { batch_or_serial: 'not_applicable', 'dpp_payload.power': 'invalid' },
    });
    expect(scored({}, TEMPLATE, [fault('part.note')]).not).toMatchObject({ 'dpp_payload.part': 'invalid' });
    expect(scored({}, TEMPLATE, [fault('part.note')]).not).not.toHaveProperty('dpp_payload.part.name');
    expect(scored({}, TEMPLATE, [{ ...fault('power'), path: ['power', 0] }]).not).toMatchObject({
      'dpp_payload.power': 'invalid',
    });
    expect(scored({}, TEMPLATE, [fault('powerful')]).score).toBe(100);
  });

  it('counts the generic template as a missing item: 40 × 29/35 + 60 = 93.14', () => {
    expect(scored({}, aTemplate(SCHEMA, { code: 'generic' }))).toEqual({
      score: 93,
      not: { template_code: 'missing', batch_or_serial: 'not_applicable' },
    });
  });

  it('requires batch or serial if the template is not for models', () => {
    const items = aTemplate(SCHEMA, { granularity_allowed: ['item'] });
    expect(scored({}, items)).toEqual({ score: 95, not: { batch_or_serial: 'missing' } });
    expect(scored({ batch: 'B' }, items)).toEqual({ score: 95, not: { batch_or_serial: 'invalid' } });
    expect(scored({ serial: 'S' }, items)).toEqual({ score: 100, not: {} });
    expect(scored({ serial: 'ü' }, items)).toEqual({ score: 95, not: { batch_or_serial: 'invalid' } });
  });

  it('ignores fields that do not apply', () => {
    const rules = [{ rule: 'applies_if', field: 'heavy', when: { granularity: ['item'] } }] as const;
    const { heavy: _, ...light } = FULL;
    expect(scored({ dppPayload: light }, aTemplate(SCHEMA, { rules }))).toEqual({
      score: 100,
      not: { batch_or_serial: 'not_applicable', 'dpp_payload.heavy': 'not_applicable' },
    });
    expect(scored({ dppPayload: light, serial: 'S' }, aTemplate(SCHEMA, { rules })).score).toBe(72);
  });

  it('counts every field that an empty required field could require, even later', () => {
    const when = { field: 'power', one_of: [7] };
    const due = { rule: 'required_from', field: 'heavy', when, from: '2027-02-18' } as never;
    const rules = [due, { rule: 'applies_if', field: 'colour', when: { not: when } }] as const;
    const scoreOf = (dppPayload: JsonObject) => scored({ dppPayload }, aTemplate(SCHEMA, { rules }));
    expect(scoreOf({ part: { name: 'n' } })).toEqual({
      score: 54,
      not: {
        batch_or_serial: 'not_applicable',
        'dpp_payload.power': 'missing',
        'dpp_payload.heavy': 'missing',
        'dpp_payload.colour': 'missing',
      },
    });
    expect(scoreOf({ power: 7, part: { name: 'n' } }).not).toEqual({
      batch_or_serial: 'not_applicable',
      'dpp_payload.heavy': 'not_applicable',
      'dpp_payload.colour': 'not_applicable',
    });
  });

  it('rounds a half up: 40 + 60 × 39/40 = 98.5', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', 'x-weight': 39 }, b: { type: 'string' } } };
    expect(scored({ dppPayload: { a: 'x' } }, aTemplate(schema)).score).toBe(99);
  });

  it('returns 100 if no payload field counts', () => {
    expect(scored({ dppPayload: {} }, aTemplate({ type: 'object', properties: {} })).score).toBe(100);
    const none = { type: 'object', properties: { a: { type: 'string', 'x-weight': 0 } } };
    expect(scored({ dppPayload: {} }, aTemplate(none)).score).toBe(100);
  });

  it('returns items with their weight and legal citation', () => {
    const { items } = scorePassport(aContent({ dppPayload: FULL }), TEMPLATE, [], TODAY);
    expect(items.find(({ path }) => path === 'dpp_payload.power')).toMatchObject({
      weight: 3,
      cite: 'Article 4',
      message: 'The field has a value.',
    });
    expect(items.slice(0, 7).reduce((sum, { weight }) => sum + weight, 0)).toBe(40);
  });

  const payloads = fc.record(
    {
      power: fc.integer(),
      colour: fc.constantFrom('', 'red'),
      heavy: fc.constantFrom('x', null),
      part: fc.constantFrom({}, { name: 'n' }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>;
  const names = fc.constantFrom('gtin', 'hsCode', 'countryOfOrigin', 'esprCategory', 'manufacturer');

  it('returns an integer from 0 to 100 that never falls when a field is filled in', () => {
    fc.assert(
      fc.property(payloads, fc.uniqueArray(names), (payload, gone) => {
        const parts = { dppPayload: payload, ...Object.fromEntries(gone.map((name) => [name, null])) };
        const { score } = scored(parts);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        for (const [name, value] of Object.entries(FULL))
          expect(scored({ ...parts, dppPayload: { ...payload, [name]: value } }).score).toBeGreaterThanOrEqual(score);
        for (const name of gone)
          expect(scored({ ...parts, [name]: aContent()[name] }).score).toBeGreaterThanOrEqual(score);
      }),
    );
  });

  it('returns a score that follows from its items', () => {
    fc.assert(
      fc.property(payloads, fc.uniqueArray(names), (payload, gone) => {
        const passport = aContent({ dppPayload: payload, ...Object.fromEntries(gone.map((name) => [name, null])) });
        const { score, items } = scorePassport(passport, TEMPLATE, [], TODAY);
        const sum = (isPayload: boolean, states: readonly ScoreItem['state'][]): number =>
          items
            .filter(({ path, state }) => path.startsWith('dpp_payload.') === isPayload && states.includes(state))
            .reduce((total, { weight }) => total + weight, 0);
        const share = (isPayload: boolean): number =>
          sum(isPayload, ['ok']) / sum(isPayload, ['ok', 'missing', 'invalid']);
        expect(Math.abs(score - (40 * share(false) + 60 * share(true)))).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });
});
