import type { SecurityEvents, Transactions } from '../../../libs/kernel/index.js';
import {
  type Cell,
  identitiesOf,
  type Recorded,
  type RecordStore,
  type Resources,
  type RecordBytes,
  type RowSaver,
  type RowSavers,
  type RecordIds,
} from '../../../libs/records/index.js';
import type { RecordSink } from '../ports/record-sink.js';
import { cellsOf, loadNames, valueIn } from './record-cells.js';
import type { RecordFile } from './record-file.js';
import { RecordNames, unnamedSentence } from './record-names.js';

interface Levels<T> {
  /**
   * Records without references to others come first, then those that refer to them, and so on; sorted by id within a
   * level.
   */
  readonly levels: readonly T[];
  /** Records in a cycle, and those that depend on them, which have no valid order. */
  readonly circle: readonly T[];
}

/** Sorts records that refer to others of the same kind, so that each comes after the one it refers to. */
export const byLevel = <T extends Recorded>(records: readonly T[], parentOf: (record: T) => unknown): Levels<T> => {
  const children = new Map<unknown, T[]>();
  for (const record of records) {
    const parent = parentOf(record);
    const siblings = children.get(parent);
    if (siblings) siblings.push(record);
    else children.set(parent, [record]);
  }
  const levels: T[] = [];
  const placed = new Set<T>();
  for (let level = children.get(null) ?? []; level.length > 0;) {
    for (const record of level) {
      levels.push(record);
      placed.add(record);
    }
    level = level.flatMap(({ id }) => children.get(id) ?? []).sort((one, other) => one.id - other.id);
  }
  return { levels, circle: records.filter((record) => !placed.has(record)) };
};

type Values = Readonly<Record<string, unknown>>;

/** Nothing was exported; the message gives the reason. */
export class ExportRefused extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
  }
}

/** Width of the column of events. */
const SUBJECT_MAX = 64;

interface ExportParts {
  readonly files: readonly RecordFile[];
  readonly savers: RowSavers;
  readonly store: RecordStore;
  readonly resources: Resources;
  readonly ids: RecordIds;
  readonly bytes: RecordBytes;
  readonly transactions: Transactions;
  readonly events: SecurityEvents;
}

export interface ExportOptions {
  /** Names of the modules to export; default: all installed ones. */
  readonly areas?: readonly string[];
  /** Called first, with the total number of rows. */
  readonly onCounted?: (rows: number) => void;
  readonly onProgress?: (file: string, rows: number) => void;
}

export interface ExportedFile {
  readonly file: string;
  readonly rows: number;
}

const PAGE = 1000;
/** Maximum number of reported reasons. */
const REASONS = 20;

/** All records in pages, sorted by id, without counting them. */
async function* pagesOf(saver: RowSaver): AsyncGenerator<readonly Recorded[]> {
  for (let last = -1; ;) {
    const { items } = await saver.search({
      groups: [[{ property: 'id', condition: 'gt', values: [last] }]],
      sort: [{ property: 'id', direction: 'ASC' }],
      page: 1,
      pageSize: PAGE,
      uncounted: true,
    });
    if (items.length > 0) yield items;
    last = items.at(-1)?.id ?? last;
    if (items.length < PAGE) return;
  }
}

const allOf = async (pages: AsyncIterable<readonly Recorded[]>): Promise<readonly Recorded[]> => {
  const all: Recorded[] = [];
  for await (const page of pages) for (const record of page) all.push(record);
  return all;
};

interface WithFile {
  readonly file?: { readonly name: string; readonly sha256: string } | null;
}

/** Path derived from the file's content, so that it is the same in every export. */
const filePathOf = (record: Recorded & WithFile): Cell =>
  record.file ? `files/${record.file.sha256}/${record.file.name}` : null;

/** Exports all records of modules to files for import, in a consistent state. */
export class ExportRecords {
  constructor(private readonly parts: ExportParts) {}

  /** Names of the modules whose records can be exported: the installed ones. */
  get areas(): readonly string[] {
    return [...new Set(this.installed.map(({ resource }) => resource.room))];
  }

  /** Throws `ExportRefused` if a file cannot represent a reference, or a module does not exist. */
  async exportTo(sink: RecordSink, { areas, onCounted, onProgress }: ExportOptions): Promise<readonly ExportedFile[]> {
    const unknown = (areas ?? []).filter((area) => !this.areas.includes(area));
    if (unknown.length > 0)
      throw new ExportRefused(
        unknown.map((area) => `The module "${area}" does not exist. Use one of ${this.areas.join(', ')}.`),
      );
    const files = this.installed.filter(({ resource }) => areas?.includes(resource.room) ?? true);
    this.parts.events.note('data_exported', { subject: (areas ?? ['everything']).join(',').slice(0, SUBJECT_MAX) });
    const through = async (): Promise<readonly ExportedFile[]> => {
      const names = new RecordNames(this.parts.store, this.parts.resources);
      onCounted?.(await this.count(files));
      const done: ExportedFile[] = [];
      for (const file of files) {
        let rows = 0;
        await sink.write(
          file.file,
          file.columns,
          this.batchesOf(file, names, sink, (count) => onProgress?.(file.file, (rows += count))),
        );
        done.push({ file: file.file, rows });
      }
      this.refuseUnnamed(names);
      return done;
    };
    return this.parts.transactions.snapshot(through, { long: true });
  }

  private async count(files: readonly RecordFile[]): Promise<number> {
    let count = 0;
    for (const { resource } of files) {
      const found = await this.parts.savers
        .saverOf(resource.resource)
        ?.search({ groups: [], sort: [], page: 1, pageSize: 1 });
      count += found?.total ?? 0;
    }
    return count;
  }

  private get installed(): readonly RecordFile[] {
    return this.parts.files.filter(({ resource }) => this.parts.savers.saverOf(resource.resource) !== undefined);
  }

  private async *batchesOf(
    file: RecordFile,
    names: RecordNames,
    sink: RecordSink,
    onRows: (count: number) => void,
  ): AsyncGenerator<readonly (readonly Cell[])[]> {
    const { lookups } = identitiesOf(file.resource);
    for await (const page of this.pages(file)) {
      for (const record of page) {
        if (!lookups.some((identity) => identity.keyOf(record) !== undefined))
          names.note(file.resource, record.id, record);
      }
      await this.noteAlike(file, page, names);
      await loadNames(file, page, names);
      if (file.hasFiles) await this.keepFiles(page, sink);
      yield page.map((record) => [
        ...file.fields.flatMap((field) => [...cellsOf(field, record, names)]),
        ...(file.hasFiles ? [filePathOf(record)] : []),
      ]);
      onRows(page.length);
    }
  }

  /**
   * All records in pages. Records that refer to others of the same kind come after those, which requires reading all
   * records first.
   */
  private async *pages({ resource, self }: RecordFile): AsyncGenerator<readonly Recorded[]> {
    const saver = this.parts.savers.saverOf(resource.resource);
    if (!saver) return;
    if (!self) {
      yield* pagesOf(saver);
      return;
    }
    const { property } = self.field;
    const { levels, circle } = byLevel(await allOf(pagesOf(saver)), (record) => valueIn(record, property));
    if (circle.length > 0) {
      const ids = circle.map(({ id }) => id).join(', ');
      throw new ExportRefused([
        `The ${resource.title.many} with the IDs ${ids} form a cycle. Change one of their references.`,
      ]);
    }
    for (let start = 0; start < levels.length; start += PAGE) yield levels.slice(start, start + PAGE);
  }

  /** Notes records that not even files can distinguish. */
  private async noteAlike(
    { assumed, resource }: RecordFile,
    page: readonly Recorded[],
    names: RecordNames,
  ): Promise<void> {
    if (!assumed) return;
    const ids = await this.parts.ids.byAssumedKey(resource.resource, assumed, page as unknown as readonly Values[]);
    for (const [at, record] of page.entries()) if (ids[at] === 'several') names.note(resource, record.id, record);
  }

  private async keepFiles(page: readonly Recorded[], sink: RecordSink): Promise<void> {
    for (const record of page) {
      const path = filePathOf(record);
      if (path !== null) await sink.keep(path, (take) => this.parts.bytes.take(record.id, take));
    }
  }

  private refuseUnnamed({ unnamed }: RecordNames): void {
    if (unnamed.size === 0) return;
    const reasons = [...unnamed.values()].slice(0, REASONS).map(unnamedSentence);
    const rest = unnamed.size - reasons.length;
    throw new ExportRefused([...reasons, ...(rest > 0 ? [`and ${rest} more`] : [])]);
  }
}
