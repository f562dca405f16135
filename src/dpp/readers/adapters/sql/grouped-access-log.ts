import { Injectable } from '@nestjs/common';
import {
  type Criteria,
  Deadline,
  DEADLINES_MS,
  type Page,
  Transactions,
  withDeadline,
} from '../../../../../libs/kernel/index.js';
import { chunks, Database, inList } from '../../../../../libs/database/index.js';
import { type Records, RecordStore } from '../../../../../libs/records/index.js';
import { ALL_POINTS } from '../../../templates/domain/index.js';
import { type PassportAccess, passportAccessResource } from '../../access.record.js';
import { type AccessEntry, AccessLog } from '../../ports/access-log.js';

/** Stored by one commit. */
const GROUP_MAX = 500;
const REMOVED_AT_ONCE = 1000;

interface Waiting {
  readonly entry: AccessEntry;
  stored(): void;
  failed(error: unknown): void;
}

const rowOf = ({ points, ...entry }: AccessEntry): PassportAccess => ({ ...entry, id: 0, points: points.join('+') });

/** While one group is stored the next one gathers: a commit for each reading would be all that a server does. */
@Injectable()
export class GroupedAccessLog extends AccessLog {
  private readonly rows: Records<PassportAccess>;
  private waiting: Waiting[] = [];
  private isStoring = false;

  constructor(
    store: RecordStore,
    private readonly database: Database,
    private readonly transactions: Transactions,
  ) {
    super();
    this.rows = store.of(passportAccessResource);
  }

  async note(entries: readonly AccessEntry[]): Promise<void> {
    const stored = entries.map(
      (entry) =>
        new Promise<void>((resolve, reject) => {
          this.waiting.push({ entry, stored: resolve, failed: reject });
        }),
    );
    void this.store();
    await Promise.all(stored);
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

  private async store(): Promise<void> {
    if (this.isStoring) return;
    this.isStoring = true;
    // All that came in this turn of the event loop go together.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, GROUP_MAX);
      try {
        // The deadline is the group's, not that of whoever happened to begin it.
        await withDeadline(new Deadline('write', DEADLINES_MS.write), () =>
          this.transactions.write(() => this.rows.insert(group.map(({ entry }) => rowOf(entry)))),
        );
        for (const { stored } of group) stored();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    this.isStoring = false;
  }
}
