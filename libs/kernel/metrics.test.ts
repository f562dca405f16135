import { Counter, Gauge, Histogram, readGauges } from './metrics.js';

describe('metrics', () => {
  const taken: unknown[] = [];
  const sink = { take: (value: number, labels: readonly string[]) => void taken.push([value, ...labels]) };

  beforeEach(() => taken.splice(0));

  it('are counted only while a sink reads them', () => {
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

  it('keep the current sink if a former one leaves', () => {
    const former = { take: () => undefined };
    const gauge = new Gauge({ name: 'b', help: 'B' });
    gauge.readBy(former);
    gauge.readBy(sink);
    gauge.leftBy(former);
    gauge.set(7);
    expect(taken).toEqual([[7]]);
  });

  it('of gauges can be read directly without loss at the metrics port', async () => {
    const gauge = new Gauge({ name: 'd', help: 'D', labels: ['of'] });
    const groups = [
      { metrics: [gauge, new Counter({ name: 'e', help: 'E' })], observe: (find: number) => gauge.set(find, 'x') },
    ];
    gauge.readBy(sink);
    const value = { name: 'd', description: 'D', labels: { of: 'x' }, value: 7 };
    expect(await Promise.all([readGauges(groups, 7), readGauges(groups, 7)])).toEqual([[value], [value]]);
    gauge.set(8, 'x');
    expect(taken).toEqual([
      [7, 'x'],
      [7, 'x'],
      [8, 'x'],
    ]);
    expect(gauge.watchers.size).toBe(0);
  });

  it('of a histogram have its bounds', () => {
    const histogram = new Histogram({ name: 'c', help: 'C', bounds: [1, 2] });
    histogram.readBy(sink);
    histogram.observe(1.5, 'y');
    expect([histogram.bounds, taken]).toEqual([[1, 2], [[1.5, 'y']]]);
  });
});
