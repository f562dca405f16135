import { type ChangeLog, type Clock, Decimal, type Transactions } from '../../libs/kernel/index.js';
import { migrate, type Migration, openDatabase, type PersistenceOptions } from '../../libs/database/index.js';
import { createIfAbsent } from '../../libs/database/tables/create.js';
import type { TableShape } from '../../libs/database/tables/shape.js';
import { tablesOf } from '../../libs/database/tables/table-of.js';
import type { RecordStore, References } from '../../libs/records/index.js';
import { databases, emptyDatabase } from '../support/databases.js';
import { MemoryChangeLog, MemoryReferences, MemoryStore } from '../support/memory/store.js';
import { type boxItem, type Branch, sampleResources, type Slot } from './samples.js';

/** The ports of storage, met by one adapter. */
export interface Store {
  readonly records: RecordStore;
  readonly references: References;
  readonly transactions: Transactions;
  readonly changes: ChangeLog;
  close(): Promise<void>;
}

export const NOON: Clock = { now: () => new Date('2026-06-15T12:00:00.000Z') };

const createAny = (name: string, shape: TableShape): Migration => ({
  name,
  up: (runner) => createIfAbsent(runner, shape),
  down: (runner) => runner.dropTable(shape.name, true),
});

/** The sample definitions, and the tables that they derive. */
export const samples = (): Pick<PersistenceOptions, 'resources' | 'migrations'> => {
  const resources = sampleResources();
  const migrations = tablesOf(resources).map((shape, at) =>
    createAny(`20260101${String(at).padStart(6, '0')}-${shape.name}`, shape),
  );
  return { resources, migrations };
};

const memory = async (): Promise<Store> => {
  const records = new MemoryStore(sampleResources().all);
  const changes = new MemoryChangeLog(records, () => NOON.now());
  return {
    records,
    references: new MemoryReferences(records),
    transactions: changes.transactions,
    changes,
    close: () => Promise.resolve(),
  };
};

/** The ports on a database of nobody else's. */
export const openStore = async (
  kind: 'sqlite' | 'mysql',
  options: Pick<PersistenceOptions, 'readingProcesses'> = {},
): Promise<Store> => {
  const database = await emptyDatabase(kind);
  const persistence = await openDatabase(database.url, { ...samples(), clock: NOON, ...options });
  await migrate(persistence);
  const { records, references, transactions, changes } = persistence;
  return {
    records,
    references,
    transactions,
    changes,
    close: async () => {
      await persistence.close();
      await database.drop();
    },
  };
};

/** One contract, declared once for each adapter: in memory, and on each database that this run can reach. */
export const describeOnStores = (name: string, suite: (open: () => Promise<Store>) => void): void => {
  describe(`${name} in memory`, () => suite(memory));
  for (const kind of databases()) describe(`${name} on ${kind}`, () => suite(() => openStore(kind)));
  describe(`${name} on sqlite, searched beside`, () => suite(() => openStore('sqlite', { readingProcesses: 1 })));
};

export const aSlot = (values: Partial<Slot> = {}): Slot => ({
  id: 0,
  shelfId: 1,
  groupNumber: null,
  fromDate: null,
  currency: null,
  qty: new Decimal(1),
  label: null,
  owner: null,
  isMain: 0,
  amount: new Decimal(0),
  ...values,
});

export type Box = InstanceType<typeof boxItem.record>;

export const aBox = (values: Partial<Box> = {}): Box => ({
  id: 0,
  boxCode: 'BOX-1',
  shelfId: 1,
  shelfCode: 'S-1',
  spareShelfId: null,
  pieceCount: 5,
  degrees: null,
  isOpen: 0,
  value: new Decimal(1),
  qty: new Decimal(1),
  ratio: null,
  tie: 'AND',
  notes: null,
  bestBefore: null,
  currency: null,
  timezone: null,
  email: null,
  password: null,
  shelfIds: [],
  colours: null,
  attributes: {},
  maker: null,
  labels: [],
  fromDate: null,
  toDate: null,
  externalId: null,
  sourceVersion: null,
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  updatedAt: new Date('2026-01-02T03:04:05.678Z'),
  ...values,
});

export const aBranch = (values: Partial<Branch> = {}): Branch => ({
  id: 0,
  name: 'branch',
  parentId: null,
  slotIds: [],
  ...values,
});

/** The text of the refusal that `work` ends with. */
export const refusal = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    // By its member, not its class: what Node's own parts throw is of another realm than the tests.
    if (typeof error === 'object' && error !== null && 'message' in error) return error as Error;
  }
  throw new Error('nothing was refused');
};

/** Lets two pieces of work wait for each other, instead of for the clock. */
export const signal = (): { readonly given: Promise<void>; give(): void } => {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
};
