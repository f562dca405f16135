import { InputRefused, NoSuchEntity, required } from '../../../../libs/kernel/index.js';
import { failedOutcome } from './import-plans.js';

describe('failedOutcome', () => {
  it('keeps at most ten faults of a row', () => {
    const [first, ...more] = Array.from({ length: 100 }, (_, index) => required(`f${index}`));
    if (!first) throw new Error('there are a hundred');
    const outcome = failedOutcome(3, new InputRefused(first, ...more));
    expect(outcome).toMatchObject({ index: 3, status: 'failed' });
    const { refusal } = outcome as unknown as { refusal: InputRefused };
    expect(refusal.faults.map(({ field }) => field)).toEqual(Array.from({ length: 10 }, (_, index) => `f${index}`));
  });

  it('keeps other refusals unchanged', () => {
    const refusal = new NoSuchEntity('id', 1);
    expect(failedOutcome(0, refusal)).toEqual({ index: 0, status: 'failed', refusal });
  });
});
