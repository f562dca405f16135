import { InputRefused } from '../../kernel/index.js';
import { INT_MAX, type Recorded, type Resource, RowRefused } from '../../records/index.js';
import type { Database } from '../database.js';
import { isBeyondIds, refusedBy } from '../driver-errors.js';
import { chunks, type Param, placeholders } from '../sql.js';
import type { Mapping } from './mapping.js';

/** Number of rows per statement, to save round trips. On SQLite, each statement writes one row. */
const ROWS_PER_STATEMENT = 500;

/**
 * The largest possible id is in use, because a caller chose it. The next one could not be represented in the API
 * (wire.md §2).
 */
const noIdLeft = (): InputRefused =>
  InputRefused.sentence('No ID is available, because a record already has the largest possible ID. Send an unused ID.');

interface Placed<T> {
  readonly record: T;
  readonly index: number;
}

/**
 * Writes rows of one resource, and finds the index of a rejected row. The surrounding transaction is rolled back if a
 * row is rejected. Uses plain SQL: with a query builder, INSERT and UPDATE take 6 to 20 times as long per row (ADR
 * 36). Does not use upserts: on MariaDB they can change another record through a second unique key.
 */
export class SqlWrites<T extends Recorded> {
  private readonly names: readonly string[];
  private readonly rowsPerStatement: number;

  constructor(
    private readonly resource: Resource<T>,
    private readonly mapping: Mapping<T>,
    private readonly database: Database,
    private readonly explained: (error: unknown, record: T) => Promise<RowRefused['faults']>,
  ) {
    // Quoted, because a field may be named like an SQL keyword.
    this.names = mapping.columns.map(({ name }) => `\`${name}\``);
    this.rowsPerStatement = database.dialect.name === 'sqlite' ? 1 : ROWS_PER_STATEMENT;
  }

  /** Returns the ids, in order. */
  async insert(records: readonly T[], givenIds: boolean): Promise<readonly number[]> {
    const ids: number[] = [];
    const isGiven = (record: T): boolean => givenIds || record.id > 0;
    for (const run of runsOf(records, isGiven)) {
      const given = run[0] !== undefined && isGiven(run[0].record);
      await this.inParts(run, async (part) => {
        ids.push(...(await this.insertRows(part, given)));
      });
    }
    return ids;
  }

  async update(records: readonly T[]): Promise<void> {
    await this.inParts(
      records.map((record, index) => ({ record, index })),
      (part) => this.updateRows(part),
    );
  }

  private async inParts(rows: readonly Placed<T>[], send: (part: readonly T[]) => Promise<void>): Promise<void> {
    for (const part of chunks(rows, this.rowsPerStatement)) await this.inHalves(part, send);
  }

  /** If a statement with several rows is rejected, bisects them to find the first rejected row. */
  private async inHalves(part: readonly Placed<T>[], send: (part: readonly T[]) => Promise<void>): Promise<void> {
    try {
      await send(part.map(({ record }) => record));
    } catch (error) {
      const [first] = part;
      if (refusedBy(error) === undefined || !first) throw error;
      if (part.length === 1) throw new RowRefused(first.index, ...(await this.explained(error, first.record)));
      const half = part.length >> 1;
      await this.inHalves(part.slice(0, half), send);
      await this.inHalves(part.slice(half), send);
    }
  }

  private async insertRows(records: readonly T[], given: boolean): Promise<readonly number[]> {
    const names = given ? ['id', ...this.names] : this.names;
    const row = `(${placeholders(names.length)})`;
    const statement =
      `INSERT INTO ${this.resource.table} (${names.join(', ')}) VALUES ` + records.map(() => row).join(', ');
    const params = records.flatMap((record) => (given ? [record.id, ...this.values(record)] : this.values(record)));
    if (given) {
      await this.database.run(statement, params);
      return records.map(({ id }) => id);
    }
    const ids = await this.madeIds(statement, params, records.length);
    if (ids.some((id) => id > INT_MAX)) throw noIdLeft();
    return ids;
  }

  /** Runs an INSERT without ids and returns the generated ids, in order. */
  private async madeIds(statement: string, params: readonly Param[], count: number): Promise<readonly number[]> {
    const { idStep } = this.database.dialect;
    try {
      if (idStep !== undefined) {
        const { insertId } = await this.database.run(statement, params);
        // The ids of one statement are evenly spaced; the server reports the first one.
        return Array.from({ length: count }, (_, at) => insertId + at * idStep);
      }
      const rows = await this.database.runReturning<{ id: number }>(`${statement} RETURNING id`, params);
      return rows.map(({ id }) => id).sort((one, other) => one - other);
    } catch (error) {
      throw isBeyondIds(error) ? noIdLeft() : error;
    }
  }

  private async updateRows(records: readonly T[]): Promise<void> {
    const { table } = this.resource;
    const [only] = records;
    if (only && records.length === 1) {
      const set = this.names.map((name) => `${name} = ?`).join(', ');
      await this.database.run(`UPDATE ${table} SET ${set} WHERE id = ?`, [...this.values(only), only.id]);
      return;
    }
    // The new rows as a derived table for a join; the first row names its columns.
    const first = ['id', ...this.names].map((name) => `? AS ${name}`).join(', ');
    const others = records.slice(1).map(() => ` UNION ALL SELECT ${placeholders(this.names.length + 1)}`);
    const set = this.names.map((name) => `t.${name} = n.${name}`).join(', ');
    await this.database.run(
      `UPDATE ${table} t JOIN (SELECT ${first}${others.join('')}) n ON n.id = t.id SET ${set}`,
      records.flatMap((record) => [record.id, ...this.values(record)]),
    );
  }

  private values(record: T): Param[] {
    return this.mapping.columns.map(({ valueOf }) => valueOf(record));
  }
}

/** Splits records into runs with and without their own ids, because these cannot share a statement. */
const runsOf = <T>(records: readonly T[], isGiven: (record: T) => boolean): readonly (readonly Placed<T>[])[] => {
  const runs: Placed<T>[][] = [];
  let before: boolean | undefined;
  for (const [index, record] of records.entries()) {
    const given = isGiven(record);
    if (given !== before) runs.push([]);
    before = given;
    runs.at(-1)?.push({ record, index });
  }
  return runs;
};
