import { type Clock, SystemClock } from '../kernel/index.js';
import { Resources } from '../records/index.js';
import { TypeOrmChangeLog } from './change-log.js';
import { ChangeLogRetention } from './change-log-retention.js';
import { connect, type ConnectOptions } from './connect.js';
import type { Connections } from './connection.js';
import { Database } from './database.js';
import { TypeOrmKeptAnswers } from './kept-answers.js';
import { ProcessMemory } from './memory/process-memory.js';
import { TypeOrmRecordStore } from './records/typeorm-record-store.js';
import { TypeOrmReferences } from './records/typeorm-references.js';
import { Ambient } from './scope.js';
import { TypeOrmTransactions } from './transactions.js';

export interface PersistenceOptions extends ConnectOptions {
  /** All declared resources of the application: how references and keys of other records find their tables. */
  readonly resources?: Resources;
  readonly clock?: Clock;
  /** How much is remembered between requests; nothing, if not given. */
  readonly memoryBytes?: number;
}

/** Everything that stands on one database: the ports' adapters, for the module and for whoever runs without Nest. */
export class Persistence {
  readonly resources: Resources;
  readonly database: Database;
  readonly changes: TypeOrmChangeLog;
  readonly transactions: TypeOrmTransactions;
  readonly memory: ProcessMemory;
  readonly retention: ChangeLogRetention;
  readonly records: TypeOrmRecordStore;
  readonly references: TypeOrmReferences;
  readonly keptAnswers: TypeOrmKeptAnswers;

  constructor(
    readonly connections: Connections,
    { resources = new Resources([]), clock = new SystemClock(), memoryBytes = 0 }: PersistenceOptions = {},
  ) {
    this.resources = resources;
    const ambient = new Ambient();
    this.database = new Database(connections, ambient);
    this.changes = new TypeOrmChangeLog(this.database, ambient, clock);
    this.transactions = new TypeOrmTransactions(connections, ambient, this.changes);
    this.memory = new ProcessMemory(this.changes, this.transactions, memoryBytes);
    this.retention = new ChangeLogRetention(this.database, this.transactions, clock);
    this.records = new TypeOrmRecordStore(resources, this.database, this.transactions);
    this.references = new TypeOrmReferences(resources, this.database);
    this.keptAnswers = new TypeOrmKeptAnswers(this.database, this.transactions, this.changes, clock);
  }

  close(): Promise<void> {
    return this.connections.close();
  }
}

/** Opens what DATABASE_URL names; throws if it can't be reached. Its schema is the matter of `migrate`. */
export const openDatabase = async (url: string, options: PersistenceOptions = {}): Promise<Persistence> =>
  new Persistence(await connect(url, options), options);
