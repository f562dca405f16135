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
  it('are so many of one caller, and so many in all', () => {
    const calls = new HeavyCalls({ ofOneCaller: 2, inAll: 3 });
    calls.begin('one');
    calls.begin('one');
    expect(refusal(calls, 'one')).toMatch(/2 of your calls/);
    expect(refusal(calls, 'two')).toBeUndefined();
    expect(refusal(calls, 'three')).toMatch(/3 calls are in progress/);
    expect(calls.count).toBe(3);
  });

  it('are not begun by a process that is over its head; those under way keep their turns', () => {
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

  it('that are over leave room; a turn is given back once, however often that is said', () => {
    const calls = new HeavyCalls({ ofOneCaller: 2, inAll: 2 });
    const end = calls.begin('one');
    calls.begin('one');
    end();
    end();
    expect(calls.count).toBe(1);
    expect(refusal(calls, 'one')).toBeUndefined();
    expect(refusal(calls, 'two')).toMatch(/calls are in progress \(HEAVY_CALLS\)/);
  });
});
