import { whenThere } from './cache-manager.js';

describe('whenThere()', () => {
  it('continues at once with an available value', () => expect(whenThere(2, (two) => two + 1)).toBe(3));

  it('waits for a promised value', async () => {
    const later = whenThere(Promise.resolve(2), (two) => two + 1);
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toBe(3);
  });

  it('passes on errors in both cases', async () => {
    const fail = (): never => {
      throw new Error('wrong');
    };
    expect(() => whenThere(1, fail)).toThrow('wrong');
    await expect(whenThere(Promise.resolve(1), fail)).rejects.toThrow('wrong');
  });
});
