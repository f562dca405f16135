import type { Recorded, Resources } from '../../../libs/records/index.js';

export type Table = Map<number, Recorded>;

/** What the records in memory lie in. */
export interface Tables {
  readonly resources: Resources;
  table(resource: string): Table;
  nextId(resource: string): number;
  /** All that is stored now, to come back to. */
  copy(): ReadonlyMap<string, Table>;
  restore(copy: ReadonlyMap<string, Table>): void;
}
