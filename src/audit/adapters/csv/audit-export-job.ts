import { Injectable } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import type { JobAdapter, JobWork } from '../../../../libs/operations/index.js';
import type { ExportForm, ExportInput } from '../../application/export-job.js';
import { AuditEntriesFound, type Entered, type Selection } from '../../ports/audit-entries.js';

const ROWS_AT_ONCE = 50;

const COLUMNS = [
  'id',
  'number',
  'at',
  'caller',
  'interface',
  'operation',
  'address',
  'user',
  'request_id',
  'trace_id',
  'job',
  'resource',
  'action',
  'record_id',
  'key',
  'source_version',
  'cause',
  'changes',
  'caller_request_id',
  'caller_trace_id',
] as const;

/** The lines of an export file for an entry. */
const linesOf = (entered: Entered): readonly Readonly<Record<(typeof COLUMNS)[number], unknown>>[] =>
  entered.records.map((record) => ({
    id: entered.id,
    number: entered.number,
    at: entered.at.toISOString(),
    caller: entered.caller,
    interface: entered.interface,
    operation: entered.operation,
    address: entered.address,
    user: entered.user,
    request_id: entered.requestId,
    trace_id: entered.traceId,
    job: entered.job,
    resource: entered.resource,
    action: entered.action,
    record_id: record.id,
    key: record.key,
    source_version: record.sourceVersion,
    cause: record.cause,
    changes: record.changes,
    caller_request_id: entered.callerRequestId,
    caller_trace_id: entered.callerTraceId,
  }));

/** Writes audit entries to a file: one line per record, oldest first (audit.md, "Export"). */
@Injectable()
export class AuditExportJob implements JobAdapter<ExportInput> {
  constructor(private readonly found: AuditEntriesFound) {}

  async run({ input, files, progress }: JobWork<ExportInput>): Promise<object> {
    const { format, from, to, resource, caller } = input;
    const selection: Selection = {
      ...(from === null ? {} : { from: new Date(from) }),
      ...(to === null ? {} : { to: new Date(to) }),
      ...(resource === null ? {} : { resource }),
      ...(caller === null ? {} : { caller }),
    };
    let lines = 0;
    await files.write(
      `audit.${format}`,
      this.lines(format, selection, (count) => progress((lines = count))),
    );
    return { entries: lines };
  }

  /** Yields lines in chunks. After each, calls `onProgress` with the number of lines so far. */
  async *lines(
    form: ExportForm,
    selection: Selection,
    onProgress: (lines: number) => void = () => undefined,
  ): AsyncGenerator<Buffer, void> {
    if (form === 'csv') yield Buffer.from(stringify([[...COLUMNS]]));
    let [count, position] = [0, { id: 0, part: -1 }];
    for (;;) {
      const rows = await this.found.after(position, ROWS_AT_ONCE, selection);
      const lines = rows.flatMap(linesOf);
      count += lines.length;
      if (lines.length > 0) yield Buffer.from(textOf(form, lines));
      onProgress(count);
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return;
      position = { id: last.id, part: last.part };
    }
  }
}

const textOf = (form: ExportForm, lines: readonly Readonly<Record<(typeof COLUMNS)[number], unknown>>[]): string =>
  form === 'ndjson'
    ? lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    : stringify(
        lines.map((line) => COLUMNS.map((name) => (name === 'changes' ? JSON.stringify(line[name]) : line[name]))),
        { escape_formulas: true },
      );
