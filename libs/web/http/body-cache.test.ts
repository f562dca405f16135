import { BodyRefused } from '../wire-errors.js';
import { BodyCache } from './body-cache.js';

describe('repeated bodies', () => {
  const long = JSON.stringify({ skus: Array.from({ length: 100 }, (_, index) => `SKU-${index}`) });

  it.each([['{"sku":"A"}'], [long]])('are the same object from the second request on', (text) => {
    const bodies = new BodyCache();
    const decode = (sent: string) => bodies.decode(Buffer.from(sent));
    const [first, second, third] = [decode(text), decode(text), decode(text)];
    expect([first, second, third]).toEqual(Array(3).fill(JSON.parse(text)));
    expect([second === first, third === second]).toEqual([false, true]);
    expect(decode(`${text} `)).not.toBe(third);
  });

  it('cannot be changed by one request for the next', () => {
    const bodies = new BodyCache();
    const decode = () => bodies.decode(Buffer.from('{"items":[{"sku":"A"}]}')) as { items: { sku: string }[] };
    decode();
    const { items } = decode();
    expect(() => items.push({ sku: 'B' })).toThrow(TypeError);
    expect(() => Object.assign(items[0] ?? {}, { sku: 'B' })).toThrow(TypeError);
    expect(decode()).toEqual({ items: [{ sku: 'A' }] });
  });

  it('are rejected each time if they are not JSON', () => {
    const bodies = new BodyCache();
    for (let time = 0; time < 3; time += 1) expect(() => bodies.decode(Buffer.from('{'))).toThrow(BodyRefused);
  });
});
