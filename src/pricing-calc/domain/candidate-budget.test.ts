import { InputRefused } from '../../../libs/kernel/index.js';
import { CandidateBudget, CANDIDATES_MAX } from './candidate-budget.js';

describe('the candidates of an answer', () => {
  it('are at most 200,000, and whoever asks for more is told how to ask for less', () => {
    const budget = new CandidateBudget();
    budget.take(CANDIDATES_MAX);
    expect(() => budget.take(1)).toThrow(InputRefused);
    expect(() => budget.take(1)).toThrow(
      /200000 candidate prices\. Request fewer SKUs at once, or set `explain` to "selected"/,
    );
  });

  it('let others have their turn now and then', () => {
    const budget = new CandidateBudget();
    const rests = Array.from({ length: 100 }, () => budget.take(1000)).filter((rests) => rests);
    expect(rests).toHaveLength(20);
  });
});
