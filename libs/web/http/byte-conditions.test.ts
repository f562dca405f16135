import fc from 'fast-check';
import { type ConditionHeaders, evaluateConditions } from './byte-conditions.js';

const OURS = { size: 100, etag: '"ours"' };
const evaluate = (headers: ConditionHeaders, method = 'GET') => evaluateConditions(method, headers, OURS);
const range = (first: number, last: number) => ({ status: 206, range: { first, last } });

describe('conditional and range requests (documents-files.md, "Download", RFC 9110)', () => {
  it.each([
    ['bytes=0-0', range(0, 0)],
    ['bytes=0-99', range(0, 99)],
    ['bytes=0-', range(0, 99)],
    ['bytes=99-', range(99, 99)],
    ['bytes=10-200', range(10, 99)],
    ['bytes=-1', range(99, 99)],
    ['bytes=-500', range(0, 99)],
    ['Bytes= 5-6 ', range(5, 6)],
    ['bytes=100-', { status: 416 }],
    ['bytes=100-200', { status: 416 }],
    ['bytes=6-5', { status: 416 }],
    ['bytes=-0', { status: 416 }],
    ['bytes=-', { status: 416 }],
    ['bytes=', { status: 416 }],
    ['bytes=a-b', { status: 416 }],
    ['bytes=0-1-2', { status: 416 }],
    ['bytes=0-1,5-6', { status: 200 }],
    ['lines=0-1', { status: 200 }],
    ['0-1', { status: 200 }],
  ])('evaluate Range: %s', (asked, verdict) => {
    expect(evaluate({ range: asked })).toEqual(verdict);
  });

  it.each([
    ['if-match', '"ours"', 200],
    ['if-match', '"theirs", "ours"', 200],
    ['if-match', '*', 200],
    ['if-match', 'W/"ours"', 412],
    ['if-match', '"theirs"', 412],
    ['if-match', 'ours', 412],
    ['if-none-match', '"ours"', 304],
    ['if-none-match', 'W/"ours"', 304],
    ['if-none-match', '"a,b", "ours"', 304],
    ['if-none-match', '*', 304],
    ['if-none-match', '"theirs"', 200],
    ['if-none-match', '"ours", and more', 304],
  ])('with %s: %s return %i', (name, value, status) => {
    expect(evaluate({ [name]: value })).toEqual({ status });
  });

  it('evaluate conditions before ranges', () => {
    expect(evaluate({ 'if-match': '"theirs"', range: 'bytes=200-' })).toEqual({ status: 412 });
    expect(evaluate({ 'if-none-match': '"ours"', range: 'bytes=200-' })).toEqual({ status: 304 });
    expect(evaluate({ 'if-match': '"theirs"', 'if-none-match': '"ours"' })).toEqual({ status: 412 });
    expect(evaluate({ 'if-match': '"ours"', 'if-none-match': '"theirs"', range: 'bytes=0-1' })).toEqual(range(0, 1));
  });

  it('return everything for an If-Range with another tag, a weak tag or a date', () => {
    expect(evaluate({ 'if-range': '"ours"', range: 'bytes=0-1' })).toEqual(range(0, 1));
    for (const other of ['"theirs"', 'W/"ours"', 'Sat, 21 Nov 2026 10:00:00 GMT'])
      expect(evaluate({ 'if-range': other, range: 'bytes=200-' })).toEqual({ status: 200 });
  });

  it('support ranges only for GET', () => {
    expect(evaluate({ range: 'bytes=0-1' }, 'HEAD')).toEqual({ status: 200 });
    expect(evaluate({ 'if-none-match': '"ours"' }, 'HEAD')).toEqual({ status: 304 });
  });

  it('never return a range that is empty or out of bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.string({ unit: fc.constantFrom(...'0159-'), maxLength: 6 }),
        (size, spec) => {
          const verdict = evaluateConditions('GET', { range: `bytes=${spec}` }, { size, etag: '"x"' });
          if (verdict.status !== 206) return verdict.status === 416;
          const { first, last } = verdict.range;
          return 0 <= first && first <= last && last < size;
        },
      ),
    );
  });
});
