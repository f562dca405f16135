import fc from 'fast-check';
import { isGs1Text } from './identifiers.js';
import { PRODUCT_IDENTIFIER_MAX, productIdentifier } from './product-identifier.js';

const gtin = '09524000010018';

it.each([
  [{ gtin: null, batch: 'B', serial: 'S' }, undefined],
  [{ gtin, batch: null, serial: null }, '(01)09524000010018'],
  [{ gtin, batch: 'B', serial: null }, '(01)09524000010018(10)B'],
  [{ gtin, batch: null, serial: 'S' }, '(01)09524000010018(21)S'],
  [{ gtin, batch: 'B', serial: 'S' }, '(01)09524000010018(21)S'],
])('productIdentifier of %j is %s', (named, expected) => {
  expect(productIdentifier(named)).toBe(expected);
});

it('productIdentifier is unique per product and within its maximum length', () => {
  const text = fc.string({ unit: fc.constantFrom(...'()0123ABab'), minLength: 1, maxLength: 20 }).filter(isGs1Text);
  const named = fc.record({ gtin: fc.constant(gtin), batch: fc.option(text), serial: fc.option(text) });
  const thing = ({ batch, serial }: { batch: string | null; serial: string | null }) =>
    JSON.stringify(serial === null ? [batch, null] : [null, serial]);
  fc.assert(
    fc.property(named, named, (one, other) => {
      const [name = '', otherName] = [productIdentifier(one), productIdentifier(other)];
      expect(name.length).toBeLessThanOrEqual(PRODUCT_IDENTIFIER_MAX);
      expect(name === otherName).toBe(thing(one) === thing(other));
    }),
  );
});
