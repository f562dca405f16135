import fc from 'fast-check';
import { type RequestedSerials, readSerials, RUN_MAX } from './serials.js';

const requested = (fields: Partial<RequestedSerials>): RequestedSerials => ({
  serials: [],
  serialsCsv: null,
  valuesCsv: null,
  pattern: null,
  count: null,
  ...fields,
});
const read = (fields: Partial<RequestedSerials>): unknown => {
  const { serials, faults } = readSerials(requested(fields));
  return faults.length === 0 ? serials : 'refused';
};

describe('readSerials', () => {
  it.each<[string, Partial<RequestedSerials>, unknown]>([
    ['a list', { serials: ['B', 'A'] }, ['B', 'A']],
    ['CSV', { serialsCsv: 'serial\nS-1\nS-2\n' }, ['S-1', 'S-2']],
    ['CSV with a separator line', { serialsCsv: 'sep=;\r\nserial\r\nS;1\r\n' }, ['S;1']],
    ['CSV with empty columns and rows', { serialsCsv: 'serial;;\nS-1;;\n;;\nS-2\n' }, ['S-1', 'S-2']],
    ['CSV of a spreadsheet', { serialsCsv: '\uFEFFSerial\r\nS-1\r\n"S""2"\r\n' }, ['S-1', 'S"2']],
    ['a pattern', { pattern: 'RP-{0098}/X', count: 3 }, ['RP-0098/X', 'RP-0099/X', 'RP-0100/X']],
    ['a pattern that needs more digits', { pattern: '{9}', count: 2 }, ['9', '10']],
    ['a request without serial numbers', {}, 'refused'],
    ['a list and a pattern together', { serials: ['A'], pattern: '{1}', count: 1 }, 'refused'],
    ['a pattern without a counter', { pattern: 'RP', count: 2 }, 'refused'],
    ['a pattern with two counters', { pattern: '{1}{1}', count: 2 }, 'refused'],
    ['a pattern without a count', { pattern: '{1}' }, 'refused'],
    ['a pattern for too many serial numbers', { pattern: '{1}', count: RUN_MAX + 1 }, 'refused'],
    ['a pattern that becomes too long', { pattern: '1234567890123456789{9}', count: 2 }, 'refused'],
    [
      'a list of too many serial numbers',
      { serials: Array.from({ length: RUN_MAX + 1 }, (_, at) => String(at)) },
      'refused',
    ],
    ['a duplicate serial number', { serials: ['A', 'B', 'A'] }, 'refused'],
    ['a character outside the GS1 set', { serials: ['Ä'] }, 'refused'],
    ['CSV with another column', { serialsCsv: 'sku\nA' }, 'refused'],
    ['CSV without rows', { serialsCsv: 'serial\n' }, 'refused'],
  ])('reads or rejects %s', (_, fields, expected) => {
    expect(read(fields)).toEqual(expected);
  });

  it('creates the requested number of different serial numbers in order from a pattern', () => {
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
