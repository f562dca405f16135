import { Injectable } from '@nestjs/common';
import { type Fate, PersonalDataInResource, type PersonalRows } from '../records/index.js';
import { Database } from './database.js';

/** Kept answers are packed and soon gone: they are counted, and not looked into. */
@Injectable()
export class PersonalDataInIdempotencyStore extends PersonalDataInResource {
  constructor(private readonly database: Database) {
    super();
  }

  exportedRows(): readonly PersonalRows[] {
    return [];
  }

  async fates(): Promise<readonly Fate[]> {
    const [found] = await this.database.query<{ count: number }>('SELECT COUNT(*) AS count FROM kept_answer');
    return [
      {
        fate: 'kept',
        count: Number(found?.count ?? 0),
        what: 'stored responses to calls of all callers',
        because: 'compressed and not searched; deleted 24 hours after the call, or with their job',
      },
    ];
  }

  async erase(): Promise<void> {
    // They go by themselves.
  }
}
