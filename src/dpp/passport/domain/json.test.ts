import { isStorable } from './json.js';

const nested = (depth: number): never => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as never;

it.each([[{}], [[]], [null], [true], [-1.5], ['ä😀'], [{ a: [{ b: null }] }]])('isStorable accepts %j', (value) => {
  expect(isStorable(value as never)).toBe(true);
});

it.each([[Infinity], [NaN], ['\0'], ['\ud800'], [{ '\udc00': 1 }], [{ a: ['\0'] }]])(
  'isStorable rejects %j',
  (value) => {
    expect(isStorable(value as never)).toBe(false);
  },
);

it('isStorable limits the nesting depth', () => {
  expect([isStorable(nested(33)), isStorable(nested(34))]).toEqual([true, false]);
});
