import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnDatabase } from './database.js';
import { ask, latencies, type Posted, throughput } from './load.js';
import { projectRoot, runCommand, type ServerProcess, startProcess } from './processes.js';
import { customerIds, sold } from './questions.js';
import type { Report } from './report.js';
import { cpuMicroseconds } from './resident.js';
import { median, quantile } from './verdict.js';
import { drawn, numbersFrom } from './world.js';

/** How often and how long to measure. */
export interface PricesEffort {
  readonly rounds: number;
  /** Number of lines requested in each round, at each size. */
  readonly lines: number;
  /** Minimum and maximum number of requests in a round. */
  readonly questions: readonly [least: number, most: number];
  /** Duration of measurements of requests per second. */
  readonly seconds: number;
}

const SIZES = [1, 20, 100, 500];
const CALLERS = [1, 10];
/** Number of buyers that repeat their requests. Each size has different ones. */
const BUYERS = 20;
const DAY = '2011-06-15';
const INTEGRATION = ['--resource', '_Pricing::calculate', '--resource', '_Commerce::manage'];

/**
 * Limits for the p50 in milliseconds, and for microseconds of processor time, at sizes for which the README states a
 * limit.
 */
const WARM_MOST: Readonly<Record<number, number>> = { 20: 0.4, 500: 3 };
const COLD_MOST: Readonly<Record<number, number>> = { 500: 6 };
const PROCESSOR_MOST: Readonly<Record<number, number>> = { 500: 2500 };
const FEW_FIELDS_MOST = 0.5;
const BESIDE_ECHO_MOST = 1.3;
const BESIDE_PLAIN_LEAST = 0.45;

/** A Kontor server of this build or of another build to compare with. */
interface Measured {
  readonly name: string;
  readonly server: ServerProcess;
  /** File to which the server writes its allocations. */
  readonly allocations: string;
}

/** One round of requests to one server. Each value is per request. */
interface Round {
  readonly p50: number;
  readonly p95: number;
  readonly cpu: number;
  readonly allocated: number;
}

const allocated = async ({ server, allocations }: Measured): Promise<number> => {
  rmSync(allocations, { force: true });
  server.child.kill('SIGUSR2');
  while (!existsSync(allocations) || statSync(allocations).size === 0) await delay(5);
  return Number(readFileSync(allocations, 'utf8'));
};

/** Each caller sends its share of the requests, one after the other. */
const asked = async ({ bodies, ...target }: Posted, callers: number): Promise<readonly number[]> => {
  const shares = Array.from({ length: callers }, (_, caller) => bodies.filter((__, at) => at % callers === caller));
  const times = await Promise.all(shares.map((share) => latencies({ ...target, bodies: share })));
  return times.flat().sort((one, other) => one - other);
};

const roundOf = async (child: ServerProcess, posted: Posted, callers: number, measured?: Measured): Promise<Round> => {
  const [from, began] = [measured ? await allocated(measured) : NaN, cpuMicroseconds(child.child)];
  const times = await asked(posted, callers);
  const used = cpuMicroseconds(child.child) - began;
  const to = measured ? await allocated(measured) : NaN;
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    cpu: used / times.length,
    allocated: (to - from) / times.length,
  };
};

const medians = (rounds: readonly Round[]): Round => {
  const of = (figure: keyof Round): number => median(rounds.map((round) => round[figure]));
  return { p50: of('p50'), p95: of('p95'), cpu: of('cpu'), allocated: of('allocated') };
};

/** Bodies of get-multi-price: each for another customer, with this many different SKUs of the price book. */
class Questions {
  private readonly next = numbersFrom(35);
  private customer = 0;

  constructor(
    private readonly lines: readonly { readonly sku: string; readonly qty: number }[],
    private readonly customers: readonly number[],
  ) {}

  static async of(url: string, token: string): Promise<Questions> {
    const bySku = new Map((await sold(53)).map(({ sku, qty }) => [sku, { sku, qty }]));
    return new Questions([...bySku.values()], [...(await customerIds(url, token)).values()]);
  }

  of(size: number): string {
    const customer_id = this.customers[(this.customer += 1) % this.customers.length];
    const items = drawn(size, this.lines.length, this.next).map((at) => this.lines[at - 1]);
    return JSON.stringify({ items, customer_id, date: DAY });
  }

  several(size: number, count: number): readonly string[] {
    return Array.from({ length: count }, () => this.of(size));
  }
}

const repeated = (bodies: readonly string[], count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => bodies[at % bodies.length] ?? '');

interface Most {
  readonly p50?: number | undefined;
  readonly cpu?: number | undefined;
}

/** Prints the rounds of one server. `most` contains the targets of this build. */
const tell = (
  report: Report,
  what: string,
  { p50, p95, cpu, allocated: bytes }: Round,
  { size, most = {} }: { readonly size: number; readonly most?: Most },
): void => {
  const held = (value: number | undefined) => (value === undefined ? {} : { target: { most: value } });
  report.add({ what: `${what}, p50`, value: p50, unit: 'ms', digits: 2, ...held(most.p50) });
  report.add({ what: `${what}, p95`, value: p95, unit: 'ms', digits: 2 });
  report.add({ what: `${what}, processor`, value: cpu, unit: 'us', ...held(most.cpu) });
  if (!Number.isNaN(bytes)) report.add({ what: `${what}, allocated a line`, value: bytes / size, unit: 'bytes' });
};

interface World {
  readonly report: Report;
  readonly effort: PricesEffort;
  readonly token: string;
  readonly builds: readonly Measured[];
  readonly questions: Questions;
}

const MULTI = '/rest/V1/pricing/get-multi-price';

const countOf = ({ lines, questions: [least, most] }: PricesEffort, size: number): number =>
  Math.min(most, Math.max(least, Math.round(lines / size)));

const measureSize = async (world: World, size: number, plain: ServerProcess, echo: ServerProcess): Promise<void> => {
  const { report, effort, token, builds, questions } = world;
  const count = countOf(effort, size);
  const known = questions.several(size, BUYERS);
  const warm = repeated(known, count);
  const few = '?fields=items[sku,unit_price]';
  const post = (url: string, bodies: readonly string[]): Posted => ({ url, token, bodies });
  for (const { server } of builds)
    for (let pass = 0; pass < 3; pass += 1) await latencies(post(`${server.url}${MULTI}`, warm));
  const rounds = new Map<string, Round[]>();
  const note = (what: string, round: Round): void => void rounds.set(what, [...(rounds.get(what) ?? []), round]);
  for (let round = 0; round < effort.rounds; round += 1) {
    const fresh = questions.several(size, Math.min(count, 100));
    for (const build of builds) {
      const { name, server } = build;
      const url = `${server.url}${MULTI}`;
      for (const callers of CALLERS) {
        const by = `${callers} caller${callers === 1 ? '' : 's'}`;
        note(`${name}, ${by}, warm`, await roundOf(server, post(url, warm), callers, build));
      }
      note(`${name}, two fields`, await roundOf(server, post(url + few, warm), 1, build));
      note(`${name}, 1 caller, cold`, await roundOf(server, post(url, fresh), 1, build));
      const others = questions.several(size, Math.min(count, 100));
      note(`${name}, 10 callers, cold`, await roundOf(server, post(url, others), 10, build));
    }
    note('node:http', await roundOf(plain, post(`${plain.url}/${size}`, warm), 1));
    note('echo', await roundOf(echo, post(`${echo.url}/echo/${size}`, warm), 1));
  }
  const of = (what: string): Round => medians(rounds.get(what) ?? []);
  for (const what of rounds.keys()) {
    const most: Most =
      what === 'Kontor, 1 caller, warm'
        ? { p50: WARM_MOST[size], cpu: PROCESSOR_MOST[size] }
        : what === 'Kontor, 1 caller, cold'
          ? { p50: COLD_MOST[size] }
          : {};
    tell(report, `${size}: ${what}`, of(what), { size, most });
  }
  if (size === SIZES.at(-1))
    report.add({
      what: `${size}: two fields beside all, p50`,
      value: of('Kontor, two fields').p50 / of('Kontor, 1 caller, warm').p50,
      unit: 'of it',
      digits: 2,
      target: { most: FEW_FIELDS_MOST },
    });
};

/** get-final-price at 64 connections, compared with the echo and `node:http`. */
const measureOne = async (world: World, plain: ServerProcess, echo: ServerProcess): Promise<void> => {
  const { report, effort, token, builds, questions } = world;
  const bodies = questions.several(1, 500).map((body) => {
    const { items, ...rest } = JSON.parse(body) as { readonly items: readonly object[] };
    return JSON.stringify({ ...items[0], ...rest });
  });
  const asks = [
    ...builds.map(({ name, server }) => ({ name, server, url: `${server.url}/rest/V1/pricing/get-final-price` })),
    { name: 'node:http', server: plain, url: `${plain.url}/0` },
    { name: 'echo', server: echo, url: `${echo.url}/echo/0` },
  ];
  const rounds = new Map<string, { readonly perSecond: number; readonly cpu: number }[]>(
    asks.map(({ name }) => [name, []]),
  );
  // V8 compiles slowly while three processes share two cores.
  for (const { url } of asks) await throughput({ url, token, bodies }, effort.seconds * 4);
  for (let round = 0; round < effort.rounds; round += 1)
    for (const { name, server, url } of asks) {
      const began = cpuMicroseconds(server.child);
      const { perSecond, total } = await throughput({ url, token, bodies }, effort.seconds);
      rounds.get(name)?.push({ perSecond, cpu: (cpuMicroseconds(server.child) - began) / total });
    }
  const of = (name: string, figure: 'perSecond' | 'cpu'): number =>
    median((rounds.get(name) ?? []).map((round) => round[figure]));
  for (const { name } of asks) {
    report.add({ what: `get-final-price: ${name}`, value: of(name, 'perSecond'), unit: 'requests/s' });
    report.add({ what: `get-final-price: ${name}, processor`, value: of(name, 'cpu'), unit: 'us', digits: 1 });
  }
  for (const { name } of builds) {
    const [cpu, perSecond] = [
      of(name, 'cpu') / of('echo', 'cpu'),
      of(name, 'perSecond') / of('node:http', 'perSecond'),
    ];
    const target = name === 'Kontor';
    report.add({
      what: `get-final-price: ${name}, processor, beside the echo`,
      ...{ value: cpu, unit: 'of it', digits: 2 },
      ...(target ? { target: { most: BESIDE_ECHO_MOST } } : {}),
    });
    report.add({
      what: `get-final-price: ${name}, requests, beside node:http`,
      ...{ value: perSecond, unit: 'of it', digits: 2 },
      ...(target ? { target: { least: BESIDE_PLAIN_LEAST } } : {}),
    });
  }
};

/** Responses for the baseline servers: the responses of this build at each size. */
const answersOf = async ({ builds: [ours], token, questions }: World, file: string): Promise<void> => {
  const url = `${ours?.server.url}${MULTI}`;
  const answers: Record<string, unknown> = {};
  for (const size of SIZES) answers[size] = JSON.parse(await ask({ url, token, bodies: [questions.of(size)] }));
  const [one] = (answers['1'] as { readonly items: readonly object[] }).items;
  writeFileSync(file, JSON.stringify({ 0: one, ...answers }));
};

/**
 * Measures get-multi-price and get-final-price on the wholesale price book in the database, for repeated requests and
 * for the first request of a buyer. `beside` is the folder of another build, which is measured alternately.
 */
export const measurePrices = async (
  report: Report,
  { settings }: OwnDatabase,
  effort: PricesEffort,
  beside: string | undefined,
): Promise<void> => {
  const token = (await runCommand(settings, 'integration', 'create', '--name', 'prices', ...INTEGRATION)).trim();
  const folder = mkdtempSync(join(tmpdir(), 'kontor-own-prices-'));
  const processes: ServerProcess[] = [];
  const started = async (file: string, more: Readonly<Record<string, string>>, root?: string) => {
    const process = await startProcess(file, { ...settings, ...more }, root);
    processes.push(process);
    return process;
  };
  const build = async (name: string, root?: string): Promise<Measured> => {
    const allocations = join(folder, name);
    const preload = `${process.env['NODE_OPTIONS'] ?? ''} -r ${join(projectRoot(), 'test/bench/allocations.cjs')}`;
    const server = await started('src/main', { NODE_OPTIONS: preload, ALLOCATIONS: allocations }, root);
    return { name, server, allocations };
  };
  try {
    const builds = [await build('Kontor'), ...(beside === undefined ? [] : [await build('before', beside)])];
    const questions = await Questions.of(builds[0]?.server.url ?? '', token);
    const world: World = { report, effort, token, builds, questions };
    const answers = { BARE_ANSWERS: join(folder, 'answers.json') };
    await answersOf(world, answers.BARE_ANSWERS);
    const plain = await started('test/bench/plain', answers);
    const echo = await started('test/bench/bare', answers);
    for (const size of SIZES) await measureSize(world, size, plain, echo);
    await measureOne(world, plain, echo);
  } finally {
    await Promise.all(processes.map((one) => one.kill('SIGTERM')));
    rmSync(folder, { recursive: true });
  }
};
