/** Likely mistakes in prices (pricing.md §7; described in docs/pricing-tools.md). */
export const LINT_RULES = [
  'overlapping_windows',
  'unreachable_row',
  'tie',
  'condition_without_product',
  'below_cost',
  'empty_list',
  'empty_matrix',
  'expired',
] as const;
export type LintRule = (typeof LINT_RULES)[number];

export const ROW_RULES: readonly LintRule[] = [
  'overlapping_windows',
  'unreachable_row',
  'tie',
  'below_cost',
  'expired',
];

/** Severity: money is lost; something has no effect; something could be simpler. */
export const SEVERITIES = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A likely mistake in a record. */
export interface Finding {
  readonly rule: LintRule;
  readonly severity: Severity;
  /** The wrapper name of the record's resource. */
  readonly resource: string;
  readonly id: number;
  /** Ids of related records of the same resource; only the first few. */
  readonly related: readonly number[];
  /** One sentence that describes the problem. */
  readonly message: string;
}

/** A record as findings refer to it. */
export interface Named {
  readonly recordType: string;
  readonly id: number;
}

/** More would not be helpful. */
const RELATED_MAX = 10;

export const finding = (
  rule: LintRule,
  severity: Severity,
  { recordType, id }: Named,
  message: string,
  related: readonly number[] = [],
): Finding => ({ rule, severity, resource: recordType, id, related: related.slice(0, RELATED_MAX), message });
