/*
 * node scripts/compare-builds.mjs [--on mysql://root@127.0.0.1:3306/] [--many] <folder of another build> [rounds] [NAME=value…]
 *
 * Compares the processor time that this build and another one need for the same calls, with the demo's price book on
 * SQLite. With --on it uses a MySQL server and compares elapsed time, because the database works in another process.
 * With --many it writes 100,000 rows in calls of 5,000. Both builds must exist.
 *
 * NAME=value sets a setting for this build's server only; with `.` as the other build the result is the cost of the setting.
 *
 * Three servers run, one call at a time: this build, the other, and the other again, whose ratio shows the noise of the
 * machine. On several processors the servers share one and the client has the others. Processor time is that of all
 * threads of a server as counted by Linux; the ratio is the median over the rounds.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HERE = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values: chosen, positionals } = parseArgs({
  allowPositionals: true,
  options: { on: { type: 'string' }, many: { type: 'boolean', default: false } },
});
const [named, given = chosen.many ? '3' : '60', ...settings] = positionals;
const rounds = Number(given);
if (named === undefined)
  throw new Error('The folder of the other build is missing. Usage: node scripts/compare-builds.mjs <folder>');
const other = resolve(named);
const MANY = 100_000;
const CALL_ROWS = 5_000;
const BOOK = join(HERE, 'demo', 'wholesale');
const warmRounds = chosen.many ? 1 : 6;
const FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=200'];

/** Keeps the client off the processor of the servers; works only with Linux's `taskset`. */
const alone = (() => {
  const [last, ...others] = [...cpus().keys()].reverse();
  if (others.length === 0) return [];
  const { status } = spawnSync('taskset', ['--pid', '--all-tasks', '--cpu-list', others.join(), String(process.pid)]);
  return status === 0 ? ['taskset', '--cpu-list', String(last)] : [];
})();

/** Creates a MySQL database and returns its address and a function that drops it. */
const madeDatabase = async (server, name) => {
  const { createConnection } = await import('mysql2/promise');
  const run = async (sql) => {
    const connection = await createConnection(server);
    await connection.query(sql).finally(() => connection.end());
  };
  await run(`CREATE DATABASE ${name}`);
  return { url: new URL(name, server).href, drop: () => run(`DROP DATABASE ${name}`) };
};

let port = 3900 + Math.floor(Math.random() * 80);
const freePort = () => (port += 1);

const started = async (folder, given = {}) => {
  const own = mkdtempSync(join(tmpdir(), 'kontor-compare-'));
  const port = freePort();
  const database = chosen.on === undefined ? undefined : await madeDatabase(chosen.on, `kontor_compare_${port}`);
  const env = {
    ...process.env,
    DATABASE_URL: database?.url ?? `sqlite:${join(own, 'kontor.sqlite')}`,
    STORAGE_URL: `file:${join(own, 'documents')}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    DRAIN_S: '0',
    JWT_SECRET: 'a public secret, only for the comparison',
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    ...given,
  };
  const { bin } = createRequire(import.meta.url)(join(folder, 'package.json'));
  const run = (...args) =>
    execFileSync(process.execPath, [bin.kontor, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  run('migrate');
  run('import', BOOK);
  const token = run('integration', 'create', '--name', 'compare', '--resource', 'Kontor::all').trim();
  const [program, ...words] = [...alone, process.execPath, ...FLAGS, join('dist', 'src', 'main.js')];
  const child = spawn(program, words, { cwd: folder, env });
  await new Promise((up, fail) => {
    child.once('exit', (code) => fail(new Error(`The server in ${folder} exited with ${code}`)));
    child.stdout.on('data', (text) => String(text).includes('listening') && up());
  });
  const call = async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/rest/V1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const page = 'searchCriteria[pageSize]=300';
  const customers = (await call(`commerce/customers/search?${page}`)).items.map(({ id }) => id);
  const pages = [1, 2, 3, 4, 5].map((at) => `commerce/products/search?${page}&searchCriteria[currentPage]=${at}`);
  const skus = (await Promise.all(pages.map((path) => call(path)))).flatMap(({ items }) => items.map(({ sku }) => sku));
  const tasks = `/proc/${child.pid}/task`;
  const nanoseconds = () => {
    if (database) return performance.now() * 1e6;
    return readdirSync(tasks).reduce(
      (sum, task) => sum + Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0]),
      0,
    );
  };
  const stop = async () => {
    child.kill('SIGKILL');
    await database?.drop();
    rmSync(own, { recursive: true, force: true });
  };
  return { call, customers, skus, nanoseconds, stop };
};

const at = (list, place) => list[place % list.length];
const lines = ({ skus }, from, count) =>
  Array.from({ length: count }, (_, place) => ({ sku: at(skus, from + place), qty: 5 }));
const quotes = (count) => async (server, round) => {
  const calls = Math.ceil(6_000 / count);
  for (let call = 0; call < calls; call += 1) {
    const items = lines(server, call * 7 + round, count);
    await server.call('pricing/get-multi-price', { customer_id: at(server.customers, call), items });
  }
  return calls;
};
const rows = (ofRound) => async (server, round) => {
  const records = Array.from({ length: 2000 }, (_, place) => ({
    customer_id: at(server.customers, place),
    sku: at(server.skus, place),
    website_id: 0,
    ...ofRound(round, place),
  }));
  for (let start = 0; start < records.length; start += 1000)
    await server.call('pricing/customerprice/bulk', { records: records.slice(start, start + 1000) });
  return records.length;
};

/** Writes MANY rows: in each round new ones, or the same ones with other prices. */
const many = (ofRound) => async (server, round) => {
  const { customers, skus } = server;
  for (let start = 0; start < MANY; start += CALL_ROWS) {
    const records = Array.from({ length: CALL_ROWS }, (_, at) => {
      const place = start + at;
      const [customer, product] = [Math.floor(place / skus.length), place % skus.length];
      return { customer_id: customers[customer], sku: skus[product], website_id: 0, ...ofRound(round, place) };
    });
    await server.call('pricing/customerprice/bulk', { records });
  }
  return MANY;
};

const MANY_WORK = {
  '100,000, a new row': many((round, place) => ({ qty: 1000 + round, value: 1 + (place % 90) })),
  '100,000, a changed row': many((round, place) => ({ qty: 999, value: 100 + ((place + round) % 900) })),
};

const WORK = {
  'final price': async (server, round) => {
    for (let call = 0; call < 300; call += 1)
      await server.call('pricing/get-final-price', {
        customer_id: at(server.customers, call),
        sku: at(server.skus, call + round),
        qty: 3,
      });
    return 300;
  },
  'prices of 20 SKUs': quotes(20),
  'prices of 500 SKUs': quotes(500),
  'bulk, a new row': rows((round, place) => ({ qty: 1000 + round, value: 1 + (place % 90) })),
  'bulk, a changed row': rows((round, place) => ({ qty: 999, value: 100 + ((place + round) % 900) })),
};

const middle = (values) => values.toSorted((one, next) => one - next)[Math.floor(values.length / 2)];

for (const folder of [HERE, other])
  if (!existsSync(join(folder, 'dist', 'src', 'main.js')))
    throw new Error(`${folder} is not built. Run node scripts/build.mjs there.`);
const servers = {};
const ORDERS = [
  ['other', 'this', 'again'],
  ['this', 'again', 'other'],
  ['again', 'other', 'this'],
];
try {
  servers.other = await started(other);
  servers.again = await started(other);
  servers.this = await started(HERE, Object.fromEntries(settings.map((text) => text.split(/=(.*)/s).slice(0, 2))));
  for (const [what, work] of Object.entries(chosen.many ? MANY_WORK : WORK)) {
    const taken = { other: [], again: [], this: [] };
    for (let round = 0; round < warmRounds + rounds; round += 1)
      for (const name of at(ORDERS, round)) {
        const before = servers[name].nanoseconds();
        const done = await work(servers[name], round);
        if (round >= warmRounds) taken[name].push((servers[name].nanoseconds() - before) / 1000 / done);
      }
    const ratio = (name) => middle(taken[name].map((one, round) => one / taken.other[round])).toFixed(3);
    const us = (name) => middle(taken[name]).toFixed(0);
    process.stdout.write(
      `${what.padEnd(22)} other ${us('other')} us, this ${us('this')} us: ratio ${ratio('this')}; noise (other again): ${ratio('again')}\n`,
    );
  }
} finally {
  for (const { stop } of Object.values(servers)) await stop();
}
