import { InexactNumber, isObject, parseJson, sentence } from '../../../libs/kernel/index.js';
import {
  BrokenInput,
  type Input,
  TargetRecords,
  namesOf,
  type NamedRecords,
  type RowSaver,
  type Scope,
} from '../../../libs/records/index.js';
import { emptyReport, type FileReport } from '../domain/report.js';
import { SeenIds } from '../domain/seen-ids.js';
import { type BadRow, isBad, type SourceRow } from '../domain/source-row.js';
import type { RowsLoader } from './import-book.js';
import { type ChangedRow, differencesOf } from './record-cells.js';
import type { RecordFile } from './record-file.js';
import type { RecordNames } from './record-names.js';
import { refused } from './save-chunk.js';

/** The only column of a JSON Lines file: the line itself. */
export const LINE = '';

const NO_OBJECT = sentence('The line is not a JSON object. Send one JSON object per line.');

/** Deletes the records of a scope that no row refers to, if such records can be replaced. */
export const removeOthers = (saver: RowSaver, scope: Scope, named: NamedRecords): Promise<number> => {
  if (!saver.removeOthers) throw new Error('a scope is only accepted for files whose records have one');
  return saver.removeOthers(scope, named);
};

/** Saves the rows of a JSON Lines file like a bulk call (csv.md, "Over REST"). */
export class SaveLines implements RowsLoader {
  private readonly meant = new TargetRecords();
  private readonly named = new SeenIds();
  /** Fields with their own right are not allowed in files. */
  private readonly refused: ReadonlySet<string>;

  constructor(
    private readonly name: string,
    private readonly file: RecordFile,
    private readonly saver: RowSaver,
    private readonly names: () => RecordNames,
  ) {
    const guarded = file.resource.fields.filter(({ right }) => right !== undefined);
    this.refused = new Set(namesOf(guarded).keys());
  }

  async save(rows: readonly (SourceRow | BadRow)[], wanted: number): Promise<FileReport> {
    const inputs = rows.map((row) => (isBad(row) ? new BrokenInput(sentence(row.reason)) : this.inputOf(row)));
    const from = (rows[0]?.line ?? 1) - 1;
    const outcomes = await this.saver.saveAll(inputs, {
      verb: 'upsert',
      mode: 'best_effort',
      brief: true,
      compares: wanted > 0,
      meant: { records: this.meant, from },
    });
    const bad: BadRow[] = [];
    const counts = { created: 0, updated: 0, unchanged: 0, outdated: 0 };
    const changed: ChangedRow[] = [];
    for (const outcome of outcomes) {
      if (outcome.status === 'failed')
        bad.push({ line: rows[outcome.index]?.line ?? 0, reason: refused(outcome.refusal, {}) });
      else {
        counts[outcome.status] += 1;
        this.named.add(outcome.record.id);
        if (outcome.compared) changed.push({ line: rows[outcome.index]?.line ?? 0, ...outcome.compared });
      }
    }
    const differences = await differencesOf(this.file, changed.slice(0, wanted), this.names());
    return { ...emptyReport(this.name), rows: rows.length, ...counts, failed: bad.length, bad, differences };
  }

  removeOthers(scope: Scope): Promise<number> {
    return removeOthers(this.saver, scope, this.named);
  }

  private inputOf({ values }: SourceRow): Input {
    try {
      const input = parseJson(values[LINE] ?? '');
      if (!isObject(input)) return new BrokenInput(NO_OBJECT);
      const guarded = Object.keys(input).find((key) => this.refused.has(key));
      if (guarded === undefined) return input;
      return new BrokenInput(
        sentence('The field %fieldName is not allowed in files. Remove it.', { fieldName: guarded }, guarded),
      );
    } catch (error) {
      return new BrokenInput(error instanceof InexactNumber ? error.faults[0] : sentence('Decoding error.'));
    }
  }
}
