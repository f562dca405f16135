import {
  invalidValue,
  plain,
  required,
  say,
  type Fault,
  InputRefused,
  type Refusal,
} from '../../../libs/kernel/index.js';
import {
  ofExisting,
  type Outcome,
  type Recorded,
  type References,
  type RowSaver,
  type RowSavers,
} from '../../../libs/records/index.js';
import type { BookFile, IdOf, MadeResource, NamedResource, RecordInput } from '../domain/book.js';
import { emptyReport, type FileReport } from '../domain/report.js';
import { type BadRow, isBad, type SourceRow } from '../domain/source-row.js';

/** The service's error for a row, with column names of the file instead of field names. */
export const refused = (refusal: Refusal, columnOf: Readonly<Record<string, string>>): string => {
  if (!(refusal instanceof InputRefused)) return refusal.message;
  const textOf = (fault: Fault): string =>
    plain(say(fault.kind === 'sentence' ? fault : { ...fault, field: columnOf[fault.field] ?? fault.field }));
  return refusal.faults.map(textOf).join(' ');
};

const KNOWN = {
  customer: { key: 'customerNumber', title: 'customer' },
  priceList: { key: 'name', title: 'price list' },
} as const;

const isKnown = (resource: NamedResource): resource is keyof typeof KNOWN => Object.hasOwn(KNOWN, resource);

/** The ids by name, or why a name has none; each key includes the resource. */
type NamesRead = ReadonlyMap<string, number | string>;

const nameKey = (resource: NamedResource, name: string): string => `${resource}:${name}`;

export interface ChunkParts {
  readonly savers: RowSavers;
  readonly references: References;
  /** Input of a new record that is created because a row refers to it by name. */
  readonly madeInput: (resource: MadeResource, name: string) => RecordInput;
}

/** Saves some rows of one file in the current write transaction. */
export class SaveChunk {
  constructor(private readonly parts: ChunkParts) {}

  async save(file: BookFile, saver: RowSaver, chunk: readonly (SourceRow | BadRow)[]): Promise<FileReport> {
    const readable = chunk.filter((row) => !isBad(row)) as readonly SourceRow[];
    const related: Record<string, number> = {};
    const names = await this.readNames(file, readable, related);
    const idOf: IdOf = (resource, name) => Number(names.get(nameKey(resource, name)));
    const named = readable.map((row) => nameFault(file, row, names) ?? row);
    const rows = named.filter((row) => !isBad(row)) as readonly SourceRow[];
    const outcomes = await saveRows(
      saver,
      rows.map(({ values }) => file.input(values, idOf)),
    );
    const failedRows = [
      ...refusedRows(file, rows, outcomes),
      ...(await this.saveFollowing(file, rows, outcomes, idOf, related)),
    ];
    const bad = [...[...chunk, ...named].filter(isBad), ...failedRows].sort((one, other) => one.line - other.line);
    const failed = new Set(bad.map(({ line }) => line));
    const count = (status: Outcome<Recorded>['status']): number =>
      outcomes.filter((outcome) => outcome.status === status && !failed.has(rows[outcome.index]?.line ?? 0)).length;
    return {
      ...emptyReport(file.file),
      rows: chunk.length,
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      outdated: count('outdated'),
      failed: bad.length,
      bad,
      related,
    };
  }

  private async readNames(
    file: BookFile,
    rows: readonly SourceRow[],
    related: Record<string, number>,
  ): Promise<NamesRead> {
    const asked = new Map<NamedResource, Set<string>>();
    for (const { values } of rows) {
      for (const { resource, name } of file.names(values)) {
        if (name !== '') asked.set(resource, (asked.get(resource) ?? new Set()).add(name));
      }
    }
    const read = new Map<string, number | string>();
    for (const [resource, wanted] of asked) {
      const names = [...wanted];
      if (isKnown(resource)) {
        const ids = await this.parts.references.ids(resource, KNOWN[resource].key, names);
        for (const [name, id] of ids) read.set(nameKey(resource, name), id);
      } else {
        const inputs = names.map((name) => this.parts.madeInput(resource, name));
        for (const outcome of await this.saveRelated(resource, inputs, related)) {
          const saved = outcome.status === 'failed' ? refused(outcome.refusal, {}) : outcome.record.id;
          read.set(nameKey(resource, names[outcome.index] ?? ''), saved);
        }
      }
    }
    return read;
  }

  private async saveFollowing(
    { following }: BookFile,
    rows: readonly SourceRow[],
    outcomes: readonly Outcome<Recorded>[],
    idOf: IdOf,
    related: Record<string, number>,
  ): Promise<readonly BadRow[]> {
    if (!following) return [];
    const inputs: RecordInput[] = [];
    const lines: number[] = [];
    for (const outcome of outcomes) {
      const row = rows[outcome.index];
      if (outcome.status === 'failed' || !row) continue;
      for (const input of following.inputs(row.values, outcome.record.id, idOf)) {
        inputs.push(input);
        lines.push(row.line);
      }
    }
    const saved = await this.saveRelated(following.resource, inputs, related);
    return saved.flatMap((outcome) =>
      outcome.status === 'failed' ? [{ line: lines[outcome.index] ?? 0, reason: refused(outcome.refusal, {}) }] : [],
    );
  }

  private async saveRelated(
    resource: string,
    inputs: readonly RecordInput[],
    related: Record<string, number>,
  ): Promise<readonly Outcome<Recorded>[]> {
    const saver = this.parts.savers.saverOf(resource);
    if (!saver || inputs.length === 0) return [];
    const outcomes = await saveRows(saver, inputs);
    const changed = outcomes.filter(({ status }) => status === 'created' || status === 'updated').length;
    related[resource] = (related[resource] ?? 0) + changed;
    return outcomes;
  }
}

const saveRows = (saver: RowSaver, inputs: readonly RecordInput[]): Promise<readonly Outcome<Recorded>[]> =>
  inputs.length === 0 ? Promise.resolve([]) : saver.saveAll(inputs, { verb: 'upsert', mode: 'best_effort' });

const nameFault = (file: BookFile, { line, values }: SourceRow, names: NamesRead): BadRow | undefined => {
  for (const { resource, name, column } of file.names(values)) {
    const found = names.get(nameKey(resource, name));
    if (name === '') return { line, reason: plain(say(required(column))) };
    if (found === undefined && isKnown(resource)) {
      const { key, title } = KNOWN[resource];
      return { line, reason: plain(say(invalidValue(column, name, ofExisting(key, title)))) };
    }
    if (typeof found === 'string') return { line, reason: `${column}: ${found}` };
  }
  return undefined;
};

const refusedRows = (
  file: BookFile,
  rows: readonly SourceRow[],
  outcomes: readonly Outcome<Recorded>[],
): readonly BadRow[] =>
  outcomes.flatMap((outcome) =>
    outcome.status === 'failed'
      ? [{ line: rows[outcome.index]?.line ?? 0, reason: refused(outcome.refusal, file.columnOf) }]
      : [],
  );
