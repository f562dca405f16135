const decoded = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes);

/** Decodes a file: UTF-8, UTF-16 if it has a byte order mark, or else the encoding of old spreadsheets. */
export const csvText = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  try {
    return decoded(bytes, 'utf-8');
  } catch {
    return decoded(bytes, 'windows-1252');
  }
};

/** Parses CSV text. Supports quotes, all line endings and a byte order mark. */
export const parseCsv = (text: string, separator = ','): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const content = text.replace(/^\ufeff/, '');
  for (let at = 0; at < content.length; at += 1) {
    const sign = content.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (content.charAt(at + 1) === '"') cell += content.charAt((at += 1));
      else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === separator || sign === '\n' || sign === '\r') {
      if (sign === '\r' && content.charAt(at + 1) === '\n') at += 1;
      row.push(cell);
      cell = '';
      if (sign !== separator) {
        rows.push(row);
        row = [];
      }
    } else cell += sign;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((one) => one !== ''));
};

export const writeCsv = (rows: readonly (readonly string[])[], separator = ','): string => {
  const quoted = (cell: string): string =>
    /["\n\r]/.test(cell) || cell.includes(separator) ? `"${cell.replace(/"/g, '""')}"` : cell;
  return rows.map((row) => `${row.map(quoted).join(separator)}\n`).join('');
};

/** Detects the separator: the most frequent candidate in the first line. */
export const separatorOf = (text: string): string => {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (sign: string): number => first.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
};

/** Converts `1.234,56` to `1234.56`; returns other text unchanged. */
export const withPoint = (cell: string): string =>
  /^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/.test(cell.trim()) ? cell.trim().replace(/\./g, '').replace(',', '.') : cell;

/** Converts `31.01.2026` to `2026-01-31`. */
export const withIsoDay = (cell: string): string =>
  cell
    .trim()
    .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    );
