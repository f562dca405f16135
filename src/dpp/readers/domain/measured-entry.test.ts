import { measuredEntry } from './measured-entry.js';

const NOW = new Date('2027-03-01T12:00:00.000Z');
const read = (sent: unknown) => measuredEntry(sent, 0, new Set(['cycles']), NOW);

it.each([
  [{ point: 'cycles', at: '2027-03-01T12:05:00Z', value: 0 }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00+01:00', value: { a: 1 } }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z', void: true, reason: 'sensor' }],
  [{ point: 'cycles', at: '2027-03-01T12:00:00Z', value: 'x'.repeat(16 * 1024 - 2) }],
])('%# is one', (sent) => expect(read(sent)).not.toHaveProperty('fault'));

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
])('%# is none', (sent) => expect(read(sent)).toHaveProperty('fault'));
