import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Metric } from '../../../libs/kernel/index.js';
import { type MetricSnapshot, Tally } from './tally.js';

/** The declared metrics in the form of Prometheus; what other processes count for this one is added to its own. */
export class PrometheusMetrics {
  private readonly tallies: ReadonlyMap<Metric, Tally>;
  /** Of workers that run, by name, and of all that have ended. */
  private readonly others = new Map<string, MetricSnapshot>();
  private ended: MetricSnapshot = [];

  constructor(declared: readonly Metric[]) {
    this.tallies = new Map(declared.map((metric) => [metric, new Tally(metric)]));
  }

  /** From now on all that is counted is counted here. */
  begin(): this {
    for (const [metric, tally] of this.tallies) metric.readBy(tally);
    return this;
  }

  /** Stops the collection. */
  close(): void {
    for (const [metric, tally] of this.tallies) metric.leftBy(tally);
  }

  /** The counters of this process. Gauges belong to the server. */
  counted(): MetricSnapshot {
    return [...this.tallies].filter(([{ kind }]) => kind !== 'gauge').map(([, tally]) => tally.snapshot);
  }

  /** All that a worker of this name has counted since its start. */
  workerReported(worker: string, snapshot: MetricSnapshot): void {
    this.others.set(worker, snapshot);
  }

  /** What it had counted stays: counters never go back. */
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
