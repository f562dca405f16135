import autocannon from 'autocannon';
import type { OwnDatabase } from './database.js';
import { runCommand, type ServerProcess, startProcess } from './processes.js';
import { customerIds, multiPriceBody, sold } from './questions.js';
import type { Report } from './report.js';
import type { Load } from './requests.js';
import { cpuSeconds } from './resident.js';
import { median } from './verdict.js';

const SKUS = 20;
const BODIES = 200;
/**
 * Requests per second for each process. Low enough that servers, load and database always get processor time, however
 * many processes run, so that the comparison shows the cost of a request and not waiting times.
 */
const RATE = 250;
const CONNECTIONS = 16;
const GROWN_MOST_PERCENT = 5;
const MICRO = 1e6;

interface Asked {
  readonly token: string;
  readonly bodies: readonly string[];
}

const askedOf = async ({ url }: ServerProcess, { token, bodies }: Asked, seconds: number): Promise<number> => {
  const result = await autocannon({
    url: `${url}/rest/V1/pricing/get-multi-price`,
    connections: CONNECTIONS,
    overallRate: RATE,
    duration: seconds,
    requests: bodies.map((body) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body,
    })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers other than 200, ${result.errors} errors`);
  return result.requests.total;
};

/** Microseconds of processor time per request, over all of these processes, which are called at once. */
const costOf = async (servers: readonly ServerProcess[], asked: Asked, seconds: number): Promise<number> => {
  const used = (): number => servers.reduce((sum, { child }) => sum + cpuSeconds(child), 0);
  const before = used();
  const counts = await Promise.all(servers.map((server) => askedOf(server, asked, seconds)));
  return ((used() - before) / counts.reduce((sum, count) => sum + count, 0)) * MICRO;
};

/** Measures the cost of a request with 20 SKUs for one process alone and for two on the same database, alternately. */
export const measureTwoProcesses = async (report: Report, { settings }: OwnDatabase, load: Load): Promise<void> => {
  const rights = ['--resource', '_Pricing::calculate', '--resource', '_Commerce::manage'];
  const token = (await runCommand(settings, 'integration', 'create', '--name', 'two', ...rights)).trim();
  const servers: ServerProcess[] = [];
  try {
    for (let count = 0; count < 2; count += 1) servers.push(await startProcess('src/main', settings));
    const [first] = servers as [ServerProcess];
    const ids = await customerIds(first.url, token);
    const lines = await sold(797);
    const bodies = Array.from({ length: BODIES }, (_, index) => multiPriceBody(lines, index * 3, SKUS, ids));
    const asked = { token, bodies };
    await costOf(servers, asked, load.warmSeconds);
    const [alone, both]: [number[], number[]] = [[], []];
    for (let round = 0; round < load.rounds; round += 1) {
      // Each process also runs alone in turn, because no two processes are the same.
      const one = servers[round % 2] as ServerProcess;
      alone.push(await costOf([one], asked, load.seconds));
      both.push(await costOf(servers, asked, load.seconds));
    }
    const [one, two] = [median(alone), median(both)];
    const what = `processor time, get-multi-price of ${SKUS} SKUs`;
    report.add({ what: `${what}, 1 process`, value: one, unit: 'us a request' });
    report.add({ what: `${what}, 2 processes`, value: two, unit: 'us a request' });
    report.add({
      what: 'two processes cost more a request than one by',
      value: (two / one - 1) * 100,
      unit: '%',
      digits: 1,
      target: { most: GROWN_MOST_PERCENT },
    });
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  }
};
