import { randomBytes } from 'node:crypto';
import { keptDatabase } from './kept-database.js';
import { latencies } from './load.js';
import { type Report } from './report.js';
import { runCommand, type ServerProcess, startProcess } from './processes.js';
import { residentMb } from './resident.js';
import { quantile, written } from './verdict.js';
import { BUYER, BUYER_OF_ALL, customerPrices, MATRICES, questionsOf, type Size, SIZES } from './world.js';

const SKUS_ASKED = 500;
const WARMING = 50;

/** Number of measurements. A customer with all lists is measured less often, because each response takes long. */
export interface Asked {
  readonly requests: number;
  readonly ofAll: number;
}

const GROWTH_MOST = 1.3;
const ALL_LISTS_MOST_MS = 250;

/** With a cache and without, each with its limit for a response (pricing.md §5, §6). */
const WAYS = [
  { way: 'from memory', memory: undefined, mostMs: 10 },
  { way: 'without memory', memory: '0', mostMs: 30 },
] as const;

type Way = (typeof WAYS)[number];

const named = (size: Size): string => `${size.lists} lists, ${written(customerPrices(size))} customer prices`;

const tokenFor = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  const name = `bench-${randomBytes(4).toString('hex')}`;
  return (
    await runCommand(settings, 'integration', 'create', '--name', name, '--resource', '_Pricing::calculate')
  ).trim();
};

/** p50 and p95 of this many requests after a warm-up, one at a time. */
const timed = async (
  server: ServerProcess,
  token: string,
  customer: number,
  count: number,
  warming: number,
): Promise<readonly [number, number]> => {
  const target = { url: `${server.url}/rest/V1/pricing/get-multi-price`, token };
  const bodies = questionsOf(customer, count + warming, SKUS_ASKED);
  await latencies({ ...target, bodies: bodies.slice(0, warming) });
  const times = await latencies({ ...target, bodies: bodies.slice(warming) });
  return [quantile(times, 0.5), quantile(times, 0.95)];
};

const measureWay = async (
  report: Report,
  size: Size,
  settings: Readonly<Record<string, string>>,
  { way, memory, mostMs }: Way,
  asked: Asked,
): Promise<number> => {
  const server = await startProcess('src/main', {
    ...settings,
    ...(memory === undefined ? {} : { PRICING_MEMORY_MB: memory }),
  });
  try {
    const token = await tokenFor(settings);
    const [p50, p95] = await timed(server, token, BUYER, asked.requests, WARMING);
    report.add({ what: `p50 ${way}`, value: p50, unit: 'ms', digits: 1, target: { most: mostMs } });
    report.add({ what: `p95 ${way}`, value: p95, unit: 'ms', digits: 1 });
    if (size === SIZES.at(-1)) {
      const [ofAll, slow] = await timed(server, token, BUYER_OF_ALL, asked.ofAll, Math.min(WARMING, asked.ofAll));
      const what = `all ${size.lists} lists reached, ${way}`;
      report.add({ what: `p50, ${what}`, value: ofAll, unit: 'ms', digits: 1, target: { most: ALL_LISTS_MOST_MS } });
      report.add({ what: `p95, ${what}`, value: slow, unit: 'ms', digits: 1 });
    }
    if (memory === undefined) {
      const target = size === SIZES.at(-1) ? { target: { most: 450 } } : {};
      report.add({ what: 'resident memory of the server', value: residentMb(server.child), unit: 'MB', ...target });
    }
    return p50;
  } finally {
    await server.kill('SIGTERM');
  }
};

/**
 * Measures how the cost of a quote changes as the price book grows while the buyer's part stays the same: 500 of 1,000
 * SKUs, one client at a time, over HTTP.
 */
export const measureSizes = async (
  report: Report,
  server: URL,
  sizes: readonly Size[],
  asked: Asked,
): Promise<void> => {
  const p50 = new Map<string, number[]>();
  for (const size of sizes) {
    const { settings, seconds } = await keptDatabase(server, size);
    report.heading(`MySQL or MariaDB: ${named(size)}, ${written(MATRICES)} matrices`);
    if (seconds !== undefined) report.say(`made in ${written(seconds)} s, kept for the next run`);
    for (const way of WAYS) {
      const measured = await measureWay(report, size, settings, way, asked);
      p50.set(way.way, [...(p50.get(way.way) ?? []), measured]);
    }
  }
  report.heading('MySQL or MariaDB: from the smallest to the largest');
  for (const [way, [smallest = NaN, ...others]] of p50) {
    const largest = others.at(-1);
    if (largest === undefined) continue;
    const what = `growth of p50 ${way}`;
    report.add({ what, value: largest / smallest, unit: 'x', digits: 2, target: { most: GROWTH_MOST } });
  }
};
