import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Criteria, Filter, Page } from '../../../../../libs/kernel/index.js';
import { chunks, Database, inChunks, inList, placeholders } from '../../../../../libs/database/index.js';
import { auditedChange, type Records, RecordStore } from '../../../../../libs/records/index.js';
import type { Proof } from '../../domain/answer.js';
import type { Action, QueuedEntry, RegistryEntry } from '../../domain/entry.js';
import {
  type EntryChange,
  RegistryEntries,
  type TakenExport,
  type WaitingEntries,
} from '../../ports/registry-entries.js';
import { registryEntryResource, type StoredRegistryEntry } from '../../registry-entry.record.js';

const ROWS_AT_ONCE = 100;
const COLUMNS = ['id', 'passport_id', 'version', 'product', 'state', 'problem'] as const;
const PROOF_COLUMNS = ['id', 'due_at', 'media_type', 'hash', 'content'] as const;

const WAITS = 'export_id IS NULL';
/** A version that is no longer public has no page for the registry to check. */
const IS_PUBLIC = 'EXISTS (SELECT 1 FROM published_passport p WHERE p.id = passport_registration.id)';

interface Taken {
  readonly id: number;
  readonly passport_id: number;
}

/** Plain SQL, because every publication queues entries and exports lock them. */
@Injectable()
export class SqlRegistryEntries extends RegistryEntries {
  private readonly rows: Records<StoredRegistryEntry>;

  constructor(
    store: RecordStore,
    private readonly database: Database,
  ) {
    super();
    this.rows = store.recordsOf(registryEntryResource);
  }

  async queue(entries: readonly QueuedEntry[]): Promise<void> {
    // The first version has no older entry, so that a run of items needs only inserts.
    const updated = entries.filter(({ version }) => version > 1).map(({ passportId }) => passportId);
    const older = (await this.ofPassports(updated)).filter(({ exportId }) => exportId === null);
    for (const some of chunks(older.map(({ id }) => id))) {
      const { text, params } = inList('id', some);
      await this.database.run(`DELETE FROM passport_registration WHERE ${text} AND ${WAITS}`, params);
    }
    for (const some of chunks(entries, ROWS_AT_ONCE))
      await this.database.run(
        `INSERT INTO passport_registration (${COLUMNS.join(', ')}) VALUES ` +
          some.map(() => `(${placeholders(COLUMNS.length)})`).join(', '),
        some.flatMap(({ id, passportId, version, product, problem }) => [
          ...[id, passportId, version, product, 'pending', problem],
        ]),
      );
  }

  async unqueued(afterId: number, count: number): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      'SELECT p.id FROM published_passport p WHERE p.id > ? AND NOT EXISTS ' +
        `(SELECT 1 FROM passport_registration r WHERE r.id = p.id) ORDER BY p.id LIMIT ?${this.database.lock}`,
      [afterId, count],
    );
    return rows.map(({ id }) => id);
  }

  async requeueRejected(afterId: number, count: number): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM passport_registration WHERE state = 'rejected' AND id > ? AND ${IS_PUBLIC} ORDER BY id LIMIT ?${this.database.lock}`,
      [afterId, count],
    );
    const ids = rows.map(({ id }) => id);
    const again = { state: 'pending', exportId: null, action: null, at: null, message: null } as const;
    const found = [...(await this.rows.byIds(ids)).values()];
    await this.change(found.map((from) => ({ from, to: { ...from, ...again }, upi: null })));
    return ids;
  }

  async take(most: number, leaseMs: number, at: Date): Promise<TakenExport | undefined> {
    const { nowMs, forUpdateOfFree } = this.database.dialect;
    const left = await this.database.queryOne<{ id: number; created_at: string }>(
      'SELECT id, created_at FROM passport_registry_export ' +
        `WHERE written_at IS NULL AND expires_at < ${nowMs} ORDER BY id LIMIT 1${forUpdateOfFree}`,
    );
    const owner = randomUUID();
    if (left) {
      await this.database.run(`UPDATE passport_registry_export SET owner = ?, expires_at = ${nowMs} + ? WHERE id = ?`, [
        owner,
        leaseMs,
        left.id,
      ]);
      return this.taken(left.id, new Date(left.created_at), owner);
    }
    const found = await this.database.query<Taken>(
      `SELECT id, passport_id FROM passport_registration WHERE ${WAITS} AND problem IS NULL AND ${IS_PUBLIC} ` +
        `ORDER BY id LIMIT ?${forUpdateOfFree}`,
      [most],
    );
    if (found.length === 0) return undefined;
    const number = await this.newExport(owner, leaseMs, at);
    const known = await this.exportedBefore(found);
    for (const action of ['register', 'update'] as const) {
      const ids = found.filter((row) => known.has(row.passport_id) === (action === 'update')).map(({ id }) => id);
      if (ids.length === 0) continue;
      const { text, params } = inList('id', ids);
      await this.database.run(`UPDATE passport_registration SET export_id = ?, action = ? WHERE ${text}`, [
        number,
        action,
        ...params,
      ]);
    }
    return this.taken(number, at, owner);
  }

  async finish({ number, owner, entries }: TakenExport, at: Date): Promise<boolean> {
    const { affected } = await this.database.run(
      'UPDATE passport_registry_export SET written_at = ?, owner = NULL WHERE id = ? AND owner = ?',
      [at, number, owner],
    );
    if (affected === 0) return false;
    await this.database.run(
      "UPDATE passport_registration SET state = 'exported' WHERE export_id = ? AND state = 'pending'",
      [number],
    );
    await this.database.enter({
      resource: registryEntryResource.resource,
      id: null,
      key: `export ${number}`,
      action: 'updated',
      changes: { state: ['pending', 'exported'], entries: [null, entries.length] },
    });
    return true;
  }

  async waiting(): Promise<WaitingEntries> {
    const rows = await this.database.search<{ problem: string | null; count: number | string }>(
      `SELECT problem, COUNT(*) AS count FROM passport_registration WHERE ${WAITS} AND ${IS_PUBLIC} GROUP BY problem`,
    );
    const counts = new Map(rows.map(({ problem, count }) => [problem, Number(count)]));
    return { pending: counts.get(null) ?? 0, operatorIdentifier: counts.get('operator_identifier') ?? 0 };
  }

  async search(criteria: Criteria): Promise<Page<RegistryEntry>> {
    const groups = await Promise.all(criteria.groups.map((group) => this.byVersions(group)));
    return this.rows.search({ ...criteria, groups, sort: [...criteria.sort, { property: 'id', direction: 'ASC' }] });
  }

  ofProducts(products: readonly number[]): Promise<readonly RegistryEntry[]> {
    return this.found('passport_registration', 'product', products);
  }

  ofPassports(passportIds: readonly number[]): Promise<readonly RegistryEntry[]> {
    return this.found('passport_version', 'passport_id', passportIds);
  }

  async change(changes: readonly EntryChange[]): Promise<void> {
    await this.rows.update(
      changes.map(({ to }) => to),
      changes.map(({ from }) => from),
    );
    for (const { from, to, upi } of changes) {
      const entered = auditedChange(registryEntryResource, from, to);
      if (entered) await this.database.enter({ ...entered, key: upi });
    }
  }

  async has(id: number): Promise<boolean> {
    return (await this.rows.byIds([id])).size > 0;
  }

  async proof(id: number): Promise<Proof | undefined> {
    const row = await this.database.queryOne<{ media_type: string; hash: string; content: string }>(
      'SELECT media_type, hash, content FROM passport_registration_proof WHERE id = ? AND content IS NOT NULL',
      [id],
    );
    return row && { mediaType: row.media_type, hash: row.hash, content: row.content };
  }

  async withProof(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const { text, params } = inList('id', ids);
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM passport_registration_proof WHERE ${text} AND content IS NOT NULL`,
      params,
    );
    return new Set(rows.map(({ id }) => id));
  }

  async putProof(id: number, { mediaType, hash, content }: Proof): Promise<void> {
    await this.storeProof(id, null, mediaType, hash, content);
  }

  async remindAt(id: number, at: Date): Promise<void> {
    await this.storeProof(id, at, null, null, null);
  }

  async due(at: Date, count: number): Promise<readonly RegistryEntry[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM passport_registration_proof WHERE due_at <= ? ORDER BY due_at LIMIT ?${this.database.lock}`,
      [at, count],
    );
    return [...(await this.rows.byIds(rows.map(({ id }) => id))).values()];
  }

  async reminded(entries: readonly { readonly entry: RegistryEntry; readonly upi: string }[], at: Date): Promise<void> {
    const { text, params } = inList(
      'id',
      entries.map(({ entry }) => entry.id),
    );
    await this.database.run(`UPDATE passport_registration_proof SET due_at = NULL WHERE ${text}`, params);
    const { resource } = registryEntryResource;
    for (const { entry, upi } of entries) {
      const changes = { reminded_at: [null, at.toISOString()] } as const;
      await this.database.enter({ resource, id: entry.id, key: upi, action: 'updated', changes });
    }
  }

  private async storeProof(id: number, ...values: readonly (string | Date | null)[]): Promise<void> {
    const { upsert } = this.database.dialect;
    await this.database.run(upsert('passport_registration_proof', PROOF_COLUMNS, ['id'], PROOF_COLUMNS.slice(1)), [
      id,
      ...values,
    ]);
  }

  /**
   * Converts a filter on passports to a filter on their versions, because entries have no index of passports. Other
   * groups stay unchanged.
   */
  private async byVersions(group: readonly Filter[]): Promise<readonly Filter[]> {
    const [only, ...others] = group;
    const isOne = only?.property === 'passportId' && (only.condition === 'eq' || only.condition === 'in');
    if (!isOne || others.length > 0) return group;
    const found = await this.ofPassports(only.values as readonly number[]);
    return [{ property: 'id', condition: 'in', values: found.map(({ id }) => id) }];
  }

  private async newExport(owner: string, leaseMs: number, at: Date): Promise<number> {
    const { nowMs } = this.database.dialect;
    await this.database.run(
      `INSERT INTO passport_registry_export (owner, expires_at, created_at) VALUES (?, ${nowMs} + ?, ?)`,
      [owner, leaseMs, at],
    );
    const row = await this.database.queryOne<{ id: number }>(
      'SELECT id FROM passport_registry_export WHERE owner = ?',
      [owner],
    );
    return row?.id ?? 0;
  }

  /** Those passports for which the registry has another version that it did not reject. */
  private async exportedBefore(found: readonly Taken[]): Promise<ReadonlySet<number>> {
    const all = await this.ofPassports(found.map((row) => row.passport_id));
    const known = all.filter(({ exportId, state }) => exportId !== null && state !== 'rejected');
    return new Set(known.map(({ passportId }) => passportId));
  }

  private async taken(number: number, createdAt: Date, owner: string): Promise<TakenExport> {
    const rows = await this.database.query<{ id: number; action: Action }>(
      "SELECT id, action FROM passport_registration WHERE export_id = ? AND state = 'pending' ORDER BY id",
      [number],
    );
    return { number, createdAt, owner, entries: rows.map(({ id, action }) => ({ versionId: id, action })) };
  }

  /**
   * Entries for the rows of this table that have one of these values in the column. A row and its entry have the same
   * ID.
   */
  private async found(table: string, column: string, values: readonly number[]): Promise<readonly RegistryEntry[]> {
    const rows = await inChunks([...new Set(values)], (some) => {
      const { text, params } = inList(column, some);
      return this.database.query<{ id: number }>(`SELECT id FROM ${table} WHERE ${text}`, params);
    });
    const byId = await this.rows.byIds(rows.map(({ id }) => id));
    return [...byId.values()].toSorted((one, other) => one.id - other.id);
  }
}
