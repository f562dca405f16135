import { readAuthorization } from './authorization.js';
import { slowness } from '../../../../test/support/measured.js';

describe('an Authorization header that signs', () => {
  it.each([
    ['"a"', 'a'],
    ['""a""', 'a'],
    ['a"b', 'a"b'],
    ['"', ''],
    ['""', ''],
    ['a', 'a'],
  ])('has %s without the quotes around it', (sent, read) => {
    expect(readAuthorization(`OAuth oauth_token=${sent}`).get('oauth_token')).toBe(read);
  });

  it('of many quotes is no work', () => {
    const quotes = '"'.repeat(50_000);
    const began = performance.now();
    expect(readAuthorization(`OAuth oauth_token=a${quotes}b`).get('oauth_token')).toBe(`a${quotes}b`);
    expect(performance.now() - began).toBeLessThan(500 * slowness());
  });
});
