import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { Passport } from '../../authoring/index.js';

type RunStatus = 'reserving' | 'reserved' | 'publishing' | 'published' | 'withdrawing' | 'withdrawn';

/** Items of one batch of a model that differ only in serial numbers. */
export interface PassportRun {
  readonly id: number;
  readonly uuid: string;
  readonly status: RunStatus;
  readonly sku: string;
  readonly gtin: string | null;
  readonly storeId: number;
  readonly batch: string | null;
  readonly itemCount: number;
  /** Number of reserved items; withdrawn items do not count. */
  readonly reserved: number;
  readonly published: number;
  readonly refused: number;
  /** Reasons for refused items. */
  readonly message: string | null;
  readonly actorKind: string;
  readonly actorId: number | null;
  readonly releaserKind: string | null;
  readonly releaserId: number | null;
  readonly createdAt: Date;
  /** The shared version as JSON. */
  readonly content: string;
  /** Passports up to this one are published, refused or withdrawn; 0 for none. */
  readonly lastPassportId: number;
}

/** Runs and the passports they created. Inside `Transactions.write`, reading a run locks it. */
export abstract class PassportRuns {
  abstract add(run: PassportRun): Promise<void>;

  abstract byUuid(uuid: string): Promise<PassportRun | undefined>;

  abstract change(run: PassportRun): Promise<void>;

  abstract search(criteria: Criteria): Promise<Page<PassportRun>>;

  /** Passports of a run after this ID (0 for all), ordered by serial number, at most `count`. */
  abstract items(runId: number, afterId: number, count: number): Promise<readonly Passport[]>;

  /** Same as `items`, from a position on (the first is 1). */
  abstract itemsAt(runId: number, first: number, count: number): Promise<readonly Passport[]>;
}
