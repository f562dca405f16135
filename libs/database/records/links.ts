import { grouped } from '../../kernel/index.js';
import type { Recorded } from '../../records/index.js';
import type { Database } from '../database.js';
import { chunks, inChunks, inList, placeholders } from '../sql.js';
import type { LinkTable } from '../tables/table-of.js';

const ROWS_PER_INSERT = 500;

/** Lists of ids, stored in link tables. Uses plain SQL to write pairs in batches. */
export class Links<T extends Recorded> {
  constructor(
    private readonly links: readonly LinkTable[],
    private readonly database: Database,
  ) {}

  /**
   * Adds the lists to records, sorted in ascending order. Needs one query per list field, whatever the number of
   * records.
   */
  async filled(records: readonly T[]): Promise<readonly T[]> {
    if (this.links.length === 0 || records.length === 0) return records;
    const lists = await Promise.all(
      this.links.map((link) =>
        this.load(
          link,
          records.map(({ id }) => id),
        ),
      ),
    );
    return records.map((record) => ({
      ...record,
      ...Object.fromEntries(this.links.map(({ field }, at) => [field.property, lists[at]?.get(record.id) ?? []])),
    }));
  }

  /** Stores the lists of new or changed records; writes only the differences. */
  async store(records: readonly T[]): Promise<void> {
    for (const link of this.links) {
      const before = await this.load(
        link,
        records.map(({ id }) => id),
      );
      const added: (readonly [number, number])[] = [];
      for (const record of records) {
        const wanted = new Set(idsOf(record, link));
        const present = new Set(before.get(record.id));
        const gone = [...present].filter((id) => !wanted.has(id));
        if (gone.length > 0) await this.unlist(link, record.id, gone);
        for (const id of wanted) if (!present.has(id)) added.push([record.id, id]);
      }
      await this.insert(link, added);
    }
  }

  private async load(link: LinkTable, owners: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const rows = await inChunks(owners, (part) => {
      const { text, params } = inList(link.owner, part);
      return this.database.query<{ owner: number; id: number }>(
        `SELECT ${link.owner} AS owner, ${link.column} AS id FROM ${link.table} WHERE ${text} ORDER BY ${link.owner}, ${link.column}`,
        params,
      );
    });
    return grouped(
      rows,
      ({ owner }) => owner,
      ({ id }) => id,
    );
  }

  private async unlist(link: LinkTable, owner: number, gone: readonly number[]): Promise<void> {
    for (const part of chunks(gone)) {
      const { text, params } = inList(link.column, part);
      await this.database.run(`DELETE FROM ${link.table} WHERE ${link.owner} = ? AND ${text}`, [owner, ...params]);
    }
  }

  private async insert(link: LinkTable, pairs: readonly (readonly [number, number])[]): Promise<void> {
    for (const part of chunks(pairs, ROWS_PER_INSERT)) {
      await this.database.run(
        `INSERT INTO ${link.table} (${link.owner}, ${link.column}) VALUES ${part.map(() => `(${placeholders(2)})`).join(', ')}`,
        part.flat(),
      );
    }
  }
}

export const idsOf = (record: object, { field }: LinkTable): readonly number[] =>
  ((record as Readonly<Record<string, unknown>>)[field.property] as readonly number[] | null | undefined) ?? [];
