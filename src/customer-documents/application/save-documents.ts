import type { Criteria, Page, Steps, Transactions } from '../../../libs/kernel/index.js';
import {
  type BulkService,
  type Outcome,
  readValue,
  type Recorded,
  type RecordService,
  type ResourceService,
  type SaveOptions,
} from '../../../libs/records/index.js';

type Input = Readonly<Record<string, unknown>>;

const FLAG = { type: 'int', min: 0, max: 1 } as const;

const isLocal = (raw: unknown): boolean => {
  if (raw === undefined || raw === null) return false;
  const read = readValue(FLAG, raw, '');
  return 'value' in read && read.value === 0;
};

/** A document that becomes a local one loses its address, unless one is sent with it: that is refused (documents.md, "Records"). */
export const withClearedUrl = (input: Input): Input => {
  const names = ['external_url', 'externalUrl'];
  const isCleared = isLocal(input['is_external'] ?? input['isExternal']) && !names.some((name) => name in input);
  return isCleared ? { ...input, external_url: null } : input;
};

/** Documents: what is answered after a write is read again, since lists and file lie elsewhere. */
export class SaveDocuments<T extends Recorded> implements ResourceService<T>, BulkService<T> {
  constructor(
    private readonly records: RecordService<T>,
    private readonly transactions: Transactions,
  ) {}

  get(id: number): Promise<T> {
    return this.records.get(id);
  }

  search(criteria: Criteria): Promise<Page<T>> {
    return this.records.search(criteria);
  }

  create(input: Input): Promise<T> {
    return this.readAgain(() => this.records.create(withClearedUrl(input)));
  }

  update(id: number, input: Input): Promise<T> {
    return this.readAgain(() => this.records.update(id, withClearedUrl(input)));
  }

  remove(id: number): Promise<void> {
    return this.records.remove(id);
  }

  prepare(): Promise<void> {
    return this.records.prepare();
  }

  saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<T>[]> {
    return this.records.saveAll(inputs.map(withClearedUrl), options);
  }

  removeAll(groups: Criteria['groups'], confirmed: number, steps?: Steps): Promise<number> {
    return this.records.removeAll(groups, confirmed, steps);
  }

  private readAgain(write: () => Promise<T>): Promise<T> {
    return this.transactions.write(async () => this.records.get((await write()).id));
  }
}
