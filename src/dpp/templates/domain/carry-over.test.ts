import { aTemplate } from '../../../../test/support/passport-content.js';
import { plain, say } from '../../../../libs/kernel/index.js';
import type { Json, JsonObject } from '../../passport/domain/index.js';
import { carryOver, moveFaults, takesOver } from './carry-over.js';
import { templateFaults } from './template-faults.js';
import type { Move, TemplateDocument } from './template.js';

const text = { type: 'string' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const OLD = aTemplate(object({ kind: text, fade: text, share: object({ a: text, b: text }), wrong: text, same: text }));
const next = (moves: readonly Move[]): TemplateDocument => ({
  ...aTemplate(
    object({
      kind: text,
      same: text,
      total: { type: 'number' },
      records: { type: 'array', items: object({ fade: text, years: text }) },
    }),
  ),
  version: '2.0.0',
  carried_over: { from: ['1.0.0'], moves },
});
const MOVES: readonly Move[] = [
  { from: 'fade', to: 'records[0].fade' },
  { from: ['share.a', 'share.b'], to: 'total' },
  { from: 'kind', to: 'kind', values: { stationary: 'industrial' } },
  { from: 'kind', envelope: 'mpn', values: { stationary: 'storage' } },
  { from: 'wrong', lost: 'It was of another quantity.' },
];
const carried = (payload: JsonObject, moves = MOVES, from = OLD) => carryOver(payload, from, next(moves));

describe('carryOver to a newer template', () => {
  it('keeps values of properties with the same name', () => {
    const { payload, lost, carried: carriedOver } = carried({ same: 'x', kind: 'ev' });
    expect([payload, lost]).toEqual([{ same: 'x', kind: 'ev' }, []]);
    expect(carriedOver).toEqual(
      ['same', 'kind'].map((name) => ({ from: `dpp_payload.${name}`, to: `dpp_payload.${name}` })),
    );
  });

  it('moves a value to its new place, even in the first entry of a list', () => {
    const { payload, carried: carriedOver } = carried({ fade: '3' });
    expect(payload).toEqual({ records: [{ fade: '3' }] });
    expect(carriedOver).toEqual([{ from: 'dpp_payload.fade', to: 'dpp_payload.records[0].fade' }]);
  });

  it('combines two moves into the same list entry', () => {
    const moves = [...MOVES, { from: 'same', to: 'records[0].years' }];
    expect(carried({ fade: '3', same: '8' }, moves).payload).toEqual({ records: [{ fade: '3', years: '8' }] });
  });

  it('adds up the existing numbers exactly', () => {
    expect(carried({ share: { a: 0.1, b: 0.2 } }).payload).toEqual({ total: 0.3 });
    expect(carried({ share: { b: 4 } }).payload).toEqual({ total: 4 });
  });

  it('translates values, and derives envelope fields from them', () => {
    const { payload, envelope } = carried({ kind: 'stationary' });
    expect([payload, envelope]).toEqual([{ kind: 'industrial' }, { mpn: 'storage' }]);
    expect(carried({ kind: 'ev' })).toMatchObject({ payload: { kind: 'ev' }, envelope: {} });
  });

  it.each<[string, number, JsonObject, string[]]>([
    ['unchanged', 543.6, { rated_energy_wh: 543.6 }, []],
    ['rounded to the decimal places of the field', 543.60001, { rated_energy_wh: 543.6 }, []],
    ['rounded half up', 0.00005, { rated_energy_wh: 0.0001 }, []],
    ['lost if it is too large', 100_000_000_000, {}, ['The target field of the passport cannot store this value.']],
    ['lost if it is negative', -1, {}, ['The target field of the passport cannot store this value.']],
  ])('moves a number into the envelope: %s', (_, energy, expected, reasons) => {
    const { envelope, lost } = carried({ energy }, [{ from: 'energy', envelope: 'rated_energy_wh' }]);
    expect([envelope, lost.map(({ reason }) => reason)]).toEqual([expected, reasons]);
  });

  it('reports values that change their meaning or have no place as lost', () => {
    expect(carried({ wrong: '84.2', own: { note: 'x' } })).toMatchObject({
      payload: {},
      lost: [
        { path: 'dpp_payload.wrong', reason: 'It was of another quantity.' },
        { path: 'dpp_payload.own', reason: 'The template has no such property.' },
      ],
    });
  });

  it.each([
    ['another version', { ...OLD, version: '1.5.0' }],
    ['another code', { ...OLD, code: 'torch' }],
  ])('applies moves only to the versions that they name, not to %s', (_, from) => {
    expect(carried({ fade: '3' }, MOVES, from)).toMatchObject({ payload: {}, lost: [{ path: 'dpp_payload.fade' }] });
  });

  it.each<[string, Partial<TemplateDocument>, boolean]>([
    ['named', {}, true],
    ['of the same major version', { version: '2.7.1' }, true],
    ['of another major version that is not named', { version: '1.5.0' }, false],
    ['of another template', { code: 'torch' }, false],
  ])('takes over passports of a version only if it qualifies: %s', (_, parts, expected) => {
    expect(takesOver({ ...OLD, ...parts }, next(MOVES))).toBe(expected);
  });

  it('reports every value as either carried over or lost', () => {
    const whole = { kind: 'stationary', fade: '3', share: { a: 1, b: 2 }, wrong: 'x', same: 'y', own: 1 };
    const { carried: carriedOver, lost } = carried(whole);
    const named = [...carriedOver.map(({ from }) => from), ...lost.map(({ path }) => path)].join(' ');
    for (const name of Object.keys(whole)) expect(named).toContain(`dpp_payload.${name}`);
  });
});

describe('moves in a template', () => {
  it.each<[string, Json, number]>([
    ['a complete move', { from: 'a.b', to: 'c[0].d' }, 0],
    ['a move with values', { from: 'a', envelope: 'use', values: { x: 'y' } }, 0],
    ['two targets', { from: 'a', to: 'b', lost: 'x' }, 1],
    ['no target', { from: 'a' }, 1],
    ['no source', { to: 'a' }, 1],
    ['a list in the source', { from: 'a[0]', to: 'b' }, 1],
    ['a list entry other than the first', { from: 'a', to: 'b[1]' }, 1],
    ['an inherited name such as constructor', { from: 'a', to: 'b', constructor: 'x' }, 1],
    ['a text', 'a', 1],
  ])('have the expected faults: %s', (_, move, count) => {
    expect(moveFaults(move, 'moves[0]')).toHaveLength(count);
  });

  it.each<[string, Json, string]>([
    ['from', { from: ['a'], to: 'b' }, 'one path such as share.a, or a list of 2 to 20'],
    ['to', { from: 'a', to: 'b[1]' }, 'paths such as records[0].fade'],
    ['envelope', { from: 'a', envelope: '' }, 'non-empty strings'],
    ['versions', { from: 'a', to: 'b', versions: [] }, 'lists of at least one string'],
    ['lost', { from: 'a', lost: ' ' }, 'non-blank strings'],
    ['values', { from: 'a', to: 'b', values: { x: null } }, 'objects of strings, numbers and booleans'],
  ])('are rejected with the rule of %s', (name, move, rule) => {
    expect(moveFaults(move, 'm')).toEqual([expect.objectContaining({ field: `m.${name}`, rule })]);
  });

  it('need targets that exist in the schema or the envelope', () => {
    expect(templateFaults(next(MOVES)).map((fault) => plain(say(fault)))).toEqual([]);
    const lost = next([
      { from: 'fade', to: 'records[0].gone' },
      { from: 'fade', envelope: 'colour' },
    ]);
    expect(templateFaults(lost).map((fault) => plain(say(fault)))).toEqual([
      'carried_over.moves[0] has the target records[0].gone, which does not exist in the schema. Correct the path.',
      'carried_over.moves[1] has the target colour, which does not exist in the envelope. Correct the path.',
    ]);
  });
});
