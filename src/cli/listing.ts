import type { Command } from 'commander';
import { print } from './context.js';

export interface Listing {
  readonly json?: boolean;
}

/** Adds the output option of commands that print lists. */
export const listing = (command: Command): Command => command.option('--json', 'print a JSON array instead of a table');

/** Prints objects as JSON, or as a table with these columns. */
export const printList = <Row extends object>(
  rows: readonly Row[],
  { json = false }: Listing,
  head: readonly string[],
  cellsOf: (row: Row) => readonly string[],
): void => {
  if (json) {
    print(JSON.stringify(rows, null, 2));
    return;
  }
  const lines = [...(head.length === 0 ? [] : [head]), ...rows.map(cellsOf)];
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};
