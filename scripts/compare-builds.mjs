/*
 * node scripts/compare-builds.mjs <folder of another build> [rounds] [NAME=value…]: the processor time that this build and
 * the other take for the same calls, in turns, on SQLite with the demo's book. Both must be built. Settings that are named
 * are those of this build's server alone; of this folder (`.`) it is what they cost. Two servers run at once, of which
 * one is asked at a time; the figure is that of all threads of the server's process as Linux counts it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = join(dirname(fileURLToPath(import.meta.url)), '..');
const [named, rounds = '26', ...settings] = process.argv.slice(2);
if (named === undefined) throw new Error('name the folder of the other build');
const other = resolve(named);
const BOOK = join(HERE, 'demo', 'wholesale');
const WARM_ROUNDS = 2;
const FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=200'];

const freePort = () => 3900 + Math.floor(Math.random() * 90);

const started = async (folder, given = {}) => {
  const own = mkdtempSync(join(tmpdir(), 'kontor-compare-'));
  const port = freePort();
  const env = {
    ...process.env,
    DATABASE_URL: `sqlite:${join(own, 'kontor.sqlite')}`,
    STORAGE_URL: `file:${join(own, 'documents')}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    DRAIN_S: '0',
    ...given,
  };
  const { bin } = createRequire(import.meta.url)(join(folder, 'package.json'));
  const run = (...args) =>
    execFileSync(process.execPath, [bin.kontor, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  run('migrate');
  run('import', BOOK);
  const token = run('integration', 'create', '--name', 'compare', '--resource', 'Kontor::all').trim();
  const child = spawn(process.execPath, [...FLAGS, join('dist', 'src', 'main.js')], { cwd: folder, env });
  await new Promise((up) => child.stdout.on('data', (text) => String(text).includes('listening') && up()));
  const call = async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/rest/V1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const page = 'searchCriteria[pageSize]=300';
  const customers = (await call(`commerce/customers/search?${page}`)).items.map(({ id }) => id);
  const pages = [1, 2, 3, 4, 5].map((at) => `commerce/products/search?${page}&searchCriteria[currentPage]=${at}`);
  const skus = (await Promise.all(pages.map((path) => call(path)))).flatMap(({ items }) => items.map(({ sku }) => sku));
  const tasks = `/proc/${child.pid}/task`;
  const nanoseconds = () =>
    readdirSync(tasks).reduce(
      (sum, task) => sum + Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0]),
      0,
    );
  const stop = () => {
    child.kill('SIGKILL');
    rmSync(own, { recursive: true, force: true });
  };
  return { call, customers, skus, nanoseconds, stop };
};

const at = (list, place) => list[place % list.length];
const lines = ({ skus }, from, count) =>
  Array.from({ length: count }, (_, place) => ({ sku: at(skus, from + place), qty: 5 }));
const quotes = (count) => async (server, round) => {
  const calls = Math.ceil(20_000 / count);
  for (let call = 0; call < calls; call += 1) {
    const items = lines(server, call * 7 + round, count);
    await server.call('pricing/get-multi-price', { customer_id: at(server.customers, call), items });
  }
  return calls;
};
const rows = (ofRound) => async (server, round) => {
  const records = Array.from({ length: 6000 }, (_, place) => ({
    customer_id: at(server.customers, place),
    sku: at(server.skus, place),
    website_id: 0,
    ...ofRound(round, place),
  }));
  for (let start = 0; start < records.length; start += 2000)
    await server.call('pricing/customerprice/bulk', { records: records.slice(start, start + 2000) });
  return records.length;
};

const WORK = {
  'final price': async (server, round) => {
    for (let call = 0; call < 1200; call += 1)
      await server.call('pricing/get-final-price', {
        customer_id: at(server.customers, call),
        sku: at(server.skus, call + round),
        qty: 3,
      });
    return 1200;
  },
  'prices of 20 SKUs': quotes(20),
  'prices of 500 SKUs': quotes(500),
  'bulk, a new row': rows((round, place) => ({ qty: 1000 + round, value: 1 + (place % 90) })),
  'bulk, a changed row': rows((round, place) => ({ qty: 999, value: 100 + ((place + round) % 900) })),
};

/** Other work on the machine makes rounds slower and never quicker: the quarter says more than the half. */
const quantile = (values, share) => values.toSorted((one, next) => one - next)[Math.floor(values.length * share)];

for (const folder of [HERE, other])
  if (!existsSync(join(folder, 'dist', 'src', 'main.js'))) throw new Error(`${folder} isn't built`);
const servers = {
  other: await started(other),
  this: await started(HERE, Object.fromEntries(settings.map((text) => text.split(/=(.*)/s).slice(0, 2)))),
};
try {
  for (const [what, work] of Object.entries(WORK)) {
    const taken = { other: [], this: [] };
    for (let round = 0; round < WARM_ROUNDS + Number(rounds); round += 1)
      for (const name of round % 2 === 0 ? ['other', 'this'] : ['this', 'other']) {
        const before = servers[name].nanoseconds();
        const done = await work(servers[name], round);
        if (round >= WARM_ROUNDS) taken[name].push((servers[name].nanoseconds() - before) / 1000 / done);
      }
    for (const [share, told] of [
      [0.25, 'a quarter'],
      [0.5, 'half'],
    ]) {
      const [before, now] = [quantile(taken.other, share), quantile(taken.this, share)];
      process.stdout.write(
        `${what.padEnd(22)} ${told} of the rounds: other ${before.toFixed(0)} us, this ${now.toFixed(0)} us: ${(now / before).toFixed(2)}\n`,
      );
    }
  }
} finally {
  for (const { stop } of Object.values(servers)) stop();
}
