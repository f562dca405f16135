import { measuredEntry } from './measured-entry.js';

const NOW = new Date('2027-03-01T12:00:00.000Z');
const read = (sent: unknown) => measuredEntry(sent, 0, new Set(['cycles']), NOW);

it.each([
  [{ point: 'cycles', at: '2027-03-01T12:05:00Z', value: 0 }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00+01:00', value: { a: 1 } }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z', void: true, reason: 'sensor' }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z', value: 'x'.repeat(16 * 1024 - 2) }],
])('measuredEntry accepts valid entry %#', (sent) => expect(read(sent)).not.toHaveProperty('fault'));

it.each([
  [{ point: 'cycles', at: '2027-03-01T12:05:00.001Z', value: 0 }],
  [{ point: 'other', at: '2027-03-01T12:00:00Z', value: 0 }],
  [{ point: 'cycles', at: '2027-03-01', value: 0 }],
  [{ point: 'cycles', at: '2027-02-29T12:00:00Z', value: 0 }],
  [{ point: 'cycles', at: '1969-12-31T12:00:00Z', value: 0 }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z', value: 'x'.repeat(16 * 1024 - 1) }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z' }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z', value: null }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z', void: true, reason: ' ' }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z', void: true, reason: 'x', value: 1 }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z', value: 1, unit: 'x' }],
  [[]],
  ['cycles'],
])('measuredEntry rejects invalid entry %#', (sent) => expect(read(sent)).toHaveProperty('fault'));

it.each([
  ['measurements[0]', 'cycles', 'objects with only point, at, value, void, reason'],
  ['measurements[0].point', { point: 'other' }, 'measured points of the template'],
  [
    'measurements[0].at',
    { point: 'cycles', at: '2027-03-01' },
    'dates and times with a time zone, such as 2026-05-01T08:00:00Z, from 1970 to 9999',
  ],
  [
    'measurements[0].reason',
    { point: 'cycles', at: '2027-03-01T12:00:00Z', void: true },
    '1 to 500 characters, if value is omitted',
  ],
  [
    'measurements[0].value',
    { point: 'cycles', at: '2027-03-01T12:00:00Z', value: null },
    'any value except null, if void and reason are omitted',
  ],
  [
    'measurements[0].value',
    { point: 'cycles', at: '2027-03-01T12:00:00Z', value: '\0' },
    'at most 16384 characters of JSON without NUL characters, unpaired surrogates or numbers beyond the double-precision range, nested at most 32 levels deep',
  ],
])('measuredEntry reports the rule of %s: %j', (field, sent, rule) =>
  expect(read(sent)).toMatchObject({ fault: { field, rule } }),
);
