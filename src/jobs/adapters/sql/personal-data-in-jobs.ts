import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import {
  type ErasureOutcome,
  PersonalDataInResource,
  type PersonalRows,
  type TracedSubject,
} from '../../../../libs/records/index.js';

interface MentioningCall {
  readonly uuid: string;
  readonly position: number;
}

/** Accepted calls contain their requests. Reports those that mention a person. */
@Injectable()
export class PersonalDataInJobs extends PersonalDataInResource {
  constructor(private readonly database: Database) {
    super();
  }

  exportedRows(subject: TracedSubject): readonly PersonalRows[] {
    return [['job_calls', this.rows(subject)]];
  }

  async fates(subject: TracedSubject): Promise<readonly ErasureOutcome[]> {
    const { length: calls } = await this.callsOf(subject);
    const [found] = await this.database.query<{ count: number }>('SELECT COUNT(*) AS count FROM job');
    return [
      {
        fate: 'kept',
        count: calls,
        what: 'asynchronous calls that mention the customer',
        because: 'requests are kept with their job, which is deleted JOB_DAYS days after it finishes',
      },
      {
        fate: 'kept',
        count: Number(found?.count ?? 0),
        what: 'jobs of all callers',
        because:
          'their files and responses are compressed and therefore not searched; jobs are deleted JOB_DAYS days after they finish',
      },
    ];
  }

  async erase(): Promise<void> {
    // A retry needs the original request, so it is kept. It expires with the job.
  }

  private async *rows(subject: TracedSubject): AsyncGenerator<object> {
    yield* await this.callsOf(subject);
  }

  private callsOf({ mentions }: TracedSubject): Promise<readonly MentioningCall[]> {
    const mentioned = mentions.map(() => 'INSTR(c.input, ?) > 0').join(' OR ');
    return this.database.search<MentioningCall>(
      `SELECT j.uuid AS uuid, c.position AS position FROM job_call c JOIN job j ON j.id = c.job_id WHERE ${mentioned}`,
      mentions,
    );
  }
}
