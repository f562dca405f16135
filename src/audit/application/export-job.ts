import { answers, BegunJob, jobKind, Jobs, needs, operation, takes } from '../../../libs/operations/index.js';
import { InstantField, StringField } from '../../../libs/records/index.js';
import { READ_AUDIT } from '../rights.record.js';
import { ExportAudit, type ExportForm } from './export-audit.js';

class AuditExportOrder {
  @StringField({ about: 'The form of the file', words: ['ndjson', 'csv'], default: 'ndjson', example: 'csv' })
  readonly format!: ExportForm;

  @InstantField({ about: 'From this instant on', access: 'both', nullable: true, example: null })
  readonly from!: Date | null;

  @InstantField({ about: 'Until before this instant', access: 'both', nullable: true, example: null })
  readonly to!: Date | null;

  @StringField({ about: 'Only of this kind of record', maxLength: 64, nullable: true, example: 'customerPrice' })
  readonly resource!: string | null;

  @StringField({ about: 'Only what this caller did', maxLength: 32, nullable: true, example: null })
  readonly caller!: string | null;
}

interface ExportInput {
  readonly format: ExportForm;
  readonly from: string | null;
  readonly to: string | null;
  readonly resource: string | null;
  readonly caller: string | null;
}

export const EXPORT_AUDIT_JOB = jobKind<ExportInput, ExportAudit>({
  name: 'audit-export',
  summary: 'Writes entries of the audit trail into a file',
  right: needs.right(READ_AUDIT),
  by: ExportAudit,
  run: async (audit, { input, files, progress }) => {
    let lines = 0;
    const bytes = audit.lines(
      input.format,
      {
        ...(input.from === null ? {} : { from: new Date(input.from) }),
        ...(input.to === null ? {} : { to: new Date(input.to) }),
        ...(input.resource === null ? {} : { resource: input.resource }),
        ...(input.caller === null ? {} : { caller: input.caller }),
      },
      (count) => progress((lines = count)),
    );
    await files.write(`audit.${input.format}`, bytes);
    return { entries: lines };
  },
});

export const EXPORT_AUDIT_OPERATION = operation({
  service: 'auditTrailV1',
  name: 'beginExport',
  summary: 'Write entries of the audit trail into a file, as a job',
  about: 'The UUID of a job, whose file is there once it is done.',
  tag: 'Audit',
  right: needs.right(READ_AUDIT),
  effect: 'writes',
  startsJob: true,
  rest: { verb: 'POST', path: 'audit/export' },
  input: { order: takes.fields(AuditExportOrder) },
  output: answers.fields(BegunJob),
  by: Jobs,
  run: async (jobs, { order }, { caller }) => ({
    uuid: await jobs.begin({
      kind: EXPORT_AUDIT_JOB,
      caller,
      description: 'Export of the audit trail',
      input: order,
    }),
  }),
});
