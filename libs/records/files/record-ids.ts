import type { Resource, UniqueKey } from '../declare/definition.js';
import type { Resources } from '../declare/resources.js';
import type { References, RecordStore } from '../ports.js';
import type { Field } from '../declare/field.js';
import type { Cell } from './csv-cells.js';
import { damagedKeys } from './csv-reading.js';
import type { Naming, Way } from './naming.js';

/** A reference by business key: the key, and the cells with its values. */
export interface NamedRecord {
  readonly naming: Naming;
  readonly way: Way;
  readonly cells: readonly Cell[];
}

/** The record's id, or why there is none. */
export type IdFound = number | 'absent' | 'several';

type Values = Readonly<Record<string, unknown>>;

const AT_ONCE = 500;
const EVERY = 1_000_000;

const textOf = ({ naming, way, cells }: NamedRecord): string => JSON.stringify([naming.resource, way.key.name, cells]);

const isWhole = ({ cells }: NamedRecord): boolean => !cells.includes(null);

/** The first possible name whose first part is present; undefined if there is none. */
export const namedBy = (naming: Naming, cells: readonly Cell[]): NamedRecord | undefined => {
  let start = 0;
  for (const way of naming.ways) {
    const own = cells.slice(start, start + way.parts.length);
    if ((own[0] ?? null) !== null) return { naming, way, cells: own };
    start += way.parts.length;
  }
  return undefined;
};

/** Converts the names in files to ids, for all rows of a batch together. */
export class RecordIds {
  constructor(
    private readonly references: References,
    private readonly store: Pick<RecordStore, 'recordsOf'>,
    private readonly resources: Resources,
  ) {}

  async find(wanted: Iterable<NamedRecord>): Promise<(named: NamedRecord) => IdFound> {
    const once = new Map([...wanted].map((named) => [textOf(named), named]));
    const groups = new Map<Way, NamedRecord[]>();
    for (const named of once.values()) {
      const group = groups.get(named.way);
      if (group) group.push(named);
      else groups.set(named.way, [named]);
    }
    const found = new Map<string, IdFound>();
    for (const [way, group] of groups) {
      const ids = way.parts.length === 1 ? await this.byOnePart(way, group) : await this.byParts(way, group);
      for (const [at, named] of group.entries()) found.set(textOf(named), ids[at] ?? 'absent');
    }
    return (named) => found.get(textOf(named)) ?? 'absent';
  }

  /**
   * The ids of records by a key without an index, one per sample, in order. Only reads records with the key's first
   * value.
   */
  async byAssumedKey(name: string, key: UniqueKey, samples: readonly Values[]): Promise<readonly IdFound[]> {
    const [first = ''] = key.properties;
    const textOfValues = (values: Values): string => JSON.stringify(key.properties.map((property) => values[property]));
    const records = this.store.recordsOf(this.resources.named(name));
    const found = new Map<string, IdFound>();
    const wanted = [...new Set(samples.map((sample) => sample[first]))];
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      const { items } = await records.search({
        groups: [[{ property: first, condition: 'in', values: wanted.slice(start, start + AT_ONCE) }]],
        sort: [],
        page: 1,
        pageSize: EVERY,
      });
      for (const record of items) {
        const text = textOfValues(record as unknown as Values);
        found.set(text, found.has(text) ? 'several' : record.id);
      }
    }
    return samples.map((sample) => found.get(textOfValues(sample)) ?? 'absent');
  }

  /** Describes what is wrong with the keys of new records that a spreadsheet seems to have damaged. */
  damagedKeys(
    resource: string,
    { name, property }: Field,
    cells: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return damagedKeys(name, cells, (padded) => this.references.ids(resource, property, padded));
  }

  private async byKey(resource: Resource, key: UniqueKey, samples: readonly Values[]): Promise<readonly IdFound[]> {
    if (samples.length === 0) return [];
    if (resource.inFiles?.assumedKey === key) return this.byAssumedKey(resource.resource, key, samples);
    const met = await this.store.recordsOf(resource).byKey(key, samples);
    return met.map((record) => record?.id ?? 'absent');
  }

  private async byOnePart({ parts }: Way, group: readonly NamedRecord[]): Promise<readonly IdFound[]> {
    const { naming } = group[0] ?? {};
    if (!naming) return [];
    const texts = group.map(({ cells: [first] }) => first ?? '');
    const ids = await this.references.ids(naming.resource, parts[0]?.property ?? '', texts);
    return texts.map((text) => ids.get(text) ?? 'absent');
  }

  private async byParts(way: Way, group: readonly NamedRecord[]): Promise<readonly IdFound[]> {
    const resource = this.resources.named(group[0]?.naming.resource ?? '');
    const whole = group.filter(isWhole);
    const samples = await this.samplesOf(way, whole);
    const known = samples.flatMap((sample) => (sample ? [sample] : []));
    const met = await this.byKey(resource, way.key, known);
    const byText = new Map<string, IdFound>();
    let at = 0;
    for (const [index, named] of whole.entries()) {
      if (samples[index]) byText.set(textOf(named), met[at++] ?? 'absent');
    }
    for (const named of group) if (!isWhole(named)) byText.set(textOf(named), await this.byFirstPart(named));
    return group.map((named) => byText.get(textOf(named)) ?? 'absent');
  }

  /** The values of the key; undefined if a part refers to a missing record. */
  private async samplesOf({ parts }: Way, group: readonly NamedRecord[]): Promise<readonly (Values | undefined)[]> {
    const values: unknown[][] = group.map(() => []);
    for (const [at, { of }] of parts.entries()) {
      const texts = group.map(({ cells }) => cells[at] ?? '');
      const ids = of && (await this.references.ids(of.resource, of.key, [...new Set(texts)]));
      for (const [index, text] of texts.entries()) values[index]?.push(ids ? ids.get(text) : text);
    }
    return values.map((one) =>
      one.includes(undefined) ? undefined : Object.fromEntries(parts.map(({ property }, at) => [property, one[at]])),
    );
  }

  /** An email address without a website identifies a customer if only one has it. */
  private async byFirstPart({ naming, way: { parts }, cells }: NamedRecord): Promise<IdFound> {
    const { items } = await this.store.recordsOf(this.resources.named(naming.resource)).search({
      groups: [[{ property: parts[0]?.property ?? '', condition: 'eq', values: [cells[0]] }]],
      sort: [],
      page: 1,
      pageSize: 2,
    });
    return items.length > 1 ? 'several' : (items[0]?.id ?? 'absent');
  }
}
