import { type Criteria, invalidValue, type Page, type Transactions } from '../../../libs/kernel/index.js';
import { type Recorded, Records, RowRefused, type UniqueKey } from '../../../libs/records/index.js';
import type { DocumentFacts } from '../domain/document.js';
import type { DocumentFile, DocumentFiles } from '../ports/document-files.js';

interface Whole extends DocumentFacts, Recorded {
  readonly customerIds: readonly number[];
  readonly file: DocumentFile | null;
}

/** A list of ids of a document, and the assignment records that are the same relation (documents.md, "Records"). */
export interface AssignmentList<T, Row extends Recorded> {
  /** The name of the list on the wire. */
  readonly name: string;
  readonly records: Records<Row>;
  readonly pair: UniqueKey<Row>;
  idsOf(document: T): readonly number[];
  rowOf(documentId: number, id: number): Row;
}

export interface DocumentsWithListsParts<T, C extends Recorded, G extends Recorded> {
  /** Reads both lists by itself, and locks the document in a write transaction. */
  readonly stored: Records<T & Recorded>;
  readonly customers: AssignmentList<T, C>;
  readonly groups: AssignmentList<T, G>;
  readonly files: DocumentFiles;
  readonly transactions: Transactions;
}

/**
 * Stored documents with their lists, which are the assignment records, and with what is known of their files. Whoever
 * changes a document has locked it, and a new assignment needs it unlocked, so the two never cross.
 */
export class DocumentsWithLists<T extends Whole, C extends Recorded, G extends Recorded> extends Records<T> {
  constructor(private readonly parts: DocumentsWithListsParts<T, C, G>) {
    super();
  }

  async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, T>> {
    const found = await this.whole([...(await this.parts.stored.byIds(ids)).values()]);
    return new Map(found.map((document) => [document.id, document]));
  }

  async byKey(key: UniqueKey<T>, samples: readonly Partial<T>[]): Promise<readonly (T | undefined)[]> {
    const found = await this.parts.stored.byKey(key, samples);
    const byId = new Map(
      (await this.whole(found.flatMap((document) => document ?? []))).map((document) => [document.id, document]),
    );
    return found.map((document) => document && byId.get(document.id));
  }

  async search(criteria: Criteria): Promise<Page<T>> {
    const { items, total } = await this.parts.stored.search(criteria);
    return { items: await this.whole(items), total };
  }

  override idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    return this.parts.stored.idsOf(groups);
  }

  insert(records: readonly T[], givenIds?: boolean): Promise<readonly number[]> {
    const { stored, customers, groups, transactions } = this.parts;
    return transactions.write(async () => {
      const ids = await stored.insert(records, givenIds);
      for (const [index, record] of records.entries()) {
        const id = ids[index] ?? 0;
        await this.add(customers, index, id, customers.idsOf(record));
        await this.add(groups, index, id, groups.idsOf(record));
      }
      return ids;
    });
  }

  update(records: readonly T[]): Promise<void> {
    const { stored, customers, groups, files, transactions } = this.parts;
    return transactions.write(async () => {
      const before = await stored.byIds(records.map(({ id }) => id));
      await stored.update(records);
      for (const [index, record] of records.entries()) {
        const previous = before.get(record.id);
        await this.change(customers, index, previous, record);
        await this.change(groups, index, previous, record);
      }
      // An external document has no file (documents.md, "Records").
      const external = records.filter(({ id, isExternal }) => isExternal === 1 && before.get(id)?.isExternal !== 1);
      await files.removeOf(external.map(({ id }) => id));
    });
  }

  /** Assignments, places and links go with the document. */
  remove(ids: readonly number[]): Promise<void> {
    const { stored, files, transactions } = this.parts;
    return transactions.write(async () => {
      await files.removeOf(ids);
      await stored.remove(ids);
    });
  }

  /** Touches only what differs, so that relations that stay keep their id. */
  private async change<Row extends Recorded>(
    list: AssignmentList<T, Row>,
    index: number,
    previous: T | undefined,
    next: T,
  ): Promise<void> {
    const [before, after] = [previous ? list.idsOf(previous) : [], list.idsOf(next)];
    const gone = before.filter((id) => !after.includes(id));
    if (gone.length > 0) {
      const rows = gone.map((id) => list.rowOf(next.id, id));
      const found = await list.records.byKey(list.pair, rows);
      await list.records.remove(found.flatMap((row) => (row ? [row.id] : [])));
    }
    const added = after.filter((id) => !before.includes(id));
    await this.add(list, index, next.id, added);
  }

  /** A customer or group that isn't there is told by the list's name. */
  private async add<Row extends Recorded>(
    list: AssignmentList<T, Row>,
    index: number,
    documentId: number,
    ids: readonly number[],
  ): Promise<void> {
    if (ids.length === 0) return;
    try {
      await list.records.insert(ids.map((id) => list.rowOf(documentId, id)));
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      const [fault] = error.faults;
      throw new RowRefused(index, fault.kind === 'invalid' ? invalidValue(list.name, fault.value) : fault);
    }
  }

  private async whole(documents: readonly T[]): Promise<readonly T[]> {
    if (documents.length === 0) return documents;
    const files = await this.parts.files.ofDocuments(documents.map(({ id }) => id));
    return documents.map((document) => ({ ...document, file: files.get(document.id) ?? null }));
  }
}
