import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { PassportVersion, Status, Actor } from '../../passport/domain/index.js';

export interface Passport {
  readonly id: number;
  readonly uuid: string;
  /** The key: of the version in work, else of the published one, else of the newest. */
  readonly sku: string;
  readonly storeId: number;
  readonly batch: string | null;
  readonly serial: string | null;
  /** All its versions are archived: its key is free. */
  readonly isArchived: boolean;
  /** The highest number that a version has had: numbers aren't given twice. */
  readonly lastVersion: number;
  readonly printedGtin: string | null;
  /** What its QR code says; null until it is published for the first time. */
  readonly qrTarget: string | null;
  /** The run of serial numbers that it was made by. */
  readonly runId: number | null;
  readonly createdAt: Date;
}

/** A version as it is stored; `id` is its own. */
export interface StoredVersion extends PassportVersion {
  readonly id: number;
  readonly templateId: number;
  /** The one that is shown where no version is named: in work, else published, else the newest. */
  readonly isShown: boolean;
}

/** Of a passport's versions the one that was published last, be it archived by now. */
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
  /** The fields that were written, by their names on the wire. */
  readonly fields: readonly string[];
  readonly actor: Actor;
  readonly at: Date;
}

/**
 * The passports with all their versions. Inside `Transactions.write` reading a passport locks it: whoever writes versions
 * reads their passport first, so that writers of one passport follow one another.
 */
export abstract class PassportBook {
  abstract passport(id: number): Promise<Passport | undefined>;

  /** By their ids; an id that no passport has is missing. */
  abstract passports(ids: readonly number[]): Promise<ReadonlyMap<number, Passport>>;

  /**
   * Those that a run has made, in its order: behind this id (0: from the first), from this one of them on (1: the first), at
   * most so many.
   */
  abstract ofRun(
    runId: number,
    page: { readonly afterId: number; readonly first: number; readonly count: number },
  ): Promise<readonly Passport[]>;

  /** The one with this key that isn't archived as a whole. */
  abstract byKey(key: Pick<Passport, 'sku' | 'storeId' | 'batch' | 'serial'>): Promise<Passport | undefined>;

  /** The same of several keys, in their order. */
  abstract byKeys(
    keys: readonly Pick<Passport, 'sku' | 'storeId' | 'batch' | 'serial'>[],
  ): Promise<readonly (Passport | undefined)[]>;

  /** The versions in work, published and shown: one to two of them; none if there is no such passport. */
  abstract currentOf(passportId: number): Promise<readonly StoredVersion[]>;

  abstract version(passportId: number, version: number): Promise<StoredVersion | undefined>;

  /** Of these passports; those of which nothing was ever published are missing. */
  abstract lastPublished(passportIds: readonly number[]): Promise<readonly LastPublished[]>;

  /** The version with the highest number but this one. */
  abstract newestBut(passportId: number, version: number): Promise<StoredVersion | undefined>;

  /** The shown versions that match; criteria by the properties of `PassportVersion`. */
  abstract search(criteria: Criteria): Promise<Page<StoredVersion>>;

  /**
   * Numbers of the passports whose shown version names this one as a data sheet and isn't archived: behind this number (0: from
   * the first), ascending, at most so many.
   */
  abstract itemsOf(sheetId: number, afterId: number, count: number): Promise<readonly number[]>;

  /** How many there are of them. */
  abstract countItemsOf(sheetId: number): Promise<number>;

  /** Numbers of all passports that are data sheets so, in no order. */
  abstract sheetIds(): Promise<readonly number[]>;

  /** Versions in work of a template behind this one (0: from the first), by their ids, at most so many. */
  abstract inWorkOf(templateId: number, afterId: number, count: number): Promise<readonly StoredVersion[]>;

  /** Stores a new passport, answers its id. `InputRefused` if a passport that isn't archived has the same key. */
  abstract addPassport(passport: Passport): Promise<number>;

  /** The same of many, in few statements; ids in their order. */
  abstract addPassports(passports: readonly Passport[]): Promise<readonly number[]>;

  /** The same refusal as of `addPassport`. */
  abstract changePassport(passport: Passport): Promise<void>;

  abstract changePassports(passports: readonly Passport[]): Promise<void>;

  /** With its versions and history. `InputRefused` if another passport names it as its predecessor. */
  async removePassport(id: number): Promise<void> {
    await this.removePassports([id]);
  }

  /** The same of many, all or none. */
  abstract removePassports(ids: readonly number[]): Promise<void>;

  /** The name of a run of serial numbers; undefined if it isn't there. */
  abstract runName(runId: number): Promise<string | undefined>;

  /** Stores a new version, answers its id. `InputRefused` where its predecessor, store view or template isn't there. */
  abstract addVersion(version: StoredVersion): Promise<number>;

  /** The same of many, in few statements; ids in their order. */
  abstract addVersions(versions: readonly StoredVersion[]): Promise<readonly number[]>;

  abstract changeVersions(versions: readonly StoredVersion[]): Promise<void>;

  abstract removeVersion(id: number): Promise<void>;

  async note(passportId: number, event: PassportEvent): Promise<void> {
    await this.noteAll([{ passportId, event }]);
  }

  abstract noteAll(events: readonly { readonly passportId: number; readonly event: PassportEvent }[]): Promise<void>;

  /** Oldest first; pages count from 1, one behind the last is empty. */
  abstract history(passportId: number, page: number, pageSize: number): Promise<readonly PassportEvent[]>;
}
