import type { AuditTrail, Transactions } from '../../kernel/index.js';
import { type Recorded, type Records, RecordStore, type Resource, type Resources } from '../../records/index.js';
import type { Database } from '../database.js';
import { TypeOrmRecords, BuiltTexts } from './typeorm-records.js';

/** The stored records of every declared resource. */
export class TypeOrmRecordStore extends RecordStore {
  private readonly texts = new BuiltTexts();

  constructor(
    private readonly resources: Resources,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {
    super();
  }

  recordsOf<T extends Recorded>(resource: Resource<T>): Records<T> {
    return new TypeOrmRecords(
      resource,
      this.resources,
      this.database,
      this.transactions,
      this.texts,
      this.trail,
      (other) => this.recordsOf(other),
    );
  }
}
