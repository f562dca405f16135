import {
  type Fault,
  invalidValue,
  isObject,
  refuse,
  required,
  sentence,
  wrongType,
} from '../../../libs/kernel/index.js';
import { type Field, type Input, INT_MAX, readFields, readInt } from '../../../libs/records/index.js';

/** The limit of one bulk call. */
export const ROWS_MAX = 10_000;

/**
 * The parts of a request: the header, which its service reads, and the rows, already read, each with the ID it was sent
 * with.
 */
export interface WantedMatrix<C, K> {
  readonly header: Input;
  readonly sourceVersion: number | null | undefined;
  /** Undefined if the list was not sent; the stored rows then stay. */
  readonly conditions: readonly Partial<C>[] | undefined;
  readonly customers: readonly Partial<K>[] | undefined;
}

interface ListOf {
  readonly name: 'conditions' | 'customers';
  readonly fields: readonly Field[];
}

const asRow = (raw: unknown): Input | undefined => {
  if (Array.isArray(raw)) return raw.length === 0 ? {} : undefined;
  return isObject(raw) ? raw : undefined;
};

const readId = (raw: unknown, path: string, faults: Fault[]): number | undefined => {
  if (raw === undefined || raw === null) return undefined;
  const read = readInt(raw, path, 0, INT_MAX);
  if ('fault' in read) faults.push(read.fault);
  return 'fault' in read ? undefined : (read.value as number);
};

/** Reads a row. It can contain a `matrix_id`, as in responses of GET, which must be the ID of this matrix. */
const readRow = (fields: readonly Field[], row: Input, path: string, matrixId: number, faults: Fault[]): object => {
  const { id: rawId, matrix_id: snake, matrixId: camel, ...rest } = row;
  const owner = readId(snake ?? camel, `${path}.matrix_id`, faults);
  if (owner !== undefined && owner !== matrixId)
    faults.push(invalidValue(`${path}.matrix_id`, owner, `${matrixId}, the ID of this matrix`));
  const { values, faults: more } = readFields(fields, rest, 'change', path);
  faults.push(...more);
  return { ...values, id: readId(rawId, `${path}.id`, faults) };
};

const readList = <R>(
  raw: unknown,
  { name, fields }: ListOf,
  matrixId: number,
  faults: Fault[],
): readonly Partial<R>[] | undefined => {
  if (raw === undefined) return undefined;
  if (raw === null) faults.push(required(name));
  else if (!Array.isArray(raw)) faults.push(wrongType(name, raw, 'object[]'));
  else if (raw.length > ROWS_MAX)
    faults.push(
      sentence(
        '"%fieldName" accepts at most %max rows. Save the other rows with the bulk routes for conditions and customers.',
        {
          fieldName: name,
          max: ROWS_MAX,
        },
      ),
    );
  else
    return (raw as readonly unknown[]).map((item, index) => {
      const path = `${name}[${index}]`;
      const row = asRow(item);
      if (!row) faults.push(wrongType(path, item, 'object'));
      return readRow(fields, row ?? {}, path, matrixId, faults);
    });
  return undefined;
};

/**
 * Reads a matrix with its lists. Collects all faults that can be found without the database. `id` is 0 for a new
 * matrix.
 */
export const readWholeMatrix = <C, K>(
  { conditions, customers, ...rest }: Input,
  id: number,
  fields: Readonly<Record<'matrix' | 'condition' | 'customer', readonly Field[]>>,
): WantedMatrix<C, K> => {
  // The ID in the path overrides an ID in the body.
  const { id: _id, ...header } = rest;
  const { values, faults } = readFields(fields.matrix, header, id === 0 ? 'create' : 'change');
  const all = [...faults];
  const wanted = {
    header,
    sourceVersion: values['sourceVersion'] as number | null | undefined,
    conditions: readList<C>(conditions, { name: 'conditions', fields: fields.condition }, id, all),
    customers: readList<K>(customers, { name: 'customers', fields: fields.customer }, id, all),
  };
  refuse(all);
  return wanted;
};
