import { whenThere } from './cache-manager.js';

describe('a value that is there, or will be', () => {
  it('goes on at once with what is there', () => expect(whenThere(2, (two) => two + 1)).toBe(3));

  it('waits for what is not', async () => {
    const later = whenThere(Promise.resolve(2), (two) => two + 1);
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toBe(3);
  });

  it('hands on what went wrong, on either way', async () => {
    const fail = (): never => {
      throw new Error('wrong');
    };
    expect(() => whenThere(1, fail)).toThrow('wrong');
    await expect(whenThere(Promise.resolve(1), fail)).rejects.toThrow('wrong');
  });
});
