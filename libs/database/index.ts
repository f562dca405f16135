export { digestOfPart, digestOfParts, type EnteredLine, unpacked, Personal } from './audit/audit-entries.js';
export { changesIn, partsOfRecord } from './audit/entered-changes.js';
export { ChangeLogRetention } from './change-log-retention.js';
export { checkDatabase } from './check-database.js';
export { checkTables } from './check-tables.js';
export { ChildProgram, inheritedFlags } from './child-program.js';
export { losesCommits } from './commit-flush.js';
export type { CheckedServer } from './mysql/check/check.js';
export { PersonalDataInIdempotencyStore } from './personal-data-in-idempotency-store.js';
export { PersistenceModule } from './database.module.js';
export { Database } from './database.js';
export { type Dialect, schemaDialect } from './dialect.js';
export { refusedBy } from './driver-errors.js';
export { inKeyOrder, type KeyOrder } from './key-order.js';
export { addColumn, addColumns, addIndex, addUpdatedAtIndex, createTable, type Migration } from './migration.js';
export { inOrder, migrate, schemaState, StepBackRefused } from './migrate.js';
export { DATABASE_METRICS, observeDatabase } from './observe-database.js';
export { type DatabaseWait, openDatabase, Persistence, type PersistenceOptions } from './persistence.js';
export { orderSql, whereSql } from './records/criteria-sql.js';
export { schemaSource } from './schema-source.js';
export { allOf, anyOf, chunks, inChunks, inList, type Param, type Params, placeholders, sql, type Sql } from './sql.js';
export { VERSION_COLUMN } from './sql-change-log.js';
export { BackupRefused, backupSqlite } from './sqlite/backup.js';
export { RestoreRefused, restoreSqlite } from './sqlite/restore.js';
export {
  bigId,
  bigint,
  day,
  decimal,
  id,
  index,
  instant,
  int,
  json,
  NULL,
  refers,
  terms,
  text,
  tracked,
  unique,
  varchar,
} from './tables/shape.js';
export { type EntityTable, entityTable } from './tables/entities.js';
export type { TableShape } from './tables/shape.js';
export { lowerCase } from './tables/key-columns.js';
export { parseDatabaseUrl } from './url.js';
export { Lease } from './lease.js';
