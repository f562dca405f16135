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

describe('what a payload becomes under a newer template', () => {
  it('what is of the same name stays', () => {
    const { payload, lost, carried: carriedOver } = carried({ same: 'x', kind: 'ev' });
    expect([payload, lost]).toEqual([{ same: 'x', kind: 'ev' }, []]);
    expect(carriedOver).toEqual(
      ['same', 'kind'].map((name) => ({ from: `dpp_payload.${name}`, to: `dpp_payload.${name}` })),
    );
  });

  it('what moved goes to its place, into the first entry of a list too', () => {
    const { payload, carried: carriedOver } = carried({ fade: '3' });
    expect(payload).toEqual({ records: [{ fade: '3' }] });
    expect(carriedOver).toEqual([{ from: 'dpp_payload.fade', to: 'dpp_payload.records[0].fade' }]);
  });

  it('two that meet in one entry stand side by side', () => {
    const moves = [...MOVES, { from: 'same', to: 'records[0].years' }];
    expect(carried({ fade: '3', same: '8' }, moves).payload).toEqual({ records: [{ fade: '3', years: '8' }] });
  });

  it('numbers are added up exactly, of those that are there', () => {
    expect(carried({ share: { a: 0.1, b: 0.2 } }).payload).toEqual({ total: 0.3 });
    expect(carried({ share: { b: 4 } }).payload).toEqual({ total: 4 });
  });

  it('words change, and what follows from them goes into the envelope', () => {
    const { payload, envelope } = carried({ kind: 'stationary' });
    expect([payload, envelope]).toEqual([{ kind: 'industrial' }, { mpn: 'storage' }]);
    expect(carried({ kind: 'ev' })).toMatchObject({ payload: { kind: 'ev' }, envelope: {} });
  });

  it.each<[string, number, JsonObject, string[]]>([
    ['as it is', 543.6, { rated_energy_wh: 543.6 }, []],
    ['rounded to the digits that the envelope has', 543.60001, { rated_energy_wh: 543.6 }, []],
    ['half up', 0.00005, { rated_energy_wh: 0.0001 }, []],
    ['too large for it', 100_000_000_000, {}, ['The target field of the passport cannot store this value.']],
    ['negative, as a draft may have it', -1, {}, ['The target field of the passport cannot store this value.']],
  ])('a number that goes into the envelope, %s', (_, energy, expected, reasons) => {
    const { envelope, lost } = carried({ energy }, [{ from: 'energy', envelope: 'rated_energy_wh' }]);
    expect([envelope, lost.map(({ reason }) => reason)]).toEqual([expected, reasons]);
  });

  it('what means something else, or has no place, is lost and told', () => {
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
  ])('moves are of the versions they name: not of %s', (_, from) => {
    expect(carried({ fade: '3' }, MOVES, from)).toMatchObject({ payload: {}, lost: [{ path: 'dpp_payload.fade' }] });
  });

  it.each<[string, Partial<TemplateDocument>, boolean]>([
    ['named', {}, true],
    ['of the same major version', { version: '2.7.1' }, true],
    ['of another one that is not named', { version: '1.5.0' }, false],
    ['of another template', { code: 'torch' }, false],
  ])('a version takes over passports of one that is %s', (_, parts, expected) => {
    expect(takesOver({ ...OLD, ...parts }, next(MOVES))).toBe(expected);
  });

  it('every value is carried or lost', () => {
    const whole = { kind: 'stationary', fade: '3', share: { a: 1, b: 2 }, wrong: 'x', same: 'y', own: 1 };
    const { carried: carriedOver, lost } = carried(whole);
    const named = [...carriedOver.map(({ from }) => from), ...lost.map(({ path }) => path)].join(' ');
    for (const name of Object.keys(whole)) expect(named).toContain(`dpp_payload.${name}`);
  });
});

describe('moves as they are sent', () => {
  it.each<[string, Json, number]>([
    ['whole', { from: 'a.b', to: 'c[0].d' }, 0],
    ['with words', { from: 'a', envelope: 'use', values: { x: 'y' } }, 0],
    ['two goals', { from: 'a', to: 'b', lost: 'x' }, 1],
    ['no goal', { from: 'a' }, 1],
    ['from nowhere', { to: 'a' }, 1],
    ['a list in the source', { from: 'a[0]', to: 'b' }, 1],
    ['another entry', { from: 'a', to: 'b[1]' }, 1],
    ['a name of every object', { from: 'a', to: 'b', constructor: 'x' }, 1],
    ['no object', 'a', 1],
  ])('%s', (_, move, count) => {
    expect(moveFaults(move, 'moves[0]')).toHaveLength(count);
  });

  it.each<[string, Json, string]>([
    ['from', { from: ['a'], to: 'b' }, 'one path such as share.a, or a list of 2 to 20'],
    ['to', { from: 'a', to: 'b[1]' }, 'paths such as records[0].fade'],
    ['envelope', { from: 'a', envelope: '' }, 'non-empty strings'],
    ['versions', { from: 'a', to: 'b', versions: [] }, 'lists of at least one string'],
    ['lost', { from: 'a', lost: ' ' }, 'non-blank strings'],
    ['values', { from: 'a', to: 'b', values: { x: null } }, 'objects of strings, numbers and booleans'],
  ])('the refusal of %s names the rule', (name, move, rule) => {
    expect(moveFaults(move, 'm')).toEqual([expect.objectContaining({ field: `m.${name}`, rule })]);
  });

  it('lead to what there is', () => {
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
