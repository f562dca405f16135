import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { PassportVersion, Status, Actor } from '../../passport/domain/index.js';

export interface Passport {
  readonly id: number;
  readonly uuid: string;
  /** The key comes from the working version, otherwise the published one, otherwise the newest. */
  readonly sku: string;
  readonly storeId: number;
  readonly batch: string | null;
  readonly serial: string | null;
  /** True if all versions are archived, which frees the key. */
  readonly isArchived: boolean;
  /** Highest version number used so far; numbers are never reused. */
  readonly lastVersion: number;
  readonly printedGtin: string | null;
  /** Content of the QR code; null before the first publication. */
  readonly qrTarget: string | null;
  /** The run that created the passport. */
  readonly runId: number | null;
  /** The item's own payload values as JSON, until the item is published. Only for items of a run. */
  readonly runValues?: string | null;
  readonly createdAt: Date;
}

/** A stored version with its own ID. */
export interface StoredVersion extends PassportVersion {
  readonly id: number;
  readonly templateId: number;
  /** True for the current version: working, else published, else newest. */
  readonly isShown: boolean;
}

/** The last published version of a passport, which may be archived by now. */
export type LastPublished = Pick<StoredVersion, 'passportId' | 'uuid' | 'storeId' | 'status' | 'validFrom' | 'validTo'>;

export const ACTIONS = [
  'created',
  'changed',
  'activated',
  'reworked',
  'revised',
  'transferred',
  'published',
  'archived',
  'removed',
  'noticed',
  'notice_removed',
  'measured',
] as const;
export type Action = (typeof ACTIONS)[number];

export interface PassportEvent {
  readonly version: number;
  readonly action: Action;
  readonly fromStatus: Status | null;
  readonly toStatus: Status | null;
  readonly reason: string | null;
  /** Names of the changed fields in the API. */
  readonly fields: readonly string[];
  readonly actor: Actor;
  readonly at: Date;
}

/**
 * Passports with all their versions. Inside `Transactions.write`, reading a passport locks it. Writers of versions read
 * the passport first, so they run one after another.
 */
export abstract class PassportBook {
  abstract passport(id: number): Promise<Passport | undefined>;

  /** Unknown IDs are missing from the result. */
  abstract passports(ids: readonly number[]): Promise<ReadonlyMap<number, Passport>>;

  /**
   * Passports of a run in order, at most `count`: those after the ID (0 for all), starting at the position (the first
   * is 1).
   */
  abstract ofRun(
    runId: number,
    page: { readonly afterId: number; readonly first: number; readonly count: number },
  ): Promise<readonly Passport[]>;

  /** The passport with this key, unless all its versions are archived. */
  abstract byKey(key: Pick<Passport, 'sku' | 'storeId' | 'batch' | 'serial'>): Promise<Passport | undefined>;

  /** Same as `byKey` for several keys, in the order of the keys. */
  abstract byKeys(
    keys: readonly Pick<Passport, 'sku' | 'storeId' | 'batch' | 'serial'>[],
  ): Promise<readonly (Passport | undefined)[]>;

  /** The working, published and current versions: one or two; none for an unknown passport. */
  abstract currentOf(passportId: number): Promise<readonly StoredVersion[]>;

  abstract version(passportId: number, version: number): Promise<StoredVersion | undefined>;

  /** Passports without any published version are missing from the result. */
  abstract lastPublished(passportIds: readonly number[]): Promise<readonly LastPublished[]>;

  /** The version with the highest number, other than this one. */
  abstract newestBut(passportId: number, version: number): Promise<StoredVersion | undefined>;

  /** Current versions that match; criteria use the properties of `PassportVersion`. */
  abstract search(criteria: Criteria): Promise<Page<StoredVersion>>;

  /**
   * IDs of passports whose current version uses this data sheet and is not archived. Ascending, after this ID (0 for
   * all), at most `count`.
   */
  abstract itemsOf(sheetId: number, afterId: number, count: number): Promise<readonly number[]>;

  abstract countItemsOf(sheetId: number): Promise<number>;

  /** IDs of all passports used as data sheets, unordered. */
  abstract sheetIds(): Promise<readonly number[]>;

  /** Working versions of a template by ID, after this ID (0 for all), at most `count`. */
  abstract inWorkOf(templateId: number, afterId: number, count: number): Promise<readonly StoredVersion[]>;

  /** Stores a new passport and returns its ID. `InputRefused` if an active passport has the same key. */
  abstract addPassport(passport: Passport): Promise<number>;

  /** Same as `addPassport` for several passports, with few statements. Returns IDs in order. */
  abstract addPassports(passports: readonly Passport[]): Promise<readonly number[]>;

  /** Refuses the same faults as `addPassport`. */
  abstract changePassport(passport: Passport): Promise<void>;

  abstract changePassports(passports: readonly Passport[]): Promise<void>;

  /** Deletes the passport with its versions and history. `InputRefused` if another passport refers to it. */
  async removePassport(id: number): Promise<void> {
    await this.removePassports([id]);
  }

  /** Same as `removePassport` for several passports. Deletes all or none. */
  abstract removePassports(ids: readonly number[]): Promise<void>;

  /** The UUID of a run; undefined if it does not exist. */
  abstract runName(runId: number): Promise<string | undefined>;

  /**
   * Stores a new version and returns its ID. `InputRefused` if its predecessor, store view or template does not exist.
   */
  abstract addVersion(version: StoredVersion): Promise<number>;

  /**
   * Same as `addVersion` for several versions, with few statements. Returns IDs in order. Content that they share with
   * `like` is stored once.
   */
  abstract addVersions(versions: readonly StoredVersion[], like?: StoredVersion): Promise<readonly number[]>;

  abstract changeVersions(versions: readonly StoredVersion[]): Promise<void>;

  abstract removeVersion(id: number): Promise<void>;

  async note(passportId: number, event: PassportEvent): Promise<void> {
    await this.noteAll([{ passportId, event }]);
  }

  abstract noteAll(events: readonly { readonly passportId: number; readonly event: PassportEvent }[]): Promise<void>;

  /** Oldest first. Pages start at 1; pages after the last are empty. */
  abstract history(passportId: number, page: number, pageSize: number): Promise<readonly PassportEvent[]>;
}
