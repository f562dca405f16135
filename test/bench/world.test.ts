import { drawn, fingerprint, questionsOf, SIZES, type Size, worldStatements } from './world.js';

const [SMALL, MEDIUM] = SIZES as readonly [Size, Size];

describe('the generated price books', () => {
  it('have the same fingerprint for the same size', () => {
    expect(fingerprint(SMALL)).toBe(fingerprint({ ...SMALL }));
  });

  it.each([
    ['another size', MEDIUM],
    ['another number of lists', { ...SMALL, lists: 6 }],
    ['another number of customer prices', { ...SMALL, customersWithPrices: 11 }],
  ])('have another fingerprint for %s', (_, size) => {
    expect(fingerprint(size)).not.toBe(fingerprint(SMALL));
  });

  it('leave no helper table in the schema', () => {
    const statements = worldStatements(SMALL);
    const made = statements.filter((text) => text.startsWith('CREATE TABLE'));
    expect(made).toHaveLength(1);
    expect(statements).toContain('DROP TABLE bench_number');
  });

  it('get requests for different SKUs, which are the same in every run', () => {
    const [first, second] = questionsOf(1, 2, 500).map((body) => JSON.parse(body) as { skus: string[] });
    expect(new Set(first?.skus).size).toBe(500);
    expect(first?.skus).not.toEqual(second?.skus);
    expect(questionsOf(1, 2, 500)).toEqual(questionsOf(1, 2, 500));
  });

  it('draw each number once', () => {
    expect([...drawn(5, 5, () => 0.5)].sort()).toEqual([1, 2, 3, 4, 5]);
    expect(drawn(2, 5, () => 0)).toEqual([1, 2]);
  });
});
