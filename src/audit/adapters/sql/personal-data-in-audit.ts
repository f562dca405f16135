import { Injectable } from '@nestjs/common';
import {
  changesIn,
  Database,
  type EnteredLine,
  partsOfRecord,
  Personal,
  unpacked,
} from '../../../../libs/database/index.js';
import {
  type ErasureOutcome,
  PersonalDataInResource,
  type PersonalRows,
  type TracedSubject,
} from '../../../../libs/records/index.js';

interface PartRow {
  readonly act_id: number;
  readonly part: number;
  readonly at: string;
  readonly caller: string;
  readonly operation: string;
  readonly resource: string;
  readonly action: string;
  readonly entered: string;
  readonly personal: string | null;
}

interface PersonRow {
  readonly at: string;
  readonly what: string;
  readonly personal: string;
}

type Texts = Readonly<Record<string, string>>;

const textsOf = ({ personal }: PartRow): Texts => (personal === null ? {} : (JSON.parse(personal) as Texts));

const positionsOf = ({ entered }: PartRow, ids: readonly number[]): ReadonlySet<string> =>
  new Set(
    (JSON.parse(unpacked(entered)) as readonly EnteredLine[])
      .filter(([, id]) => id !== null && ids.includes(id))
      .map(([position]) => String(position)),
  );

/** Splits a row's personal values into those of these records and the rest. Pure function. */
const parted = (row: PartRow, ids: readonly number[]): readonly [theirs: number, rest: Texts] => {
  const [positions, texts] = [positionsOf(row, ids), Object.entries(textsOf(row))];
  const rest = texts.filter(([position]) => !positions.has(position));
  return [texts.length - rest.length, Object.fromEntries(rest)];
};

const without = <V>(values: Readonly<Record<string, V>>, hidden: ReadonlySet<string>): Readonly<Record<string, V>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)));

const CHAINED =
  'changes are kept for AUDIT_DAYS days with the IDs and keys that the hash chain covers, but without names and email addresses';

/**
 * Personal values outside of the hash chain. They can be erased without changing the chain, which covers their digests
 * (audit.md, "Personal values").
 */
@Injectable()
export class PersonalDataInAudit extends PersonalDataInResource {
  constructor(private readonly database: Database) {
    super();
  }

  exportedRows(subject: TracedSubject): readonly PersonalRows[] {
    return [
      ['audit_entries', this.entries(subject)],
      ['audit_acts', this.addresses(() => this.acts(subject))],
      ['audit_events', this.addresses(() => this.events(subject))],
    ];
  }

  async fates(subject: TracedSubject): Promise<readonly ErasureOutcome[]> {
    let [entries, personal] = [0, 0];
    for await (const [row, ids] of this.parts(subject)) {
      entries += positionsOf(row, ids).size;
      personal += parted(row, ids)[0];
    }
    const rows = (await this.acts(subject)).length + (await this.events(subject)).length;
    return [
      { fate: 'pseudonymised', count: personal, what: 'names and email addresses in audit entries' },
      { fate: 'pseudonymised', count: rows, what: 'IP addresses in audit entries and events' },
      { fate: 'kept', count: entries, what: 'audit entries', because: CHAINED },
    ];
  }

  async erase(subject: TracedSubject): Promise<void> {
    for await (const [row, ids] of this.parts(subject)) {
      const [theirs, rest] = parted(row, ids);
      if (theirs === 0) continue;
      const left = Object.keys(rest).length === 0 ? null : JSON.stringify(rest);
      await this.database.run('UPDATE audit_entry SET personal = ? WHERE act_id = ? AND part = ?', [
        left,
        row.act_id,
        row.part,
      ]);
    }
    const { caller } = subject;
    await this.database.run('UPDATE audit_act SET personal = NULL WHERE caller = ?', [caller]);
    await this.database.run('UPDATE audit_event SET personal = NULL WHERE caller = ? OR subject = ?', [caller, caller]);
  }

  private async *entries(subject: TracedSubject): AsyncGenerator<object> {
    for await (const [row, ids] of this.parts(subject)) {
      const { at, caller, operation, resource, action } = row;
      for (const { id, key, changes } of changesIn(row))
        if (id !== null && ids.includes(id))
          yield { at, caller, operation, resource, action, id, key, changes: without(changes, subject.hidden) };
    }
  }

  private async *addresses(find: () => Promise<readonly PersonRow[]>): AsyncGenerator<object> {
    for (const { at, what, personal } of await find()) yield { at, what, ...Personal.valuesOf<object>(personal) };
  }

  private acts({ caller }: TracedSubject): Promise<readonly PersonRow[]> {
    return this.database.query<PersonRow>(
      'SELECT at, operation AS what, personal FROM audit_act WHERE caller = ? AND personal IS NOT NULL ORDER BY id',
      [caller],
    );
  }

  /** Includes events of anonymous callers about the person, such as a refused sign-in. */
  private events({ caller }: TracedSubject): Promise<readonly PersonRow[]> {
    return this.database.search<PersonRow>(
      'SELECT first_at AS at, event AS what, personal FROM audit_event ' +
        'WHERE (caller = ? OR subject = ?) AND personal IS NOT NULL ORDER BY id',
      [caller, caller],
    );
  }

  private async *parts({ records }: TracedSubject): AsyncGenerator<readonly [row: PartRow, ids: readonly number[]]> {
    for (const [resource, ids] of records) {
      const seen = new Set<string>();
      for (const id of ids) {
        const { text, params } = partsOfRecord(resource, id);
        const rows = await this.database.query<PartRow>(
          'SELECT e.act_id AS act_id, e.part AS part, a.at AS at, a.caller AS caller, a.operation AS operation, ' +
            'e.resource AS resource, e.action AS action, e.entered AS entered, e.personal AS personal FROM audit_entry e ' +
            `JOIN (${text}) p ON p.act_id = e.act_id AND p.part = e.part JOIN audit_act a ON a.id = e.act_id ` +
            'ORDER BY e.act_id, e.part',
          params,
        );
        for (const row of rows) {
          const key = `${row.act_id} ${row.part}`;
          if (!seen.has(key)) yield [row, ids];
          seen.add(key);
        }
      }
    }
  }
}
