/** How a CSV file separates cells and formats decimals (csv.md, "Dialects"). */
export const CSV_DIALECTS = ['comma', 'semicolon', 'tab', 'semicolon-point', 'tab-point'] as const;
export type CsvDialect = (typeof CSV_DIALECTS)[number];

export const CSV_ENCODINGS = ['utf-8', 'windows-1252'] as const;
export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

export const CSV_SEPARATORS: Readonly<Record<CsvDialect, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  'semicolon-point': ';',
  'tab-point': '\t',
};

export const hasDecimalComma = (dialect: CsvDialect): boolean => dialect === 'semicolon' || dialect === 'tab';

/** The hint for a file whose dialect differs from the parameter. */
export const otherDialect = (sent: CsvDialect, detected: CsvDialect): string =>
  `the file uses the dialect ${detected}, not ${sent}; use dialect=${detected}`;

/** Converts a number cell to a decimal point; returns a fault if it is not a number in this dialect. */
export const numberCell = (
  cell: string,
  dialect: CsvDialect,
): { readonly value: string } | { readonly reason: string } => {
  const [mark, group] = hasDecimalComma(dialect) ? [',', '.'] : ['.', ','];
  if (cell.includes(group) && /^[\d.,+-]+$/.test(cell))
    return {
      reason: `"${cell}" contains "${group}"; numbers in the dialect ${dialect} have the decimal mark "${mark}" and no thousands separators`,
    };
  return { value: mark === ',' ? cell.replace(',', '.') : cell };
};

/** Whether this is a line such as `sep=;`, with which spreadsheets declare the separator. */
export const isSeparatorLine = (cells: readonly (string | null)[]): boolean =>
  /^sep=[,;\t]?$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => (cell ?? '') === '');

export interface CsvReading {
  readonly dialect: CsvDialect;
  readonly encoding: CsvEncoding;
}
