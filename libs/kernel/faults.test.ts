import { InputRefused, refuse } from './errors.js';
import { at, invalidValue, plain, required, say, sentence, shown, unsupported, wrongType } from './faults.js';

describe('fault messages', () => {
  it('are those of the platform, which its clients know', () => {
    expect(say(required('customerGroup'))).toEqual({
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: 'customerGroup' },
    });
    expect(say(unsupported('colour'))).toEqual({
      message: '"%fieldName" is not supported. Correct the field name and try again.',
      parameters: { fieldName: 'colour' },
    });
    expect(say(wrongType('is_external', 'yes', 'int'))).toEqual({
      message:
        'Error occurred during "is_external" processing. The "yes" value\'s type is invalid. The "int" type was expected. Verify and try again.',
    });
    expect(say(invalidValue('qty', -1))).toEqual({
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName: 'qty', value: -1 },
    });
  });

  it('name the position in a list', () => {
    expect(say(at('priceLists[3]', invalidValue('priority', 1000))).parameters).toEqual({
      fieldName: 'priceLists[3].priority',
      value: 1000,
    });
    expect(say(at('records[0]', sentence('This name is taken.', undefined, 'name'))).message).toBe(
      'records[0].name: This name is taken.',
    );
    expect(say(at('records[0]', sentence('This name is taken.'))).message).toBe('records[0]: This name is taken.');
  });

  it('shorten long values and objects', () => {
    expect(shown('x'.repeat(5000)).length).toBeLessThan(210);
    expect(shown({ a: 'x'.repeat(5000) }).length).toBeLessThan(210);
    expect(shown(undefined)).toBe('');
    expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
    expect(shown('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
  });

  it('form a sentence once the placeholders are filled', () => {
    expect(plain(say(invalidValue('qty', 0, 'at least 1')))).toBe(
      'Invalid value of "0" provided for the qty field. Allowed: at least 1.',
    );
    expect(plain(say(invalidValue('qty', 0)))).toBe('Invalid value of "0" provided for the qty field.');
    expect(plain({ message: 'The "%1" attribute name is invalid.', parameters: ['x'] })).toBe(
      'The "x" attribute name is invalid.',
    );
    expect(plain({ message: '100%off %unknown', parameters: {} })).toBe('100%off %unknown');
  });
});

it('refuse() reports all faults together and does nothing without any', () => {
  expect(() => refuse([])).not.toThrow();
  const error = (() => {
    try {
      refuse([required('name'), required('code')]);
    } catch (thrown) {
      return thrown;
    }
    return undefined;
  })();
  expect(error).toBeInstanceOf(InputRefused);
  expect((error as InputRefused).faults).toHaveLength(2);
});
