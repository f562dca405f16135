import type { ChangedValue, EnteredChange } from '../../kernel/index.js';
import { type Sql, sql } from '../sql.js';
import { type EnteredLine, unpacked, Personal } from './audit-entries.js';

/** The changes stored in a row of `audit_entry`, in order. */
export const changesIn = (row: {
  readonly entered: string;
  readonly personal: string | null;
}): readonly EnteredChange[] => {
  const persons = row.personal === null ? {} : (JSON.parse(row.personal) as Readonly<Record<string, string>>);
  return (JSON.parse(unpacked(row.entered)) as readonly EnteredLine[]).map(
    ([position, id, key, sourceVersion, cause, changes]) => {
      const person = persons[String(position)];
      const own = person === undefined ? {} : Personal.valuesOf<Record<string, ChangedValue>>(person);
      return { position, id, key, sourceVersion, cause, changes: { ...changes, ...own } };
    },
  );
};

/** A SELECT of `act_id` and `part` for the rows of `audit_entry` that contain a record. */
export const partsOfRecord = (resource: string, id: number): Sql =>
  sql(
    'SELECT act_id, part FROM audit_entry WHERE resource = ? AND record_id = ? UNION ALL ' +
      'SELECT act_id, part FROM audit_record WHERE resource = ? AND record_id = ?',
    resource,
    id,
    resource,
    id,
  );
