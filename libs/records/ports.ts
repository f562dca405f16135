import { type Criteria, type Fault, type Page, plain, Refusal, say } from '../kernel/index.js';
import type { Recorded, Resource, UniqueKey } from './declare/definition.js';
import type { Resources } from './declare/resources.js';

/**
 * The first refused record of a batch, and the reason. Nothing of the batch is stored. Rules that are checked before
 * the database may name a later record.
 */
export class RowRefused extends Refusal {
  /** Several where several references of the record are to records that aren't there. */
  readonly faults: readonly [Fault, ...Fault[]];

  constructor(
    readonly index: number,
    first: Fault,
    ...more: readonly Fault[]
  ) {
    super([first, ...more].map((fault) => plain(say(fault))).join(' '));
    this.faults = [first, ...more];
  }
}

const IDS_AT_ONCE = 1000;

/** The stored records of one resource. Inside `Transactions.write` every read locks its rows. */
export abstract class Records<T extends Recorded> {
  /** The existing records among these ids, by id. Refreshes key-of fields (`sku`) from the referenced records. */
  abstract byIds(ids: readonly number[]): Promise<ReadonlyMap<number, T>>;

  /** For each of `samples` the record with the same values of the key's properties, in the same order. */
  abstract byKey(key: UniqueKey<T>, samples: readonly Partial<T>[]): Promise<readonly (T | undefined)[]>;

  /** One ordered page of matches, and the total number of matches. */
  abstract search(criteria: Criteria): Promise<Page<T>>;

  /** The ids of all matches, ascending. */
  async idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    const ids: number[] = [];
    for (;;) {
      const after: Criteria['groups'] = [[{ property: 'id', condition: 'gt', values: [ids.at(-1) ?? -1] }]];
      const sort = [{ property: 'id', direction: 'ASC' }] as const;
      const { items } = await this.search({ groups: [...groups, ...after], sort, page: 1, pageSize: IDS_AT_ONCE });
      for (const { id } of items) ids.push(id);
      if (items.length < IDS_AT_ONCE) return ids;
    }
  }

  /**
   * Stores new records and returns their ids in order. An id of 0 or less requests one from the database, unless
   * `givenIds` is set. `RowRefused` with the index of the first rejected record: a duplicate key, or a reference to a
   * missing record. The database decides, not a previous read. `InputRefused` if no id is left, because a record has
   * the largest one.
   */
  abstract insert(records: readonly T[], givenIds?: boolean): Promise<readonly number[]>;

  /**
   * Stores changed records completely; `RowRefused` as for insert. A caller that has read the old records passes them
   * in the same order, so that they are not read again for the audit trail.
   */
  abstract update(records: readonly T[], previous?: readonly (T | undefined)[]): Promise<void>;

  /**
   * Deletes records; missing ids are skipped. `InputRefused` with the users if a record is still in use (restrict). A
   * caller that has read the records passes them, as for `update`.
   */
  abstract remove(ids: readonly number[], previous?: readonly T[]): Promise<void>;
}

/** Provides the stored records of a resource; implemented in `libs/database`. */
export abstract class RecordStore {
  abstract recordsOf<T extends Recorded>(resource: Resource<T>): Records<T>;
}

/** Finds records of any resource by a unique property, so that no module needs the table of another one. */
export abstract class References {
  abstract readonly resources: Resources;

  /** The stored records of a resource, for keys of several parts. */
  abstract recordsOf<T extends Recorded>(resource: Resource<T>): Records<T>;

  /** The ids by key; keys that no record has are absent. Compares exactly. */
  abstract ids(resource: string, property: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** The keys by id; ids that no record has are absent. */
  abstract keys(resource: string, property: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** Earlier states of records (audit.md, "Reading the trail"). */
export abstract class RecordHistory {
  /**
   * The record as it was returned at a point in time, computed from its current state (undefined if deleted) and the
   * audit trail. Undefined if it did not exist. `InputRefused` if the trail does not reach back that far.
   */
  abstract asOf(
    resource: Resource,
    id: number,
    now: Readonly<Record<string, unknown>> | undefined,
    at: Date,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** The file of a record, without its bytes. */
export interface RecordFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  /** 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  /** Why it cannot be downloaded: a virus scan refused it, or it still waits for one. Null if it can. */
  readonly withheld: 'refused' | 'waiting' | null;
}

/** Opens bytes, or a range of them with both ends inclusive. */
export type OpenBytes = (range?: {
  readonly first: number;
  readonly last: number;
}) => Promise<AsyncIterable<Uint8Array>>;

/** Files of records. The module that stores them applies its policy to imported files too. */
export abstract class RecordBytes {
  /** The right to read these records; undefined if no installed module has records with files. */
  abstract readonly right: string | undefined;

  /** Gives a record its file; `Refusal` where an upload would be refused. */
  abstract put(id: number, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;

  /** Hands over the bytes of a record's file. */
  abstract take(id: number, take: (bytes: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void>;

  /** The files of these records by ID; records without one have no entry. */
  abstract files(ids: readonly number[]): Promise<ReadonlyMap<number, RecordFile>>;

  /**
   * Keeps the bytes of these files for ever, whatever happens to the records. Returns the IDs of records whose file is
   * another one now, or cannot be downloaded. Bytes that are already kept need no record. Only inside
   * `Transactions.write`.
   */
  abstract keep(files: readonly { readonly id: number; readonly sha256: string }[]): Promise<readonly number[]>;

  /** Opens kept bytes; undefined if these are not kept. `StateConflict` if a virus scan withholds them. */
  abstract kept(sha256: string): Promise<OpenBytes | undefined>;
}
