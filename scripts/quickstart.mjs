// Installs, builds, loads the wholesale demo into an embedded database and starts the server:  npm run quickstart
// A second run keeps what is installed, built and loaded.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { customerToken, tryDownload } from './demo-load.mjs';
import { tryPassports } from './demo-passports.mjs';
import { loadPrices, tryPrices } from './demo-prices.mjs';
import { environment, node, passOnSignals, prepare, root, run, windows } from './project.mjs';

const port = Number(process.env.PORT || 3000);
const host = process.env.HOST || '0.0.0.0';
const base = `http://localhost:${port}`;
const USERNAME = 'demo';
// Always the embedded database and a local folder: demo data must not get into the database that DATABASE_URL names.
const env = {
  DATABASE_URL: 'sqlite:var/kontor.sqlite',
  STORAGE_URL: 'file:var/documents',
  PORT: String(port),
  HOST: host,
  // There is no balancer that has to notice a stop.
  DRAIN_S: process.env.DRAIN_S || '0',
};
const cli = join(root, 'dist', 'src', 'cli', 'kontor.js');
const main = join(root, 'dist', 'src', 'main.js');

/** The server buffers log lines for less than this. */
const SETTLED_MS = 300;

const stop = (text) => {
  console.error(`\n${text}`);
  process.exit(1);
};

const portIsFree = () =>
  new Promise((answer) => {
    const probe = createServer();
    probe.once('error', (error) => answer(error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => answer(true)));
  });

const needPort = async () => {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    stop(`PORT is "${process.env.PORT}". Set it to a number from 1 to 65535.`);
  if (await portIsFree()) return;
  stop(
    `Port ${port} is in use, perhaps by an earlier quickstart. Stop that server, or choose another port: ` +
      `PORT=${port + 1} npm run quickstart`,
  );
};

const must = async (title, ...args) => {
  const { code } = await run(node(), args, { env });
  if (code !== 0) throw new Error(`${title} failed. The output above contains the reason.`);
};

/** A password of the demo, created once and stored in a file that only this user can read. */
const passwordOf = (name) => {
  const file = join(root, 'var', name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = `${randomBytes(15).toString('base64url')}-7x`;
  mkdirSync(join(root, 'var'), { recursive: true });
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
};

/** Request id of this script's own requests, whose log lines are not printed. */
const OWN = 'quickstart';

/** On a terminal, log lines are printed in the server's readable form. */
const shownLine = (text) => {
  if (!process.stdout.isTTY) return text;
  const { level, time, msg = '', stack, ...rest } = JSON.parse(text);
  const more = Object.entries(rest).map(
    ([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${time.slice(11, 19)} ${level.toUpperCase().padEnd(5)} ${msg}${more.join('')}${stack ? `\n${stack}` : ''}`;
};

const passOnLog = (output) =>
  createInterface(output).on('line', (line) => {
    if (!line.includes(`"id":"${OWN}"`)) console.log(line.startsWith('{') ? shownLine(line) : line);
  });

// The other scripts of the demo call fetch as well.
const plainFetch = globalThis.fetch;
globalThis.fetch = (address, options = {}) =>
  plainFetch(address, { ...options, headers: { ...options.headers, 'X-Request-Id': OWN } });

const call = async (path, { method = 'GET', token, body } = {}) => {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
  });
  return { status: response.status, text: await response.text() };
};

const need = async (path, request) => {
  const { status, text } = await call(path, request);
  if (status !== 200) throw new Error(`${request?.method ?? 'GET'} ${path} returned ${status}: ${text}`);
  return text;
};

const ready = async (server) => {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null)
      stop(`The server exited with code ${server.exitCode}. The output above contains the reason.`);
    const answer = await call('/health/ready').catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((tick) => setTimeout(tick, 100));
  }
  throw new Error('The server was not ready within a minute.');
};

const signIn = async (password) => {
  const request = { method: 'POST', body: JSON.stringify({ username: USERNAME, password }) };
  const first = await call('/rest/V1/integration/admin/token', request);
  if (first.status === 200) return JSON.parse(first.text);
  // An earlier run created the administrator, and its password file is gone.
  await run(node(), [cli, 'admin', 'password', '--username', USERNAME], { env, input: `${password}\n`, quiet: true });
  return JSON.parse(await need('/rest/V1/integration/admin/token', request));
};

/** Prices lines of the demo's first invoice for its customer, on its day. */
const tryBasket = async (token) => {
  const customer = JSON.parse(await need('/rest/V1/commerce/customers/number/17850', { token }));
  const body = JSON.stringify({
    customer_id: customer.id,
    date: '2010-12-01',
    items: [
      { sku: '84406B', qty: 8 },
      { sku: '71053', qty: 6 },
      { sku: '22752', qty: 2 },
    ],
  });
  const segment = process.env.PRICING_SEGMENT || 'pricing';
  const path = `/rest/V1/${segment}/get-multi-price?fields=items[sku,qty,unit_price,row_total,price_code]`;
  const answer = await need(path, { method: 'POST', token, body });
  return `Price a basket for customer 17850 on 2010-12-01 (the invoice of that day contains the prices 2.75, 3.39 and 7.65):

curl -sg '${base}${path}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'

Response:
${answer}`;
};

/** Empty where Desk is switched off. */
const tryDesk = async () => {
  if (process.env.DESK === '0') return '';
  const { code, output } = await run(node(), [cli, 'admin', 'link', '--username', USERNAME], { env, quiet: true });
  if (code !== 0) throw new Error(`The sign-in link for Desk could not be created: ${output}`);
  return `Desk, the web interface for staff: ${base}/desk
Sign-in link, valid once within 10 minutes: ${output.trim().split('\n').at(-1)}
`;
};

/** Empty where the documents module is not installed. */
const tryDocument = async (token) => {
  const { status } = await call('/rest/V1/customerdocuments/search?searchCriteria=', { token });
  return status === 404 ? '' : tryDownload(base, token, passwordOf('demo-customer'));
};

await needPort();
console.log('\n> Packages');
const version = await prepare('run');
console.log(`Kontor runs on Node.js ${version.replace('v', '')}.`);
console.log('\n> Build');
const { build } = await import('./build.mjs');
if ((await build({ ifChanged: true })) !== 0) stop('The build failed. The output above contains the reason.');
console.log('\n> Database');
const { code, output } = await run(node(), [cli, 'migrate'], { env, quiet: true });
if (code !== 0) stop(`${output}\nThe database could not be prepared. The output above contains the reason.`);
console.log(`Migrations applied to var/kontor.sqlite: ${output.match(/^up /gm)?.length ?? 0}`);

const password = passwordOf('demo-administrator');
await needPort();
// The server starts while the demo is loaded.
console.log('\n> Wholesale demo, server');
const server = spawn(node(), [main], {
  cwd: root,
  env: environment({ ...env, ADMIN_USERNAME: USERNAME, ADMIN_PASSWORD: password }),
  stdio: ['inherit', 'pipe', 'inherit'],
  shell: windows,
});
passOnLog(server.stdout);
server.on('exit', (code) => process.exit(process.exitCode ?? code ?? 1));
passOnSignals(server);

try {
  await Promise.all([
    must('Wholesale demo', cli, 'import', join('demo', 'wholesale'), '--format', 'wholesale'),
    ready(server),
  ]);
  const token = await signIn(password);
  const segment = process.env.PRICING_SEGMENT || 'pricing';
  await loadPrices(base, token, segment);
  const customer = await customerToken(base, token, passwordOf('demo-customer'));
  const [desk, basket, prices, document, passports] = await Promise.all([
    tryDesk(),
    tryBasket(token),
    tryPrices(base, token, segment),
    tryDocument(token),
    tryPassports(base, token),
  ]);
  // Lets the server write the log lines of its start first.
  await delay(SETTLED_MS);
  console.log(`
${desk}
${passports}

${basket}

${prices}

${document}

Administrator: ${USERNAME}, password ${password} (stored in var/demo-administrator).
Paste these two lines to run the commands of README.md. The tokens are valid for an hour.

export ADMIN=${token}
export CUSTOMER=${customer}

API reference, where you can send requests: ${base}/swagger
Kontor runs at ${base}. Press Ctrl-C to stop it.
`);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
  server.kill('SIGTERM');
}
