/*
 * node scripts/record-passports.mjs: publishes passports with the last release (scripts/last-release.mjs) and records its
 * tables and answers in test/fixtures/passports/last-release.json.gz. test/e2e/dpp-upgraded.test.ts upgrades them.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { root } from './project.mjs';

const TABLES = [
  'passport_template',
  'passport_run',
  'passport',
  'passport_part',
  'passport_version',
  'passport_publication',
  'published_passport',
  'passport_identifier',
  'passport_link',
  'passport_event',
  'passport_measurement',
];
const HEADERS = ['etag', 'repr-digest', 'content-type'];
const FILE = join(root, 'test/fixtures/passports/last-release.json.gz');

const build = execFileSync(process.execPath, [join(root, 'scripts/last-release.mjs')], { encoding: 'utf8' }).trim();
const templateOf = (file) => JSON.parse(readFileSync(join(build, 'src/dpp/templates/shipped', file), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'kontor-recorded-'));
const database = join(folder, 'kontor.sqlite');
const server = spawn(process.execPath, [join(build, 'dist/src/main.js')], {
  cwd: folder,
  env: {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: `sqlite:${database}`,
    STORAGE_URL: `file:${join(folder, 'documents')}`,
    JWT_SECRET: 'a secret of the recording, long enough',
    PUBLIC_BASE_URL: 'http://kontor.test',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'a password of the recording',
    // The machine may be busy with other things.
    DEADLINE_READ_S: '120',
    DEADLINE_WRITE_S: '120',
    PASSPORT_CHECK_MS: '30000',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => server.on('exit', resolve));

const url = await new Promise((resolve, reject) => {
  void ended.then(() => reject(new Error('The server of the last release does not start.')));
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return;
    const { msg, port } = JSON.parse(line);
    if (msg === 'listening') resolve(`http://127.0.0.1:${port}`);
  });
});

let token;
const call = async (verb, path, body, headers = {}) => {
  const answer = await fetch(url + path, {
    method: verb,
    redirect: 'manual',
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const manage = async (verb, path, body) => {
  const { status, text } = await call(verb, `/rest/V1/dpp/manage/${path}`, body, { authorization: `Bearer ${token}` });
  if (status !== 200 && status !== 202) throw new Error(`${verb} ${path}: ${status} ${text}`);
  return JSON.parse(text);
};

const made = [];
const publish = async (name, template, example, more = {}) => {
  const passport = { ...example, template_code: 'battery', template_version: template.version, ...more };
  const { passport_id: id, uuid, sku, serial } = await manage('POST', 'passports', { passport });
  const { status, completeness_score: score } = await manage('POST', `passports/${id}/publish`);
  made.push({ name, id, uuid, sku, serial, status, score });
  return id;
};

const record = async () => {
  const signedIn = await call('POST', '/rest/V1/integration/admin/token', { username: 'admin', password: 'a password of the recording' }); // prettier-ignore
  token = JSON.parse(signedIn.text);
  const [first, second] = [templateOf('battery.json'), templateOf('battery-2.0.0.json')];
  const documents = [
    { kind: 'declaration_of_conformity', title: 'Declaration', url: 'https://maker.example/doc.pdf', language: 'en' },
    { kind: 'manual', title: 'Manual', url: 'https://maker.example/manual', sha256: 'ab'.repeat(32) },
  ];
  await publish('1.0.0', first, first.example, { sku: 'R-100', serial: 'R-100' });
  const revised = await publish('1.0.0, revised', first, first.example, { sku: 'R-101', serial: 'R-101' });
  await manage('POST', `passports/${revised}/revisions`);
  await manage('PUT', `passports/${revised}`, { passport: { mpn: 'M-2', documents } });
  await manage('POST', `passports/${revised}/publish`);
  await publish('2.0.0', second, second.example, { sku: 'R-200', serial: 'R-200', documents });
  for (const [category, { payload: _payload, ...example }] of Object.entries(second.examples ?? {}))
    await publish(`2.0.0 ${category}`, second, { ...second.example, ...example }, { sku: `R-${category}`, gtin: null, serial: `R-${category}`.slice(0, 20) }); // prettier-ignore
  const gone = await publish('2.0.0, archived', second, second.example, { sku: 'R-290', serial: 'R-290' });
  await manage('POST', `passports/${gone}/archive`, { reason: 'withdrawn' });
  const id = made.find(({ name }) => name === '2.0.0').id;
  const measurements = [{ point: 'cycle_count', at: '2026-11-25T00:00:00Z', value: 212 }];
  await manage('POST', `passports/${id}/measurements`, { measurements });
  const grants = {};
  for (const audience of ['legitimate_interest', 'authority']) {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const body = {
      audience,
      for: { template: 'battery' },
      to: { name: 'N', email: 'n@n.example' },
      purpose: 'P',
      until,
    };
    grants[audience] = (await manage('POST', 'grants', body)).token;
  }
  const answers = [];
  const ask = async (path, audience) => {
    const authorization = audience && { authorization: `Bearer ${grants[audience]}` };
    const { status, text, headers } = await call('GET', path, undefined, authorization);
    answers.push({ path, audience, status, text, headers: Object.fromEntries(HEADERS.map((name) => [name, headers.get(name)])) }); // prettier-ignore
  };
  for (const { uuid, sku } of made) {
    for (const path of [`/rest/V1/dpp/passport/${sku}`, `/rest/V1/dpp/passport/${sku}/jsonld`]) await ask(path);
    for (const audience of [undefined, ...Object.keys(grants)]) await ask(`/dpp/v1/dpps/${uuid}`, audience);
    await ask(`/dpp/${uuid}/qr.svg`);
  }
  for (const version of ['1.0.0', '2.0.0']) await ask(`/dpp/schema/battery/${version}.json`);
  return { made, answers };
};

try {
  const recorded = await record();
  server.kill('SIGTERM');
  await ended;
  const tables = new DatabaseSync(database, { readOnly: true });
  const rowsOf = (sql) => tables.prepare(sql).all();
  const rows = Object.fromEntries(TABLES.map((table) => [table, rowsOf(`SELECT * FROM ${table}${table === 'passport_template' ? " WHERE code = 'battery'" : ''} ORDER BY 1`)])); // prettier-ignore
  const migrations = rowsOf('SELECT name FROM migration ORDER BY name').map(({ name }) => name);
  writeFileSync(FILE, gzipSync(JSON.stringify({ ...recorded, migrations, rows }), { level: 9 }));
  console.log(`${recorded.made.length} passports, ${recorded.answers.length} answers: ${FILE}`);
} finally {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
