import fc from 'fast-check';
import { readEnvelope } from './read-envelope.js';
import { BOOLEAN, DOUBLE, INT, listOf, member, type ObjectShape, STRING } from './shapes.js';
import { SOAP_12 } from './versions.js';
import { written, writerOf } from './write-value.js';
import { enveloped } from './faults.js';
import { StreamedList, StreamedObject } from '../operations/index.js';

const ROW: ObjectShape = {
  kind: 'object',
  name: 'Row',
  members: [member('text', STRING, false), member('count', INT, false), member('tags', listOf(STRING), false)],
};

const ALL: ObjectShape = {
  kind: 'object',
  name: 'All',
  members: [
    member('text', STRING, false),
    member('count', INT, false),
    member('amount', DOUBLE, false),
    member('isOn', BOOLEAN, false),
    member('ids', listOf(INT), false),
    member('row', ROW, false),
    member('rows', listOf(ROW), false),
  ],
};

const CALL: ObjectShape = { kind: 'object', name: 'Call', members: [member('all', ALL, true)] };

const readBack = async (inner: string): Promise<unknown> => {
  const args = await readEnvelope(Buffer.from(enveloped(SOAP_12, `<n:call xmlns:n="urn:n">${inner}</n:call>`)), {
    namespace: 'urn:n',
    found: () => undefined,
    rulesOf: () => ({ parameters: CALL, valuesMax: 1000, rowMaxBytes: 1000 }),
  });
  return args['all'];
};

const inXml = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- what no XML can hold
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((one) => `${one}&<>"'\r\n\t]]>`);
const row = fc.record({ text, count: fc.integer(), tags: fc.array(text, { maxLength: 3 }) });
const all = fc.record(
  {
    text: fc.oneof(text, fc.string({ unit: 'binary' })),
    count: fc.integer(),
    amount: fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 1000),
    isOn: fc.boolean(),
    ids: fc.array(fc.integer(), { maxLength: 3 }),
    row,
    rows: fc.array(row, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const asRead = (value: { readonly text?: string; readonly amount?: number }): unknown => ({
  ...value,
  ...(value.text === undefined ? {} : { text: inXml(value.text) }),
  ...(value.amount === undefined ? {} : { amount: String(value.amount) }),
});

describe('a written value', () => {
  it('is read back unchanged by saxes', () =>
    fc.assert(
      fc.asyncProperty(all, async (value) => {
        expect(await readBack(writerOf('all', ALL)(value))).toEqual(asRead(value));
      }),
      { numRuns: 500 },
    ));

  it('omits null and absent values and has an empty element for an empty list', () => {
    expect(writerOf('all', ALL)({ text: null, ids: [], rows: undefined })).toBe('<all><ids/></all>');
    expect(writerOf('all', ALL)(null)).toBe('');
  });

  it('is the same if streamed', () =>
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
        const streamed = new StreamedObject({ text: 'a', rows: new StreamedList(() => rows) });
        const pieces = [...written('all', ALL, streamed)].join('');
        const whole = writerOf('all', ALL)({ text: 'a', rows });
        expect(pieces.replace('<rows></rows>', '<rows/>')).toBe(whole);
      }),
    ));

  it('keeps all digits of a raw JSON number', () => {
    const number = { rawJSON: '12345678901234567890.123456' };
    expect(writerOf('amount', DOUBLE)(number)).toBe('<amount>12345678901234567890.123456</amount>');
  });
});
