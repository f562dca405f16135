import { parseArgs } from 'node:util';
import { measureBulk } from './bulk.js';
import { keptDatabase, kinds, type Kind, mysqlServer, type OwnDatabase, ownDatabase } from './database.js';
import { measureDocuments } from './documents.js';
import { MILLION } from './documents-world.js';
import { runBench, runCommand } from './processes.js';
import { BOOK, INVOICES } from './questions.js';
import { measureOAuth } from './oauth.js';
import { measureItems } from './items.js';
import { measureJobs } from './jobs.js';
import { measurePassports } from './passports.js';
import { measurePrices } from './prices.js';
import type { Pass } from './replay.js';
import { Report } from './report.js';
import { measureRequests } from './requests.js';
import { measureSoap } from './soap.js';
import { measureSizes } from './sizes.js';
import { measureTwoProcesses } from './two-processes.js';
import { SIZES } from './world.js';

/*
 * npm run bench -- [--quick] [--database sqlite|mysql] [part…]
 *
 * Runs the named parts, or all parts except items. Needs a build, and for MySQL or MariaDB BENCH_MYSQL_URL or
 * TEST_MYSQL_URL. --keep keeps the database and prints its address. --made ADDRESS reads the items that an earlier run
 * has created there. --rounds and --seconds set how often and how long load is measured. --beside FOLDER measures
 * prices alternately with another build in that folder.
 */
const PARTS = [
  'book',
  'requests',
  'prices',
  'processes',
  'soap',
  'replay',
  'bulk',
  'jobs',
  'passports',
  'items',
  'documents',
  'oauth',
  'sizes',
] as const;
type Part = (typeof PARTS)[number];
/** Parts that only run if named. Creating a million items takes a quarter of an hour. */
const NAMED: readonly Part[] = ['items'];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    database: { type: 'string' },
    keep: { type: 'boolean', default: false },
    made: { type: 'string' },
    beside: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
});

/** How long and how often to measure. With --quick, only long enough to see that everything runs. */
const PLANNED = options.quick
  ? {
      load: { warmSeconds: 2, seconds: 2, rounds: 1, asked: 40 },
      prices: { lines: 5_000, questions: [40, 200] },
      rows: 20_000,
      jobRounds: 1,
      passports: 5_000,
      items: { models: 4, each: 500 },
      documents: { size: { ...MILLION, documents: 20_000 }, requests: 40 },
      sizes: SIZES.slice(0, 2),
      asked: { requests: 50, ofAll: 5 },
      oauth: { rounds: 2, requests: 2_000 },
    }
  : {
      load: { warmSeconds: 10, seconds: 20, rounds: 5, asked: 400 },
      prices: { lines: 50_000, questions: [100, 1_000] },
      rows: 100_000,
      jobRounds: 3,
      passports: 100_000,
      items: { models: 100, each: 10_000 },
      documents: { size: MILLION, requests: 200 },
      sizes: SIZES,
      asked: { requests: 200, ofAll: 50 },
      oauth: { rounds: 5, requests: 8_000 },
    };

/** The planned effort, with the values of the options. */
const EFFORT = {
  ...PLANNED,
  load: {
    ...PLANNED.load,
    rounds: Number(options.rounds ?? PLANNED.load.rounds),
    seconds: Number(options.seconds ?? PLANNED.load.seconds),
  },
  prices: {
    lines: PLANNED.prices.lines,
    questions: [PLANNED.prices.questions[0] ?? 1, PLANNED.prices.questions[1] ?? 1],
    rounds: Number(options.rounds ?? PLANNED.load.rounds),
    seconds: Number(options.seconds ?? PLANNED.load.seconds / 4),
  },
} as const;

const PENNY = 395_835;
const REPLAYED_LEAST = 50_000;
/**
 * The lines that 4,334 customers request in a year do not fit into the default of 64 MB. Read in a cycle, none of them
 * would stay in the cache.
 */
const REPLAY_MEMORY_MB = 256;
/** Minimum rows per second over HTTP. */
const BULK_LEAST = { sqlite: 10_000, mysql: 5_000 } as const;

const report = new Report();

/** The last line of import and replay states the seconds, and the rows or lines per second. */
const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

const measureBook = async ({ settings }: OwnDatabase): Promise<void> => {
  report.say(`import again, nothing to change   ${lastLine(await runCommand(settings, 'import', BOOK))}`);
  const replayed = await runCommand(settings, 'replay', INVOICES, '--differences', '/dev/null');
  report.say(`replay of a year as a command     ${lastLine(replayed)} (${replayed.split('\n', 1)[0]})`);
};

const measureReplay = async ({ settings }: OwnDatabase): Promise<void> => {
  const memory = { PRICING_MEMORY_MB: String(REPLAY_MEMORY_MB) };
  const passes = JSON.parse(await runBench('replay', { ...settings, ...memory })) as readonly Pass[];
  const warm = passes.at(-1) as Pass;
  report.add({
    what: 'replay in process, to the penny',
    value: warm.equal,
    unit: 'lines',
    target: { least: PENNY, most: PENNY },
  });
  const [cold] = passes as readonly [Pass];
  report.add({ what: 'replay in process, cold', value: cold.lines / cold.seconds, unit: 'lines/s' });
  report.add({
    what: `replay in process, warm, of ${REPLAY_MEMORY_MB} MB`,
    value: warm.lines / warm.seconds,
    unit: 'lines/s',
    target: { least: REPLAYED_LEAST },
  });
};

const measureRows = async (database: OwnDatabase): Promise<void> => {
  const target = { least: BULK_LEAST[database.kind] };
  const { figures, residentMb } = await measureBulk(database, EFFORT.rows);
  for (const { what, rowsPerSecond } of figures) {
    report.add({
      what: `bulk: ${what}`,
      value: rowsPerSecond,
      unit: 'rows/s',
      ...(what.includes('prices') ? { target } : {}),
    });
  }
  report.add({ what: 'resident memory, at the end of bulk', value: residentMb, unit: 'MB' });
};

const MEASURES: Readonly<Record<Exclude<Part, 'sizes'>, (database: OwnDatabase) => Promise<void>>> = {
  book: measureBook,
  requests: (database) => measureRequests(report, database, EFFORT.load),
  prices: (database) => measurePrices(report, database, EFFORT.prices, options.beside),
  processes: (database) => measureTwoProcesses(report, database, EFFORT.load),
  soap: (database) => measureSoap(report, database, EFFORT.load),
  replay: measureReplay,
  bulk: measureRows,
  jobs: (database) => measureJobs(report, database, EFFORT.rows, EFFORT.jobRounds),
  passports: (database) => measurePassports(report, database, EFFORT.load, EFFORT.passports),
  items: (database) => measureItems(report, database, EFFORT.load, EFFORT.items, options.made !== undefined),
  documents: ({ kind }) => measureDocuments(report, kind, EFFORT.documents.size, EFFORT.documents.requests),
  oauth: (database) => measureOAuth(report, database, EFFORT.oauth),
};

/** Parts that do not need the wholesale price book. */
const WITHOUT_BOOK: readonly Part[] = ['bulk', 'jobs', 'passports', 'items', 'documents', 'oauth'];

const measure = async (kind: Kind, parts: readonly Exclude<Part, 'sizes'>[]): Promise<void> => {
  report.heading(kind === 'sqlite' ? 'SQLite' : 'MySQL or MariaDB');
  const database = options.made === undefined ? await ownDatabase(kind) : keptDatabase(kind, options.made);
  try {
    if (parts.some((part) => !WITHOUT_BOOK.includes(part))) {
      report.say(`import of demo/wholesale          ${lastLine(await runCommand(database.settings, 'import', BOOK))}`);
    }
    for (const part of parts) await MEASURES[part](database);
  } finally {
    if (options.keep) report.say(`Kept: ${database.settings['DATABASE_URL'] ?? ''}`);
    else await database.drop();
  }
};

const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name);

const run = async (): Promise<void> => {
  const unknown = positionals.find((name) => !isPart(name));
  if (unknown !== undefined) throw new Error(`there is no part "${unknown}", only ${PARTS.join(', ')}`);
  const wanted: readonly Part[] =
    positionals.length === 0 ? PARTS.filter((part) => !NAMED.includes(part)) : positionals.filter(isPart);
  const wantedKinds = kinds().filter((kind) => options.database === undefined || kind === options.database);
  if (wantedKinds.length === 0) throw new Error(`there is no database "${options.database ?? ''}"`);
  const how = options.quick ? ', --quick: not for figures' : '';
  report.say(`Node ${process.versions.node}, ${process.platform} ${process.arch}${how}`);
  const ofBook = wanted.filter((part): part is Exclude<Part, 'sizes'> => part !== 'sizes');
  if (ofBook.length > 0) for (const kind of wantedKinds) await measure(kind, ofBook);
  const server = mysqlServer();
  if (server === undefined) report.say('\nMySQL or MariaDB: not measured, BENCH_MYSQL_URL is not set.');
  else if (wanted.includes('sizes')) await measureSizes(report, server, EFFORT.sizes, EFFORT.asked);
  report.close();
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
