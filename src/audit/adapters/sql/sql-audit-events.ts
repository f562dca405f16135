import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, Transactions } from '../../../../libs/kernel/index.js';
import { chunks, Database, inList, Personal, refusedBy } from '../../../../libs/database/index.js';
import type { CountedEvent } from '../../ports/audit-entries.js';
import { digestOfEvents, EVENTS_OPERATION, type EventRow } from './event-rows.js';

const TOGETHER = 100;

const keyOf = ({ quarter, event, caller, address, operation, subject }: CountedEvent): string =>
  createHash('sha256')
    .update(JSON.stringify([quarter, event, caller, caller === 'nobody' ? address : null, operation, subject]))
    .digest('hex');

/**
 * Events of the audit trail, aggregated per caller or address and quarter of an hour. Uses plain SQL to add counts to
 * the stored ones.
 */
@Injectable()
export class SqlAuditEvents {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Adds these counts to the stored ones. */
  async add(events: readonly CountedEvent[]): Promise<void> {
    // The same order everywhere, so that processes wait for each other instead of deadlocking.
    const keyed = events
      .map((event) => ({ key: keyOf(event), event }))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    for (const part of chunks(keyed, TOGETHER))
      await this.transactions.write(async () => {
        for (const { key, event } of part) await this.addOne(key, event);
      });
  }

  /**
   * Creates an audit entry from the events of periods before this one. Returns the number of events. Only reads if
   * there are none.
   */
  async seal(before: string, most: number): Promise<number> {
    const [open] = await this.database.queryAside(
      'SELECT id FROM audit_event WHERE act_id IS NULL AND quarter < ? LIMIT 1',
      [before],
    );
    if (!open) return 0;
    return this.transactions.write(async () => {
      const rows = await this.database.query<EventRow>(
        `SELECT * FROM audit_event WHERE act_id IS NULL AND quarter < ? ORDER BY id LIMIT ?${this.database.lock}`,
        [before, most],
      );
      if (rows.length === 0) return 0;
      const { insertId } = await this.database.run(
        'INSERT INTO audit_act (at, caller, interface, operation, entries, digest) VALUES (?, ?, ?, ?, ?, ?)',
        [this.clock.now(), 'system', 'system', EVENTS_OPERATION, rows.length, digestOfEvents(rows)],
      );
      const { text, params } = inList(
        'id',
        rows.map(({ id }) => id),
      );
      await this.database.run(`UPDATE audit_event SET act_id = ? WHERE ${text}`, [insertId, ...params]);
      return rows.length;
    });
  }

  private async addOne(key: string, event: CountedEvent): Promise<void> {
    const more = await this.database.run(
      'UPDATE audit_event SET count = count + ?, last_at = ? WHERE event_key = ? AND act_id IS NULL',
      [event.count, event.lastAt, key],
    );
    if (more.affected > 0) return;
    const personal = event.address === null ? undefined : Personal.of({ address: event.address });
    const insert = (own: string) =>
      this.transactions.write(() =>
        this.database.run(
          'INSERT INTO audit_event (event_key, quarter, event, caller, personal_digest, personal, operation, subject, ' +
            'count, first_at, last_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
          [
            own,
            event.quarter,
            event.event,
            event.caller,
            personal?.digest ?? null,
            personal?.text ?? null,
            event.operation,
            event.subject,
            event.count,
            event.firstAt,
            event.lastAt,
          ],
        ),
      );
    try {
      await insert(key);
    } catch (error) {
      if (refusedBy(error) !== 'unique') throw error;
      // Another process inserted it first, or its period is already closed.
      const again = await this.database.run(
        'UPDATE audit_event SET count = count + ?, last_at = ? WHERE event_key = ? AND act_id IS NULL',
        [event.count, event.lastAt, key],
      );
      if (again.affected === 0)
        await insert(createHash('sha256').update(`${key} ${event.firstAt.toISOString()} late`).digest('hex'));
    }
  }
}
