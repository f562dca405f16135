import { InputRefused, NoSuchEntity } from '../kernel/index.js';
import { pathId, pathIdOrUnknown } from '../calls/index.js';

describe('the id of a path (wire.md §2)', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['17', 17],
    ['007', 7],
    ['2147483647', 2_147_483_647],
  ])('%s is read as %i', (raw, id) => expect(Object.is(pathId(raw), id)).toBe(true));

  it.each(['-1', '2147483648', '9'.repeat(400)])('%s is reported as not found', (raw) => {
    expect(() => pathId(raw)).toThrow(NoSuchEntity);
    expect(pathIdOrUnknown(raw)).toBe(-1);
  });

  it.each(['', 'abc', '1.0', ' 1', '+1', '1e3', '٣'])('%j is rejected', (raw) => {
    expect(() => pathId(raw)).toThrow(InputRefused);
    expect(() => pathIdOrUnknown(raw)).toThrow(InputRefused);
  });

  it('is shortened in an error if it is long', () => {
    expect(() => pathId('x'.repeat(5000))).toThrow(/^The "x{200}…" value's type is invalid/);
  });
});
