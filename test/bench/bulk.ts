import { performance } from 'node:perf_hooks';
import type { OwnDatabase } from './database.js';
import { runCommand, startProcess } from './processes.js';
import { residentMb } from './resident.js';

const ROWS = 100_000;
const ROWS_OF_A_CALL = 10_000;
const CUSTOMERS = 1_000;
const PRODUCTS = 2_000;
const RIGHTS = ['_Commerce::save', '_Customerprice::save', '_Customerprice::delete', '_Customerprice::manage'];

interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

interface Target {
  readonly url: string;
  readonly token: string;
}

const numbered = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const inCalls = (rows: readonly object[]): readonly string[] =>
  numbered(Math.ceil(rows.length / ROWS_OF_A_CALL), (call) =>
    JSON.stringify({ records: rows.slice(call * ROWS_OF_A_CALL, (call + 1) * ROWS_OF_A_CALL) }),
  );

const send = async ({ url, token }: Target, path: string, body: string): Promise<Counts> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/rest/V1/${path}`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  return (await response.json()) as Counts;
};

export interface BulkFigure {
  readonly what: string;
  readonly rowsPerSecond: number;
}

/** Sends the rows in calls of 10,000, one after the other. Throws unless every row has the expected outcome. */
const measured = async (
  target: Target,
  what: string,
  path: string,
  rows: readonly object[],
  expected: keyof Counts,
): Promise<BulkFigure> => {
  const bodies = inCalls(rows);
  const start = performance.now();
  let count = 0;
  for (const body of bodies) count += (await send(target, path, body))[expected];
  const seconds = (performance.now() - start) / 1000;
  if (count !== rows.length) throw new Error(`${what}: ${count} of ${rows.length} rows are ${expected}`);
  return { what, rowsPerSecond: rows.length / seconds };
};

const price = (index: number, value: string) => ({
  customer_number: `C-${index % CUSTOMERS}`,
  sku: `SKU-${Math.floor(index / CUSTOMERS) + (index % 7) * 200}`,
  qty: 1 + (index % 5) * 10,
  value,
  external_id: `ERP-${index}`,
  source_version: 1,
  ...(index % 3 === 0 ? { from_date: '2026-01-01', to_date: '2026-12-31' } : {}),
});

export interface BulkFigures {
  readonly figures: readonly BulkFigure[];
  /** Resident memory of the server after the last call. */
  readonly residentMb: number;
}

/** Bulk writes over HTTP: 100,000 customer prices that refer to customers and products by their business keys. */
export const measureBulk = async ({ settings }: OwnDatabase, count = ROWS): Promise<BulkFigures> => {
  await runCommand(settings, 'migrate');
  const rights = RIGHTS.flatMap((right) => ['--resource', right]);
  const token = (await runCommand(settings, 'integration', 'create', '--name', 'bulk', ...rights)).trim();
  const server = await startProcess('src/main', settings);
  try {
    const target = { url: server.url, token };
    const products = numbered(PRODUCTS, (index) => ({ sku: `SKU-${index}`, name: `Product ${index}`, price: 10 }));
    const customers = numbered(CUSTOMERS, (index) => ({ customer_number: `C-${index}`, last_name: `Buyer ${index}` }));
    const prices = (value: string) => numbered(count, (index) => price(index, value));
    const path = 'pricing/customerprice/bulk';
    const figures = [
      await measured(target, 'products, new', 'commerce/products/bulk', products, 'created'),
      await measured(target, 'customers, new', 'commerce/customers/bulk', customers, 'created'),
      await measured(target, 'customer prices, new', path, prices('4.95'), 'created'),
      await measured(target, 'customer prices, unchanged', path, prices('4.95'), 'unchanged'),
      await measured(target, 'customer prices, all changed', path, prices('5.05'), 'updated'),
    ];
    return { figures, residentMb: residentMb(server.child) };
  } finally {
    await server.kill('SIGTERM');
  }
};
