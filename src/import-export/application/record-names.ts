import {
  type Cell,
  cellOf,
  nameKeysOf,
  type Naming,
  namingOf,
  type Recorded,
  type Records,
  type RecordStore,
  type Resource,
  type Resources,
} from '../../../libs/records/index.js';

/**
 * Maximum number of cached names per resource. Beyond it all are dropped at once, because the names for a page are
 * loaded together.
 */
const CACHED_MAX = 20_000;

type Values = Readonly<Record<string, unknown>>;

interface Unnamed {
  readonly resource: Resource;
  readonly id: number;
  /** A label of the record for messages, if it has one. */
  readonly label: string | undefined;
  readonly isThere: boolean;
}

const labelOf = (record: object): string | undefined => {
  const label = (record as Values)['name'];
  return typeof label === 'string' && label !== '' ? label : undefined;
};

interface Kept {
  readonly resource: Resource;
  readonly naming: Naming;
  readonly records: Records<Recorded>;
  readonly cells: Map<number, readonly Cell[] | undefined>;
}

/** Names of records in files: the cells for each id. */
export class RecordNames {
  private readonly kept = new Map<string, Kept>();
  readonly unnamed = new Map<string, Unnamed>();

  constructor(
    private readonly store: RecordStore,
    private readonly resources: Resources,
  ) {}

  /** Loads names, which `namesOf` returns until the next call. */
  async load(resource: string, ids: ReadonlySet<number>): Promise<void> {
    const { cells, records, naming, resource: named } = this.keptOf(resource);
    if (cells.size + ids.size > CACHED_MAX) cells.clear();
    const asked = [...ids].filter((id) => !cells.has(id));
    if (asked.length === 0) return;
    const found = await records.byIds(asked);
    await this.loadParts(naming, [...found.values()]);
    for (const id of asked) {
      const record = found.get(id);
      const name = record && this.nameIn(naming, named, record);
      cells.set(id, name);
      if (!name) this.note(named, id, record);
    }
  }

  /** The cells of a record's name, in column order. Undefined if the record has none, which is recorded. */
  namesOf(resource: string, id: number): readonly Cell[] | undefined {
    return this.keptOf(resource).cells.get(id);
  }

  note(resource: Resource, id: number, record: object | undefined): void {
    this.unnamed.set(`${resource.resource} ${id}`, {
      resource,
      id,
      label: record && labelOf(record),
      isThere: record !== undefined,
    });
  }

  private keptOf(name: string): Kept {
    let kept = this.kept.get(name);
    if (!kept) {
      const resource = this.resources.named(name);
      const naming = namingOf(resource, name, this.resources, true);
      kept = { resource, naming, records: this.store.recordsOf(resource), cells: new Map() };
      this.kept.set(name, kept);
    }
    return kept;
  }

  private async loadParts({ ways }: Naming, records: readonly Recorded[]): Promise<void> {
    for (const { property, of } of ways.flatMap(({ parts }) => parts)) {
      if (!of) continue;
      const ids = records.map((record) => (record as unknown as Values)[property]);
      await this.load(of.resource, new Set(ids.filter((id) => typeof id === 'number')));
    }
  }

  /** The cells of the first naming whose parts are all present; other columns are empty. */
  private nameIn({ ways }: Naming, resource: Resource, record: Recorded): readonly Cell[] | undefined {
    const values = ways.map(({ parts }) =>
      parts.map(({ property, of }): Cell => {
        const value = (record as unknown as Values)[property] ?? null;
        if (of) return typeof value === 'number' ? (this.namesOf(of.resource, value)?.[0] ?? null) : null;
        const field = resource.byProperty.get(property);
        return field ? cellOf(field, value) : null;
      }),
    );
    const taken = values.findIndex((cells) => !cells.includes(null));
    return taken < 0 ? undefined : values.flatMap((cells, way) => (way === taken ? cells : cells.map(() => null)));
  }
}

/** Explains that a record has no name for files. */
export const unnamedSentence = ({ resource, id, label, isThere }: Unnamed): string => {
  const who = `${resource.title.one} ${id}${label === undefined ? '' : ` ("${label}")`}`;
  if (!isThere) return `${who} is referenced but does not exist; remove the references`;
  const alike = resource.inFiles?.assumedKey;
  if (alike) return `${who} cannot be referenced by a file: ${alike.says}; rename all but one of them`;
  const keys = nameKeysOf(resource).map(({ properties }) =>
    properties.map((property) => resource.byProperty.get(property)?.name ?? property).join(' with '),
  );
  return `${who} has no ${keys.join(' or ')}, so a file cannot reference it; set a value`;
};
