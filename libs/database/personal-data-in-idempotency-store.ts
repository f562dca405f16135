import { Injectable } from '@nestjs/common';
import { type ErasureOutcome, PersonalDataInResource, type PersonalRows } from '../records/index.js';
import { Database } from './database.js';

/** Stored answers are compressed and expire soon. They are counted, but their content is not searched. */
@Injectable()
export class PersonalDataInIdempotencyStore extends PersonalDataInResource {
  constructor(private readonly database: Database) {
    super();
  }

  exportedRows(): readonly PersonalRows[] {
    return [];
  }

  async fates(): Promise<readonly ErasureOutcome[]> {
    const [found] = await this.database.query<{ count: number }>('SELECT COUNT(*) AS count FROM kept_answer');
    return [
      {
        fate: 'kept',
        count: Number(found?.count ?? 0),
        what: 'stored responses of all callers',
        because: 'compressed and therefore not searched; deleted 24 hours after the call, or together with their job',
      },
    ];
  }

  async erase(): Promise<void> {
    // They expire on their own.
  }
}
