import type { AuditTrail } from '../../kernel/index.js';
import type { Recorded, Records, Resource, Resources } from '../../records/index.js';
import { EnterRecords } from '../audit/enter-records.js';
import type { Database } from '../database.js';
import { chunks, inList } from '../sql.js';
import { type Use, usesOf } from './uses.js';

export type FindRecords = (resource: Resource) => Pick<Records<Recorded>, 'byIds'>;

/** Number of deleted records that are checked per statement. */
const AT_ONCE = 500;

type Values = Readonly<Record<string, unknown>>;

/**
 * Audit entries for records that a deletion also deletes or detaches. The database does so through its foreign keys,
 * so the entries are written before (audit.md, "Entries").
 */
export class CarriedAlong {
  constructor(
    private readonly resources: Resources,
    private readonly database: Database,
    private readonly trail: AuditTrail,
    private readonly recordsOf: FindRecords,
  ) {}

  /**
   * Writes entries for the records that are deleted with these, recursively. `cause` is the resource of the original
   * deletion.
   */
  enter(cause: string, ids: readonly number[]): Promise<void> {
    return this.enterUsers(cause, ids, { cause, seen: new Set(ids.map((id) => `${cause} ${id}`)) });
  }

  private async enterUsers(resource: string, ids: readonly number[], round: Round): Promise<void> {
    for (const use of usesOf(resource, this.resources)) {
      if (use.onDelete === 'restrict' || !this.concerns(use)) continue;
      for (const part of chunks(ids, AT_ONCE)) {
        const users = (await this.usersOf(use, part)).filter((id) => !round.seen.has(`${use.by.resource} ${id}`));
        if (users.length > 0) await this.enterUse(use, users, new Set(part), round);
      }
    }
  }

  private async enterUse(
    { by, property, onDelete, owner }: Use,
    users: readonly number[],
    gone: ReadonlySet<number>,
    round: Round,
  ): Promise<void> {
    const records = new EnterRecords(by, this.recordsOf(by), this.trail);
    if (owner !== undefined) {
      const rest = (record: Recorded): unknown => {
        const listed = (record as unknown as Values)[property] as readonly number[] | undefined;
        return (listed ?? []).filter((id) => !gone.has(id));
      };
      await records.emptied(users, (record) => ({ ...record, [property]: rest(record) }), round.cause);
      return;
    }
    if (onDelete === 'clear') {
      await records.emptied(users, (record) => ({ ...record, [property]: null }), round.cause);
      return;
    }
    for (const id of users) round.seen.add(`${by.resource} ${id}`);
    await this.enterUsers(by.resource, users, round);
    await records.removed(users, undefined, round.cause);
  }

  /** A log is only recorded together with other records. */
  private concerns({ by, onDelete }: Use): boolean {
    return by.isAudited !== false || (onDelete === 'cascade' && usesOf(by.resource, this.resources).length > 0);
  }

  private async usersOf({ table, column, owner = 'id' }: Use, ids: readonly number[]): Promise<readonly number[]> {
    const { text, params } = inList(column, ids);
    const rows = await this.database.query<{ id: number }>(
      `SELECT DISTINCT ${owner} AS id FROM ${table} WHERE ${text}`,
      params,
    );
    return rows.map(({ id }) => id);
  }
}

/** State of one deletion: its origin, and the records already in the audit trail. */
interface Round {
  readonly cause: string;
  readonly seen: Set<string>;
}
