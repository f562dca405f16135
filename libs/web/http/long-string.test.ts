import fc from 'fast-check';
import { LongString } from './long-string.js';

/** Reads a text in pieces of these sizes. */
const read = (text: string, sizes: readonly number[]) => {
  const bytes = Buffer.from(text);
  const long = new LongString();
  const found: Buffer[] = [];
  for (let index = 0, turn = 0; index < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    found.push(long.take(bytes.subarray(index, index + size)));
    index += size;
  }
  return { found: Buffer.concat(found).toString(), rest: long.rest(), mark: long.mark };
};

const sizes = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 });

describe('the long string of a JSON body', () => {
  it('is extracted unchanged from any pieces and replaced by a mark', () => {
    const long = fc.string({
      unit: fc.constantFrom('A', '/', '"', '\\', '\n', 'é', '😀'),
      minLength: 1025,
      maxLength: 5000,
    });
    fc.assert(
      fc.property(long, fc.string({ maxLength: 100 }), fc.json({ maxDepth: 2 }), sizes, (value, name, other, cuts) => {
        const text = `{"other":${other.length > 500 ? 'null' : other},"documentFile":{"name":${JSON.stringify(name)},"data":${JSON.stringify(value)}},"last":["x"]}`;
        const { found, rest, mark } = read(text, cuts);
        expect(found).toBe(value);
        expect(rest).toEqual({
          other: other.length > 500 ? null : JSON.parse(other),
          documentFile: { name, data: mark },
          last: ['x'],
        });
      }),
    );
  });

  it('may have the escapes that base64 encoders write', () => {
    const value = 'ab\\/c'.repeat(400);
    const { found } = read(`{"data":"${value}\\u002b\\u003D"}`, [7]);
    expect(found).toBe(`${'ab/c'.repeat(400)}+=`);
  });

  it('does not include strings of up to 1,000 characters', () => {
    fc.assert(
      fc.property(fc.json(), sizes, (text, cuts) => {
        fc.pre(text.length <= 1000);
        expect(read(text, cuts)).toMatchObject({ found: '', rest: JSON.parse(text) });
      }),
    );
  });

  it.each([
    ['that is cut off inside the long string', `{"data":"${'A'.repeat(2000)}`],
    ['that is cut off after the long string', `{"data":"${'A'.repeat(2000)}"`],
    ['that is cut off in a short string', '{"data":"AA'],
    ['with a wrong escape', `{"data":"${'A'.repeat(2000)}\\x"}`],
    ['with half an escape', `{"data":"${'A'.repeat(2000)}\\u00zz"}`],
    ['with two long strings', `{"data":"${'A'.repeat(2000)}","more":"${'A'.repeat(70_000)}"}`],
    ['without JSON around it', `"${'A'.repeat(2000)}" x`],
    ['with invalid bytes', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
  ])('is rejected in a body %s', (_, text) => {
    expect(() => read(text, [100])).toThrow('Decoding error.');
  });
});
