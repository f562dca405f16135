import type { Clock, Criteria } from '../kernel/index.js';
import type { Recorded, Resource } from './declare/definition.js';
import { isList } from './declare/field.js';
import type { RecordStore, References } from './ports.js';
import { toWire } from './read/to-wire.js';

/** A person whose data is stored: their record, and other identifiers. */
export interface DataSubject {
  readonly resource: string;
  readonly id: number;
  /** Identifier in the format of callers: the resource, a colon, the id. */
  readonly caller: string;
  readonly email: string | null;
  /** Texts that refer to the person: address, customer number. */
  readonly mentions: readonly string[];
}

/** A person, with the ids of their records by resource. */
export interface TracedSubject extends DataSubject {
  readonly records: ReadonlyMap<string, readonly number[]>;
  /** Fields of these records that are not exported, by API name. */
  readonly hidden: ReadonlySet<string>;
}

/** Records of a resource about a person, and what erasure does with them (privacy.md). */
export interface PersonalRecords<T extends Recorded = Recorded> {
  readonly resource: Resource<T>;
  /** The property that identifies the person. */
  readonly by: string;
  /**
   * Content of that property: the id or email address of the person. With `through`, the id of a record of that
   * resource.
   */
  readonly holds: 'id' | 'email';
  readonly through?: PersonalRecords;
  /** Fields that are not exported, such as hashes. */
  readonly hidden?: readonly string[];
  /** References whose records are exported too, but without their lists, which also contain data of others. */
  readonly alongside?: readonly string[];
  /**
   * Changes a record that is kept. Without it, the reference's `onDelete` decides; a record without a reference stays
   * unchanged.
   */
  readonly erased?: (record: T, at: Date) => T;
  /** Why the data is kept, for the report. */
  readonly because?: string;
}

/** Erases the type parameter, so that lists can contain several resources. */
export const personalRecords = <T extends Recorded>(declared: PersonalRecords<T>): PersonalRecords =>
  declared as unknown as PersonalRecords;

/** What an erasure would do or has done. */
export interface ErasureOutcome {
  readonly fate: 'removed' | 'pseudonymised' | 'kept';
  readonly count: number;
  /** For example `customer prices`. */
  readonly what: string;
  readonly because?: string;
}

export type PersonalRows = readonly [name: string, rows: AsyncIterable<object>];

/** Personal data of a module that is not in declared records. */
export abstract class PersonalDataInResource {
  abstract exportedRows(subject: TracedSubject): readonly PersonalRows[];

  /** Describes what `erase` would do and what it would keep. */
  abstract fates(subject: TracedSubject): Promise<readonly ErasureOutcome[]>;

  /** Erases the data in the ambient write transaction, before the subject's record is deleted. */
  abstract erase(subject: TracedSubject): Promise<void>;
}

interface Parts {
  readonly records: readonly PersonalRecords[];
  readonly traces: readonly PersonalDataInResource[];
  readonly store: RecordStore;
  readonly references: References;
  readonly clock: Clock;
}

const AT_ONCE = 500;

/** A pattern that only matches this text, ignoring case. */
const exactly = (text: string): string => text.replace(/[\\%_]/g, (special) => `\\${special}`);

/** The outcome for these records. Pure function. */
const fateOf = ({ resource, by, erased }: PersonalRecords, subject: DataSubject): ErasureOutcome['fate'] => {
  if (resource.resource === subject.resource) return 'removed';
  if (erased) return 'pseudonymised';
  const reference = resource.byProperty.get(by)?.reference;
  if (reference?.resource !== subject.resource || reference.onDelete === 'restrict') return 'kept';
  return reference.onDelete === 'cascade' ? 'removed' : 'pseudonymised';
};

const hasPersonal = ({ resource }: PersonalRecords): boolean =>
  resource.fields.some(({ isPersonal }) => isPersonal === true);

/** All stored personal data, as declared by all modules, installed or not. */
export class PersonalData {
  constructor(private readonly parts: Parts) {}

  /** Exports one set of rows after the other. Read each completely before the next. */
  async *exportedRows(subject: DataSubject): AsyncGenerator<PersonalRows> {
    for (const declared of this.parts.records) {
      const others = new Map<string, Set<number>>(declared.alongside?.map((property) => [property, new Set()]));
      yield [declared.resource.resource, this.rowsOf(declared, subject, others)];
      for (const [property, ids] of others) {
        const other = this.resourceOf(declared.resource, property);
        if (other && ids.size > 0)
          yield [`${declared.resource.resource}.${property}`, this.rowsAlongside(other, [...ids])];
      }
    }
    const traced = await this.traced(subject);
    for (const traces of this.parts.traces) yield* traces.exportedRows(traced);
  }

  async fates(subject: DataSubject): Promise<readonly ErasureOutcome[]> {
    const found: ErasureOutcome[] = [];
    for (const declared of this.parts.records) {
      const { length: count } = await this.idsOf(declared, subject);
      const { because, resource } = declared;
      const what = count === 1 ? resource.title.one : resource.title.many;
      if (count > 0) found.push({ fate: fateOf(declared, subject), count, what, ...(because && { because }) });
    }
    const traced = await this.traced(subject);
    for (const traces of this.parts.traces)
      found.push(...(await traces.fates(traced)).filter(({ count }) => count > 0));
    return found;
  }

  /** Erases everything that is not deleted together with the subject's record, in the ambient write transaction. */
  async erase(subject: DataSubject): Promise<void> {
    // Before the erasure removes the values by which the rows are found.
    const traced = await this.traced(subject);
    const { records, store, clock, traces } = this.parts;
    for (const { erased, ...declared } of records) {
      if (!erased) continue;
      const stored = store.recordsOf(declared.resource);
      const ids = await this.idsOf(declared, subject);
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const before = [...(await stored.byIds(ids.slice(from, from + AT_ONCE))).values()];
        const at = clock.now();
        await stored.update(
          before.map((record) => erased(record, at)),
          before,
        );
      }
    }
    for (const one of traces) await one.erase(traced);
  }

  private async traced(subject: DataSubject): Promise<TracedSubject> {
    const records = new Map<string, readonly number[]>();
    for (const declared of this.parts.records)
      if (hasPersonal(declared)) records.set(declared.resource.resource, await this.idsOf(declared, subject));
    const hidden = this.parts.records.flatMap(({ resource, hidden: unseen = [] }) =>
      unseen.flatMap((property) => resource.byProperty.get(property)?.name ?? []),
    );
    return { ...subject, records, hidden: new Set(hidden) };
  }

  private async idsOf(declared: PersonalRecords, subject: DataSubject): Promise<readonly number[]> {
    const stored = this.parts.store.recordsOf(declared.resource);
    if (declared.through) {
      const theirs = await this.idsOf(declared.through, subject);
      const found: number[] = [];
      for (let from = 0; from < theirs.length; from += AT_ONCE)
        found.push(...(await stored.idsOf(one(declared.by, 'in', ...theirs.slice(from, from + AT_ONCE)))));
      return found;
    }
    if (declared.holds === 'id') return stored.idsOf(one(declared.by, 'eq', subject.id));
    return subject.email === null ? [] : stored.idsOf(one(declared.by, 'like', exactly(subject.email)));
  }

  private async *rowsOf(
    declared: PersonalRecords,
    subject: DataSubject,
    others: ReadonlyMap<string, Set<number>>,
  ): AsyncGenerator<object> {
    const { resource, hidden = [] } = declared;
    const shown = resource.fields.filter(({ property }) => !hidden.includes(property));
    const ids = await this.idsOf(declared, subject);
    for (let from = 0; from < ids.length; from += AT_ONCE)
      for (const record of (
        await this.parts.store.recordsOf(resource).byIds(ids.slice(from, from + AT_ONCE))
      ).values()) {
        for (const [property, seen] of others) {
          const id = (record as unknown as Readonly<Record<string, unknown>>)[property];
          if (typeof id === 'number') seen.add(id);
        }
        yield toWire(shown, record);
      }
  }

  private async *rowsAlongside(resource: Resource, ids: readonly number[]): AsyncGenerator<object> {
    const shown = resource.fields.filter(({ kind }) => !isList(kind));
    for (let from = 0; from < ids.length; from += AT_ONCE)
      for (const record of (await this.parts.store.recordsOf(resource).byIds(ids.slice(from, from + AT_ONCE))).values())
        yield toWire(shown, record);
  }

  private resourceOf({ byProperty }: Resource, property: string): Resource | undefined {
    const name = byProperty.get(property)?.reference?.resource;
    return name === undefined ? undefined : this.parts.references.resources.named(name);
  }
}

const one = (property: string, condition: 'eq' | 'in' | 'like', ...values: readonly unknown[]): Criteria['groups'] => [
  [{ property, condition, values }],
];
