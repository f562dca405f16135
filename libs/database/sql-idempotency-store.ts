import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync, inflateSync } from 'node:zlib';
import {
  type ChangeLog,
  type Clock,
  KEPT_MS,
  type StoredAnswer,
  IdempotencyStore,
  type StoredSteps,
  type NamedCall,
  StateConflict,
  type Step,
  type Steps,
  tidyingUp,
  Unavailable,
  type WriteOptions,
} from '../kernel/index.js';
import type { Database } from './database.js';
import { MustRepeat, refusedBy } from './driver-errors.js';
import { chunks, inList, type Param } from './sql.js';
import type { AmbientTransactions } from './transactions.js';

interface AnswerRow {
  readonly id: number;
  readonly digest: string;
  readonly at: string;
  /** The compressed parts, each followed by a period. */
  readonly answer: string;
  readonly version: number | null;
  /** The process that is running the steps; null when they are complete. */
  readonly owner: string | null;
  /** 1: stored until deleted by name; null: stored for `KEPT_MS`. */
  readonly lasting: number | null;
}

const TABLE = 'kept_answer';
const DELETED_AT_ONCE = 1_000;

/** If the owner completes no step within this time, it is assumed dead and another process takes over. */
const LEASE_MS = 5_000;
/** How long a repeated request waits for one that is being processed. */
const WAIT_MAX_MS = 20_000;
const POLL_MS = 100;

/**
 * Compresses a part. Ten thousand outcomes are very repetitive, so compressed they stay far below any statement size
 * limit.
 */
const packed = (part: string): string => `${deflateSync(part).toString('base64')}.`;
const unpacked = (stored: string): readonly string[] =>
  stored.split('.').flatMap((part) => (part === '' ? [] : [inflateSync(Buffer.from(part, 'base64')).toString()]));

const digestOf = ({ digest }: NamedCall): string => (typeof digest === 'string' ? digest : digest());

const mustBeTheSame = (row: AnswerRow, call: NamedCall): void => {
  if (row.digest === digestOf(call)) return;
  throw new StateConflict('This %header was already used with a different body. Send a new key.', {
    header: 'Idempotency-Key',
  });
};

const versionOf = ({ version }: AnswerRow): number | undefined => (version === null ? undefined : Number(version));

const answerOf = (row: AnswerRow, call: NamedCall): StoredAnswer => {
  mustBeTheSame(row, call);
  return { text: unpacked(row.answer).join(''), version: versionOf(row) };
};

/** Aborts a call whose answer is already stored. */
class Answered extends Error {
  constructor(readonly row: AnswerRow) {
    super('the call was answered before');
  }
}

/** Another request for the same call has taken over. */
class Overtaken extends Error {}

/**
 * Stored answers in the table `kept_answer`, whose unique key decides which of two concurrent calls runs. Uses plain
 * SQL to take over rows with conditional updates.
 */
export class SqlIdempotencyStore extends IdempotencyStore {
  constructor(
    private readonly database: Database,
    private readonly transactions: AmbientTransactions,
    private readonly changes: ChangeLog,
    private readonly clock: Clock,
  ) {
    super();
  }

  async once(call: NamedCall, work: () => Promise<StoredAnswer>, repeatable = true): Promise<StoredAnswer> {
    // Answers a later repetition without waiting for writers.
    const before = typeof call.digest === 'string' ? await this.find(call) : undefined;
    if (before && !this.isOld(before)) return answerOf(before, call);
    let id = 0;
    let kept: StoredAnswer | undefined;
    try {
      await this.transactions.deferred(work, {
        repeatable,
        first: async () => {
          const claimed = await this.claim(call, null);
          if (typeof claimed !== 'number') throw new Answered(claimed);
          id = claimed;
        },
        last: async ({ text, version }, taken) => {
          kept = { text, version: version === undefined ? undefined : (taken ?? version) };
          await this.database.run(`UPDATE ${TABLE} SET answer = ?, version = ? WHERE id = ?`, [
            packed(text),
            kept.version ?? null,
            id,
          ]);
        },
      });
    } catch (error) {
      if (error instanceof Answered) return answerOf(error.row, call);
      throw error;
    }
    if (!kept) throw new Error('a call that was done has an answer');
    return kept;
  }

  async inSteps(call: NamedCall, work: (steps: Steps) => Promise<void>): Promise<StoredSteps> {
    const until = performance.now() + WAIT_MAX_MS;
    for (;;) {
      const found = await this.find(call);
      const row = found && !this.isOld(found) ? found : undefined;
      if (row) mustBeTheSame(row, call);
      if (row?.owner === null) return { parts: unpacked(row.answer), version: versionOf(row) };
      const owner = randomUUID();
      if (row && !(await this.takesOver(row, owner))) {
        if (performance.now() > until) throw stillAtWork();
        await delay(POLL_MS);
        continue;
      }
      // Reads the current value, which no other process can change now.
      const mine = row && (await this.find(call));
      const steps = new StoredStepsOf(this.parts, call, owner, mine?.owner === owner ? mine : undefined);
      try {
        await work(steps);
      } catch (error) {
        if (error instanceof Overtaken) continue;
        await steps.giveUp();
        throw error;
      }
      return steps.done();
    }
  }

  async forget({ caller, route }: Pick<NamedCall, 'caller' | 'route'>): Promise<void> {
    await this.transactions.write(() =>
      this.database.run(`DELETE FROM ${TABLE} WHERE caller = ? AND route = ?`, [caller, route]),
    );
  }

  async prune(): Promise<void> {
    const cutoff = new Date(this.clock.now().getTime() - KEPT_MS).toISOString();
    for (;;) {
      const old = await this.database.query<{ id: number }>(
        `SELECT id FROM ${TABLE} WHERE at <= ? AND lasting IS NULL ORDER BY at LIMIT ${DELETED_AT_ONCE}`,
        [cutoff],
      );
      for (const part of chunks(old.map(({ id }) => id))) {
        const { text, params } = inList('id', part);
        await this.transactions.write(() => this.database.run(`DELETE FROM ${TABLE} WHERE ${text}`, params));
      }
      if (old.length < DELETED_AT_ONCE) return;
    }
  }

  private get parts(): StepParts {
    const { database, transactions, changes } = this;
    return { database, transactions, changes, claim: (call, owner) => this.claim(call, owner) };
  }

  /** Takes over the call if its previous owner has completed no step for too long. Returns whether it did. */
  private async takesOver({ id, owner }: AnswerRow, next: string): Promise<boolean> {
    const now = this.database.dialect.nowMs;
    const { affected } = await this.transactions.write(() =>
      this.database.run(
        `UPDATE ${TABLE} SET owner = ?, expires_at = ${now} + ${LEASE_MS} WHERE id = ? AND owner = ? AND expires_at < ${now}`,
        [next, id, owner],
      ),
    );
    return affected === 1;
  }

  /**
   * The id of the inserted row, or the row that another process inserted first. The database waits for that process's
   * transaction.
   */
  private async claim(call: NamedCall, owner: string | null): Promise<number | AnswerRow> {
    const { caller, route, key, isLasting = false } = call;
    const lasting = isLasting ? 1 : null;
    const values: readonly Param[] = [caller, route, key, digestOf(call), this.clock.now(), lasting, owner];
    const insert = async (): Promise<number> => {
      const { insertId } = await this.database.run(
        `INSERT INTO ${TABLE} (caller, route, call_key, digest, at, lasting, owner, expires_at, answer) ` +
          `VALUES (?, ?, ?, ?, ?, ?, ?, ${this.database.dialect.nowMs} + ${LEASE_MS}, '')`,
        values,
      );
      return insertId;
    };
    try {
      return await insert();
    } catch (error) {
      if (refusedBy(error) !== 'unique') throw error;
      const other = await this.find(call);
      // The row caused the key conflict but has since been deleted: repeat the transaction.
      if (!other) throw new MustRepeat(error);
      if (!this.isOld(other)) return other;
      await this.database.run(`DELETE FROM ${TABLE} WHERE id = ?`, [other.id]);
      return insert();
    }
  }

  private find({ caller, route, key }: NamedCall): Promise<AnswerRow | undefined> {
    return this.database.queryOne<AnswerRow>(
      `SELECT id, digest, at, answer, version, owner, lasting FROM ${TABLE} WHERE caller = ? AND route = ? AND call_key = ?`,
      [caller, route, key],
    );
  }

  private isOld({ at, lasting }: AnswerRow): boolean {
    return lasting === null && this.clock.now().getTime() - new Date(at).getTime() >= KEPT_MS;
  }
}

const stillAtWork = (): Unavailable =>
  new Unavailable(1, undefined, 'A call with this Idempotency-Key is still in progress. Send the call again later.');

interface StepParts {
  readonly database: Database;
  readonly transactions: AmbientTransactions;
  readonly changes: ChangeLog;
  claim(call: NamedCall, owner: string): Promise<number | AnswerRow>;
}

/** The steps of one attempt. Each step first locks the call's row, so that two attempts never run the same step. */
class StoredStepsOf implements Steps {
  private id: number | undefined;
  private version: number | undefined;
  private isDone = false;
  private readonly made: string[];

  constructor(
    private readonly with_: StepParts,
    private readonly call: NamedCall,
    private readonly owner: string,
    row: AnswerRow | undefined,
  ) {
    this.id = row?.id;
    this.version = row && versionOf(row);
    this.made = row ? [...unpacked(row.answer)] : [];
  }

  get parts(): readonly string[] {
    return this.made;
  }

  async step(work: () => Promise<Step>, options?: WriteOptions): Promise<void> {
    const { database, transactions, changes } = this.with_;
    const { nowMs } = database.dialect;
    let id = 0;
    let version: number | undefined;
    let part = '';
    const { isLast } = await transactions.writeThen(
      async () => {
        id = await this.locked();
        return work();
      },
      async (step, taken) => {
        part = step.part();
        version = taken ?? this.version ?? (step.isLast ? await changes.version() : undefined);
        await database.run(
          `UPDATE ${TABLE} SET answer = ${database.dialect.concat('answer', '?')}, version = ?, owner = ?, ` +
            `expires_at = ${nowMs} + ${LEASE_MS} WHERE id = ?`,
          [packed(part), version ?? null, step.isLast ? null : this.owner, id],
        );
      },
      options,
    );
    this.id = id;
    this.version = version;
    this.made.push(part);
    this.isDone = isLast;
  }

  done(): StoredSteps {
    if (!this.isDone) throw new Error('a call that was done has a last step');
    return { parts: this.made, version: this.version };
  }

  /**
   * Releases the call, so that the next request need not wait. If this fails, that request waits for the lease to
   * expire.
   */
  async giveUp(): Promise<void> {
    if (this.id === undefined || this.isDone) return;
    const { database, transactions } = this.with_;
    const free = `UPDATE ${TABLE} SET expires_at = 0 WHERE id = ? AND owner = ?`;
    await tidyingUp(() => transactions.write(() => database.run(free, [this.id ?? 0, this.owner]))).catch(
      () => undefined,
    );
  }

  private async locked(): Promise<number> {
    if (this.id === undefined) {
      const claimed = await this.with_.claim(this.call, this.owner);
      if (typeof claimed === 'number') return claimed;
      mustBeTheSame(claimed, this.call);
      throw new Overtaken();
    }
    const { database } = this.with_;
    const hold = `UPDATE ${TABLE} SET expires_at = ${database.dialect.nowMs} + ${LEASE_MS} WHERE id = ? AND owner = ?`;
    const { affected } = await database.run(hold, [this.id, this.owner]);
    if (affected === 0) throw new Overtaken();
    return this.id;
  }
}
