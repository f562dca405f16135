import type { Recorded, Resource } from '../declare/definition.js';
import { type Identities, identitiesOf } from '../declare/identity.js';
import type { MergedRow } from './merge-row.js';

const byId = (id: number): string => `id:${id}`;

/**
 * Collects consecutive rows that can be stored together because none depends on an earlier one. The result is the same
 * as one after another ("rows act in order", bulk.md, "Sending rows").
 */
export class IndependentRows<T extends Recorded> {
  private readonly merged: MergedRow<T>[] = [];
  private readonly writes = new Set<string>();
  private readonly refers = new Set<string>();
  private readonly identities: Identities<T>;
  /** Properties that refer to other records of the same resource. */
  private readonly selves: readonly string[];

  constructor(resource: Resource<T>) {
    this.identities = identitiesOf(resource);
    this.selves = resource.fields
      .filter(({ reference }) => reference?.resource === resource.resource)
      .map(({ property }) => property);
  }

  get rows(): readonly MergedRow<T>[] {
    return this.merged;
  }

  /** Returns false if the row depends on earlier rows, which must be stored first. */
  add(row: MergedRow<T>): boolean {
    const refers = this.referred(row);
    const written = this.written(row);
    if (this.waits(row, written, refers)) return false;
    this.merged.push(row);
    for (const name of written) this.writes.add(name);
    for (const name of refers) this.refers.add(name);
    return true;
  }

  private waits({ lookups, previous }: MergedRow<T>, written: readonly string[], refers: readonly string[]): boolean {
    if (this.writes.size === 0 && this.refers.size === 0) return false;
    return (
      lookups.some((name) => this.writes.has(name)) ||
      (previous !== undefined && (this.writes.has(byId(previous.id)) || this.mayHaveLost(previous))) ||
      written.some((name) => this.writes.has(name) || this.refers.has(name)) ||
      refers.some((name) => this.writes.has(name))
    );
  }

  /** A conditional unique key ("the default one") may be taken from a record that no row mentions. */
  private mayHaveLost(previous: T): boolean {
    return this.identities.all.some(({ key, keyOf }) => {
      const held = key.when && keyOf(previous);
      return held !== undefined && this.writes.has(held);
    });
  }

  /** The record's id, and the keys that it takes or releases. */
  private written({ status, previous, record, row }: MergedRow<T>): readonly string[] {
    if (status !== 'created' && status !== 'updated') return [];
    const names: string[] = [];
    const id = previous?.id ?? row.id;
    if (id !== undefined) names.push(byId(id));
    for (const identity of this.identities.all) {
      const after = identity.keyOf(record);
      const before = previous && identity.keyOf(previous);
      if (after !== undefined) names.push(after);
      if (before !== undefined && before !== after) names.push(before);
    }
    return names;
  }

  private referred({ status, record }: MergedRow<T>): readonly string[] {
    if (this.selves.length === 0 || (status !== 'created' && status !== 'updated')) return [];
    return this.selves.flatMap((property) => {
      const id = (record as unknown as Readonly<Record<string, unknown>>)[property];
      return typeof id === 'number' ? [byId(id)] : [];
    });
  }
}
