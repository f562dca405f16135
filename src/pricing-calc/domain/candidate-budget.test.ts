import { InputRefused } from '../../../libs/kernel/index.js';
import { CandidateBudget, CANDIDATES_MAX } from './candidate-budget.js';

describe('CandidateBudget', () => {
  it('refuses more than 200,000 candidates and says how to request fewer', () => {
    const budget = new CandidateBudget();
    budget.take(CANDIDATES_MAX);
    expect(() => budget.take(1)).toThrow(InputRefused);
    expect(() => budget.take(1)).toThrow(
      /200000 candidate prices\. Request fewer SKUs at once, or set `explain` to "selected"/,
    );
  });

  it('yields to other work every 5,000 candidates', () => {
    const budget = new CandidateBudget();
    const rests = Array.from({ length: 100 }, () => budget.take(1000)).filter((rests) => rests);
    expect(rests).toHaveLength(20);
  });
});
