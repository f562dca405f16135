/** What a metric is called and means; labels have few values, all of them declared somewhere (metrics.md, "What is counted"). */
interface Declaration {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Receives counted values; label values are in the order of their names. */
export interface MetricSink {
  take(value: number, labels: readonly string[]): void;
}

/**
 * Declared once, next to the code that feeds it, and collected through the manifest of its module. Without a metrics
 * port, feeding it does nothing.
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

  /** Whether somebody looks: what costs something to find out needn't be found out otherwise. */
  get isRead(): boolean {
    return this.sink !== undefined;
  }

  /** From now on values go to this receiver instead of the previous one. */
  readBy(sink: MetricSink): void {
    this.sink = sink;
  }

  /** This one looks no longer; another one that came after it still does. */
  leftBy(sink: MetricSink): void {
    if (this.sink === sink) this.sink = undefined;
  }
}

/** How often something has happened, or how much of it there was: only ever more. */
export class Counter extends Metric {
  readonly kind = 'counter';
  /**
   * All values of its only label, if they are few: reported as 0 from the start, because Prometheus sees no increase
   * in a counter that starts at 1.
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

/** What is so now. */
export class Gauge extends Metric {
  readonly kind = 'gauge';

  set(value: number, ...labels: readonly string[]): void {
    this.sink?.take(value, labels);
  }
}

/** How values are spread: how many were at most each of its bounds. */
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

/** Seconds, from what memory answers to what has come to its deadline. */
export const SECONDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics that belong together, and what sets their gauges, asked each time that somebody looks. */
export interface MetricGroup<Find> {
  readonly metrics: readonly Metric[];
  observe?(find: Find): void | Promise<void>;
}
