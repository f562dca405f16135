import type { Recorded, Resources } from '../../../libs/records/index.js';

export type Table = Map<number, Recorded>;

/** The storage of the records in memory. */
export interface Tables {
  readonly resources: Resources;
  table(resource: string): Table;
  nextId(resource: string): number;
  /** A copy of all stored data, to restore later. */
  copy(): ReadonlyMap<string, Table>;
  restore(copy: ReadonlyMap<string, Table>): void;
}
