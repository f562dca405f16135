import { Injectable } from '@nestjs/common';
import type { JobAdapter, JobWork } from '../../../../libs/operations/index.js';
import { type Finding, LINT_RULES, SEVERITIES, type Severity } from '../../../../libs/pricing/index.js';
import { LintPrices } from '../../application/lint-prices.js';
import type { LintInput } from '../../application/price-jobs.js';
import { CsvFiles } from '../../../import-export/index.js';
import { TemporaryCsv } from './job-csv.js';

const FILE = 'findings.csv';
const COLUMNS = ['rule', 'severity', 'resource', 'id', 'related', 'message'];

const cellsOf = ({ rule, severity, resource, id, related, message }: Finding): readonly string[] => [
  rule,
  severity,
  resource,
  String(id),
  related.join(' '),
  message,
];

const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);

/** Writes all findings to a file of the job. */
@Injectable()
export class CsvLintJob implements JobAdapter<LintInput> {
  constructor(
    private readonly prices: LintPrices,
    private readonly csvFiles: CsvFiles,
  ) {}

  run({ input: { rules, severity, date }, files, progress }: JobWork<LintInput>): Promise<object> {
    return TemporaryCsv.during(this.csvFiles, async (csv) => {
      let counts: Record<Severity, number> = { error: 0, warning: 0, notice: 0 };
      let written: Promise<void> = Promise.resolve();
      const begin = (): ((findings: readonly Finding[]) => void) => {
        counts = { error: 0, warning: 0, notice: 0 };
        written = written.then(() => csv.begin(COLUMNS));
        return (findings) => {
          const selected = findings.filter((finding) => isAtLeast(finding.severity, severity));
          for (const finding of selected) counts[finding.severity] += 1;
          written = written.then(() => csv.add(selected.map(cellsOf)));
          // The error is thrown where `written` is awaited. Until then, it must not count as an unhandled rejection.
          written.catch(() => undefined);
          progress(counts.error + counts.warning + counts.notice);
        };
      };
      await this.prices.lint(new Set(rules.length === 0 ? LINT_RULES : rules), begin, date ?? undefined);
      await written;
      await files.write(FILE, csv.bytes());
      return { findings: counts.error + counts.warning + counts.notice, ...counts };
    });
  }
}
