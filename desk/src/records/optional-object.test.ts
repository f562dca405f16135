import { objectOrUnset } from './optional-object.js';

describe('an object in a form', () => {
  it('is unset if it is optional and all its fields are empty', () => {
    expect(objectOrUnset(true, { max: '', seconds: null })).toBeNull();
  });

  it.each([
    [true, { max: 2, seconds: null }],
    [true, { max: 0, seconds: '' }],
    [false, { max: '', seconds: null }],
  ])('is kept otherwise (optional: %s, %j)', (isOptional, values) => {
    expect(objectOrUnset(isOptional, values)).toEqual(values);
  });
});
