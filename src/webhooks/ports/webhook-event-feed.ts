import type { LoggedChange } from '../../../libs/kernel/index.js';

/** Changes of one numbered act of the audit trail to records of one kind. */
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
  /** Position in the act. */
  readonly position: number;
  readonly id: number | null;
  readonly key: string | null;
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Acts in the order of their numbers, and the last number; none where there are none. */
export interface NumberedActs {
  readonly last: number | undefined;
  readonly acts: readonly NumberedAct[];
}

/** A price record that becomes valid, or no longer is, because of the date. */
export interface TurnedRecord {
  readonly resource: string;
  readonly id: number;
  readonly productId: number | null;
}

/** Events read from the audit trail, the change log and the days of prices. */
export abstract class WebhookEventFeed {
  /** The last act that has its number, and the version of the change log. */
  abstract end(): Promise<{ readonly actNumber: number; readonly version: number }>;

  /** The changes of numbered audit entries after this one, up to a maximum number of entries. */
  abstract acts(after: number, most: number): Promise<NumberedActs>;

  /** Changes of prices behind this version, of whole versions; undefined where the log no longer reaches back so far. */
  abstract changes(after: number, most: number): Promise<readonly LoggedChange[] | undefined>;

  /** Records of a website (0: all) whose period starts on `day` or ended the day before; one page, after an id. */
  abstract turned(websiteId: number, day: string): AsyncIterable<readonly TurnedRecord[]>;
}
