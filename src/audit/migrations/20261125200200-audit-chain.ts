import { bigint, createTable, int, NULL, varchar } from '../../../libs/database/index.js';

/** The one row that says how far the chain has come, and who may go on with it. */
export const CREATE_AUDIT_CHAIN = createTable(
  '20261125200200-audit-chain',
  'audit_chain',
  [
    int('id', { primary: true }),
    varchar('owner', 36, NULL),
    bigint('expires_at'),
    bigint('number'),
    varchar('hash', 64),
    varchar('day', 10, NULL),
  ],
  [],
  [],
  [{ id: 1, owner: null, expires_at: 0, number: 0, hash: '0'.repeat(64), day: null }],
);
