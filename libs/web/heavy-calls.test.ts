import { TooManyRequests } from '../kernel/index.js';
import { HeavyCalls, Overloaded } from './heavy-calls.js';

const refusal = (calls: HeavyCalls, caller: string): string | undefined => {
  try {
    calls.begin(caller);
    return undefined;
  } catch (error) {
    if (error instanceof TooManyRequests) return error.message;
    throw error;
  }
};

describe('heavy calls', () => {
  it('are limited per caller and in total', () => {
    const calls = new HeavyCalls({ ofOneCaller: 2, inAll: 3 });
    calls.begin('one');
    calls.begin('one');
    expect(refusal(calls, 'one')).toMatch(/the limit is 2 at once per caller/);
    expect(refusal(calls, 'two')).toBeUndefined();
    expect(refusal(calls, 'three')).toMatch(/the limit is 3 at once for all callers/);
    expect(calls.count).toBe(3);
  });

  it('are rejected by an overloaded process; running ones keep their slots', () => {
    let isOverloaded = false;
    const calls = new HeavyCalls({ ofOneCaller: 2, inAll: 3 }, () => isOverloaded);
    const end = calls.begin('one');
    isOverloaded = true;
    expect(() => calls.begin('two')).toThrow(Overloaded);
    expect(calls.count).toBe(1);
    end();
    isOverloaded = false;
    expect(refusal(calls, 'two')).toBeUndefined();
  });

  it('free their slot when they finish, and only once', () => {
    const calls = new HeavyCalls({ ofOneCaller: 2, inAll: 2 });
    const end = calls.begin('one');
    calls.begin('one');
    end();
    end();
    expect(calls.count).toBe(1);
    expect(refusal(calls, 'one')).toBeUndefined();
    expect(refusal(calls, 'two')).toMatch(/for all callers \(HEAVY_CALLS\)/);
  });
});
