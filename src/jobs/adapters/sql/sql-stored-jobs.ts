import { Injectable } from '@nestjs/common';
import { Clock, type Criteria, IdempotencyStore, type Page, Transactions } from '../../../../libs/kernel/index.js';
import { Database, orderSql, type Param, whereSql } from '../../../../libs/database/index.js';
import { CALLS, nameOfSteps, STATUS, unpack } from '../../../../libs/jobs/index.js';
import { Resources } from '../../../../libs/records/index.js';
import { searchedCall } from '../../application/searched-call.js';
import { type JobStanding, type StoredCall, type StoredJob, StoredJobs, type Seen } from '../../ports/stored-jobs.js';

const REMOVED_AT_ONCE = 20;
const TOPIC = 'Topic ';

interface JobRow {
  readonly id: number;
  readonly uuid: string;
  readonly kind: string;
  readonly user_type: number;
  readonly user_id: number | null;
  readonly status: number;
  readonly description: string;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly done: number | null;
  readonly known: number | null;
  readonly message: string | null;
  readonly result: string | null;
}

interface CallRow {
  readonly job_id: number;
  readonly position: number;
  readonly bulk_uuid: string;
  readonly topic_name: string;
  readonly status: number;
  readonly result_message: string | null;
  readonly start_time: string;
  readonly input: string | null;
}

interface AnswerRow {
  readonly job_id: number;
  readonly first_position: number;
  readonly last_position: number;
  readonly answers: string;
}

const JOB =
  'SELECT id, uuid, kind, user_type, user_id, status, description, created_at, finished_at, done, known, message, result FROM job';

const numberOrNull = (value: number | string | null): number | null => (value === null ? null : Number(value));

const jobOf = (row: JobRow): StoredJob => ({
  id: row.id,
  uuid: row.uuid,
  kind: row.kind,
  userType: row.user_type,
  userId: row.user_id,
  status: row.status,
  description: row.description,
  createdAt: new Date(row.created_at),
  finishedAt: row.finished_at === null ? null : new Date(row.finished_at),
  done: numberOrNull(row.done),
  known: numberOrNull(row.known),
  message: row.message,
  result: row.result === null ? null : unpack(row.result),
});

/** Reads the answers of calls by job and position. */
class Answers {
  private readonly found = new Map<string, string>();

  add({ job_id, answers }: AnswerRow): void {
    for (const [position, answer] of Object.entries(JSON.parse(unpack(answers)) as Record<string, unknown>))
      this.found.set(`${job_id} ${position}`, JSON.stringify(answer));
  }

  find({ job_id, position }: CallRow): string | null {
    return this.found.get(`${job_id} ${position}`) ?? null;
  }
}

const callOf = (row: CallRow, answers: Answers): StoredCall => ({
  position: row.position,
  uuid: row.bulk_uuid,
  topic: row.topic_name,
  status: row.status,
  message: row.result_message,
  startTime: new Date(row.start_time),
  input: row.input === null ? null : unpack(row.input),
  answer: answers.find(row),
});

/**
 * Uses plain SQL, because calls of many jobs are searched together with their jobs, and answers are stored in groups.
 */
@Injectable()
export class SqlStoredJobs extends StoredJobs {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly idempotencyStore: IdempotencyStore,
    private readonly resources: Resources,
    private readonly clock: Clock,
  ) {
    super();
  }

  async byUuid(uuid: string, seen: Seen | undefined): Promise<StoredJob | undefined> {
    const row = await this.database.queryOne<JobRow>(`${JOB} WHERE uuid = ?`, [uuid]);
    if (!row || (seen && (row.user_type !== seen.userType || row.user_id !== seen.userId))) return undefined;
    return jobOf(row);
  }

  async newest(most: number, seen: Seen | undefined): Promise<readonly StoredJob[]> {
    const where = seen ? ' WHERE user_type = ? AND user_id = ?' : '';
    const owner = seen ? [seen.userType, seen.userId] : [];
    return (await this.database.query<JobRow>(`${JOB}${where} ORDER BY id DESC LIMIT ?`, [...owner, most])).map(jobOf);
  }

  /** Uses the index on the status, so that finished jobs are not read. */
  async standing(): Promise<JobStanding> {
    const { open, failedForNow, failed } = STATUS;
    const rows = await this.database.queryAside<{ readonly status: number; readonly held: number; readonly n: number }>(
      `SELECT status, CASE WHEN worker IS NOT NULL AND ready_at > ${this.database.dialect.nowMs} THEN 1 ELSE 0 END AS held, ` +
        'COUNT(*) AS n FROM job WHERE status IN (?, ?, ?) GROUP BY 1, 2',
      [open, failedForNow, failed],
    );
    const count = (wanted: number, held?: boolean): number =>
      rows
        .filter((row) => row.status === wanted && (held === undefined || (Number(row.held) === 1) === held))
        .reduce((sum, { n }) => sum + Number(n), 0);
    return {
      waiting: count(open, false),
      running: count(open, true),
      failedForNow: count(failedForNow),
      failed: count(failed),
    };
  }

  async calls(jobId: number, whole: boolean): Promise<readonly StoredCall[]> {
    const rows = await this.database.search<CallRow>(
      `SELECT * FROM (${this.callsOfJobs(whole)} WHERE c.job_id = ?) t ORDER BY t.id`,
      [jobId],
    );
    return this.withAnswers(rows, whole);
  }

  async countCalls(jobId: number, status: number): Promise<number> {
    const found = await this.database.queryOne<{ n: number }>(
      'SELECT COUNT(*) AS n FROM job_call WHERE job_id = ? AND status = ?',
      [jobId, status],
    );
    return Number(found?.n ?? 0);
  }

  async searchCalls(criteria: Criteria, seen: Seen | undefined): Promise<Page<StoredCall>> {
    const { dialect } = this.database;
    const where = whereSql(criteria, {
      resource: searchedCall,
      resources: this.resources,
      links: [],
      dialect,
    });
    const own: readonly Param[] = seen ? [seen.userType, seen.userId] : [];
    const from = `FROM (${this.callsOfJobs(true)}${seen ? ' WHERE j.user_type = ? AND j.user_id = ?' : ''}) t WHERE ${where.text}`;
    const order = `${orderSql(criteria, searchedCall)}, t.call_id`;
    const skipped = (criteria.page - 1) * criteria.pageSize;
    const rows = await this.database.search<CallRow>(`SELECT * ${from} ORDER BY ${order} LIMIT ? OFFSET ?`, [
      ...own,
      ...where.params,
      criteria.pageSize,
      skipped,
    ]);
    const items = await this.withAnswers(rows, true);
    if (criteria.uncounted) return { items, total: skipped + items.length };
    const [counted] = await this.database.search<{ n: number }>(`SELECT COUNT(*) AS n ${from}`, [
      ...own,
      ...where.params,
    ]);
    return { items, total: Number(counted?.n ?? 0) };
  }

  cancel(jobId: number): Promise<number> {
    const { database } = this;
    return this.transactions.write(async () => {
      const job = await this.locked(jobId);
      if (job?.status !== STATUS.open) return 0;
      const { affected } = await database.run(
        `UPDATE job_call SET status = ${STATUS.rejected} WHERE job_id = ? AND status = ${STATUS.open}`,
        [jobId],
      );
      await database.run(`UPDATE job SET status = ${STATUS.rejected}, worker = NULL, finished_at = ? WHERE id = ?`, [
        this.clock.now(),
        jobId,
      ]);
      await database.enter({ resource: 'job', id: jobId, key: job.uuid, action: 'cancelled' });
      return job.kind === CALLS ? affected : 1;
    });
  }

  retry(jobId: number): Promise<number> {
    const { database } = this;
    const failed = `(${STATUS.failedForNow}, ${STATUS.failed})`;
    return this.transactions.write(async () => {
      const job = await this.locked(jobId);
      if (!job) return 0;
      const { affected } = await database.run(
        `UPDATE job_call SET status = ${STATUS.open}, message = NULL WHERE job_id = ? AND status IN ${failed}`,
        [jobId],
      );
      const isWhole = job.kind !== CALLS && [STATUS.failedForNow, STATUS.failed].some((one) => one === job.status);
      if (affected === 0 && !isWhole) return 0;
      await database.enter({ resource: 'job', id: jobId, key: job.uuid, action: 'retried' });
      if (job.status === STATUS.open) return affected;
      await database.run(
        `UPDATE job SET status = ${STATUS.open}, worker = NULL, ready_at = ${database.dialect.nowMs}, claims = 0, ` +
          'message = NULL, result = NULL, finished_at = NULL WHERE id = ?',
        [jobId],
      );
      return isWhole ? 1 : affected;
    });
  }

  removeBefore(at: Date): Promise<void> {
    return this.removeAll('finished_at < ?', 'finished_at', [at]);
  }

  removeArriving(forMs: number): Promise<void> {
    const { nowMs } = this.database.dialect;
    return this.removeAll(`status = ${STATUS.arriving} AND ready_at < ${nowMs} - ?`, 'ready_at', [forMs]);
  }

  private async removeAll(which: string, sortedBy: string, params: readonly Param[]): Promise<void> {
    const { database, transactions, idempotencyStore } = this;
    for (;;) {
      const old = await database.query<{ id: number; uuid: string }>(
        `SELECT id, uuid FROM job WHERE ${which} ORDER BY ${sortedBy} LIMIT ${REMOVED_AT_ONCE}`,
        params,
      );
      for (const { id, uuid } of old)
        await transactions.write(async () => {
          // It may have been retried or opened since it was found.
          const { affected } = await database.run(`DELETE FROM job WHERE id = ? AND ${which}`, [id, ...params]);
          if (affected > 0) await idempotencyStore.forget(nameOfSteps(uuid));
        });
      if (old.length < REMOVED_AT_ONCE) return;
    }
  }

  private async locked(jobId: number): Promise<JobRow | undefined> {
    return this.database.queryOne<JobRow>(`${JOB} WHERE id = ?${this.database.lock}`, [jobId]);
  }

  private callsOfJobs(whole: boolean): string {
    return (
      `SELECT c.id AS call_id, c.job_id, c.position, c.position AS id, j.uuid AS bulk_uuid, ` +
      `SUBSTR(j.description, ${TOPIC.length + 1}) AS topic_name, c.status, c.message AS result_message, ` +
      `j.created_at AS start_time, ${whole ? 'c.input' : 'NULL AS input'} FROM job_call c JOIN job j ON j.id = c.job_id`
    );
  }

  private async withAnswers(rows: readonly CallRow[], whole: boolean): Promise<readonly StoredCall[]> {
    const answers = new Answers();
    if (whole) for (const row of await this.answersOf(rows)) answers.add(row);
    return rows.map((row) => callOf(row, answers));
  }

  private async answersOf(rows: readonly CallRow[]): Promise<readonly AnswerRow[]> {
    const done = rows.filter(({ status }) => status === STATUS.complete);
    const found: AnswerRow[] = [];
    for (const jobId of new Set(done.map(({ job_id }) => job_id))) {
      const positions = done.filter(({ job_id }) => job_id === jobId).map(({ position }) => position);
      found.push(
        ...(await this.database.search<AnswerRow>(
          'SELECT job_id, first_position, last_position, answers FROM job_answer ' +
            'WHERE job_id = ? AND first_position <= ? AND last_position >= ?',
          [jobId, Math.max(...positions), Math.min(...positions)],
        )),
      );
    }
    return found;
  }
}
