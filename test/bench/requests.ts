import type { OwnDatabase } from './database.js';
import { ask, latencies, type Posted, throughput } from './load.js';
import { runCommand, type ServerProcess, startProcess } from './processes.js';
import { customerIds, finalPriceBody, multiPriceBody, type Sold, sold } from './questions.js';
import type { Report } from './report.js';
import { cpuSeconds, residentMb } from './resident.js';
import { median, quantile } from './verdict.js';

export interface Load {
  readonly warmSeconds: number;
  readonly seconds: number;
  /** Rounds of get-final-price and of the echo. */
  readonly rounds: number;
  /** Number of get-multi-price requests. */
  readonly asked: number;
}

const SIZES = [1, 20, 100, 500];
const INTEGRATION = ['--resource', '_Pricing::calculate', '--resource', '_Commerce::manage'];
const MICRO = 1e6;

/** Minimum share of the bare echo's requests per second. */
const SHARE_LEAST = { sqlite: 0.7, mysql: 0.6 } as const;
const MULTI_MOST_MS = 10;
const IDLE_MOST_MB = 230;
const LOADED_MOST_MB = 350;

interface Round {
  readonly perSecond: number;
  /** Microseconds of processor time per request, independent of other load on the machine. */
  readonly cpu: number;
}

const roundOf = async ({ child }: ServerProcess, posted: Posted, seconds: number): Promise<Round> => {
  const began = cpuSeconds(child);
  const { perSecond, total } = await throughput(posted, seconds);
  return { perSecond, cpu: ((cpuSeconds(child) - began) / total) * MICRO };
};

const medians = (rounds: readonly Round[]): Round => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  cpu: median(rounds.map(({ cpu }) => cpu)),
});

/**
 * Measures get-final-price alternately with an echo that does nothing, so that a machine that slows down slows both.
 */
const beside = async (
  report: Report,
  { settings, kind }: OwnDatabase,
  server: ServerProcess,
  ours: Posted,
  load: Load,
): Promise<void> => {
  const answer = await ask(ours);
  const bare = await startProcess('test/bench/bare', { ...settings, BARE_ANSWER: answer });
  try {
    const echo = { ...ours, url: `${bare.url}/echo` };
    await throughput(ours, load.warmSeconds);
    await throughput(echo, load.warmSeconds);
    const [mine, theirs]: [Round[], Round[]] = [[], []];
    for (let round = 0; round < load.rounds; round += 1) {
      mine.push(await roundOf(server, ours, load.seconds));
      theirs.push(await roundOf(bare, echo, load.seconds));
    }
    const [quoted, echoed] = [medians(mine), medians(theirs)];
    report.add({ what: 'get-final-price', value: quoted.perSecond, unit: 'requests/s' });
    report.add({ what: `bare echo of ${answer.length} bytes`, value: echoed.perSecond, unit: 'requests/s' });
    report.add({
      what: 'get-final-price beside the echo',
      value: quoted.perSecond / echoed.perSecond,
      unit: 'of it',
      digits: 2,
      target: { least: SHARE_LEAST[kind] },
    });
    report.add({ what: 'processor time, get-final-price', value: quoted.cpu, unit: 'us a request' });
    report.add({ what: 'processor time, echo', value: echoed.cpu, unit: 'us a request' });
  } finally {
    await bare.kill('SIGTERM');
  }
};

const several = async (
  report: Report,
  target: Omit<Posted, 'bodies'>,
  lines: readonly Sold[],
  ids: ReadonlyMap<string, number>,
  count: number,
): Promise<void> => {
  for (const size of SIZES) {
    const bodies = Array.from({ length: count }, (_, index) => multiPriceBody(lines, index * 3, size, ids));
    await latencies({ ...target, bodies: bodies.slice(0, Math.ceil(count / 4)) });
    const times = await latencies({ ...target, bodies });
    const what = `get-multi-price, ${size} SKUs`;
    const held = size === SIZES.at(-1) ? { target: { most: MULTI_MOST_MS } } : {};
    report.add({ what: `${what}, p50`, value: quantile(times, 0.5), unit: 'ms', digits: 1, ...held });
    report.add({ what: `${what}, p95`, value: quantile(times, 0.95), unit: 'ms', digits: 1 });
  }
};

/** Measures price requests over HTTP on the wholesale price book in the database, and the server's resources. */
export const measureRequests = async (report: Report, database: OwnDatabase, load: Load): Promise<void> => {
  const { settings } = database;
  const token = (await runCommand(settings, 'integration', 'create', '--name', 'bench', ...INTEGRATION)).trim();
  const server = await startProcess('src/main', settings);
  try {
    const memory = (what: string, most: number): void =>
      report.add({ what: `resident memory, ${what}`, value: residentMb(server.child), unit: 'MB', target: { most } });
    memory('idle', IDLE_MOST_MB);
    const lines = await sold(797);
    const ids = await customerIds(server.url, token);
    const bodies = lines.map((line) => finalPriceBody(line, ids));
    await beside(
      report,
      database,
      server,
      { url: `${server.url}/rest/V1/pricing/get-final-price`, token, bodies },
      load,
    );
    await several(report, { url: `${server.url}/rest/V1/pricing/get-multi-price`, token }, lines, ids, load.asked);
    memory('at the end of the load', LOADED_MOST_MB);
  } finally {
    await server.kill('SIGTERM');
  }
};
