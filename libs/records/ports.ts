import { type Criteria, type Fault, InputRefused, type Page, plain, Refusal, say } from '../kernel/index.js';
import type { Recorded, Resource, UniqueKey } from './declare/definition.js';
import type { Resources } from './declare/resources.js';

/**
 * The first refused record of a batch, with the reason. Nothing of the batch is stored. Rules checked before the
 * database may refuse a later record first.
 */
export class RowRefused extends Refusal {
  /** Contains several errors if several references of the record are invalid. */
  readonly faults: readonly [Fault, ...Fault[]];

  constructor(
    readonly index: number,
    first: Fault,
    ...more: readonly Fault[]
  ) {
    super([first, ...more].map((fault) => plain(say(fault))).join(' '));
    this.faults = [first, ...more];
  }

  /** Runs `work` for a single record. Its refusal then names no row. */
  static async withoutRow<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof RowRefused ? new InputRefused(...error.faults) : error;
    }
  }
}

const IDS_AT_ONCE = 1000;

/** The stored records of one resource. Inside `Transactions.write`, every read locks its rows. */
export abstract class Records<T extends Recorded> {
  /**
   * The existing records with these ids, by id. Key-of fields (`sku`) contain the current values of the referenced
   * records.
   */
  abstract byIds(ids: readonly number[]): Promise<ReadonlyMap<number, T>>;

  /** For each sample, the record with the same key values, in the same order. */
  abstract byKey(key: UniqueKey<T>, samples: readonly Partial<T>[]): Promise<readonly (T | undefined)[]>;

  /** One sorted page of matches, and the total number of matches. */
  abstract search(criteria: Criteria): Promise<Page<T>>;

  /** The ids of all matches in ascending order. */
  async idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    const ids: number[] = [];
    for (;;) {
      const after: Criteria['groups'] = [[{ property: 'id', condition: 'gt', values: [ids.at(-1) ?? -1] }]];
      const sort = [{ property: 'id', direction: 'ASC' }] as const;
      const page = { sort, page: 1, pageSize: IDS_AT_ONCE, uncounted: true };
      const { items } = await this.search({ ...page, groups: [...groups, ...after] });
      for (const { id } of items) ids.push(id);
      if (items.length < IDS_AT_ONCE) return ids;
    }
  }

  /**
   * Stores new records and returns their ids in order. The database assigns the id of records with an id of 0 or less,
   * unless `givenIds` is set. Throws `RowRefused` with the index of the first rejected record: a duplicate key, or a
   * reference to a missing record. The database decides this, not a previous read. Throws `InputRefused` if a record
   * has the largest possible id, so that none is left.
   */
  abstract insert(records: readonly T[], givenIds?: boolean): Promise<readonly number[]>;

  /**
   * Stores changed records completely. Throws `RowRefused` like `insert`. A caller that has already read the old
   * records passes them in the same order, so that they are not read again for the audit trail.
   */
  abstract update(records: readonly T[], previous?: readonly (T | undefined)[]): Promise<void>;

  /**
   * Deletes records; ignores missing ids. Throws `InputRefused` with the users of a record that is still in use
   * (restrict). A caller that has already read the records passes them, as with `update`.
   */
  abstract remove(ids: readonly number[], previous?: readonly T[]): Promise<void>;
}

/** Provides the stored records of a resource; implemented in `libs/database`. */
export abstract class RecordStore {
  abstract recordsOf<T extends Recorded>(resource: Resource<T>): Records<T>;
}

/** Finds records of any resource by a unique property, so that no module needs another one's table. */
export abstract class References {
  abstract readonly resources: Resources;

  /** The stored records of a resource, for keys with several parts. */
  abstract recordsOf<T extends Recorded>(resource: Resource<T>): Records<T>;

  /** The ids by key, without missing records. Compares exactly. */
  abstract ids(resource: string, property: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** The keys by id, without missing records. */
  abstract keys(resource: string, property: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** Earlier states of records (audit.md, "Reading the trail"). */
export abstract class RecordHistory {
  /**
   * The record as returned at a point in time, computed from its current state (undefined if deleted) and the audit
   * trail. Undefined if it did not exist. Throws `InputRefused` if the trail does not go back that far.
   */
  abstract asOf(
    resource: Resource,
    id: number,
    now: Readonly<Record<string, unknown>> | undefined,
    at: Date,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** A record's file, without its content. */
export interface RecordFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  /** 64 lowercase hexadecimal digits. */
  readonly sha256: string;
  /** Why the file cannot be downloaded: a virus scan refused it or is still pending. Null if it can. */
  readonly withheld: 'refused' | 'waiting' | null;
}

/** Opens the content, or a range of it with both ends included. */
export type OpenBytes = (range?: {
  readonly first: number;
  readonly last: number;
}) => Promise<AsyncIterable<Uint8Array>>;

/** Files of records. The module that stores them also applies its policy to imported files. */
export abstract class RecordBytes {
  /** The right to read these records; undefined if no installed module has records with files. */
  abstract readonly right: string | undefined;

  /** Stores the file of a record. Throws a `Refusal` if an upload would be refused. */
  abstract put(id: number, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;

  /** Passes the content of a record's file to `take`. */
  abstract take(id: number, take: (bytes: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void>;

  /** The files of these records by id, without records that have no file. */
  abstract files(ids: readonly number[]): Promise<ReadonlyMap<number, RecordFile>>;

  /**
   * Keeps the content of these files permanently, whatever happens to the records. Returns the ids of records whose
   * file is a different one now, or cannot be downloaded. Content that is already kept needs no record. Only inside
   * `Transactions.write`.
   */
  abstract keep(files: readonly { readonly id: number; readonly sha256: string }[]): Promise<readonly number[]>;

  /** Opens kept content; undefined if it is not kept. Throws `StateConflict` if a virus scan blocks it. */
  abstract kept(sha256: string): Promise<OpenBytes | undefined>;
}
