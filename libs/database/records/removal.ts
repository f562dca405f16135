import { InputRefused } from '../../kernel/index.js';
import type { Recorded, Resource, Resources } from '../../records/index.js';
import type { Database } from '../database.js';
import { MustRepeat, refusedBy } from '../driver-errors.js';
import { chunks, inList, type Sql } from '../sql.js';
import { usesOf } from './uses.js';

const DEPTH_MAX = 5;

/**
 * Deletes records of one resource. If the database refuses, names the records that use them. Uses plain SQL to delete
 * whole lists.
 */
export class Removal<T extends Recorded> {
  constructor(
    private readonly resource: Resource<T>,
    private readonly resources: Resources,
    private readonly database: Database,
  ) {}

  /** Must run inside a transaction that is rolled back if it throws. */
  async removeRows(ids: readonly number[]): Promise<void> {
    const { table } = this.resource;
    try {
      const parts = chunks([...new Set(ids)]);
      if (ids.length > 1) for (const part of parts) await this.freeFromEachOther(part);
      for (const part of parts) {
        const { text, params } = inList('id', part);
        await this.database.run(`DELETE FROM ${table} WHERE ${text}`, params);
      }
    } catch (error) {
      if (refusedBy(error) !== 'reference') throw error;
      const users = new Set<string>();
      for (const part of chunks(ids)) await this.collect(this.resource.resource, inList('id', part), users, 0);
      if (users.size === 0) throw new MustRepeat(error);
      throw InputRefused.sentence('The %record is still used by %users. Delete or change those records first.', {
        record: this.resource.title.one,
        users: [...users].join(', '),
      });
    }
  }

  /** Removes references between the records to delete, because MySQL checks references row by row. */
  private async freeFromEachOther(ids: readonly number[]): Promise<void> {
    const { table, fields, resource } = this.resource;
    for (const { name, nullable, reference } of fields) {
      if (reference?.resource !== resource || !nullable) continue;
      const { text, params } = inList('id', ids);
      await this.database.run(`UPDATE ${table} SET ${name} = NULL WHERE ${text} AND ${name} IS NOT NULL`, params);
    }
  }

  /** Collects the resources that prevent the deletion of these records or of those deleted with them. */
  private async collect(resource: string, found: Sql, users: Set<string>, depth: number): Promise<void> {
    const { table } = this.resources.named(resource);
    for (const use of usesOf(resource, this.resources)) {
      const there: Sql = {
        text: `${use.column} IN (SELECT id FROM ${table} WHERE ${found.text})`,
        params: found.params,
      };
      if (use.onDelete === 'restrict') {
        const row = await this.database.queryOne(
          `SELECT 1 AS used FROM ${use.table} WHERE ${there.text} LIMIT 1`,
          there.params,
        );
        if (row) users.add(use.by.title.many);
      } else if (use.onDelete === 'cascade' && use.table === use.by.table && depth < DEPTH_MAX) {
        await this.collect(use.by.resource, there, users, depth + 1);
      }
    }
  }
}
