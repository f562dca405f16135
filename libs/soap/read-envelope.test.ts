import { SaxesParser } from 'saxes';
import { mustEnd } from '../../test/support/must-end.js';
import { BodyRefused } from '../web/index.js';
import { InputRefused } from '../kernel/index.js';
import { BrokenInput } from '../records/index.js';
import { type EnvelopeRules, readEnvelope } from './read-envelope.js';
import { readScalar } from './scalars.js';
import { BOOLEAN, DOUBLE, INT, type ListShape, listOf, member, type ObjectShape, STRING } from './shapes.js';
import { InvalidXml, ProcedureNotPresent, VersionMismatch } from './soap-errors.js';
import { SOAP_11, SOAP_12, type SoapVersion } from './versions.js';

const ROW: ObjectShape = { kind: 'object', name: 'Row', members: [member('text', STRING, false)] };
const ROWS: ListShape = { ...listOf(ROW), ofRows: true };

const CALL: ObjectShape = {
  kind: 'object',
  name: 'Call',
  members: [
    member('id', INT, true),
    member('text', STRING, false),
    member('amount', DOUBLE, false),
    member('isOn', BOOLEAN, false),
    member('ids', listOf(INT), false),
    member('rows', ROWS, false),
  ],
};

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const envelope = (inner: string, namespace = SOAP_12.envelope): string =>
  `<e:Envelope xmlns:e="${namespace}" xmlns:n="urn:n" ${XSI}><e:Body>${inner}</e:Body></e:Envelope>`;

const call = (inner: string): string => envelope(`<n:call>${inner}</n:call>`);

const reading = (text: string | Buffer, rules: Partial<EnvelopeRules> = {}) =>
  readEnvelope(Buffer.from(text), {
    namespace: 'urn:n',
    found: () => undefined,
    rulesOf: (name) => (name === 'call' ? { parameters: CALL, valuesMax: 100, rowMaxBytes: 40 } : undefined),
    ...rules,
  });

describe('an envelope (soap.md, "On the wire")', () => {
  it.each([SOAP_11, SOAP_12])('has the version of its namespace', async ({ envelope: namespace }) => {
    const found: SoapVersion[] = [];
    await reading(envelope('<n:call/>', namespace), { found: (version) => void found.push(version) });
    expect(found.map((version) => version.envelope)).toEqual([namespace]);
  });

  it.each([
    ['of another version', envelope('<n:call/>', 'urn:other'), VersionMismatch],
    ['that is not an envelope', '<n:call xmlns:n="urn:n"/>', VersionMismatch],
    ['without a body', `<e:Envelope xmlns:e="${SOAP_12.envelope}"/>`, ProcedureNotPresent],
    ['with an unknown operation', envelope('<n:other/>'), ProcedureNotPresent],
    ['with an operation of another namespace', envelope('<call/>'), ProcedureNotPresent],
    ['that is empty', '', InvalidXml],
    ['that is not XML', 'a=1', InvalidXml],
    ['with an unclosed element', `<e:Envelope xmlns:e="${SOAP_12.envelope}">`, InvalidXml],
    ['with two roots', `${call('')}${call('')}`, InvalidXml],
    ['with a DOCTYPE', `<!DOCTYPE a [<!ENTITY b "c">]>${call('<text>&b;</text>')}`, InvalidXml],
    ['with an unknown entity', call('<text>&auml;</text>'), InvalidXml],
    ['with an unbound prefix', call('<m:text/>'), InvalidXml],
    ['in another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${call('')}`, InvalidXml],
    ['of broken UTF-8', Buffer.concat([Buffer.from(call('')), Buffer.from([0xff])]), InvalidXml],
    ['of bytes that start no character', Buffer.alloc(50_000, 0x80), InvalidXml],
  ])('%s is rejected', (_, text, error) => expect(reading(text)).rejects.toBeInstanceOf(error));

  it.each(['ä', '€', '😀'])('keeps a %s intact across pieces', async (character) => {
    for (let before = 0; before < 4; before += 1) {
      const text = ' '.repeat(before) + character.repeat(20_000);
      expect(await reading(call(`<text>${text}</text>`))).toEqual({ text });
    }
  });

  it('has its call in the first body element; headers are ignored', async () => {
    const header = '<e:Header><e:Body><n:other/></e:Body></e:Header>';
    const text = envelope('<n:call><id>1</id></n:call><n:call><id>2</id></n:call>').replace(
      '<e:Body>',
      `${header}<e:Body>`,
    );
    expect(await reading(text)).toEqual({ id: 1 });
  });

  it.each([64, 65])('may have at most 64 levels: %s', async (depth) => {
    // Envelope, body and call are three of them.
    const inner = depth - 3;
    const text = call('<x>'.repeat(inner) + '</x>'.repeat(inner));
    const read = reading(text);
    await (depth <= 64 ? expect(read).resolves.toEqual({}) : expect(read).rejects.toBeInstanceOf(BodyRefused));
  });

  it('is rejected for its depth after its first piece', async () => {
    const parsed = jest.spyOn(SaxesParser.prototype, 'write');
    await expect(reading(call('<x>'.repeat(200_000)))).rejects.toBeInstanceOf(BodyRefused);
    expect(parsed).toHaveBeenCalledTimes(1);
    expect(parsed.mock.calls[0]?.[0]).toHaveLength(16 * 1024);
    parsed.mockRestore();
  });

  it.each([
    [
      'outside the call',
      (start: string) => envelope('<n:call/>').replace('<e:Body>', `<e:Header>${start}/></e:Header><e:Body>`),
    ],
    ['in the call', (start: string) => call(`${start}/>`)],
  ])('may have at most 100 attributes on an element %s', async (_, around) => {
    const start = (count: number): string =>
      `<x${Array.from({ length: count }, (__, index) => ` a${index}=""`).join('')}`;
    await expect(reading(around(start(100)))).resolves.toEqual({});
    await expect(reading(around(start(101)))).rejects.toBeInstanceOf(InvalidXml);
  });

  it('must have its call in the body', async () => {
    const text = envelope('').replace('</e:Body>', '</e:Body><n:call/>');
    await expect(reading(text)).rejects.toBeInstanceOf(ProcedureNotPresent);
  });

  it('may have as many values as its operation allows', async () => {
    await expect(reading(call('<id>1</id>'.repeat(100)))).resolves.toEqual({ id: 1 });
    await expect(reading(call('<id>1</id>'.repeat(101)))).rejects.toBeInstanceOf(InputRefused);
  });

  it.each([
    ['elements', '<a/>'],
    ['comments', '<!---->'],
    ['instructions', '<?a?>'],
  ])('may have at most 1,000 %s outside the call', async (_, one) => {
    const text = (count: number): string =>
      call('<id>1</id>').replace('<e:Body>', `<e:Header>${one.repeat(count)}</e:Header><e:Body>`);
    // Envelope, header, body and call are four of them.
    await expect(reading(text(996))).resolves.toEqual({ id: 1 });
    await expect(reading(text(997))).rejects.toThrow(
      'The envelope contains more than 1000 elements in addition to the call. Send fewer header elements.',
    );
  });

  it.each(['<!---->', '<?a?>', '<![CDATA[a]]>'])('counts %s among its values', async (one) => {
    await expect(reading(call(one.repeat(100)))).resolves.toEqual({});
    await expect(reading(call(one.repeat(101)))).rejects.toBeInstanceOf(InputRefused);
  });

  it('may have at most 10,000 rows', async () => {
    const rows = (count: number): string => call(`<rows>${'<item><text>a</text></item>'.repeat(count)}</rows>`);
    const rulesOf = () => ({ parameters: CALL, valuesMax: 40_000, rowMaxBytes: 40 });
    expect((await reading(rows(10_000), { rulesOf }))['rows']).toHaveLength(10_000);
    await expect(reading(rows(10_001), { rulesOf })).rejects.toThrow(
      'The request contains 10001 records, but at most 10000 are allowed. Send them in several calls.',
    );
  });

  it('is read in pieces of 16 KiB, between which other work can run', async () => {
    const [events, write] = [[] as string[], SaxesParser.prototype.write];
    const parsed = jest.spyOn(SaxesParser.prototype, 'write').mockImplementation(function (this: SaxesParser, piece) {
      // A null piece marks the end.
      if (piece !== null) events.push(Buffer.byteLength(piece as string) <= 16 * 1024 ? 'piece' : 'too long');
      return write.call(this, piece);
    });
    let isRead = false;
    const turn = (): void => {
      events.push('turn');
      if (!isRead) setImmediate(turn);
    };
    setImmediate(turn);
    await reading(call(`<text>${'ä'.repeat(500_000)}</text>`));
    isRead = true;
    parsed.mockRestore();
    expect(events.filter((event) => event === 'piece').length).toBeGreaterThan(1_000_000 / (16 * 1024));
    expect(events).not.toContain('too long');
    expect(events.some((event, at) => event === 'piece' && events[at + 1] === 'piece')).toBe(false);
  });

  it('is read correctly wherever its pieces end', async () => {
    // Thirteen bytes, so that each of them starts some piece.
    const text = 'ä😀&#228;x'.repeat(30_000);
    expect(await reading(call(`<text>${text}</text>`))).toEqual({ text: 'ä😀äx'.repeat(30_000) });
  });
});

describe('elements (soap.md, "On the wire")', () => {
  it.each([
    ['in any order', '<text>a</text><id>1</id>', { id: 1, text: 'a' }],
    ['with the namespace', '<n:id>1</n:id>', { id: 1 }],
    ['unknown elements', '<id>1</id><other><id>2</id></other>', { id: 1 }],
    ['of another namespace', '<o:id xmlns:o="urn:o">1</o:id>', {}],
    ['a repeated element', '<id>1</id><id>2</id>', { id: 2 }],
    ['null', '<id xsi:nil="true"/><text xsi:nil="1"/>', { id: null, text: null }],
    ['not null', '<text xsi:nil="false">a</text>', { text: 'a' }],
    ['an empty int', '<id/>', { id: null }],
    ['an empty amount', '<amount></amount>', { amount: null }],
    ['an empty text', '<text/>', { text: '' }],
    ['a text with spaces', '<text> a </text>', { text: ' a ' }],
    ['entities', '<text>&lt;&gt;&amp;&quot;&apos;&#228;&#xe4;</text>', { text: '<>&"\'ää' }],
    ['CDATA', '<text><![CDATA[<a>&]]>b</text>', { text: '<a>&b' }],
    ['a number with spaces', '<id> 5 </id>', { id: 5 }],
    ['a number with a sign', '<id>+5</id>', { id: 5 }],
    ['text instead of a number', '<id>five</id>', { id: 'five' }],
    ['a number with too many digits', '<id>99999999999999999999</id>', { id: '99999999999999999999' }],
    ['an amount', '<amount>12345678.123456</amount>', { amount: '12345678.123456' }],
    ['a small amount', '<amount>1.0E-5</amount>', { amount: '0.00001' }],
    ['a large amount', '<amount>1e+21</amount>', { amount: '1000000000000000000000' }],
    ['an amount that is too large', '<amount>1e400</amount>', { amount: '1e400' }],
    ['an amount of NaN', '<amount>NaN</amount>', { amount: 'NaN' }],
    ['1', '<isOn>1</isOn>', { isOn: true }],
    ['0', '<isOn>0</isOn>', { isOn: false }],
    ['true', '<isOn>true</isOn>', { isOn: true }],
    ['false', '<isOn>false</isOn>', { isOn: false }],
    ['text instead of a boolean', '<isOn>yes</isOn>', { isOn: 'yes' }],
    ['a boolean named like an object property', '<isOn>constructor</isOn>', { isOn: 'constructor' }],
    ['an amount that starts with its point', '<amount>.5</amount>', { amount: '0.5' }],
    ['an amount that ends with its point', '<amount>5.</amount>', { amount: '5' }],
    ['an amount of a point alone', '<amount>.</amount>', { amount: '.' }],
    ['an empty list', '<ids/>', { ids: [] }],
    ['a list of one', '<ids><item>1</item></ids>', { ids: [1] }],
    ['a list', '<ids><item>1</item><item>2</item></ids>', { ids: [1, 2] }],
    ['a list with another element', '<ids><item>1</item><id>2</id></ids>', { ids: [1] }],
    ['a list that is null', '<ids xsi:nil="true"/>', { ids: null }],
  ])('are read: %s', async (_, inner, expected) => expect(await reading(call(inner))).toEqual(expected));

  it('return a long invalid amount quickly', () => {
    const text = `${'1'.repeat(5_000_000)}x`;
    expect(mustEnd(() => readScalar(DOUBLE, text))).toBe(text);
  });

  it('keep the positions of rows that are null or too long', async () => {
    const long = `<item><text>${'ä'.repeat(20)}</text></item>`;
    const read = await reading(call(`<rows><item><text>a</text></item>${long}<item xsi:nil="true"/></rows>`));
    expect(read['rows']).toEqual([{ text: 'a' }, expect.any(BrokenInput), expect.any(BrokenInput)]);
  });

  it('measure rows in bytes anywhere in the document', async () => {
    const row = (signs: number): string => `<item><text>${'ä'.repeat(signs)}</text></item>`;
    // The tags count too: `<text>`, `</text>` and `</item>`.
    const own = 20;
    const rulesOf = () => ({ parameters: CALL, valuesMax: 10_000, rowMaxBytes: own + 2 * 9 });
    const list = Array.from({ length: 2000 }, (_, index) => row(index % 3 === 0 ? 10 : 9)).join('');
    const { rows } = (await reading(call(`<rows>${list}</rows>`), { rulesOf })) as {
      readonly rows: readonly unknown[];
    };
    expect(rows.map((one) => one instanceof BrokenInput)).toEqual(rows.map((_, index) => index % 3 === 0));
  });

  it('are not read any further for a rejected caller', async () => {
    const refusal = new Error('not you');
    const rulesOf = () => {
      throw refusal;
    };
    await expect(reading(call('<id>'), { rulesOf })).rejects.toBe(refusal);
  });
});
