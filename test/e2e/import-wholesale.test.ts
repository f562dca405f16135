import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '../../libs/database/index.js';
import { kinds, type OwnDatabase, ownDatabase } from '../bench/database.js';
import { runCommand } from '../bench/processes.js';
import { BOOK, INVOICES } from '../bench/questions.js';

const PATIENCE_MS = 900_000;
/** Minimum average number of rows per transaction. */
const GROUP_ROWS_LEAST = 25;
const FILES = {
  'products.csv': 3660,
  'customers.csv': 4334,
  'tier_prices.csv': 699,
  'price_lists.csv': 13,
  'price_list_products.csv': 1519,
  'customer_prices.csv': 12_385,
};

const number = (count: number): string => count.toLocaleString('en-GB');

/** Number of transactions that changed a record: each raises the version by one. */
const transactionsOn = async ({ settings }: OwnDatabase): Promise<number> => {
  const persistence = await openDatabase(settings['DATABASE_URL'] ?? '');
  try {
    return await persistence.changes.version();
  } finally {
    await persistence.close();
  }
};

/** A wholesaler's price book and invoices of one year, which are also the bundled demo. */
describe.each(kinds())('the wholesale book on %s', (kind) => {
  let database: OwnDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await ownDatabase(kind);
    folder = mkdtempSync(join(tmpdir(), 'kontor-wholesale-'));
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const kontor = (...args: readonly string[]): Promise<string> => runCommand(database.settings, ...args);
  const fileLines = (what: (rows: number) => string): readonly unknown[] =>
    Object.entries(FILES).map(([file, rows]) =>
      expect.stringMatching(new RegExp(`^${file} +${number(rows)} rows: ${what(rows)}, 0 failed`)),
    );

  it(
    'is imported without bad rows, with many rows per transaction',
    async () => {
      const output = await kontor('import', BOOK);
      expect(output.split('\n')).toEqual(
        expect.arrayContaining(fileLines((rows) => `${number(rows)} created, 0 updated, 0 unchanged`)),
      );
      const rows = Object.values(FILES).reduce((sum, count) => sum + count, 0);
      expect(await transactionsOn(database)).toBeLessThan(rows / GROUP_ROWS_LEAST);
    },
    PATIENCE_MS,
  );

  it(
    'changes nothing when it is imported again',
    async () => {
      const output = await kontor('import', BOOK);
      expect(output.split('\n')).toEqual(
        expect.arrayContaining(fileLines((rows) => `0 created, 0 updated, ${number(rows)} unchanged`)),
      );
      expect(output).not.toContain('beside');
    },
    PATIENCE_MS,
  );

  /** SQLite replays all lines. MariaDB replays the first 100,000, because the price engine is the same. */
  const { summary, other, first } = {
    sqlite: { summary: '395,835 of 396,470', other: 635, first: Infinity },
    mysql: { summary: '99,888 of 100,000', other: 112, first: 100_000 },
  }[kind];
  const invoices = (): string => {
    if (first === Infinity) return INVOICES;
    const lines = gunzipSync(readFileSync(INVOICES)).toString('utf8').split('\n');
    const file = join(folder, 'invoice_lines.csv');
    writeFileSync(file, `${lines.slice(0, first + 1).join('\n')}\n`);
    return file;
  };

  it(
    `gives ${summary} invoice lines the invoiced price`,
    async () => {
      const differences = join(folder, 'differences.csv');
      const output = await kontor('replay', invoices(), '--strategy', 'sort_order', '--differences', differences);
      expect(output).toMatch(
        new RegExp(
          `^Lines with the same price: ${summary}\nLines with a different price: ${other}, without a price: 0;`,
        ),
      );
      expect(readFileSync(differences, 'utf8').trim().split('\n')).toHaveLength(other + 1);
    },
    PATIENCE_MS,
  );
});
