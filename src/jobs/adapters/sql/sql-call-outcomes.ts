import type { Database } from '../../../../libs/database/index.js';
import {
  type CallOutcome,
  CallsMoved,
  type Lease,
  packAnswers,
  shortened,
  STATUS,
  type Status,
} from '../../../../libs/jobs/index.js';

const MARKED_AT_ONCE = 100;

/** Uses plain SQL, because thousands of outcomes are stored in the transaction of the calls' writes. */
export class SqlCallOutcomes {
  constructor(private readonly database: Database) {}

  /**
   * Stores outcomes of open calls. Throws `CallsMoved` if one of them is no longer open or another one has been
   * reopened.
   */
  async keep({ jobId }: Lease, outcomes: readonly CallOutcome[]): Promise<void> {
    let kept = 0;
    for (const status of [STATUS.failedForNow, STATUS.failed] as const) {
      const failed = outcomes.flatMap((one) => (one.status === status ? [one] : []));
      for (let from = 0; from < failed.length; from += MARKED_AT_ONCE)
        kept += await this.keepFailed(jobId, status, failed.slice(from, from + MARKED_AT_ONCE));
    }
    kept += await this.keepDone(
      jobId,
      outcomes
        .flatMap((one) => (one.status === STATUS.complete ? [one] : []))
        .toSorted((a, b) => a.position - b.position),
    );
    if (kept !== outcomes.length) throw new CallsMoved();
  }

  private async keepFailed(
    jobId: number,
    status: Status,
    failed: readonly { readonly position: number; readonly message: string }[],
  ): Promise<number> {
    const cases = failed.map(() => 'WHEN ? THEN ?').join(' ');
    const { affected } = await this.database.run(
      `UPDATE job_call SET status = ?, message = CASE position ${cases} END ` +
        `WHERE job_id = ? AND status = ${STATUS.open} AND position IN (${failed.map(() => '?').join(', ')})`,
      [
        status,
        ...failed.flatMap(({ position, message }) => [position, shortened(message)]),
        jobId,
        ...failed.map(({ position }) => position),
      ],
    );
    return affected;
  }

  private async keepDone(
    jobId: number,
    done: readonly { readonly position: number; readonly result: string }[],
  ): Promise<number> {
    const [first, last] = [done.at(0), done.at(-1)];
    if (!first || !last) return 0;
    const { database } = this;
    const { affected } = await database.run(
      `UPDATE job_call SET status = ${STATUS.complete}, input = NULL, message = NULL ` +
        `WHERE job_id = ? AND status = ${STATUS.open} AND position BETWEEN ? AND ?`,
      [jobId, first.position, last.position],
    );
    await database.run('INSERT INTO job_answer (job_id, first_position, last_position, answers) VALUES (?, ?, ?, ?)', [
      jobId,
      first.position,
      last.position,
      packedAnswers(done),
    ]);
    return affected;
  }
}

/** The answers by position, as compressed JSON. */
const packedAnswers = (done: readonly { readonly position: number; readonly result: string }[]): string =>
  packAnswers(`{${done.map(({ position, result }) => `"${position}":${result}`).join(',')}}`);
