import type { LoggedChange } from '../../../libs/kernel/index.js';

/** Changes in a numbered audit entry to records of one type. */
export interface NumberedAct {
  readonly number: number;
  readonly at: Date;
  readonly caller: string;
  readonly resource: string;
  readonly action: string;
  readonly records: readonly Happened[];
}

/** Change of one record. */
interface Happened {
  /** Position in the audit entry. */
  readonly position: number;
  readonly id: number | null;
  readonly key: string | null;
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Audit entries sorted by number, and the last number; undefined if there are none. */
export interface NumberedActs {
  readonly last: number | undefined;
  readonly acts: readonly NumberedAct[];
}

/** A price record that becomes valid or invalid because of the date. */
export interface TurnedRecord {
  readonly resource: string;
  readonly id: number;
  readonly productId: number | null;
}

/** Reads events from the audit trail, the change log and the periods of prices. */
export abstract class WebhookEventFeed {
  /** The number of the last numbered audit entry, and the change-log version. */
  abstract end(): Promise<{ readonly actNumber: number; readonly version: number }>;

  /** The changes of numbered audit entries after this one, up to a maximum number of entries. */
  abstract acts(after: number, most: number): Promise<NumberedActs>;

  /** Price changes after this version, always whole versions; undefined if the log does not go back that far. */
  abstract changes(after: number, most: number): Promise<readonly LoggedChange[] | undefined>;

  /** Records of a website (0: all) whose period starts on `day` or ended the day before, in pages. */
  abstract turned(websiteId: number, day: string): AsyncIterable<readonly TurnedRecord[]>;
}
