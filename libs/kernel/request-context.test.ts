import { setTimeout as delay } from 'node:timers/promises';
import { Deadline } from './deadline.js';
import {
  currentDeadline,
  currentOrigin,
  patience,
  withDeadline,
  withRequestContext,
  type Origin,
} from './request-context.js';

/** Sets the clock of deadlines, so that no test waits. */
const atMs = (ms: number): void => void jest.spyOn(performance, 'now').mockReturnValue(ms);

afterEach(() => jest.restoreAllMocks());

describe('the current deadline', () => {
  it('is visible to all calls in its context and no others', async () => {
    const [one, other] = [new Deadline('read', 1_000), new Deadline('bulk', 2_000)];
    const found = async (): Promise<Deadline | undefined> => {
      await delay(1);
      return currentDeadline();
    };
    expect(await Promise.all([withDeadline(one, found), withDeadline(other, found), found()])).toEqual([
      one,
      other,
      undefined,
    ]);
  });

  it('limits every patience', () => {
    atMs(0);
    const deadline = new Deadline('quote', 2_000);
    const both = (): readonly number[] => withDeadline(deadline, () => [patience(5_000), patience(300)]);
    expect(both()).toEqual([2_000, 300]);
    atMs(3_000);
    expect(both()).toEqual([0, 0]);
    expect(patience(5_000)).toBe(5_000);
  });
});

const origin = (address: string): Origin => ({
  address,
  isProxy: false,
  requestId: undefined,
  caller: undefined,
  operation: 'GET /',
});

it('the current origin is visible to all calls in its context and no others', async () => {
  const [one, other] = [origin('203.0.113.1'), origin('203.0.113.2')];
  const found = async (): Promise<Origin | undefined> => {
    await delay(1);
    return currentOrigin();
  };
  const from = (address: Origin) => withRequestContext({ deadline: undefined, origin: address }, found);
  expect(await Promise.all([from(one), from(other), found()])).toEqual([one, other, undefined]);
});

it('withDeadline() keeps the current origin', () => {
  const here = origin('203.0.113.1');
  const found = withRequestContext({ deadline: undefined, origin: here }, () =>
    withDeadline(new Deadline('read', 1_000), currentOrigin),
  );
  expect(found).toBe(here);
});
