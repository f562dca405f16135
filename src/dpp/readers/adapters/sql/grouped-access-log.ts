import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Batcher, type Criteria, type Page, Transactions } from '../../../../../libs/kernel/index.js';
import { chunks, Database, inList } from '../../../../../libs/database/index.js';
import { type Records, RecordStore } from '../../../../../libs/records/index.js';
import { ALL_POINTS } from '../../../templates/domain/index.js';
import { type PassportAccess, passportAccessResource } from '../../access.record.js';
import { type AccessEntry, AccessLog } from '../../ports/access-log.js';

/** Maximum number of entries per commit. */
const GROUP_MAX = 500;
const REMOVED_AT_ONCE = 1000;

const rowOf = ({ points, ...entry }: AccessEntry): PassportAccess => ({ ...entry, id: 0, points: points.join('+') });

/**
 * Collects entries while the previous group is stored, because a commit for each access would overload the database.
 */
@Injectable()
export class GroupedAccessLog extends AccessLog {
  private readonly rows: Records<PassportAccess>;
  private readonly entries = new Batcher((entries: readonly AccessEntry[]) => this.store(entries), { most: GROUP_MAX });

  constructor(
    store: RecordStore,
    private readonly database: Database,
    private readonly transactions: Transactions,
  ) {
    super();
    this.rows = store.recordsOf(passportAccessResource);
  }

  async note(entries: readonly AccessEntry[]): Promise<void> {
    await Promise.all(entries.map((entry) => this.entries.ask(entry)));
  }

  async search(passportId: number, criteria: Criteria): Promise<Page<AccessEntry & { readonly id: number }>> {
    const { items, total } = await this.rows.search({
      ...criteria,
      groups: [...criteria.groups, [{ property: 'passportId', condition: 'eq', values: [passportId] }]],
    });
    return {
      items: items.map((row) => ({
        ...row,
        points: ALL_POINTS.filter((point) => row.points.split('+').includes(String(point))),
      })),
      total,
    };
  }

  async removeBefore(at: Date): Promise<void> {
    for (;;) {
      const old = await this.database.query<{ id: number }>(
        `SELECT id FROM passport_access WHERE at < ? ORDER BY at LIMIT ${REMOVED_AT_ONCE}`,
        [at],
      );
      for (const ids of chunks(old.map(({ id }) => id))) {
        const { text, params } = inList('id', ids);
        await this.transactions.write(() => this.database.run(`DELETE FROM passport_access WHERE ${text}`, params));
      }
      if (old.length < REMOVED_AT_ONCE) return;
    }
  }

  private async store(entries: readonly AccessEntry[]): Promise<readonly undefined[]> {
    await this.transactions.write(async () => {
      const rows = entries.map(rowOf);
      const ids = await this.rows.insert(rows);
      // An audit entry for each access would cost too much. The hash of a group shows whether its entries were changed
      // or removed.
      const sha256 = hash('sha256', JSON.stringify(rows.map((row, index) => ({ ...row, id: ids[index] }))), 'hex');
      const readings = { first: ids[0] ?? 0, last: ids.at(-1) ?? 0, count: rows.length, sha256 };
      await this.database.enter({
        resource: 'passportAccess',
        id: null,
        action: 'read',
        changes: { readings: [null, readings] as const },
      });
    });
    return entries.map(() => undefined);
  }
}
