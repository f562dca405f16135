import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type Row, search } from '../api.js';
import { useMe } from '../me.js';
import { oneOf } from '../parts/address.js';
import type { FieldSpec, RecordType } from './spec.js';

/** Within the smallest page size limit of a search. */
const MOST = 300;

export const isReadable = (type: RecordType | undefined): type is RecordType => type?.spec.rights.read.held === true;

const mapped = (rows: readonly Row[] | undefined, by: string): ReadonlyMap<string, Row> =>
  new Map((rows ?? []).map((row) => [String(row[by]), row]));

const rowsQuery = (type: RecordType | undefined, values: readonly string[], by: string) => {
  const wanted = [...new Set(values)]
    .filter((value) => value !== '' && value !== 'null')
    .sort()
    .slice(0, MOST);
  return {
    queryKey: ['rows', type?.name, by, wanted],
    enabled: isReadable(type) && wanted.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Row[]> => {
      const where = [[{ field: by, condition: 'in', value: oneOf(wanted) }]];
      return (await search(`${type?.path}/search`, { where, pageSize: MOST, signal })).items;
    },
  };
};

/** Finds records by the values of a field, `id` by default, to show their names. */
export const useRows = (
  type: RecordType | undefined,
  values: readonly (string | number)[],
  by = 'id',
): ReadonlyMap<string, Row> => mapped(useQuery(rowsQuery(type, values.map(String), by)).data, by);

/** Rows that match the typed text; while they load, those of the text before. */
export const useTyped = (
  type: RecordType | undefined,
  typed: string,
): { readonly rows: readonly Row[]; readonly isCurrent: boolean } => {
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['typed', type?.name, typed],
    enabled: isReadable(type),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const text = typed.replace(/[\\%_]/g, '\\$&');
      const where =
        typed === '' || !type ? [] : [type.names.map((field) => ({ field, condition: 'like', value: `%${text}%` }))];
      return (await search(`${type?.path}/search`, { where, pageSize: 20, signal })).items;
    },
  });
  return { rows: data ?? [], isCurrent: data !== undefined && !isPlaceholderData };
};

/** Names of the records that a page of rows refers to. If the row contains the business key, no search is needed. */
export const useReferenceNames = (
  type: RecordType | undefined,
  columns: readonly FieldSpec[],
  rows: readonly Row[],
): ((field: FieldSpec, id: unknown, row: Row) => string | undefined) => {
  // An audit entry contains only the changed fields.
  const keyOf = (field: FieldSpec): string | undefined =>
    type?.spec.fields.find(({ name, key_of: key }) => key?.field === field.name && rows.some((row) => name in row))
      ?.name;
  const wanted = new Map<string, Set<string>>();
  for (const field of columns) {
    if (!field.reference || keyOf(field) !== undefined) continue;
    const ids = wanted.get(field.reference.resource) ?? new Set();
    for (const row of rows) for (const id of [row[field.name]].flat()) if (id !== null) ids.add(String(id));
    wanted.set(field.reference.resource, ids);
  }
  const nameOf = useNamesById(wanted);
  return (field, id, row) => {
    const key = keyOf(field);
    if (key !== undefined && typeof row[key] === 'string') return row[key];
    return nameOf(field.reference?.resource ?? '', id);
  };
};

type Wanted = ReadonlyMap<string, ReadonlySet<string>>;

/** Stored records by resource and id. */
const useFoundById = (wanted: Wanted): ((resource: string, id: unknown) => Row | undefined) => {
  const { records } = useMe();
  const found = useQueries({
    queries: [...wanted].map(([resource, ids]) => rowsQuery(records.named(resource), [...ids], 'id')),
    combine: (results) =>
      new Map([...wanted.keys()].map((resource, index) => [resource, mapped(results[index]?.data, 'id')])),
  });
  return (resource, id) => found.get(resource)?.get(String(id as number));
};

const useNamesById = (wanted: Wanted): ((resource: string, id: unknown) => string | undefined) => {
  const { records } = useMe();
  const find = useFoundById(wanted);
  return (resource, id) => {
    const row = find(resource, id);
    return row && records.named(resource)?.nameOf(row);
  };
};

/** A record to be named. */
export interface Unnamed {
  readonly type: RecordType | undefined;
  readonly id: number | string;
  /** Known values, such as those of a deleted record. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Whether the known values contain the name or the references that replace it. */
const isNamedByItself = ({ type, values = {} }: Unnamed): boolean =>
  type !== undefined &&
  (type.names.some((name) => values[name]) ||
    (type.keyReferences.length > 0 && type.keyReferences.every(({ name }) => values[name] !== undefined)));

const noted = (wanted: Map<string, Set<string>>, resource: string, id: unknown): void => {
  if (id === null || id === undefined) return;
  wanted.set(resource, (wanted.get(resource) ?? new Set()).add(String(id as number)));
};

/**
 * Names records in words. A record without a name, such as a price, is named by its references: `17850, 84406B`. The
 * text is empty until they are loaded.
 */
export const useNames = (items: readonly Unnamed[]): ((item: Unnamed) => string) => {
  const own = new Map<string, Set<string>>();
  for (const item of items) if (item.type && !isNamedByItself(item)) noted(own, item.type.name, item.id);
  const find = useFoundById(own);
  const rowOf = ({ type, id, values }: Unnamed): Row => ({
    ...(type && find(type.name, id)),
    ...values,
    id: Number(id),
  });
  const referred = new Map<string, Set<string>>();
  for (const item of items)
    for (const { name, reference } of item.type?.keyReferences ?? [])
      noted(referred, reference?.resource ?? '', rowOf(item)[name]);
  const nameOf = useNamesById(referred);
  return (item) => {
    const row = rowOf(item);
    if (!item.type) return '';
    if (item.type.names.some((name) => row[name])) return item.type.nameOf(row);
    return item.type.keyReferences
      .flatMap(({ name, reference }) => nameOf(reference?.resource ?? '', row[name]) ?? [])
      .join(', ');
  };
};
