import { PriceCodes } from './codes.js';

describe('price codes', () => {
  it('are sorted by rank', () => {
    const { all, individual, standBack } = new PriceCodes([
      { code: 'own', rank: 30 },
      { code: 'agreed', rank: 10, individual: true },
      { code: 'special', rank: 20, standsBack: true },
    ]);
    expect(all).toEqual(['agreed', 'special', 'own']);
    expect([[...individual], [...standBack]]).toEqual([['agreed'], ['special']]);
  });

  it('belong to exactly one source each', () => {
    const twice = () => new PriceCodes([...'ab', 'a'].map((code, rank) => ({ code, rank })));
    expect(twice).toThrow('two price sources for a');
  });
});
