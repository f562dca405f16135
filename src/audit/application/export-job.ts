import { answers, BegunJob, type JobName, Jobs, needs, operation, takes } from '../../../libs/operations/index.js';
import { InstantField, StringField } from '../../../libs/records/index.js';
import { READ_AUDIT } from '../rights.record.js';

export type ExportForm = 'ndjson' | 'csv';

class AuditExportOrder {
  @StringField({
    about: 'File format: ndjson or csv; default ndjson',
    words: ['ndjson', 'csv'],
    default: 'ndjson',
    example: 'csv',
  })
  readonly format!: ExportForm;

  @InstantField({
    about: 'Start of the period (UTC), inclusive; null means no limit',
    access: 'both',
    nullable: true,
    example: null,
  })
  readonly from!: Date | null;

  @InstantField({
    about: 'End of the period (UTC), exclusive; null means no limit',
    access: 'both',
    nullable: true,
    example: null,
  })
  readonly to!: Date | null;

  @StringField({
    about: 'Resource type to export, such as customerPrice; null means all types',
    maxLength: 64,
    nullable: true,
    example: 'customerPrice',
  })
  readonly resource!: string | null;

  @StringField({
    about: 'Caller whose entries are exported, such as `admin:5`; null means all callers',
    maxLength: 32,
    nullable: true,
    example: null,
  })
  readonly caller!: string | null;
}

export interface ExportInput {
  readonly format: ExportForm;
  readonly from: string | null;
  readonly to: string | null;
  readonly resource: string | null;
  readonly caller: string | null;
}

export const EXPORT_AUDIT_JOB: JobName = {
  name: 'audit-export',
  summary: 'Export entries of the audit trail to a file',
  right: needs.right(READ_AUDIT),
};

export const EXPORT_AUDIT_OPERATION = operation({
  service: 'auditTrailV1',
  name: 'beginExport',
  summary: 'Start a job that exports entries of the audit trail to a file',
  about: 'Returns the UUID of the job. The file is available when the job is complete.',
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
