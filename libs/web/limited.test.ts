import type { Response } from 'express';
import type { HttpRequestContext } from './http-request-context.js';
import { HeavyCalls } from './heavy-calls.js';
import { LIMITED } from './metrics.js';
import { RequestRates } from './request-rates.js';

describe('a rejection by a limit', () => {
  const refused: (readonly [number, string])[] = [];
  const sink = { take: (value: number, [limit = '']: readonly string[]) => void refused.push([value, limit]) };
  beforeEach(() => {
    refused.splice(0);
    LIMITED.readBy(sink);
  });
  afterEach(() => LIMITED.leftBy(sink));

  const response = { getHeader: () => undefined, setHeader: () => undefined, appendHeader: () => undefined };
  const requestContext = { origin: { address: '203.0.113.1', isProxy: false } } as unknown as HttpRequestContext;

  it('is counted once per request above the rate of an address or caller', () => {
    const rates = new RequestRates(1);
    rates.ofAddress(requestContext, response as unknown as Response);
    rates.ofCaller({ kind: 'admin', id: 1 } as never, response as unknown as Response);
    expect(refused).toEqual([]);
    expect(() => rates.ofAddress(requestContext, response as unknown as Response)).toThrow(/for your address/);
    expect(() => rates.ofCaller({ kind: 'admin', id: 1 } as never, response as unknown as Response)).toThrow(
      /for your account/,
    );
    expect(refused).toEqual([
      [1, 'address'],
      [1, 'caller'],
    ]);
  });

  it('is counted by the limit of heavy calls or the lag of the process', () => {
    let isOverloaded = false;
    const calls = new HeavyCalls({ ofOneCaller: 1, inAll: 2 }, () => isOverloaded);
    calls.begin('one');
    expect(() => calls.begin('one')).toThrow(/at once per caller/);
    calls.begin('two');
    expect(() => calls.begin('three')).toThrow(/\(HEAVY_CALLS\)/);
    isOverloaded = true;
    expect(() => calls.begin('four')).toThrow(/is overloaded/);
    expect(refused.map(([, limit]) => limit)).toEqual(['heavy-caller', 'heavy', 'lag']);
  });
});
