import fc from 'fast-check';
import { type RequestedSerials, readSerials, RUN_MAX } from './serials.js';

const said = (fields: Partial<RequestedSerials>): RequestedSerials => ({
  serials: [],
  serialsCsv: null,
  valuesCsv: null,
  pattern: null,
  count: null,
  ...fields,
});
const read = (fields: Partial<RequestedSerials>): unknown => {
  const { serials, faults } = readSerials(said(fields));
  return faults.length === 0 ? serials : 'refused';
};

describe('the serial numbers of a run', () => {
  it.each<[string, Partial<RequestedSerials>, unknown]>([
    ['a list', { serials: ['B', 'A'] }, ['B', 'A']],
    ['CSV', { serialsCsv: 'serial\nS-1\nS-2\n' }, ['S-1', 'S-2']],
    ['CSV with a line that names the separator', { serialsCsv: 'sep=;\r\nserial\r\nS;1\r\n' }, ['S;1']],
    ['CSV with empty columns and rows', { serialsCsv: 'serial;;\nS-1;;\n;;\nS-2\n' }, ['S-1', 'S-2']],
    ['CSV of a spreadsheet', { serialsCsv: '\uFEFFSerial\r\nS-1\r\n"S""2"\r\n' }, ['S-1', 'S"2']],
    ['a pattern', { pattern: 'RP-{0098}/X', count: 3 }, ['RP-0098/X', 'RP-0099/X', 'RP-0100/X']],
    ['a pattern that outgrows its digits', { pattern: '{9}', count: 2 }, ['9', '10']],
    ['nothing', {}, 'refused'],
    ['two at once', { serials: ['A'], pattern: '{1}', count: 1 }, 'refused'],
    ['a pattern without a counter', { pattern: 'RP', count: 2 }, 'refused'],
    ['a pattern with two', { pattern: '{1}{1}', count: 2 }, 'refused'],
    ['a pattern without a count', { pattern: '{1}' }, 'refused'],
    ['a pattern for too many', { pattern: '{1}', count: RUN_MAX + 1 }, 'refused'],
    ['a pattern that becomes too long', { pattern: '1234567890123456789{9}', count: 2 }, 'refused'],
    ['too many in a list', { serials: Array.from({ length: RUN_MAX + 1 }, (_, at) => String(at)) }, 'refused'],
    ['one twice', { serials: ['A', 'B', 'A'] }, 'refused'],
    ['a sign that GS1 lacks', { serials: ['Ä'] }, 'refused'],
    ['CSV of another column', { serialsCsv: 'sku\nA' }, 'refused'],
    ['CSV of nothing', { serialsCsv: 'serial\n' }, 'refused'],
  ])('%s', (_, fields, expected) => {
    expect(read(fields)).toEqual(expected);
  });

  it('of a pattern are all different, in order, and as many as were asked for', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 300 }),
        (first, digits, count) => {
          const made = read({ pattern: `A{${String(first).padStart(digits, '0')}}`, count }) as readonly string[];
          expect(new Set(made).size).toBe(count);
          expect(made.map((serial) => Number(serial.slice(1)))).toEqual(
            Array.from({ length: count }, (_, at) => first + at),
          );
        },
      ),
    );
  });
});
