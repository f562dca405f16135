import type { Selection } from '../ports/audit-entries.js';

export type ExportForm = 'ndjson' | 'csv';

/** Entries as a file: a line for each record, the oldest first (audit.md, "Export"). */
export abstract class ExportAudit {
  /** In chunks; calls `told` after each with the number of lines so far. */
  abstract lines(form: ExportForm, selection: Selection, told?: (lines: number) => void): AsyncGenerator<Buffer, void>;
}
