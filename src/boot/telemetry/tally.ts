import type { MetricObjectWithValues } from 'prom-client';
import { Counter, Histogram, type Metric, type MetricSink } from '../../../libs/kernel/index.js';

/** The counters of a process in a form that can be sent to another process and added by `prom-client`. */
export type MetricSnapshot = readonly MetricObjectWithValues<never>[];

interface Value {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName: string;
}

/** The value of a metric for one combination of labels. */
interface Child {
  readonly labels: Readonly<Record<string, string>>;
  value: number;
  /**
   * For a histogram: the count between each bound and the previous one. The last element is the count above all
   * bounds.
   */
  readonly spread: Float64Array;
}

/**
 * Sums up the values of one metric in plain numbers. `prom-client` looks up labels each time, which is too slow for
 * thousands of requests per second.
 */
export class Tally implements MetricSink {
  private readonly children = new Map<string, Child>();
  private readonly bounds: readonly number[];

  constructor(private readonly metric: Metric) {
    this.bounds = metric instanceof Histogram ? metric.bounds : [];
    // Metrics without labels start at zero.
    if (metric.labels.length === 0) this.child([]);
    if (metric instanceof Counter) for (const value of metric.values) this.child([value]);
  }

  take(value: number, labels: readonly string[]): void {
    const child = this.child(labels);
    if (this.metric.kind === 'gauge') {
      child.value = value;
      return;
    }
    child.value += value;
    if (this.metric.kind === 'counter') return;
    let context = 0;
    while (context < this.bounds.length && value > (this.bounds[context] ?? 0)) context += 1;
    child.spread[context] = (child.spread[context] ?? 0) + 1;
  }

  get snapshot(): MetricObjectWithValues<never> {
    const { name, help, kind } = this.metric;
    const values = [...this.children.values()].flatMap((child) => this.valuesOf(child));
    return { name, help, type: kind, aggregator: 'sum', values } as unknown as MetricObjectWithValues<never>;
  }

  private child(labels: readonly string[]): Child {
    const key = labels.length === 1 ? (labels[0] ?? '') : labels.join('\n');
    let child = this.children.get(key);
    if (!child) {
      const named = Object.fromEntries(this.metric.labels.map((label, context) => [label, labels[context] ?? '']));
      child = { labels: named, value: 0, spread: new Float64Array(this.bounds.length + 1) };
      this.children.set(key, child);
    }
    return child;
  }

  private valuesOf({ labels, value, spread }: Child): readonly Value[] {
    const { name, kind } = this.metric;
    if (kind !== 'histogram') return [{ labels, value, metricName: name }];
    let count = 0;
    const buckets = [...this.bounds, '+Inf'].map((le, context): Value => {
      count += spread[context] ?? 0;
      return { labels: { le, ...labels }, value: count, metricName: `${name}_bucket` };
    });
    return [
      ...buckets,
      { labels, value, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ];
  }
}
