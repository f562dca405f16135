/** One sample of `/metrics`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/g;

const labelsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(LABEL)].map(([, name = '', value = '']) => [name, value]));

/** The metrics of a server at one moment. */
export class ReportedMetrics {
  private constructor(
    readonly text: string,
    readonly samples: readonly Sample[],
  ) {}

  static async of(port: number): Promise<ReportedMetrics> {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    if (response.status !== 200) throw new Error(`/metrics: ${response.status}`);
    const text = await response.text();
    const samples = text.split('\n').flatMap((line): Sample[] => {
      const [, name, labels = '', value] = line.startsWith('#') ? [] : (SAMPLE.exec(line) ?? []);
      return name === undefined ? [] : [{ name, labels: labelsIn(labels), value: Number(value) }];
    });
    return new ReportedMetrics(text, samples);
  }

  /** The sum of all samples with this name and these labels. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number {
    return this.samples
      .filter(
        (sample) => sample.name === name && Object.entries(labels).every(([key, is]) => sample.labels[key] === is),
      )
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** The total of a metric; for a histogram, the sum of its observations. */
  amount(name: string): number {
    return this.sum(name) + this.sum(`${name}_count`);
  }
}

/** The selection in a query: a name, and required values of labels. */
export interface Selector {
  readonly name: string;
  readonly matchers: readonly (readonly [label: string, operator: string, value: string])[];
  /** Labels by which the query groups or joins, for all of its selectors. */
  readonly grouped: readonly string[];
}

const WORDS = new Set(['by', 'without', 'and', 'or', 'unless', 'offset', 'on', 'ignoring', 'bool', 'le', 'inf']);
const GROUPING = /\b(?:by|on)\s*\(([^)]*)\)/g;
const SELECTOR = /\b([a-z_][a-z0-9_]*)\b(?!\s*\()(?:\{([^}]*)\})?/g;
const MATCHER = /([a-z_]+)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g;

/** The selectors of a PromQL query, for the parts of the language that the dashboard and the alerts use. */
export const selectorsOf = (query: string): readonly Selector[] => {
  const grouped = [...query.matchAll(GROUPING)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  );
  const rest = query
    .replace(GROUPING, ' ')
    // Removes ranges and offsets, which contain no names.
    .replace(/\[[^\]]*\]/g, (range) => (range.includes('"') ? range : ' '))
    .replace(/\boffset\s+\w+/g, ' ');
  return [...rest.matchAll(SELECTOR)]
    .filter(([, name = '']) => !WORDS.has(name) && !/^\d/.test(name))
    .map(([, name = '', inside = '']) => ({
      name,
      grouped,
      matchers: [...inside.matchAll(MATCHER)].map(
        ([, label = '', operator = '', value = '']) => [label, operator, value] as const,
      ),
    }));
};
