/**
 * Name and description of a metric. Labels have few values, all of which are declared (metrics.md, "What is counted").
 */
interface Declaration {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Receives metric values; label values are in the order of the label names. */
export interface MetricSink {
  take(value: number, labels: readonly string[]): void;
}

/**
 * A metric is declared once, next to the code that updates it, and registered in its module's manifest. Without a
 * metrics port, updating it does nothing.
 */
export abstract class Metric {
  abstract readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  protected sink: MetricSink | undefined;

  constructor({ name, help, labels = [] }: Declaration) {
    this.name = name;
    this.help = help;
    this.labels = labels;
  }

  /** Whether there is a metrics port. If not, skip expensive measurements. */
  get isRead(): boolean {
    return this.sink !== undefined;
  }

  /** Sets the receiver of the values; replaces the previous one. */
  readBy(sink: MetricSink): void {
    this.sink = sink;
  }

  /** Removes this receiver, unless another one has replaced it. */
  leftBy(sink: MetricSink): void {
    if (this.sink === sink) this.sink = undefined;
  }
}

/** Counts events or amounts; never decreases. */
export class Counter extends Metric {
  readonly kind = 'counter';
  /**
   * All values of its only label, if they are few. They are reported as 0 from the start, because Prometheus sees no
   * increase in a counter that starts at 1.
   */
  readonly values: readonly string[];

  constructor({ values = [], ...declaration }: Declaration & { readonly values?: readonly string[] }) {
    super(declaration);
    this.values = values;
  }

  add(amount = 1, ...labels: readonly string[]): void {
    this.sink?.take(amount, labels);
  }
}

/** A current value that may go up and down. */
export class Gauge extends Metric {
  readonly kind = 'gauge';
  /** Receivers in addition to the metrics port. */
  readonly watchers = new Set<MetricSink>();

  set(value: number, ...labels: readonly string[]): void {
    this.sink?.take(value, labels);
    for (const watcher of this.watchers) watcher.take(value, labels);
  }
}

/** Distribution of values: how many are at most each bound. */
export class Histogram extends Metric {
  readonly kind = 'histogram';
  readonly bounds: readonly number[];

  constructor({ bounds, ...declaration }: Declaration & { readonly bounds: readonly number[] }) {
    super(declaration);
    this.bounds = bounds;
  }

  observe(value: number, ...labels: readonly string[]): void {
    this.sink?.take(value, labels);
  }
}

/** Bounds in seconds, from cached responses to requests that reach their deadline. */
export const SECONDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Related metrics, with the function that updates their gauges before each scrape. */
export interface MetricGroup<Find> {
  readonly metrics: readonly Metric[];
  observe?(find: Find): void | Promise<void>;
}

export interface GaugeValue {
  readonly name: string;
  readonly description: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Updates the gauges of these groups and returns their values, with or without a metrics port. */
export const readGauges = async <Find>(
  groups: readonly MetricGroup<Find>[],
  find: Find,
): Promise<readonly GaugeValue[]> => {
  const found = new Map<string, GaugeValue>();
  const watched = groups
    .flatMap(({ metrics }) => metrics)
    .filter((metric) => metric instanceof Gauge)
    .map((gauge) => {
      const { name, help: description } = gauge;
      const watcher: MetricSink = {
        take: (value, texts) => {
          const labels = Object.fromEntries(gauge.labels.map((label, index) => [label, texts[index] ?? '']));
          found.set(JSON.stringify([name, ...texts]), { name, description, labels, value });
        },
      };
      gauge.watchers.add(watcher);
      return { gauge, watcher };
    });
  try {
    await Promise.all(groups.map(async ({ observe }) => observe?.(find)));
  } finally {
    for (const { gauge, watcher } of watched) gauge.watchers.delete(watcher);
  }
  return [...found.values()];
};
