import { deflateSync, inflateSync } from 'node:zlib';
import { type Clock, KEPT_MS, KeptAnswers, type NamedCall, StateConflict, type Transactions } from '../kernel/index.js';
import type { Database } from './database.js';
import { MustRepeat, refusedBy } from './driver-errors.js';
import { chunks, inList } from './sql.js';

interface AnswerRow {
  readonly id: number;
  readonly digest: string;
  readonly at: string;
  readonly answer: string;
}

const TABLE = 'kept_answer';
const DELETED_AT_ONCE = 1_000;

/** Ten thousand outcomes are mostly repetition; packed they stay far below any limit of a statement. */
const packed = (answer: string): string => deflateSync(answer).toString('base64');
const unpacked = (stored: string): string => inflateSync(Buffer.from(stored, 'base64')).toString();

const answerOf = (row: AnswerRow, { digest }: NamedCall): string => {
  if (row.digest !== digest) {
    throw new StateConflict('This %header was already used for another body: send a new one.', {
      header: 'Idempotency-Key',
    });
  }
  return unpacked(row.answer);
};

/** Kept answers in the table `kept_answer`, whose unique key decides which of two calls works. */
export class TypeOrmKeptAnswers extends KeptAnswers {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {
    super();
  }

  async once(call: NamedCall, work: () => Promise<string>): Promise<string> {
    // A repetition that comes later is answered without waiting for anybody who writes.
    const before = await this.find(call);
    if (before && !this.isOld(before)) return answerOf(before, call);
    return this.transactions.write(async () => {
      if (before) await this.database.run(`DELETE FROM ${TABLE} WHERE id = ?`, [before.id]);
      const claimed = await this.claim(call);
      if (typeof claimed !== 'number') return answerOf(claimed, call);
      const answer = await work();
      await this.database.run(`UPDATE ${TABLE} SET answer = ? WHERE id = ?`, [packed(answer), claimed]);
      return answer;
    });
  }

  async prune(): Promise<void> {
    const cutoff = new Date(this.clock.now().getTime() - KEPT_MS).toISOString();
    for (;;) {
      const old = await this.database.query<{ id: number }>(
        `SELECT id FROM ${TABLE} WHERE at <= ? ORDER BY at LIMIT ${DELETED_AT_ONCE}`,
        [cutoff],
      );
      for (const part of chunks(old.map(({ id }) => id))) {
        const { text, params } = inList('id', part);
        await this.transactions.write(() => this.database.run(`DELETE FROM ${TABLE} WHERE ${text}`, params));
      }
      if (old.length < DELETED_AT_ONCE) return;
    }
  }

  /** The row's id, or the row of whoever was first: the database has this one wait until that one is through. */
  private async claim(call: NamedCall): Promise<number | AnswerRow> {
    const { caller, route, key, digest } = call;
    try {
      const { insertId } = await this.database.run(
        `INSERT INTO ${TABLE} (caller, route, call_key, digest, at, answer) VALUES (?, ?, ?, ?, ?, '')`,
        [caller, route, key, digest, this.clock.now()],
      );
      return insertId;
    } catch (error) {
      if (refusedBy(error) !== 'unique') throw error;
      const other = await this.find(call);
      // It was there for the index and is gone for us, or too old: all begins again.
      if (!other || this.isOld(other)) throw new MustRepeat(error);
      return other;
    }
  }

  private find({ caller, route, key }: NamedCall): Promise<AnswerRow | undefined> {
    return this.database.queryOne<AnswerRow>(
      `SELECT id, digest, at, answer FROM ${TABLE} WHERE caller = ? AND route = ? AND call_key = ?`,
      [caller, route, key],
    );
  }

  private isOld({ at }: AnswerRow): boolean {
    return this.clock.now().getTime() - new Date(at).getTime() >= KEPT_MS;
  }
}
