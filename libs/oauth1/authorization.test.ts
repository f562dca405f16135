import { readAuthorization } from './authorization.js';
import { mustEnd } from '../../test/support/must-end.js';

describe('readAuthorization()', () => {
  it.each([
    ['"a"', 'a'],
    ['""a""', 'a'],
    ['a"b', 'a"b'],
    ['"', ''],
    ['""', ''],
    ['a', 'a'],
  ])('removes the quotes around %s', (sent, read) => {
    expect(readAuthorization(`OAuth oauth_token=${sent}`).get('oauth_token')).toBe(read);
  });

  it('reads millions of quotes quickly', () => {
    const token = `a${'"'.repeat(5_000_000)}b`;
    const read = mustEnd(() => readAuthorization(`OAuth oauth_token=${token}`).get('oauth_token'));
    expect(read === token).toBe(true);
  });
});
