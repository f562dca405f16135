import { type Fault, invalidValue, isObject, plain, required, say, sentence } from '../../../libs/kernel/index.js';
import {
  type Cell,
  type Field,
  type IdFound,
  inputOf,
  namedBy,
  ofExisting,
  type NamedRecord,
  readJsonCell,
} from '../../../libs/records/index.js';
import type { RecordInput } from '../domain/book.js';
import type { SourceRow } from '../domain/source-row.js';
import type { FileField, IdTextField, RecordFile } from './record-file.js';

type IdOfNamed = (named: NamedRecord) => IdFound;

class RowFault extends Error {
  constructor(readonly fault: Fault) {
    super(plain(say(fault)));
  }
}

const cellIn = ({ values, blank }: SourceRow, column: string): Cell | undefined =>
  blank.has(column) ? null : values[column];

const found = (column: string, named: NamedRecord, idOf: IdOfNamed): number => {
  const id = idOf(named);
  if (typeof id === 'number') return id;
  const [text = ''] = named.cells;
  if (id === 'absent')
    throw new RowFault(
      invalidValue(column, text, ofExisting(named.way.parts[0]?.property ?? 'id', named.naming.title)),
    );
  throw new RowFault(
    sentence('"%name" in %column matches several records. Use a unique value.', { name: text, column }, column),
  );
};

/** The id for a name. An empty name means null or the default, as for other fields. */
const nameInput = (
  field: Field,
  columns: readonly string[],
  named: NamedRecord | undefined,
  idOf: IdOfNamed,
): unknown => {
  if (named) return found(named.way.parts[0]?.column ?? field.name, named, idOf);
  if (field.required) throw new RowFault(required(columns[0] ?? field.name));
  const input = inputOf(field, null);
  return 'value' in input ? input.value : undefined;
};

const namesIn = (field: Extract<FileField, { readonly type: 'names' }>, cell: Cell): readonly NamedRecord[] => {
  const read = readJsonCell(field.columns[0], cell ?? '[]');
  const list = 'value' in read && Array.isArray(read.value) ? (read.value as readonly unknown[]) : undefined;
  return (list ?? []).map((text) => {
    const named = typeof text === 'string' ? namedBy(field.naming, [text]) : undefined;
    if (!named) throw new RowFault(invalidValue(field.columns[0], text, 'JSON arrays of strings'));
    return named;
  });
};

const mustBeList = (column: string, cell: Cell): void => {
  const read = readJsonCell(column, cell ?? '[]');
  if ('fault' in read || !Array.isArray(read.value)) throw new RowFault(invalidValue(column, cell, 'JSON arrays'));
};

/** An object in a list, with ids instead of names; the service validates its other values. */
const itemInput = (
  field: Extract<FileField, { readonly type: 'objects' }>,
  item: unknown,
  idOf: IdOfNamed,
): unknown => {
  if (!isObject(item)) return item;
  const input: Record<string, unknown> = { ...item };
  for (const one of field.fields) {
    if (one.type !== 'name') continue;
    const cells = one.columns.map((column) => (typeof item[column] === 'string' ? item[column] : null));
    for (const column of one.columns) delete input[column];
    const named = namedBy(one.naming, cells);
    input[one.field.name] = nameInput(one.field, one.columns, named, idOf);
  }
  return input;
};

const itemsIn = ({ columns: [column] }: FileField, cell: Cell): readonly unknown[] => {
  mustBeList(column ?? '', cell);
  const read = readJsonCell(column ?? '', cell ?? '[]');
  return 'value' in read ? (read.value as readonly unknown[]) : [];
};

/** A name is only allowed if the text is an id. */
const idTextInput = ({ field, naming, columns, isIdWhere }: IdTextField, row: SourceRow, idOf: IdOfNamed): unknown => {
  const [own, name] = [cellIn(row, columns[0]) ?? null, cellIn(row, columns[1]) ?? null];
  if (row.values[isIdWhere.column] !== isIdWhere.is) {
    if (name !== null)
      throw new RowFault(invalidValue(columns[1], name, `empty cells unless ${isIdWhere.column} is ${isIdWhere.is}`));
    return own;
  }
  const named = namedBy(naming, [name]);
  if (!named) throw new RowFault(required(columns[1]));
  if (own !== null) throw new RowFault(invalidValue(field.name, own, `empty cells if ${columns[1]} has a value`));
  return String(found(columns[1], named, idOf));
};

/** The records that a row refers to, in all columns. */
export function* namedInRow({ fields }: RecordFile, row: SourceRow): Generator<NamedRecord> {
  for (const field of fields) {
    if (field.type === 'name' || field.type === 'idText') {
      const columns = field.type === 'name' ? field.columns : field.columns.slice(1);
      const named = namedBy(
        field.naming,
        columns.map((column) => cellIn(row, column) ?? null),
      );
      if (named) yield named;
    } else if (field.type !== 'value') yield* namedInList(field, cellIn(row, field.columns[0]) ?? null);
  }
}

function* namedInList(
  field: Extract<FileField, { readonly type: 'names' | 'objects' }>,
  cell: Cell,
): Generator<NamedRecord> {
  try {
    if (field.type === 'names') yield* namesIn(field, cell);
    else {
      for (const item of itemsIn(field, cell)) {
        for (const one of field.fields) {
          if (one.type !== 'name' || !isObject(item)) continue;
          const cells = one.columns.map((column) => (typeof item[column] === 'string' ? item[column] : null));
          const named = namedBy(one.naming, cells);
          if (named) yield named;
        }
      }
    }
  } catch (error) {
    // Reported when the row is read.
    if (!(error instanceof RowFault)) throw error;
  }
}

const fieldInput = (field: FileField, row: SourceRow, idOf: IdOfNamed): unknown => {
  const cells = field.columns.map((column) => cellIn(row, column));
  // A field whose columns are all missing in the file is not changed.
  if (cells.every((cell) => cell === undefined)) return undefined;
  const [first = null] = cells;
  switch (field.type) {
    case 'value': {
      const input = inputOf(field.field, first);
      if ('fault' in input) throw new RowFault(input.fault);
      return input.value;
    }
    case 'name': {
      const named = namedBy(
        field.naming,
        cells.map((cell) => cell ?? null),
      );
      return nameInput(field.field, field.columns, named, idOf);
    }
    case 'names':
      mustBeList(field.columns[0], first);
      return namesIn(field, first).map((named) => found(field.columns[0], named, idOf));
    case 'objects':
      return itemsIn(field, first).map((item) => itemInput(field, item, idOf));
    case 'idText':
      return idTextInput(field, row, idOf);
  }
};

/** Converts a row to input for the service, or returns why it is invalid. */
export const readRow = (
  { fields, nameColumns }: RecordFile,
  row: SourceRow,
  idOf: IdOfNamed,
): { readonly input: RecordInput } | { readonly reason: string } => {
  const input: Record<string, unknown> = {};
  try {
    if (nameColumns.length > 0 && nameColumns.every((column) => (cellIn(row, column) ?? null) === null))
      return { reason: `the row does not identify a record; enter a value in ${nameColumns.join(' or ')}` };
    for (const field of fields) {
      const value = fieldInput(field, row, idOf);
      if (value !== undefined) input[field.field.name] = value;
    }
  } catch (error) {
    if (error instanceof RowFault) return { reason: error.message };
    throw error;
  }
  return { input };
};

/** The column for each field of the record, for error messages, if the names differ. */
export const columnOfFields = ({ fields }: RecordFile): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map(({ field, columns }) => [field.name, columns[0] ?? field.name]));
