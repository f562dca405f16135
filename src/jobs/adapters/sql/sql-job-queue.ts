import { Injectable } from '@nestjs/common';
import { type AuditedChange, type ChangedValue, Clock, Unavailable } from '../../../../libs/kernel/index.js';
import { Persistence } from '../../../../libs/database/index.js';
import type { JobFiles } from '../../../../libs/operations/index.js';
import { SqlCallOutcomes } from './sql-call-outcomes.js';
import { SqlJobFiles } from './sql-job-files.js';
import {
  CallerOrder,
  type CallOutcome,
  CALLS,
  type ClaimedJob,
  JobQueue,
  type Lease,
  LeaseLost,
  type NewCall,
  type NewJob,
  type OpenCall,
  pack,
  type Progress,
  type Settled,
  SHORT_CALLS_MAX,
  shortened,
  STATUS,
  type Status,
  unpack,
  type WaitingGroup,
} from '../../../../libs/jobs/index.js';

/** If the worker of a job dies, the job continues this long after its last renewal. */
export const LEASE_MS = 15_000;
/** Values of the column `size`. */
const SHORT = 0;
const LONG = 1;
/** Maximum number of rows and characters of an INSERT. */
const CALLS_PER_INSERT = 500;
const CHARS_PER_INSERT = 1_000_000;

interface JobRow {
  readonly id: number;
  readonly uuid: string;
  readonly kind: string;
  readonly user_type: number;
  readonly user_id: number | null;
  readonly store: string | null;
  readonly description: string;
  readonly input: string;
  readonly claims: number;
  readonly known: number | null;
}

interface GroupRow {
  readonly size: number | null;
  readonly user_type: number;
  readonly user_id: number | null;
  readonly since: number | string;
}

interface CallRow {
  readonly position: number;
  readonly input: string;
}

/** The next calls that fit into one statement. */
const batchOf = (calls: readonly NewCall[], from: number): readonly NewCall[] => {
  let [to, chars] = [from, 0];
  while (to < calls.length && to - from < CALLS_PER_INSERT && (to === from || chars < CHARS_PER_INSERT)) {
    chars += calls[to]?.input.length ?? 0;
    to += 1;
  }
  return calls.slice(from, to);
};

const jobCreated = (
  id: number,
  { uuid, kind, description }: Pick<NewJob, 'uuid' | 'kind' | 'description'>,
): AuditedChange => ({
  resource: 'job',
  id,
  key: uuid,
  action: 'created',
  changes: { kind: [null, kind], description: [null, description] },
});

const ENDED: Readonly<Partial<Record<Status, string>>> = {
  [STATUS.complete]: 'done',
  [STATUS.failedForNow]: 'failed_for_now',
  [STATUS.failed]: 'failed',
};

/** In characters; a longer result is not recorded in the audit trail. */
const RESULT_MAX = 2_000;

/** Uses plain SQL: claims and outcomes are conditional updates, and there may be thousands of calls. */
@Injectable()
export class SqlJobQueue extends JobQueue {
  private readonly outcomes: SqlCallOutcomes;
  private readonly order = new CallerOrder();

  constructor(
    private readonly persistence: Persistence,
    private readonly clock: Clock,
  ) {
    super();
    this.outcomes = new SqlCallOutcomes(persistence.database);
  }

  async add(job: NewJob, calls: readonly NewCall[]): Promise<void> {
    const { database, transactions } = this.persistence;
    const { uuid, kind, owner, store, description, input } = job;
    await transactions.write(async () => {
      const isOpen = calls.length === 0 || calls.some(({ status }) => status === STATUS.open);
      const now = this.clock.now();
      const { insertId } = await database.run(
        'INSERT INTO job (uuid, kind, user_type, user_id, store, status, description, input, ready_at, claims, known, ' +
          `size, created_at, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${this.now}, 0, ?, ?, ?, ?)`,
        [
          uuid,
          kind,
          owner.userType,
          owner.userId,
          store,
          isOpen ? STATUS.open : STATUS.rejected,
          description,
          pack(input),
          calls.length === 0 ? null : calls.length,
          calls.length > 0 && calls.length <= SHORT_CALLS_MAX ? SHORT : LONG,
          now,
          isOpen ? null : now,
        ],
      );
      for (let from = 0; from < calls.length;) {
        const batch = batchOf(calls, from);
        await database.run(
          `INSERT INTO job_call (job_id, position, status, input, message) VALUES ${batch.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
          batch.flatMap(({ status, input: sent, message }, at) => [
            insertId,
            from + at,
            status,
            pack(sent),
            message && shortened(message),
          ]),
        );
        from += batch.length;
      }
      await database.enter(jobCreated(insertId, job));
    });
  }

  async addFilled(
    job: NewJob,
    fill: (files: JobFiles) => Promise<void>,
    opening: (open: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { database, transactions } = this.persistence;
    const { uuid, kind, owner, store, description, input } = job;
    const { insertId } = await transactions.write(() =>
      database.run(
        'INSERT INTO job (uuid, kind, user_type, user_id, store, status, description, input, ready_at, claims, size, created_at) ' +
          `VALUES (?, ?, ?, ?, ?, ${STATUS.arriving}, ?, ?, ${this.now}, 0, ${LONG}, ?)`,
        [uuid, kind, owner.userType, owner.userId, store, description, pack(input), this.clock.now()],
      ),
    );
    try {
      await fill(this.filesOf(insertId));
      await opening(() => this.open(insertId, job));
    } catch (error) {
      // A job that was opened despite the error is kept.
      const remove = `DELETE FROM job WHERE id = ? AND status = ${STATUS.arriving}`;
      await transactions.write(() => database.run(remove, [insertId])).catch(() => undefined);
      throw error;
    }
  }

  async countUpTo(jobUuid: string): Promise<number> {
    const found = await this.persistence.database.queryOne<{ n: number }>(
      'SELECT COUNT(*) AS n FROM job j JOIN job this ON this.uuid = ? AND this.user_type = j.user_type ' +
        `AND this.user_id = j.user_id WHERE j.status IN (${STATUS.arriving}, ${STATUS.open}) AND j.kind <> ? AND j.id <= this.id`,
      [jobUuid, CALLS],
    );
    return Number(found?.n ?? 0);
  }

  filesOf(jobId: number): JobFiles {
    return new SqlJobFiles(this.persistence.database, this.persistence.transactions, jobId);
  }

  async isWaiting(): Promise<boolean> {
    const [found] = await this.persistence.database.queryAside(
      `SELECT id FROM job WHERE status = ${STATUS.open} AND ready_at <= ${this.now} LIMIT 1`,
    );
    return found !== undefined;
  }

  async claim(worker: string): Promise<ClaimedJob | undefined> {
    for (const group of this.order.sorted(await this.waiting())) {
      const job = await this.claimOf(group, worker);
      if (!job) continue;
      this.order.started(group);
      return job;
    }
    return undefined;
  }

  /** Callers with jobs that are ready to start. Reads only the index, so that many jobs of one caller cost nothing. */
  private async waiting(): Promise<readonly (WaitingGroup & { readonly size: number | null })[]> {
    const rows = await this.persistence.database.query<GroupRow>(
      `SELECT size, user_type, user_id, MIN(ready_at) AS since FROM job WHERE status = ${STATUS.open} ` +
        `GROUP BY size, user_type, user_id HAVING MIN(ready_at) <= ${this.now}`,
    );
    return rows.map(({ size, user_type, user_id, since }) => ({
      size,
      userType: user_type,
      userId: user_id,
      isShort: size === SHORT,
      since: Number(since),
    }));
  }

  private claimOf(
    { size, userType, userId }: WaitingGroup & { readonly size: number | null },
    worker: string,
  ): Promise<ClaimedJob | undefined> {
    const { database, transactions } = this.persistence;
    const given = [size, userId].filter((value) => value !== null);
    return transactions.write(async () => {
      const found = await database.queryOne<JobRow>(
        'SELECT id, uuid, kind, user_type, user_id, store, description, input, claims, known FROM job ' +
          `WHERE status = ${STATUS.open} AND user_type = ? AND size ${size === null ? 'IS NULL' : '= ?'} ` +
          `AND user_id ${userId === null ? 'IS NULL' : '= ?'} AND ready_at <= ${this.now} ORDER BY ready_at LIMIT 1` +
          database.dialect.forUpdateOfFree,
        [userType, ...given],
      );
      if (!found) return undefined;
      await database.run(
        `UPDATE job SET worker = ?, ready_at = ${this.now} + ${LEASE_MS}, claims = claims + 1 WHERE id = ?`,
        [worker, found.id],
      );
      const { id, uuid, kind, store, description, input, claims } = found;
      const owner = { userType: found.user_type, userId: found.user_id };
      return {
        uuid,
        kind,
        owner,
        store,
        description,
        input: unpack(input),
        claims,
        known: found.known === null ? undefined : Number(found.known),
        lease: { jobId: id, worker },
      };
    });
  }

  async renew({ jobId, worker }: Lease, progress?: Progress): Promise<boolean> {
    const { database, transactions } = this.persistence;
    const progressColumns = progress ? ', done = ?, known = ?' : '';
    const { affected } = await transactions.write(() =>
      database.run(
        `UPDATE job SET ready_at = ${this.now} + ${LEASE_MS}${progressColumns} WHERE id = ? AND worker = ? AND status = ${STATUS.open}`,
        [...(progress ? [progress.done, progress.known ?? null] : []), jobId, worker],
      ),
    );
    return affected === 1;
  }

  async giveBack({ jobId, worker }: Lease, pauseMs?: number): Promise<void> {
    const { database, transactions } = this.persistence;
    const claims = pauseMs === undefined ? ', claims = 0' : '';
    await transactions.write(() =>
      database.run(
        `UPDATE job SET worker = NULL, ready_at = ${this.now} + ${pauseMs ?? 0}${claims} WHERE id = ? AND worker = ?`,
        [jobId, worker],
      ),
    );
  }

  async release(worker: string): Promise<void> {
    const { database, transactions } = this.persistence;
    await transactions.write(() =>
      database.run(
        `UPDATE job SET worker = NULL, ready_at = ${this.now} WHERE status = ${STATUS.open} AND worker = ?`,
        [worker],
      ),
    );
  }

  async openCalls(jobId: number, from: number, most: number): Promise<readonly OpenCall[]> {
    const rows = await this.persistence.database.query<CallRow>(
      `SELECT position, input FROM job_call WHERE job_id = ? AND position >= ? AND status = ${STATUS.open} ` +
        `ORDER BY position LIMIT ${most}`,
      [jobId, from],
    );
    return rows.map(({ position, input }) => ({ position, input: unpack(input) }));
  }

  async inGroup(lease: Lease, work: () => Promise<readonly CallOutcome[]>): Promise<void> {
    await this.persistence.transactions.write(
      async () => {
        await this.mustHold(lease);
        await this.outcomes.keep(lease, await work());
      },
      { repeats: 0 },
    );
  }

  async late(lease: Lease, work: () => Promise<CallOutcome>): Promise<void> {
    await this.persistence.transactions.deferred(work, {
      first: () => this.mustHold(lease),
      last: (outcome) => this.outcomes.keep(lease, [outcome]),
      repeatable: true,
    });
  }

  guarded<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
    return this.persistence.transactions.guarded(() => this.mustHold(lease, ''), work);
  }

  settleCalls(lease: Lease): Promise<boolean> {
    const { database, transactions } = this.persistence;
    return transactions.write(async () => {
      await this.mustHold(lease);
      const found = await database.query<{ status: Status }>('SELECT DISTINCT status FROM job_call WHERE job_id = ?', [
        lease.jobId,
      ]);
      const statuses = new Set(found.map(({ status }) => status));
      if (statuses.has(STATUS.open)) return false;
      const worst = [STATUS.failed, STATUS.failedForNow, STATUS.rejected].find((status) => statuses.has(status));
      await this.end(lease, worst ?? STATUS.complete, {});
      await database.run('UPDATE job SET done = known WHERE id = ?', [lease.jobId]);
      return true;
    });
  }

  settle(lease: Lease, status: Status, outcome: Settled): Promise<void> {
    return this.persistence.transactions.write(async () => {
      await this.mustHold(lease);
      await this.end(lease, status, outcome);
    });
  }

  private async open(jobId: number, { uuid, kind, description }: NewJob): Promise<void> {
    const { affected } = await this.persistence.database.run(
      `UPDATE job SET status = ${STATUS.open}, ready_at = ${this.now} WHERE id = ? AND status = ${STATUS.arriving}`,
      [jobId],
    );
    if (affected === 0) throw new Unavailable(1);
    await this.persistence.database.enter(jobCreated(jobId, { uuid, kind, description }));
  }

  private get now(): string {
    return this.persistence.database.dialect.nowMs;
  }

  /**
   * The row stays locked until the end of the transaction, so that no other worker claims the job and nobody cancels
   * it.
   */
  private async mustHold({ jobId, worker }: Lease, further = ', claims = 0'): Promise<void> {
    const { affected } = await this.persistence.database.run(
      `UPDATE job SET ready_at = ${this.now} + ${LEASE_MS}${further} WHERE id = ? AND worker = ? AND status = ${STATUS.open}`,
      [jobId, worker],
    );
    if (affected === 0) throw new LeaseLost();
  }

  private async end({ jobId }: Lease, status: Status, { result, message, progress }: Settled): Promise<void> {
    await this.persistence.database.run(
      `UPDATE job SET status = ?, worker = NULL, result = ?, message = ?, finished_at = ?${progress ? ', done = ?, known = ?' : ''} WHERE id = ?`,
      [
        status,
        result === undefined ? null : pack(result),
        message === undefined ? null : shortened(message),
        this.clock.now(),
        ...(progress ? [progress.done, progress.known ?? null] : []),
        jobId,
      ],
    );
    await this.enterEnd(jobId, status, result);
  }

  private async enterEnd(id: number, status: Status, result: string | undefined): Promise<void> {
    const { database } = this.persistence;
    const job = await database.queryOne<{ uuid: string; kind: string }>('SELECT uuid, kind FROM job WHERE id = ?', [
      id,
    ]);
    const changes: Record<string, ChangedValue> = { kind: [null, job?.kind ?? null] };
    if (result !== undefined && result.length <= RESULT_MAX) changes['result'] = [null, JSON.parse(result)];
    await database.enter({ resource: 'job', id, key: job?.uuid ?? null, action: ENDED[status] ?? 'failed', changes });
  }
}
