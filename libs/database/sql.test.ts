import { Decimal } from '../kernel/index.js';
import { allOf, anyOf, bound, chunks, inChunks, inList, LIST_MAX, type Param, sql } from './sql.js';

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

describe('bound', () => {
  it.each<[Param, string | number | null]>([
    [new Decimal('999999999.999999'), 999999999.999999],
    [new Date('2026-03-29T01:30:00.5Z'), '2026-03-29T01:30:00.500Z'],
    [true, 1],
    [false, 0],
    [null, null],
    ['text', 'text'],
  ])('turns %s into %s', (param, expected) => expect(bound(param)).toBe(expected));

  it('throws a TypeError for a value that no column holds', () => {
    for (const param of [undefined, {}, []]) expect(() => bound(param as never)).toThrow(TypeError);
  });
});

describe('inList', () => {
  it('lists each value once', () => {
    expect(inList('id', [7, 7, 7])).toEqual({ text: 'id = ?', params: [7] });
  });

  it('matches nothing for an empty list', () => {
    expect(inList('id', [])).toEqual({ text: '1 = 0', params: [] });
  });

  it('pads lists to a few lengths by repeating a value', () => {
    expect(inList('id', [1, 2, 3])).toEqual({ text: 'id IN (?, ?, ?, ?)', params: [1, 2, 3, 1] });
    expect(inList('id', upTo(600)).params).toHaveLength(LIST_MAX);
  });

  it('puts at most 900 values in one list', () => {
    const { text, params } = inList('id', upTo(2000));
    for (const list of text.matchAll(/IN \(([^)]*)\)/g)) {
      expect(list[1]?.split(',').length).toBeLessThanOrEqual(LIST_MAX);
    }
    expect(new Set(params)).toEqual(new Set(upTo(2000)));
  });
});

describe('allOf and anyOf', () => {
  it('return their neutral element for no conditions', () => {
    expect([allOf([]).text, anyOf([]).text]).toEqual(['1 = 1', '1 = 0']);
  });

  it('keep texts and parameters in the same order', () => {
    const { text, params } = allOf(upTo(100).map((at) => sql(`c${at} = ?`, at)));
    expect([...text.matchAll(/c(\d+)/g)].map(([, at]) => Number(at))).toEqual(params);
  });

  it('nest fewer than 16 levels for 4,000 conditions', () => {
    let [depth, deepest] = [0, 0];
    for (const character of anyOf(upTo(4000).map((at) => sql('c = ?', at))).text) {
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      deepest = Math.max(deepest, depth);
    }
    expect(deepest).toBeLessThan(16);
  });
});

describe('chunks', () => {
  it('hold all values in order, at most the given number each', () => {
    expect(chunks(upTo(5), 2)).toEqual([[0, 1], [2, 3], [4]]);
    expect(chunks([])).toEqual([]);
  });

  it('are processed one after the other', async () => {
    const lengths: number[] = [];
    const answers = await inChunks(upTo(2000), async (part) => {
      lengths.push(part.length);
      return part.slice(0, 1);
    });
    expect([lengths, answers]).toEqual([
      [900, 900, 200],
      [0, 900, 1800],
    ]);
    expect(await inChunks([], () => Promise.reject(new Error('nothing to ask')))).toEqual([]);
  });
});
