import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import {
  type ErasureOutcome,
  PersonalDataInResource,
  type PersonalRows,
  type TracedSubject,
} from '../../../../libs/records/index.js';

interface AttemptRow {
  readonly address: string;
  readonly failures: number;
  readonly locked_until: string | null;
  readonly signed_in_at: string | null;
  readonly seen_at: string;
}

/** Sign-in attempts with client addresses. They are deleted with the record of the user. */
@Injectable()
export class PersonalDataInAttempts extends PersonalDataInResource {
  constructor(private readonly database: Database) {
    super();
  }

  exportedRows(subject: TracedSubject): readonly PersonalRows[] {
    return [['sign_in_attempts', this.rows(subject)]];
  }

  async fates(subject: TracedSubject): Promise<readonly ErasureOutcome[]> {
    const { length: count } = await this.attemptsOf(subject);
    return [{ fate: 'removed', count, what: 'IP addresses of sign-in attempts' }];
  }

  async erase(): Promise<void> {
    // Deleted with the record.
  }

  private async *rows(subject: TracedSubject): AsyncGenerator<object> {
    yield* await this.attemptsOf(subject);
  }

  private attemptsOf({ caller }: TracedSubject): Promise<readonly AttemptRow[]> {
    return this.database.query<AttemptRow>(
      'SELECT address, failures, locked_until, signed_in_at, seen_at FROM sign_in_attempt WHERE subject = ?',
      [caller],
    );
  }
}
