import { type AuditedChange, AuditTrail, type Clock, currentActor } from '../../kernel/index.js';
import type { Ambient, WriteScope } from '../scope.js';
import { type Bound, chunks } from '../sql.js';
import { type AuditPart, packed, Personal } from './audit-entries.js';

const ACT_COLUMNS = [
  'at',
  'caller',
  'interface',
  'operation',
  'request_id',
  'trace_id',
  'job',
  'entries',
  'digest',
  'personal_digest',
  'personal',
  'caller_request_id',
  'caller_trace_id',
] as const;

const ENTRY_COLUMNS = ['act_id', 'part', 'resource', 'action', 'entries', 'record_id', 'entered', 'personal'] as const;
const RECORD_COLUMNS = ['resource', 'record_id', 'act_id', 'part'] as const;

/** Maximum number of entries kept in memory before they are written. */
const ENTRIES_IN_MEMORY = 1_000;
const PARTS_PER_INSERT = 10;
const RECORDS_PER_INSERT = 250;
const OPERATION_MAX = 255;
const REQUEST_ID_MAX = 255;

const insertOf = (table: string, columns: readonly string[], rows: number): string => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
};

/**
 * The audit trail in the tables `audit_act` (one row per write transaction), `audit_entry` (its changes, with many
 * records of a resource per row) and `audit_record` (an index of the records). Entries are inserted with the change;
 * one process numbers and chains them later (audit.md). Uses plain SQL, because it writes in batches at the end of
 * each transaction.
 */
export class SqlAuditTrail extends AuditTrail {
  constructor(
    private readonly ambient: Ambient,
    private readonly clock: Clock,
  ) {
    super();
  }

  async enter(changes: readonly AuditedChange[]): Promise<void> {
    const { writing } = this.ambient;
    if (!writing) throw new Error('the audit trail is written inside of Transactions.write only');
    for (const change of changes) {
      writing.audit.add(change);
      // Do not keep the entries of a huge transaction in memory until its end.
      if (writing.audit.waiting >= ENTRIES_IN_MEMORY) await this.writeParts(writing, await this.actOf(writing));
    }
  }

  async erasing<T>(work: () => Promise<T>): Promise<T> {
    const { writing } = this.ambient;
    if (!writing) throw new Error('an erasure stands inside of Transactions.write only');
    const { counters } = writing.audit;
    counters.isErasing = true;
    try {
      return await work();
    } finally {
      counters.isErasing = false;
    }
  }

  /** Runs before the change log's step, after which the transaction must not wait for anything. */
  async beforeCommit(scope: WriteScope): Promise<void> {
    const { audit } = scope;
    if (audit.isEmpty) return;
    const early = audit.counters.actId;
    if (early === undefined) {
      const parts = audit.parts();
      await this.write(scope, await this.insertAct(scope, audit.count, audit.digest), parts);
      return;
    }
    await this.writeParts(scope, early);
    const { affected } = await scope.run('UPDATE audit_act SET entries = ?, digest = ? WHERE id = ?', [
      audit.count,
      audit.digest,
      early,
    ]);
    // The row was rolled back with the nested call of `write` that inserted it.
    if (affected === 0) await this.insertAct(scope, audit.count, audit.digest, early);
  }

  /** Inserts the row before its digest is known; it is completed at the end. */
  private async actOf(scope: WriteScope): Promise<number> {
    const { counters } = scope.audit;
    counters.actId ??= await this.insertAct(scope, 0, '');
    return counters.actId;
  }

  private async insertAct(scope: WriteScope, entries: number, digest: string, id?: number): Promise<number> {
    const actor = currentActor();
    const { address, user } = actor;
    const personal =
      address === undefined && user === undefined
        ? undefined
        : Personal.of({ ...(address === undefined ? {} : { address }), ...(user === undefined ? {} : { user }) });
    const values: readonly Bound[] = [
      this.clock.now().toISOString(),
      actor.caller,
      actor.interface,
      actor.operation.slice(0, OPERATION_MAX),
      actor.requestId?.slice(0, REQUEST_ID_MAX) ?? null,
      actor.traceId ?? null,
      actor.job ?? null,
      entries,
      digest,
      personal?.digest ?? null,
      personal?.text ?? null,
      actor.callerRequestId?.slice(0, REQUEST_ID_MAX) ?? null,
      actor.callerTraceId ?? null,
    ];
    if (id !== undefined) {
      await scope.run(insertOf('audit_act', ['id', ...ACT_COLUMNS], 1), [id, ...values]);
      return id;
    }
    const { insertId } = await scope.run(insertOf('audit_act', ACT_COLUMNS, 1), values);
    return insertId;
  }

  private writeParts(scope: WriteScope, actId: number): Promise<void> {
    return this.write(scope, actId, scope.audit.parts());
  }

  private async write(scope: WriteScope, actId: number, parts: readonly AuditPart[]): Promise<void> {
    for (const some of chunks(parts, PARTS_PER_INSERT)) {
      const values = some.flatMap(({ part, resource, action, entries, recordIds, entered, personal }): Bound[] => [
        actId,
        part,
        resource,
        action,
        entries,
        entries === 1 ? (recordIds[0] ?? null) : null,
        packed(entered),
        personal,
      ]);
      await scope.run(insertOf('audit_entry', ENTRY_COLUMNS, some.length), values);
    }
    for (const { part, resource, recordIds, entries } of parts) {
      if (entries === 1) continue;
      for (const some of chunks([...new Set(recordIds)], RECORDS_PER_INSERT))
        await scope.run(
          insertOf('audit_record', RECORD_COLUMNS, some.length),
          some.flatMap((id): Bound[] => [resource, id, actId, part]),
        );
    }
  }
}
