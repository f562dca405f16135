import { type ChangedValue, InputRefused } from '../../kernel/index.js';
import { type Field, RecordHistory, type References, type Resource } from '../../records/index.js';
import type { Database } from '../database.js';
import { changesIn, partsOfRecord } from './entered-changes.js';

interface EntryRow {
  readonly act_id: number;
  readonly at: string;
  readonly action: string;
  readonly entered: string;
  readonly personal: string | null;
}

/** A change to a record, with values before and after by their API field names. */
interface Done {
  /** Position of the transaction and of the change in it. Later changes have larger ones. */
  readonly position: readonly [actId: number, position: number];
  readonly at: string;
  readonly action: string;
  readonly changes: Readonly<Record<string, ChangedValue>>;
}

type RecordState = Readonly<Record<string, unknown>>;

const tooEarly = (since: string): InputRefused =>
  InputRefused.sentence(
    'The audit trail starts at %since, so earlier versions of the record are not available. Request a later time.',
    {
      since,
    },
  );

const doneTo = (id: number, { act_id, at, action, ...row }: EntryRow): readonly Done[] =>
  changesIn(row)
    .filter((change) => change.id === id)
    .map(({ position, changes }) => ({ position: [Number(act_id), position], at, action, changes }));

const valuesBefore = (changes: Done['changes']): RecordState =>
  Object.fromEntries(Object.entries(changes).map(([name, [before]]) => [name, before]));

/** Returns the record before this change. Pure function. */
const before = (state: RecordState | undefined, id: number, { action, changes }: Done): RecordState | undefined => {
  if (action === 'created') return undefined;
  if (action === 'deleted') return { id, ...valuesBefore(changes) };
  return action === 'updated' && state ? { ...state, ...valuesBefore(changes) } : state;
};

/**
 * Earlier states of records, computed from the audit trail by reverting the newest entries first. Uses plain SQL to
 * read compressed parts through an index of records.
 */
export class SqlRecordHistory extends RecordHistory {
  constructor(
    private readonly database: Database,
    private readonly references: References,
  ) {
    super();
  }

  async asOf(resource: Resource, id: number, now: RecordState | undefined, at: Date): Promise<RecordState | undefined> {
    const instant = at.toISOString();
    await this.mustReach(instant);
    const parts = partsOfRecord(resource.resource, id);
    const rows = await this.database.query<EntryRow>(
      'SELECT a.id AS act_id, a.at AS at, e.action AS action, e.entered AS entered, e.personal AS personal FROM audit_entry e ' +
        `JOIN (${parts.text}) p ON p.act_id = e.act_id AND p.part = e.part JOIN audit_act a ON a.id = e.act_id ` +
        'ORDER BY a.id, e.part',
      parts.params,
    );
    const done = rows
      .flatMap((row) => doneTo(id, row))
      .sort(
        ({ position: [act, position] }, { position: [other, otherPosition] }) =>
          act - other || position - otherPosition,
      );
    const since = done.filter((one) => one.at > instant).toReversed();
    let state = now;
    for (const one of since) state = before(state, id, one);
    if (!state || since.length === 0) return state;
    return this.complete(resource, state);
  }

  private async mustReach(instant: string): Promise<void> {
    const first = await this.database.queryOne<{ at: string }>('SELECT at FROM audit_act ORDER BY id LIMIT 1');
    if (!first || instant < first.at) throw tooEarly(first?.at ?? new Date().toISOString());
  }

  /** Sorts the fields as declared, and adds the business keys that the referenced records had at that time. */
  private async complete(resource: Resource, state: RecordState): Promise<RecordState> {
    const whole: Record<string, unknown> = {};
    for (const field of resource.fields) {
      if (field.access === 'write') continue;
      whole[field.name] = field.keyOf ? await this.keyOf(resource, field, state) : (state[field.name] ?? null);
    }
    return whole;
  }

  private async keyOf(resource: Resource, { keyOf }: Field, state: RecordState): Promise<string | null> {
    if (!keyOf) return null;
    const id = state[resource.byProperty.get(keyOf.property)?.name ?? ''];
    if (typeof id !== 'number') return null;
    return (await this.references.keys(keyOf.resource, keyOf.key, [id])).get(id) ?? null;
  }
}
