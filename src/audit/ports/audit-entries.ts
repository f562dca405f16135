import type { Criteria, EnteredChange, Page } from '../../../libs/kernel/index.js';

/** A refusal, read or download, counted per quarter of an hour. */
export interface CountedEvent {
  /** Start of the quarter of an hour: `2026-11-25T20:15`. */
  readonly quarter: string;
  readonly event: string;
  /** `admin:5`; `nobody` for anonymous callers. */
  readonly caller: string;
  readonly address: string | null;
  readonly operation: string | null;
  /** The target of the event: `document:7`, `_Pricing::manage`. */
  readonly subject: string | null;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Changes of one transaction to records of one type, with time, caller and interface. */
export interface Entered {
  /** ID of the transaction. */
  readonly id: number;
  /** Position in the chain; null until it is chained. */
  readonly number: number | null;
  readonly at: Date;
  readonly caller: string;
  readonly interface: string;
  readonly operation: string;
  /** Null if there was none or it was erased. */
  readonly address: string | null;
  readonly user: string | null;
  readonly requestId: string | null;
  readonly traceId: string | null;
  readonly callerRequestId: string | null;
  readonly callerTraceId: string | null;
  readonly job: string | null;
  readonly resource: string;
  readonly action: string;
  readonly records: readonly EnteredChange[];
}

/** Filters entries by caller, resource and time; default: all entries. */
export interface Selection {
  readonly from?: Date;
  readonly to?: Date;
  readonly resource?: string;
  readonly caller?: string;
}

/** Chained acts and the last number. */
export interface NumberedActs {
  /** The number of the last act; undefined if there are none. */
  readonly last: number | undefined;
  /** Sorted by number. */
  readonly entered: readonly (Entered & { readonly number: number })[];
  readonly events: readonly (CountedEvent & { readonly id: number; readonly number: number })[];
}

/** Reads the audit trail for callers with the right to do so. */
export abstract class AuditEntriesFound {
  abstract search(criteria: Criteria): Promise<Page<Entered>>;

  abstract searchEvents(criteria: Criteria): Promise<Page<CountedEvent & { readonly id: number }>>;

  /** The history of one record, newest first: its changes by transaction. */
  abstract ofRecord(resource: string, id: number, page: number, pageSize: number): Promise<Page<Entered>>;

  /**
   * The changes of entries after this number, up to a maximum number of entries. Reads from the primary, so that none
   * is missing.
   */
  abstract numbered(after: number, most: number): Promise<NumberedActs>;

  /** Entries after this transaction and row, in order, up to a maximum number of rows. */
  abstract after(
    position: { readonly id: number; readonly part: number },
    most: number,
    selection: Selection,
  ): Promise<readonly (Entered & { readonly part: number })[]>;
}
