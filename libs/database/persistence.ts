import { type Clock, SystemClock } from '../kernel/index.js';
import { Resources } from '../records/index.js';
import { SqlChangeLog } from './sql-change-log.js';
import { ChangeLogRetention } from './change-log-retention.js';
import { connect, type ConnectOptions } from './connect.js';
import type { Connections } from './connection.js';
import { Database } from './database.js';
import { inOrder } from './migrate.js';
import type { Migration } from './migration.js';
import { SqlKeptAnswers } from './sql-kept-answers.js';
import { TypeOrmRecordStore } from './records/typeorm-record-store.js';
import { TypeOrmReferences } from './records/typeorm-references.js';
import { Ambient } from './scope.js';
import { AmbientTransactions } from './transactions.js';

export interface PersistenceOptions extends ConnectOptions {
  /** The rooms' migrations, in any order. */
  readonly migrations?: readonly Migration[];
  readonly clock?: Clock;
}

/** Everything that stands on one database: the ports' adapters, for the module and for whoever runs without Nest. */
export class Persistence {
  readonly resources: Resources;
  /** The steps that make its schema, in their order: the rooms' and the library's own. */
  readonly migrations: readonly Migration[];
  readonly database: Database;
  readonly changes: SqlChangeLog;
  readonly transactions: AmbientTransactions;
  readonly retention: ChangeLogRetention;
  readonly records: TypeOrmRecordStore;
  readonly references: TypeOrmReferences;
  readonly keptAnswers: SqlKeptAnswers;

  constructor(
    readonly connections: Connections,
    { resources = new Resources([]), migrations = [], clock = new SystemClock() }: PersistenceOptions = {},
  ) {
    this.resources = resources;
    this.migrations = inOrder(migrations);
    const ambient = new Ambient();
    this.database = new Database(connections, ambient);
    this.changes = new SqlChangeLog(this.database, ambient, clock);
    this.transactions = new AmbientTransactions(connections, ambient, this.changes);
    this.retention = new ChangeLogRetention(this.database, this.transactions, clock);
    this.records = new TypeOrmRecordStore(resources, this.database, this.transactions);
    this.references = new TypeOrmReferences(resources, this.database);
    this.keptAnswers = new SqlKeptAnswers(this.database, this.transactions, this.changes, clock);
  }

  close(): Promise<void> {
    return this.connections.close();
  }
}

/** Opens what DATABASE_URL names; throws if it can't be reached. Its schema is the matter of `migrate`. */
export const openDatabase = async (url: string, options: PersistenceOptions = {}): Promise<Persistence> =>
  new Persistence(await connect(url, options), options);
