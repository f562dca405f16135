import {
  type Condition,
  type Criteria,
  Decimal,
  type Fault,
  type Filter,
  InputRefused,
  invalidValue,
  type Page,
  sentence,
} from '../../../libs/kernel/index.js';
import {
  compareValues,
  matchesGroup,
  type Recorded,
  Records,
  type Resource,
  RowRefused,
  type UniqueKey,
} from '../../../libs/records/index.js';
import type { Table, Tables } from './tables.js';

type Values = Readonly<Record<string, unknown>>;

const valueOf = (record: unknown, property: string): unknown => (record as Values)[property] ?? null;

const partsOf = <T extends Recorded>(resource: Resource<T>, key: UniqueKey<T>, record: Partial<T>): unknown[] =>
  key.properties.map((property) => {
    const value = valueOf(record, property);
    const kind = resource.byProperty.get(property)?.kind;
    if (Decimal.isDecimal(value)) return value.toFixed();
    return kind?.type === 'string' && kind.lowerKey && typeof value === 'string' ? value.toLowerCase() : value;
  });

/** The values of a unique key; undefined if the key does not apply to this record. */
const keyText = <T extends Recorded>(resource: Resource<T>, key: UniqueKey<T>, record: T): string | undefined => {
  if (key.when && !key.when(record)) return undefined;
  const parts = partsOf(resource, key, record);
  return key.nulls !== 'collide' && parts.includes(null) ? undefined : JSON.stringify(parts);
};

const lowerFields = <T extends Recorded>({ fields }: Resource<T>): readonly string[] =>
  fields.flatMap(({ property, kind }) => (kind.type === 'string' && kind.lowerKey ? [property] : []));

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** Adds lowercase keys for email and user name, which are looked up case-insensitively (wire.md §4). */
const withLowerKeys = <T extends Recorded>(resource: Resource<T>, record: T): object => ({
  ...record,
  ...Object.fromEntries(lowerFields(resource).map((property) => [`${property} key`, lower(valueOf(record, property))])),
});

const LOOKUPS: ReadonlySet<Condition> = new Set(['eq', 'neq', 'in', 'nin']);

const byLowerKey = <T extends Recorded>(resource: Resource<T>, filter: Filter): Filter =>
  LOOKUPS.has(filter.condition) && lowerFields(resource).includes(filter.property)
    ? { ...filter, property: `${filter.property} key`, values: filter.values.map(lower) }
    : filter;

export class MemoryRecords<T extends Recorded> extends Records<T> {
  constructor(
    private readonly store: Tables,
    private readonly resource: Resource<T>,
  ) {
    super();
  }

  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, T>> {
    const found = ids.flatMap((id) => {
      const record = this.table.get(id) as T | undefined;
      return record ? [[id, this.shown(record)] as const] : [];
    });
    return Promise.resolve(new Map(found));
  }

  byKey(key: UniqueKey<T>, samples: readonly Partial<T>[]): Promise<readonly (T | undefined)[]> {
    const textOf = (record: Partial<T>): string | undefined => {
      const parts = partsOf(this.resource, key, record);
      return key.nulls !== 'collide' && parts.includes(null) ? undefined : JSON.stringify(parts);
    };
    const all = new Map(([...this.table.values()] as T[]).map((record) => [textOf(record), record]));
    all.delete(undefined);
    return Promise.resolve(
      samples.map((sample) => {
        const found = all.get(textOf(sample));
        return found && this.shown(found);
      }),
    );
  }

  search({ groups, sort, page, pageSize }: Criteria): Promise<Page<T>> {
    const found = ([...this.table.values()] as T[])
      .map((record) => this.shown(record))
      .filter((record) => {
        const keyed = withLowerKeys(this.resource, record);
        return groups.every((group) =>
          matchesGroup(
            keyed,
            group.map((filter) => byLowerKey(this.resource, filter)),
          ),
        );
      })
      .sort((one, other) => {
        for (const { property, direction } of sort) {
          const order = compareValues(valueOf(one, property), valueOf(other, property));
          if (order !== 0) return direction === 'ASC' ? order : -order;
        }
        return one.id - other.id;
      });
    return Promise.resolve({ items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length });
  }

  insert(records: readonly T[], givenIds = false): Promise<readonly number[]> {
    return this.whole(() =>
      records.map((record, index) => {
        const id = givenIds ? record.id : this.store.nextId(this.resource.resource);
        if (this.table.has(id)) throw new RowRefused(index, sentence('The id is already in use.', undefined, 'id'));
        this.put({ ...record, id }, index);
        return id;
      }),
    );
  }

  update(records: readonly T[]): Promise<void> {
    return this.whole(() => records.forEach((record, index) => this.put(record, index)));
  }

  remove(ids: readonly number[]): Promise<void> {
    const there = ids.filter((id) => this.table.has(id));
    // Records that refer to each other are deleted together.
    for (const id of there) this.table.delete(id);
    for (const id of there) this.removeOne(this.resource, id);
    return Promise.resolve();
  }

  private get table(): Table {
    return this.store.table(this.resource.resource);
  }

  /** Runs a batch: all or nothing. */
  private whole<R>(work: () => R): Promise<R> {
    return Promise.resolve().then(() => {
      const before = this.store.copy();
      try {
        return work();
      } catch (error) {
        this.store.restore(before);
        throw error;
      }
    });
  }

  private put(record: T, index: number): void {
    const [first, ...more] = this.refusal(record);
    if (first) throw new RowRefused(index, first, ...more);
    this.table.set(record.id, record);
  }

  private refusal(record: T): readonly Fault[] {
    const absent: Fault[] = [];
    for (const { property, name, reference, kind } of this.resource.fields) {
      const value = valueOf(record, property);
      const target = reference?.resource ?? (kind.type === 'ids' ? kind.of : undefined);
      if (target === undefined || value === null) continue;
      const missing = [value].flat().find((id) => !this.store.table(target).has(id as number));
      if (missing !== undefined) absent.push(invalidValue(name, missing));
    }
    if (absent.length > 0) return absent;
    for (const key of this.resource.unique) {
      const text = keyText(this.resource, key, record);
      const taken =
        text !== undefined &&
        ([...this.table.values()] as T[]).some(
          (other) => other.id !== record.id && keyText(this.resource, key, other) === text,
        );
      if (taken) return [sentence(key.says)];
    }
    return [];
  }

  private removeOne(resource: Resource, id: number): void {
    this.store.table(resource.resource).delete(id);
    for (const other of this.store.resources.all) {
      for (const { property, kind, reference } of other.fields) {
        if (kind.type === 'ids' && kind.of === resource.resource) this.unlist(other, property, id);
        if (reference?.resource !== resource.resource) continue;
        const table = this.store.table(other.resource);
        for (const user of [...table.values()].filter((record) => valueOf(record, property) === id)) {
          if (reference.onDelete === 'restrict')
            throw new InputRefused(sentence(`It is still used by ${other.title.many}.`));
          if (reference.onDelete === 'clear') table.set(user.id, { ...user, [property]: null });
          else this.removeOne(other, user.id);
        }
      }
    }
  }

  private unlist(owner: Resource, property: string, id: number): void {
    const table = this.store.table(owner.resource);
    for (const record of [...table.values()]) {
      const ids = valueOf(record, property) as readonly number[];
      if (ids.includes(id)) table.set(record.id, { ...record, [property]: ids.filter((one) => one !== id) });
    }
  }

  /** Adds the keys of the records that it refers to. */
  private shown(record: T): T {
    const keys = this.resource.fields.flatMap(({ property, keyOf }) => {
      if (!keyOf) return [];
      const target = this.store.table(keyOf.resource).get(valueOf(record, keyOf.property) as number);
      return [[property, target === undefined ? null : valueOf(target, keyOf.key)] as const];
    });
    return { ...record, ...Object.fromEntries(keys) };
  }
}
