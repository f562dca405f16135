import { addColumns, addUpdatedAtIndex, instant, type Migration, NULL } from '../../../libs/database/index.js';

/** Stored records keep null, because the audit trail may not reach back to their creation. */
const writtenAt = (minute: string, table: string): readonly Migration[] => [
  addColumns(`20261129030${minute}00-${table.replaceAll('_', '-')}-written-at`, table, [
    instant('created_at', NULL),
    instant('updated_at', NULL),
  ]),
  addUpdatedAtIndex(`20261129030${minute}01-${table.replaceAll('_', '-')}-updated-at`, table),
];

export const WRITTEN_AT_OF_SHOP: readonly Migration[] = [
  ...writtenAt('0', 'category'),
  ...writtenAt('1', 'customer'),
  ...writtenAt('2', 'product'),
];
