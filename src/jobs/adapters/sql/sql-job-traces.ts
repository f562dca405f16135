import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { type Fate, PersonalTraces, type ToldRows, type TracedSubject } from '../../../../libs/records/index.js';

interface MentioningCall {
  readonly uuid: string;
  readonly position: number;
}

/** Calls that were accepted for later hold what was sent; it is told which of them mention somebody. */
@Injectable()
export class SqlJobTraces extends PersonalTraces {
  constructor(private readonly database: Database) {
    super();
  }

  told(subject: TracedSubject): readonly ToldRows[] {
    return [['job_calls', this.rows(subject)]];
  }

  async fates(subject: TracedSubject): Promise<readonly Fate[]> {
    const { length: calls } = await this.callsOf(subject);
    const [found] = await this.database.query<{ count: number }>('SELECT COUNT(*) AS count FROM job');
    return [
      {
        fate: 'kept',
        count: calls,
        what: 'calls of jobs that mention the customer',
        because: 'what was sent is kept as long as its job, JOB_DAYS after that is done',
      },
      {
        fate: 'kept',
        count: Number(found?.count ?? 0),
        what: 'jobs, of whomever',
        because: 'their files and answers are packed and not looked into; gone JOB_DAYS after they are done',
      },
    ];
  }

  async erase(): Promise<void> {
    // A job is tried again with what was sent; it goes by itself.
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
