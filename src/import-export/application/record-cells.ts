import { type Cell, cellOf, identitiesOf, jsonOf, type Recorded } from '../../../libs/records/index.js';
import type { Difference } from '../domain/report.js';
import type { FileField, RecordFile } from './record-file.js';
import type { RecordNames } from './record-names.js';

type Values = Readonly<Record<string, unknown>>;

export const valueIn = (record: object, property: string): unknown => (record as Values)[property] ?? null;

const isId = (field: FileField, record: object): boolean =>
  field.type === 'idText' && valueIn(record, field.isIdWhere.property) === field.isIdWhere.is;

function* namedIn(field: FileField, record: object): Generator<readonly [resource: string, id: number]> {
  const value = valueIn(record, field.field.property);
  if (field.type === 'name' && typeof value === 'number') yield [field.naming.resource, value];
  if (field.type === 'names') for (const id of value as readonly number[]) yield [field.naming.resource, id];
  if (isId(field, record) && field.type === 'idText') yield [field.naming.resource, Number(value)];
  if (field.type === 'objects') {
    for (const item of value as readonly object[]) for (const one of field.fields) yield* namedIn(one, item);
  }
}

const byCodePoint = (one: Cell, other: Cell): number =>
  Buffer.compare(Buffer.from(one ?? ''), Buffer.from(other ?? ''));

/** An object in a list, with names instead of references. */
const itemOf = (fields: readonly FileField[], item: object, names: RecordNames): unknown =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (field.type === 'value')
        return [[field.columns[0], jsonOf(field.field.kind, valueIn(item, field.field.property))]];
      const cells = cellsOf(field, item, names);
      return field.columns.map((column, at) => [column, cells[at] ?? null]);
    }),
  );

/** The cells of a field of a record; loaded names replace ids. */
export const cellsOf = (field: FileField, record: object, names: RecordNames): readonly Cell[] => {
  const value = valueIn(record, field.field.property);
  const nameOf = (resource: string, id: unknown): readonly Cell[] | undefined =>
    typeof id === 'number' ? names.namesOf(resource, id) : undefined;
  switch (field.type) {
    case 'value':
      return [cellOf(field.field, value)];
    case 'name':
      return nameOf(field.naming.resource, value) ?? field.columns.map(() => null);
    case 'names': {
      // IDs differ between installations, so their order has no meaning.
      const found = (value as readonly number[]).map((id) => nameOf(field.naming.resource, id)?.[0] ?? null);
      return [JSON.stringify(found.sort(byCodePoint))];
    }
    case 'idText':
      return isId(field, record)
        ? [null, nameOf(field.naming.resource, Number(value))?.[0] ?? null]
        : [cellOf(field.field, value), null];
    case 'objects':
      return [JSON.stringify((value as readonly object[]).map((item) => itemOf(field.fields, item, names)))];
  }
};

/** Loads the names of all records that these ones refer to. */
export const loadNames = async (
  { fields }: RecordFile,
  records: readonly Recorded[],
  names: RecordNames,
): Promise<void> => {
  const wanted = new Map<string, Set<number>>();
  for (const record of records) {
    for (const field of fields) {
      for (const [resource, id] of namedIn(field, record)) {
        const ids = wanted.get(resource) ?? new Set();
        wanted.set(resource, ids.add(id));
      }
    }
  }
  for (const [resource, ids] of wanted) await names.load(resource, ids);
};

/** A row that changes a record: the stored record, and the record after the row. */
export interface ChangedRow {
  readonly line: number;
  readonly previous: Recorded;
  readonly next: Recorded;
}

/** The key that tells a reader which record it is: rather names and numbers than an external_id. */
const keyText = ({ resource, fields }: RecordFile, record: Recorded, names: RecordNames): string => {
  const [own, keys] = [resource.businessKey?.key, identitiesOf(resource).lookups];
  const properties =
    own !== undefined && valueIn(record, own) !== null
      ? [own]
      : (keys.findLast((one) => one.keyOf(record) !== undefined)?.key.properties ?? []);
  const parts = fields
    .filter(({ field }) => properties.some((property) => property === field.property))
    .flatMap((field) => cellsOf(field, record, names).map((cell, at) => [field.columns[at], cell] as const));
  return parts.flatMap(([column, cell]) => (cell === null ? [] : [`${column} ${cell}`])).join(', ');
};

/** The cells that rows change, with the values before and after. */
export const differencesOf = async (
  file: RecordFile,
  rows: readonly ChangedRow[],
  names: RecordNames,
): Promise<readonly Difference[]> => {
  await loadNames(
    file,
    rows.flatMap(({ previous, next }) => [previous, next]),
    names,
  );
  return rows.map(({ line, previous, next }) => ({
    line,
    record: keyText(file, previous, names),
    cells: file.fields.flatMap((field) => {
      const [before, after] = [cellsOf(field, previous, names), cellsOf(field, next, names)];
      return field.columns.flatMap((column, at) => {
        const [one = null, other = null] = [before[at], after[at]];
        return one === other ? [] : [{ column, before: one, after: other }];
      });
    }),
  }));
};
