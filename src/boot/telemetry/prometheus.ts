import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Metric } from '../../../libs/kernel/index.js';
import { type MetricSnapshot, Tally } from './tally.js';

/** The declared metrics in Prometheus format. Adds the counters of other processes to those of this one. */
export class PrometheusMetrics {
  private readonly tallies: ReadonlyMap<Metric, Tally>;
  /** Counters of running workers by name, and the total of all that have ended. */
  private readonly others = new Map<string, MetricSnapshot>();
  private ended: MetricSnapshot = [];

  constructor(declared: readonly Metric[]) {
    this.tallies = new Map(declared.map((metric) => [metric, new Tally(metric)]));
  }

  /** Starts collecting all metrics. */
  begin(): this {
    for (const [metric, tally] of this.tallies) metric.readBy(tally);
    return this;
  }

  /** Stops collecting. */
  close(): void {
    for (const [metric, tally] of this.tallies) metric.leftBy(tally);
  }

  /** The counters of this process. Gauges are only collected by the server. */
  counted(): MetricSnapshot {
    return [...this.tallies].filter(([{ kind }]) => kind !== 'gauge').map(([, tally]) => tally.snapshot);
  }

  /** Stores all counters of a worker since its start. */
  workerReported(worker: string, snapshot: MetricSnapshot): void {
    this.others.set(worker, snapshot);
  }

  /** Keeps the counters of the ended worker, because counters never decrease. */
  async workerEnded(worker: string): Promise<void> {
    const last = this.others.get(worker);
    this.others.delete(worker);
    if (last) this.ended = (await sumOf([this.ended, last]).getMetricsAsJSON()) as unknown as MetricSnapshot;
  }

  text(): Promise<string> {
    const own = [...this.tallies.values()].map(({ snapshot }) => snapshot);
    return sumOf([own, this.ended, ...this.others.values()]).metrics();
  }
}

const sumOf = (snapshots: readonly MetricSnapshot[]): Registry =>
  AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot]));
