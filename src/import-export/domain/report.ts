import type { BadRow, Cell } from './source-row.js';

export type Counted = 'created' | 'updated' | 'unchanged' | 'outdated' | 'failed';

/** What a row of a dry run changes. */
export interface Difference {
  readonly line: number;
  /** The record's key, such as `customer_number 12347, sku WS-1000`. */
  readonly record: string;
  readonly cells: readonly { readonly column: string; readonly before: Cell; readonly after: Cell }[];
}

/** Maximum number of rows per file with differences. */
export const DIFFERENCES_MAX = 20;

/** Outcome of the rows of one file. */
export interface FileReport {
  readonly file: string;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Number of rows whose source_version is below the stored one. */
  readonly outdated: number;
  readonly failed: number;
  /** Number of records deleted from a replaced scope. */
  readonly deleted?: number;
  readonly bad: readonly BadRow[];
  /** Valid rows of a dry run that look damaged by a spreadsheet. */
  readonly warnings: readonly BadRow[];
  /** What the first changed rows of a dry run change. */
  readonly differences: readonly Difference[];
  /** Number of created or changed records by resource, for records that rows refer to or that depend on them. */
  readonly related: Readonly<Record<string, number>>;
  /** Why the file was not loaded. */
  readonly passedOver?: string;
}

export const emptyReport = (file: string, passedOver?: string): FileReport => ({
  file,
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  outdated: 0,
  failed: 0,
  bad: [],
  warnings: [],
  differences: [],
  related: {},
  ...(passedOver === undefined ? {} : { passedOver }),
});

const sums = (
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
};

/** Merges the reports of two consecutive parts of a file. */
export const joined = (one: FileReport, other: FileReport): FileReport => ({
  ...one,
  rows: one.rows + other.rows,
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  outdated: one.outdated + other.outdated,
  failed: one.failed + other.failed,
  bad: [...one.bad, ...other.bad],
  warnings: [...one.warnings, ...other.warnings],
  differences: [...one.differences, ...other.differences],
  related: sums(one.related, other.related),
});

export interface ImportReport {
  /** Settings that were changed before the first row, as sentences. */
  readonly settled: readonly string[];
  readonly files: readonly FileReport[];
  /** Nothing was stored, because a row was invalid and the import is all-or-nothing. */
  readonly rolledBack: boolean;
}

export const failedRows = ({ files }: ImportReport): number => files.reduce((count, { failed }) => count + failed, 0);

export const changedRows = ({ files }: ImportReport): number =>
  files.reduce((count, { created, updated, related }) => count + created + updated + sum(Object.values(related)), 0);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
