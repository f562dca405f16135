/** A refusal, read or download, counted per quarter hour. */
export interface CountedEvent {
  /** The beginning of the quarter hour: `2026-11-25T20:15`. */
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

/** Events of the audit trail, each quarter hour's of a caller or address together. */
export abstract class AuditEvents {
  /** Adds these counts to the stored ones. */
  abstract add(events: readonly CountedEvent[]): Promise<void>;

  /** Makes events of quarter hours before this one an act of the trail; answers how many. Only reads where there are none. */
  abstract seal(before: string, most: number): Promise<number>;
}
