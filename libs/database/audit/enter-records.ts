import type { AuditedChange, AuditTrail } from '../../kernel/index.js';
import { auditedChange, type Recorded, type Records, type Resource } from '../../records/index.js';
import { chunks } from '../sql.js';

/** Number of entries created at a time. */
const AT_ONCE = 1_000;

/** Writes audit entries for changes to the records of one resource. */
export class EnterRecords<T extends Recorded> {
  readonly isAudited: boolean;

  constructor(
    private readonly resource: Resource<T>,
    private readonly records: Pick<Records<T>, 'byIds'>,
    private readonly trail: AuditTrail,
  ) {
    this.isAudited = resource.isAudited !== false;
  }

  async created(records: readonly T[], ids: readonly number[]): Promise<void> {
    if (!this.isAudited) return;
    for (const [start, part] of parts(records)) {
      const stored = part.map((record, index) => ({ ...record, id: ids[start + index] ?? record.id }));
      await this.enter(stored.map((record) => auditedChange(this.resource, undefined, record)));
    }
  }

  /** Returns the records before the write, unless the caller already has them. */
  async before(
    records: readonly T[],
    known: readonly (T | undefined)[] | undefined,
  ): Promise<readonly (T | undefined)[]> {
    if (!this.isAudited) return [];
    if (known && known.length === records.length && !known.includes(undefined)) return known;
    const found = await this.records.byIds(records.map(({ id }) => id));
    return records.map(({ id }) => found.get(id));
  }

  async updated(records: readonly T[], previous: readonly (T | undefined)[]): Promise<void> {
    if (!this.isAudited) return;
    for (const [start, part] of parts(records))
      await this.enter(
        part.map((record, index) => {
          const before = previous[start + index];
          return before && auditedChange(this.resource, before, record);
        }),
      );
  }

  async removed(ids: readonly number[], known: readonly T[] | undefined, cause?: string): Promise<void> {
    if (!this.isAudited) return;
    for (const part of known ? chunks(known, AT_ONCE) : chunks(ids, AT_ONCE)) {
      const gone = known ? (part as readonly T[]) : [...(await this.records.byIds(part as readonly number[])).values()];
      await this.enter(gone.map((record) => auditedChange(this.resource, record, undefined, cause)));
    }
  }

  /** Records what a deletion removes from other records: a reference, or an element of a list. */
  async emptied(ids: readonly number[], without: (record: T) => T, cause: string): Promise<void> {
    if (!this.isAudited) return;
    for (const part of chunks(ids, AT_ONCE)) {
      const found = [...(await this.records.byIds(part)).values()];
      await this.enter(found.map((record) => auditedChange(this.resource, record, without(record), cause)));
    }
  }

  private async enter(changes: readonly (AuditedChange | undefined)[]): Promise<void> {
    const found = changes.filter((change): change is AuditedChange => change !== undefined);
    if (found.length > 0) await this.trail.enter(found);
  }
}

const parts = function* <T>(records: readonly T[]): Generator<readonly [number, readonly T[]]> {
  for (let start = 0; start < records.length; start += AT_ONCE)
    yield [start, records.length <= AT_ONCE ? records : records.slice(start, start + AT_ONCE)];
};
