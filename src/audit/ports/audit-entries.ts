import type { Criteria, EnteredChange, Page } from '../../../libs/kernel/index.js';
import type { CountedEvent } from './audit-events.js';

/** What one transaction did to records of one kind: who, when, through what. */
export interface Entered {
  /** Of the transaction. */
  readonly id: number;
  /** Its position in the chain; null until it is chained. */
  readonly number: number | null;
  readonly at: Date;
  readonly caller: string;
  readonly interface: string;
  readonly operation: string;
  /** Null where there was none, and once erased. */
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

/** Restricts the entries by caller, resource and time; all entries by default. */
export interface Selection {
  readonly from?: Date;
  readonly to?: Date;
  readonly resource?: string;
  readonly caller?: string;
}

/** What acts that have their numbers did, and events that became one. */
export interface NumberedActs {
  /** The last of them; undefined where there are none. */
  readonly last: number | undefined;
  /** In the order of their numbers. */
  readonly entered: readonly (Entered & { readonly number: number })[];
  readonly events: readonly (CountedEvent & { readonly id: number; readonly number: number })[];
}

/** What the audit trail has, for those who may read it. */
export abstract class AuditEntriesFound {
  abstract search(criteria: Criteria): Promise<Page<Entered>>;

  abstract searchEvents(criteria: Criteria): Promise<Page<CountedEvent & { readonly id: number }>>;

  /** The life of one record, the newest first: what each transaction did to it. */
  abstract ofRecord(resource: string, id: number, page: number, pageSize: number): Promise<Page<Entered>>;

  /**
   * The changes of entries after this number, up to a maximum number of entries; read from the primary, so that none
   * is missing.
   */
  abstract numbered(after: number, most: number): Promise<NumberedActs>;

  /** Entries after this transaction and this row of it, in order, up to a maximum number of rows. */
  abstract after(
    position: { readonly id: number; readonly part: number },
    most: number,
    selection: Selection,
  ): Promise<readonly (Entered & { readonly part: number })[]>;
}
