import { type Row, saveBlob, search, type SearchOptions } from '../api.js';
import { language } from '../language.js';
import { writeCsv } from '../parts/csv.js';
import type { FieldSpec, RecordType } from './spec.js';

/** Larger exports run as a job ("Import and export"). */
export const CSV_ROWS_MAX = 30_000;
const PAGE = 300;

/** A cell in the format of the user's locale, which spreadsheets and the import screen can read. */
const cellOf = (value: unknown, { kind }: FieldSpec): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return Array.isArray(value) ? value.join(',') : JSON.stringify(value);
  const text = String(value as string);
  // A spreadsheet would run such text as a formula.
  if (typeof value === 'string' && kind !== 'decimal' && /^[=+@-]/.test(text)) return `'${text}`;
  return language === 'de' && kind === 'decimal' ? text.replace('.', ',') : text;
};

/** Exports all rows that match a grid's filters, with every readable field. */
export const saveCsv = async (type: RecordType, { where, sort }: SearchOptions): Promise<void> => {
  const fields = type.spec.fields.filter(({ write_only: isWriteOnly, kind }) => !isWriteOnly && kind !== 'secret');
  const rows: string[][] = [fields.map(({ name }) => name)];
  for (let page = 1; ; page += 1) {
    const criteria = { where: where ?? [], sort: sort ?? [], page, pageSize: PAGE };
    const { items, total_count: total } = await search<Row>(`${type.path}/search`, criteria);
    rows.push(...items.map((row) => fields.map((field) => cellOf(row[field.name], field))));
    if (items.length === 0 || page * PAGE >= total) break;
  }
  const text = writeCsv(rows, language === 'de' ? ';' : ',');
  // The byte order mark marks the file as UTF-8 for spreadsheets.
  saveBlob(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${type.name}.csv`);
};
