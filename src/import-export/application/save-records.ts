import type { Transactions } from '../../../libs/kernel/index.js';
import type { Outcome, Recorded, RecordIds, RowSaver, Scope, Stored } from '../../../libs/records/index.js';
import type { RecordInput } from '../domain/book.js';
import { type Difference, emptyReport, type FileReport, joined } from '../domain/report.js';
import { SeenIds } from '../domain/seen-ids.js';
import { type BadRow, isBad, type SourceRow } from '../domain/source-row.js';
import type { RowsLoader } from './import-book.js';
import { columnOfFields, namedInRow, readRow } from './read-row.js';
import { type ChangedRow, differencesOf } from './record-cells.js';
import type { RecordFile } from './record-file.js';
import type { RecordNames } from './record-names.js';
import { refused } from './save-chunk.js';
import { removeOthers } from './save-lines.js';

/** A row that can be saved. */
interface Ready {
  readonly line: number;
  readonly input: RecordInput;
}

type Rows = readonly (SourceRow | BadRow)[];
type Outcomes = readonly Outcome<Recorded>[];

/** A row that refers to the same record as an earlier row. */
class Repeated extends Error {
  constructor(readonly indexes: ReadonlySet<number>) {
    super('several rows refer to the same record');
  }
}

/** The key values of a row: from the row, or the defaults. */
const sampleOf = ({ assumed, resource }: RecordFile, input: RecordInput): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (assumed?.properties ?? []).map((property) => {
      const field = resource.byProperty.get(property);
      return [property, input[field?.name ?? property] ?? field?.default ?? null];
    }),
  );

const TWICE = 'the row refers to the same record as a previous row; remove one of the rows';

/** Saves the rows of one file with the service of its resource, which finds records by business key. */
export class SaveRecords implements RowsLoader {
  private readonly seen = new SeenIds();
  /** IDs of the rows saved last, because a repeated transaction processes the same rows again. */
  private last: { readonly line: number | undefined; readonly ids: number[] } | undefined;
  /** Line numbers of rows by a key that is only unique in this file. */
  private readonly keys = new Map<string, number>();
  /** Outcomes of the rows saved last, by line number. */
  saved: ReadonlyMap<number, { readonly id: number; readonly status: Stored }> = new Map();

  constructor(
    private readonly file: RecordFile,
    private readonly saver: RowSaver,
    private readonly ids: RecordIds,
    private readonly transactions: Transactions,
    private readonly names: () => RecordNames,
  ) {}

  async save(rows: Rows, differences: number): Promise<FileReport> {
    const line = rows[0]?.line;
    if (this.last && this.last.line !== line) for (const id of this.last.ids) this.seen.add(id);
    const ids: number[] = [];
    this.last = { line, ids };
    this.saved = new Map();
    let report = emptyReport(this.file.file);
    for (const run of this.runsOf(rows))
      report = joined(report, await this.saveRun(run, ids, differences - report.differences.length));
    return report;
  }

  removeOthers(scope: Scope): Promise<number> {
    for (const id of this.last?.ids ?? []) this.seen.add(id);
    return removeOthers(this.saver, scope, this.seen);
  }

  /** Keys of new records that a spreadsheet has converted to numbers. */
  async warnings(rows: Rows): Promise<readonly BadRow[]> {
    const created = rows.flatMap((row) => (!isBad(row) && this.saved.get(row.line)?.status === 'created' ? [row] : []));
    const found: BadRow[] = [];
    for (const field of this.file.keys) {
      const cellOf = ({ values }: SourceRow): string => values[field.name] ?? '';
      const damaged = await this.ids.damagedKeys(this.file.resource.resource, field, created.map(cellOf));
      for (const row of created) {
        const reason = damaged.get(cellOf(row));
        if (reason !== undefined) found.push({ line: row.line, reason });
      }
    }
    return found.sort((one, other) => one.line - other.line);
  }

  /** Splits the rows, so that a row that refers to an earlier one of its own kind is saved after it. */
  private runsOf(rows: Rows): readonly Rows[] {
    const { self } = this.file;
    const [part] = self?.naming.ways[0]?.parts ?? [];
    if (!self || !part) return [rows];
    const own = this.file.fields.find(({ field }) => field.property === part.property)?.columns[0] ?? '';
    const runs: (SourceRow | BadRow)[][] = [[]];
    let names = new Set<string>();
    for (const row of rows) {
      if (!isBad(row)) {
        if (names.has(row.values[part.column] ?? '')) {
          runs.push([]);
          names = new Set();
        }
        names.add(row.values[own] ?? '');
      }
      runs.at(-1)?.push(row);
    }
    return runs;
  }

  private async saveRun(rows: Rows, ids: number[], wanted: number): Promise<FileReport> {
    const readable = rows.flatMap((row) => (isBad(row) ? [] : [row]));
    const idOf = await this.ids.find(readable.flatMap((row) => [...namedInRow(this.file, row)]));
    const bad: BadRow[] = rows.filter(isBad);
    const ready: Ready[] = [];
    for (const row of readable) {
      const read = readRow(this.file, row, idOf);
      if ('reason' in read) bad.push({ line: row.line, reason: read.reason });
      else ready.push({ line: row.line, input: read.input });
    }
    const known = await this.met(ready, bad);
    const { outcomes, twice } = await this.saveAll(known, ids, wanted > 0);
    for (const { line } of twice) bad.push({ line, reason: TWICE });
    const columnOf = columnOfFields(this.file);
    const saved = new Map<number, { readonly id: number; readonly status: Stored }>();
    const counts = { created: 0, updated: 0, unchanged: 0, outdated: 0 };
    const changed: ChangedRow[] = [];
    for (const [{ line }, outcome] of outcomes) {
      if (outcome.status === 'failed') bad.push({ line, reason: refused(outcome.refusal, columnOf) });
      else {
        counts[outcome.status] += 1;
        saved.set(line, { id: outcome.record.id, status: outcome.status });
        if (outcome.compared) changed.push({ line, ...outcome.compared });
      }
    }
    this.saved = new Map([...this.saved, ...saved]);
    bad.sort((one, other) => one.line - other.line);
    changed.sort((one, other) => one.line - other.line);
    const differences = await this.differences(changed.slice(0, wanted));
    return { ...emptyReport(this.file.file), rows: rows.length, ...counts, failed: bad.length, bad, differences };
  }

  private differences(rows: readonly ChangedRow[]): Promise<readonly Difference[]> {
    return differencesOf(this.file, rows, this.names());
  }

  /** Finds the ids of records by the key of the file, if the service cannot find them by key. */
  private async met(ready: readonly Ready[], bad: BadRow[]): Promise<readonly Ready[]> {
    const { assumed, resource } = this.file;
    if (!assumed) return ready;
    const samples = ready.map(({ input }) => sampleOf(this.file, input));
    const ids = await this.ids.byAssumedKey(resource.resource, assumed, samples);
    return ready.flatMap((row, at) => {
      const [text, id] = [JSON.stringify(samples[at]), ids[at]];
      const first = this.keys.get(text);
      if (first === undefined) this.keys.set(text, row.line);
      else if (first !== row.line) {
        bad.push({
          line: row.line,
          reason: `the row refers to the same record as line ${first}; remove one of the rows`,
        });
        return [];
      }
      if (id === 'several') bad.push({ line: row.line, reason: assumed.says });
      if (id === 'several') return [];
      return [typeof id === 'number' ? { ...row, input: { ...row.input, id } } : row];
    });
  }

  /**
   * A row may depend on a later row that releases a value (default website, base price list), so refused rows are
   * retried as long as that helps.
   */
  private async saveAll(
    ready: readonly Ready[],
    ids: number[],
    compares: boolean,
  ): Promise<{ readonly outcomes: ReadonlyMap<Ready, Outcome<Recorded>>; readonly twice: readonly Ready[] }> {
    const outcomes = new Map<Ready, Outcome<Recorded>>();
    const twice: Ready[] = [];
    for (let open = ready; open.length > 0;) {
      const once = await this.saveOnce(open, ids, compares);
      twice.push(...once.twice);
      const failed: Ready[] = [];
      for (const outcome of once.outcomes) {
        const row = once.saved[outcome.index];
        if (!row) continue;
        outcomes.set(row, outcome);
        if (outcome.status === 'failed') failed.push(row);
        else ids.push(outcome.record.id);
      }
      const helped = once.outcomes.some(({ status }) => status === 'created' || status === 'updated');
      open = helped ? failed : [];
    }
    return { outcomes, twice };
  }

  /**
   * If two rows refer to the same record, importing the file again would change the record back and forth. The later
   * row is therefore refused.
   */
  private async saveOnce(
    ready: readonly Ready[],
    ids: readonly number[],
    compares: boolean,
  ): Promise<{ readonly outcomes: Outcomes; readonly saved: readonly Ready[]; readonly twice: readonly Ready[] }> {
    let saved = ready;
    const twice: Ready[] = [];
    while (saved.length > 0) {
      try {
        const inputs = saved.map(({ input }) => input);
        const outcomes = await this.transactions.write(async () => {
          const found = await this.saver.saveAll(inputs, {
            verb: 'upsert',
            mode: 'best_effort',
            brief: true,
            compares,
          });
          const indexes = this.repeatedIn(found, ids);
          if (indexes.size > 0) throw new Repeated(indexes);
          return found;
        });
        return { outcomes, saved, twice };
      } catch (error) {
        if (!(error instanceof Repeated)) throw error;
        const { indexes } = error;
        twice.push(...saved.filter((_, index) => indexes.has(index)));
        saved = saved.filter((_, index) => !indexes.has(index));
      }
    }
    return { outcomes: [], saved, twice };
  }

  private repeatedIn(outcomes: Outcomes, ids: readonly number[]): ReadonlySet<number> {
    const before = new Set(ids);
    const indexes = new Set<number>();
    for (const outcome of outcomes) {
      if (outcome.status === 'failed') continue;
      const { id } = outcome.record;
      if (before.has(id) || this.seen.has(id)) indexes.add(outcome.index);
      before.add(id);
    }
    return indexes;
  }
}
