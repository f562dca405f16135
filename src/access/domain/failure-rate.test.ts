import { ADDRESSES_MAX, FailureRate, FAILURES_PER_SECOND } from './failure-rate.js';

const after = (seconds: number): Date => new Date(Date.UTC(2026, 2, 1, 12) + seconds * 1000);

const failing = (rate: FailureRate, times: number, at: Date, address = 'home'): void => {
  for (let count = 0; count < times; count += 1) rate.failed(address, at);
};

describe('FailureRate', () => {
  it('allows five failures for each address', () => {
    const rate = new FailureRate();
    failing(rate, FAILURES_PER_SECOND - 1, after(0));
    expect(rate.isSpent('home', after(0))).toBe(false);
    failing(rate, 1, after(0));
    expect(rate.isSpent('home', after(0))).toBe(true);
    expect(rate.isSpent('office', after(0))).toBe(false);
  });

  it('allows another failure every fifth of a second, up to five', () => {
    const rate = new FailureRate();
    failing(rate, 5, after(0));
    expect(rate.isSpent('home', after(0.19))).toBe(true);
    expect(rate.isSpent('home', after(0.2))).toBe(false);
    failing(rate, 5, after(60));
    expect(rate.isSpent('home', after(60))).toBe(true);
  });

  it('counts concurrent failures beyond five, so that the rate stays five a second', () => {
    const rate = new FailureRate();
    failing(rate, 13, after(0));
    expect(rate.isSpent('home', after(1.79))).toBe(true);
    expect(rate.isSpent('home', after(1.81))).toBe(false);
  });

  it('keeps only the latest addresses', () => {
    const rate = new FailureRate();
    for (let address = 0; address <= ADDRESSES_MAX; address += 1) failing(rate, 5, after(0), `address ${address}`);
    expect(rate.isSpent('address 0', after(0))).toBe(false);
    expect(rate.isSpent('address 1', after(0))).toBe(true);
    expect(rate.isSpent(`address ${ADDRESSES_MAX}`, after(0))).toBe(true);
  });

  it('does not extend the wait when the clock is set back', () => {
    const rate = new FailureRate();
    failing(rate, 5, after(3600));
    expect(rate.isSpent('home', after(0))).toBe(false);
  });
});
