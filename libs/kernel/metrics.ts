/** What a metric is called and means; labels have few values, all of them declared somewhere (metrics.md, "What is counted"). */
interface Declaration {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Takes what is counted, for whoever looks at it; the labels' values in the order of their names. */
export interface MetricSink {
  take(value: number, labels: readonly string[]): void;
}

/**
 * Declared once, beside what feeds it, and told to whoever looks by the manifest of its room. Nobody looks unless the
 * operator asked for it: then what feeds it does nothing else.
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

  /** From now on what is counted goes there, and no longer to whoever read it before. */
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
  /** All values of its one label, where they are few: told from the start, as 0, since of what begins at 1 Prometheus sees no increase. */
  readonly told: readonly string[];

  constructor({ told = [], ...declaration }: Declaration & { readonly told?: readonly string[] }) {
    super(declaration);
    this.told = told;
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
