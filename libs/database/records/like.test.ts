import { likePattern } from './like.js';

describe('likePattern', () => {
  it.each([
    ['a%b_', 'a%b_'],
    ['%%%a%%', '%a%'],
    ['100\\%', '100\\%'],
    ['\\a\\_', 'a\\_'],
    ['back\\\\slash', 'back\\\\slash'],
    ['at the end \\', 'at the end \\\\'],
    ['', ''],
  ])('turns %s into %s', (pattern, asked) => expect(likePattern(pattern, 255)).toBe(asked));

  it('is undefined if it requires more characters than the field holds', () => {
    expect(likePattern('___', 3)).toBe('___');
    expect(likePattern('____', 3)).toBeUndefined();
    expect(likePattern('%_%a%b%', 3)).toBe('%_%a%b%');
    expect(likePattern('🧰'.repeat(4), 3)).toBeUndefined();
  });
});
