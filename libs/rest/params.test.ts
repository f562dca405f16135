import { InputRefused, NoSuchEntity } from '../kernel/index.js';
import { pathId, pathIdOrUnknown } from '../calls/index.js';

describe('the id of a path (wire.md §2)', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['17', 17],
    ['007', 7],
    ['2147483647', 2_147_483_647],
  ])('%s is %i', (raw, id) => expect(Object.is(pathId(raw), id)).toBe(true));

  it.each(['-1', '2147483648', '9'.repeat(400)])('%s is of no record that there can be', (raw) => {
    expect(() => pathId(raw)).toThrow(NoSuchEntity);
    expect(pathIdOrUnknown(raw)).toBe(-1);
  });

  it.each(['', 'abc', '1.0', ' 1', '+1', '1e3', '٣'])('%j is none', (raw) => {
    expect(() => pathId(raw)).toThrow(InputRefused);
    expect(() => pathIdOrUnknown(raw)).toThrow(InputRefused);
  });

  it('a long one is not repeated whole', () => {
    expect(() => pathId('x'.repeat(5000))).toThrow(/^The "x{200}…" value's type is invalid/);
  });
});
