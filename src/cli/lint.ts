import { type Command, InvalidArgumentError } from 'commander';
import { type Day, parseDay } from '../../libs/kernel/index.js';
import { type Finding, LINT_RULES, type LintRule, SEVERITIES, type Severity } from '../../libs/pricing/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { CommandRefused, number, print, progress, withApp } from './context.js';
import { LintPrices } from '../pricing-calc/index.js';

interface Options {
  readonly rule?: readonly LintRule[];
  readonly severity: Severity;
  readonly show: number;
  readonly failOn: Severity | 'never';
  readonly date?: Day;
}

/** The report of a run: the number of findings, and the first findings of each rule. */
class LintReport {
  readonly counts = new Map<LintRule, Record<Severity, number>>();
  readonly shown: Finding[] = [];
  all = 0;

  constructor(
    private readonly least: Severity,
    private readonly show: number,
  ) {}

  take(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (!isAtLeast(finding.severity, this.least)) continue;
      const counts = this.counts.get(finding.rule) ?? { error: 0, warning: 0, notice: 0 };
      this.counts.set(finding.rule, counts);
      counts[finding.severity] += 1;
      this.all += 1;
      if (sum(counts) <= this.show) this.shown.push(finding);
    }
    progress(`${number(this.all)} findings`);
  }
}

const sum = ({ error, warning, notice }: Record<Severity, number>): number => error + warning + notice;

const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);

const lineOf = ({ severity, rule, resource, id, related, message }: Finding): string =>
  `${severity.padEnd(7)}  ${rule}  ${resource} ${id}: ${message}${related.length === 0 ? '' : ` (${related.join(', ')})`}`;

const WIDTH = Math.max(...LINT_RULES.map(({ length }) => length));

const rowOf = (name: string, cells: readonly string[]): string =>
  [name.padEnd(WIDTH), ...cells.map((cell) => cell.padStart(9))].join(' ');

const summary = ({ counts }: LintReport): readonly string[] => [
  rowOf('rule', SEVERITIES),
  ...LINT_RULES.flatMap((rule) => {
    const found = counts.get(rule);
    return found
      ? rowOf(
          rule,
          SEVERITIES.map((severity) => number(found[severity])),
        )
      : [];
  }),
];

const report = (found: LintReport, seconds: number): void => {
  for (const finding of found.shown) print(lineOf(finding));
  if (found.shown.length > 0) print('');
  if (found.all > found.shown.length) {
    print(
      `Findings not shown: ${number(found.all - found.shown.length)}. Get them with GET /V1/pricing/lint, or raise --show.`,
    );
    print('');
  }
  if (found.all === 0) print('No problems found.');
  else for (const line of summary(found)) print(line);
  print(`${number(found.all)} ${found.all === 1 ? 'finding' : 'findings'} in ${seconds.toFixed(1)} s`);
};

const run = async (rooms: readonly Room[], { rule, severity, show, failOn, date }: Options): Promise<void> => {
  await withApp(
    rooms,
    async (app, settings) => {
      if (!settings.ADD_ONS.includes('pricing-calc'))
        throw new CommandRefused('The module pricing-calc is not installed. Add it to ADD_ONS.');
      const began = performance.now();
      let found = new LintReport(severity, show);
      const begin = (): ((findings: readonly Finding[]) => void) => {
        found = new LintReport(severity, show);
        return (findings) => found.take(findings);
      };
      await app.get(LintPrices).lint(new Set(rule ?? LINT_RULES), begin, date);
      progress('');
      report(found, (performance.now() - began) / 1000);
      const fails = [...found.counts.values()].some((counts) =>
        SEVERITIES.some((one) => failOn !== 'never' && isAtLeast(one, failOn) && counts[one] > 0),
      );
      if (fails) process.exitCode = 1;
    },
    { onlyReads: true },
  );
};

const oneOf =
  <W extends string>(words: readonly W[]) =>
  (text: string): W => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.`);
    return found;
  };

const rulesOf = (text: string, before: readonly LintRule[] = []): readonly LintRule[] => [
  ...before,
  oneOf(LINT_RULES)(text),
];

const dayOf = (text: string): Day => {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError('Expected a date, YYYY-MM-DD.');
  return day;
};

const countOf = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
};

/** Adds `lint` (docs/pricing-tools.md). */
export const lintCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('lint')
    .description('Check all prices for likely mistakes. Exits with 1 if there are findings at or above --fail-on')
    .option('--rule <rule>', `rule to check (repeatable; default: all): ${LINT_RULES.join(', ')}`, rulesOf)
    .option(
      '--severity <min-severity>',
      `lowest severity to report: ${SEVERITIES.join(', ')}`,
      oneOf(SEVERITIES),
      'notice',
    )
    .option('--date <day>', 'date to check (default: today)', dayOf)
    .option('--show <n>', 'maximum number of findings to print per rule', countOf, 20)
    .option(
      '--fail-on <min-severity>',
      `lowest severity that makes the command exit with 1: ${SEVERITIES.join(', ')}, never`,
      oneOf([...SEVERITIES, 'never'] as const),
      'warning',
    )
    .action((options: Options) => run(rooms, options));
};
