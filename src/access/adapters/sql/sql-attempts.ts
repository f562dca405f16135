import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../../libs/kernel/index.js';
import { Database, inList } from '../../../../libs/database/index.js';
import {
  forgottenBefore,
  NO_ATTEMPTS,
  type Standing,
  type Subject,
  subjectOf,
  type Tally,
  type UserKind,
} from '../../domain/lockout.js';
import { Attempts } from '../../ports/attempts.js';

/** The address in rows that count a user's attempts from all addresses. */
const ALL_ADDRESSES = '';

const FORGOTTEN_AT_ONCE = 500;

interface AttemptRow {
  readonly address: string;
  readonly failures: number;
  readonly locked_until: string | null;
  readonly signed_in_at: string | null;
}

const instantIn = (text: string | null): Date | null => (text === null ? null : new Date(text));

const tallyOf = (row: AttemptRow | undefined): Tally =>
  row
    ? {
        failures: row.failures,
        lockedUntil: instantIn(row.locked_until),
        signedInAt: instantIn(row.signed_in_at),
      }
    : NO_ATTEMPTS;

/**
 * Sign-in attempts in `sign_in_attempt`: one row per user and address, and one per user for all addresses. Uses plain
 * SQL, because it locks rows by writing them, whether or not they exist.
 */
@Injectable()
export class SqlAttempts extends Attempts {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
  ) {
    super();
  }

  async look(subject: Subject, address: string): Promise<Standing> {
    const rows = await this.database.query<AttemptRow>(
      'SELECT address, failures, locked_until, signed_in_at FROM sign_in_attempt ' +
        'WHERE subject = ? AND address IN (?, ?)',
      [subject, ALL_ADDRESSES, address],
    );
    const from = (origin: string): Tally => tallyOf(rows.find((row) => row.address === origin));
    return { user: from(ALL_ADDRESSES), address: from(address) };
  }

  async standing(subject: Subject, address: string, now: Date): Promise<Standing> {
    // Writing first locks the rows even if they do not exist. The user's row comes first, to avoid deadlocks.
    await this.touch(subject, ALL_ADDRESSES, now);
    await this.touch(subject, address, now);
    await this.database.run('DELETE FROM sign_in_attempt WHERE subject = ? AND seen_at < ?', [
      subject,
      forgottenBefore(now),
    ]);
    return this.look(subject, address);
  }

  async keep(subject: Subject, address: string, standing: Standing): Promise<void> {
    await this.store(subject, ALL_ADDRESSES, standing.user);
    await this.store(subject, address, standing.address);
  }

  async forget(subjects: readonly Subject[]): Promise<void> {
    if (subjects.length === 0) return;
    const { text, params } = inList('subject', subjects);
    await this.transactions.write(() => this.database.run(`DELETE FROM sign_in_attempt WHERE ${text}`, params));
  }

  unlock(kind: UserKind, id: number): Promise<boolean> {
    return this.transactions.write(async () => {
      const { affected } = await this.database.run(
        'UPDATE sign_in_attempt SET failures = 0, locked_until = NULL ' +
          'WHERE subject = ? AND (failures > 0 OR locked_until IS NOT NULL)',
        [subjectOf(kind, id, '')],
      );
      if (affected > 0) await this.database.enter({ resource: kind, id, action: 'unlocked' });
      return affected > 0;
    });
  }

  /** Deletes a few hundred rows per transaction, so that other writes to SQLite do not wait long. */
  async forgetBefore(instant: Date): Promise<void> {
    for (;;) {
      const last = await this.database.queryOne<{ readonly seen_at: string }>(
        `SELECT seen_at FROM sign_in_attempt WHERE seen_at < ? ORDER BY seen_at LIMIT 1 OFFSET ${FORGOTTEN_AT_ONCE}`,
        [instant],
      );
      // Includes all rows with the same time, so that each round deletes some.
      const [until, at] = last ? ['<=', last.seen_at] : ['<', instant];
      await this.transactions.write(() =>
        this.database.run(`DELETE FROM sign_in_attempt WHERE seen_at ${until} ?`, [at]),
      );
      if (!last) return;
    }
  }

  private async touch(subject: Subject, address: string, now: Date): Promise<void> {
    const columns = ['subject', 'address', 'failures', 'seen_at'];
    const upsert = this.database.dialect.upsert('sign_in_attempt', columns, ['subject', 'address'], ['seen_at']);
    await this.database.run(upsert, [subject, address, 0, now]);
  }

  private async store(subject: Subject, address: string, tally: Tally): Promise<void> {
    await this.database.run(
      'UPDATE sign_in_attempt SET failures = ?, locked_until = ?, signed_in_at = ? WHERE subject = ? AND address = ?',
      [tally.failures, tally.lockedUntil, tally.signedInAt, subject, address],
    );
  }
}
