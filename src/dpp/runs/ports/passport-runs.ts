import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Passport } from '../../authoring/index.js';

export type RunStatus = 'reserving' | 'reserved' | 'publishing' | 'published' | 'withdrawing' | 'withdrawn';

/** Items of one batch of a model, alike but for their serial numbers. */
export interface PassportRun {
  readonly id: number;
  readonly uuid: string;
  readonly status: RunStatus;
  readonly sku: string;
  readonly gtin: string | null;
  readonly storeId: number;
  readonly batch: string | null;
  readonly itemCount: number;
  /** How many have their identifiers, those that were taken back aside. */
  readonly reserved: number;
  readonly published: number;
  readonly refused: number;
  /** Why items were refused. */
  readonly message: string | null;
  readonly actorKind: string;
  readonly actorId: number | null;
  readonly releaserKind: string | null;
  readonly releaserId: number | null;
  readonly createdAt: Date;
  /** JSON of the version that its items have in common. */
  readonly content: string;
  /** The passport up to which all are published or refused, or taken back; 0: none yet. */
  readonly lastPassportId: number;
}

/** Runs of serial numbers, and the passports that they have made. Inside `Transactions.write` reading a run locks it. */
export abstract class PassportRuns {
  abstract add(run: PassportRun): Promise<void>;

  abstract byUuid(uuid: string): Promise<PassportRun | undefined>;

  abstract change(run: PassportRun): Promise<void>;

  abstract search(criteria: Criteria): Promise<Page<PassportRun>>;

  /** Passports of a run behind this one (0: from the first), in the order of its serial numbers, at most so many. */
  abstract items(runId: number, afterId: number, count: number): Promise<readonly Passport[]>;

  /** The same by their places, 1 is the first. */
  abstract itemsAt(runId: number, first: number, count: number): Promise<readonly Passport[]>;
}
