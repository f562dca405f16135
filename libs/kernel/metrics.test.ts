import { Counter, Gauge, Histogram } from './metrics.js';

describe('metrics', () => {
  const taken: unknown[] = [];
  const sink = { take: (value: number, labels: readonly string[]) => void taken.push([value, ...labels]) };

  beforeEach(() => taken.splice(0));

  it('are counted for whoever looks, and for nobody before and after', () => {
    const counter = new Counter({ name: 'a_total', help: 'A', labels: ['of'] });
    counter.add(1, 'before');
    expect(counter.isRead).toBe(false);
    counter.readBy(sink);
    counter.add();
    counter.add(2, 'x');
    expect(counter.isRead).toBe(true);
    counter.leftBy(sink);
    counter.add(1, 'after');
    expect(taken).toEqual([[1], [2, 'x']]);
  });

  it('stay with who looks now when who looked before is gone', () => {
    const former = { take: () => undefined };
    const gauge = new Gauge({ name: 'b', help: 'B' });
    gauge.readBy(former);
    gauge.readBy(sink);
    gauge.leftBy(former);
    gauge.set(7);
    expect(taken).toEqual([[7]]);
  });

  it('of a spread have their bounds', () => {
    const histogram = new Histogram({ name: 'c', help: 'C', bounds: [1, 2] });
    histogram.readBy(sink);
    histogram.observe(1.5, 'y');
    expect([histogram.bounds, taken]).toEqual([[1, 2], [[1.5, 'y']]]);
  });
});
