import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { Resources } from '../../libs/records/index.js';
import { type Database, openDatabase, type Param, placeholders } from '../../libs/database/index.js';
import type { OwnDatabase } from './database.js';
import { throughput } from './load.js';
import { runCommand, startProcess } from './processes.js';
import type { Report } from './report.js';
import type { Load } from './requests.js';
import { median } from './verdict.js';

const RIGHTS = ['_Dpp::manage', '_Dpp::save', '_Dpp::publish'].flatMap((right) => ['--resource', right]);
const ROWS_AT_ONCE = 200;
const ROWS_OF_A_TRANSACTION = 10_000;
const CONNECTIONS = 64;
/** Number of different SKUs that are requested in turn. */
const ASKED = 997;
/** Minimum share of the bare echo's requests per second. */
const SHARE_LEAST = 0.5;

type Row = Readonly<Record<string, Param>>;

/** The rows of one passport in the four tables, with placeholders for values that differ in each copy. */
interface Pattern {
  readonly table: string;
  readonly row: Row;
}

const TABLES: readonly (readonly [table: string, key: string])[] = [
  ['passport', 'id'],
  ['passport_version', 'passport_id'],
  ['published_passport', 'passport_id'],
  ['passport_publication', 'id'],
];

/** Publishes one passport over HTTP: the example of a shipped template. */
const publishOne = async (
  url: string,
  token: string,
): Promise<{ readonly passport_id: number; readonly sku: string }> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/rest/V1/dpp/manage/${path}`, { method, headers, ...sent });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as never;
  };
  const filter = 'searchCriteria[filter_groups][0][filters][0]';
  const { items } = (await call('GET', `templates/search?${filter}[field]=code&${filter}[value]=textile`)) as {
    readonly items: readonly { readonly code: string; readonly example: object }[];
  };
  const [template] = items;
  if (!template) throw new Error('the template textile is not there');
  const passport = { ...template.example, template_code: template.code, store_id: 0, sku: 'BENCH-0' };
  const { passport_id } = (await call('POST', 'passports', { passport })) as { readonly passport_id: number };
  await call('POST', `passports/${passport_id}/publish`);
  return { passport_id, sku: 'BENCH-0' };
};

const patternsOf = async (database: Database, passportId: number): Promise<readonly Pattern[]> => {
  const version = await database.queryOne<{ id: number }>('SELECT id FROM passport_version WHERE passport_id = ?', [
    passportId,
  ]);
  const patterns: Pattern[] = [];
  for (const [table, key] of TABLES) {
    const id = table === 'passport_publication' ? (version?.id ?? 0) : passportId;
    const row = await database.queryOne<Row>(`SELECT * FROM ${table} WHERE ${key} = ?`, [id]);
    if (!row) throw new Error(`${table} has no row`);
    patterns.push({ table, row });
  }
  const parts = new Set(
    patterns.flatMap(({ row }) => Object.keys(row).filter((name) => PART.test(name)).map((name) => row[name] ?? null)), // prettier-ignore
  );
  for (const id of parts) {
    if (id === null) continue;
    const row = await database.queryOne<Row>('SELECT * FROM passport_part WHERE id = ?', [id]);
    if (row) patterns.push({ table: 'passport_part', row });
  }
  return patterns;
};

/** A column that refers to a part, or to several parts by point. */
const PART = /^(?:content_part|part_\d)$/;
/**
 * Higher than the number of parts of the first passport. Each copy has its own part IDs, like products of different
 * models.
 */
const PARTS_OF_A_COPY = 1_000;

/** The row of copy number `index`, with its own IDs, UUID and SKU wherever they occur. */
const copyOf = (
  { table, row }: Pattern,
  index: number,
  uuid: string,
  first: { readonly uuid: string; readonly id: number },
): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (PART.test(name) || (table === 'passport_part' && name === 'id'))
        return [name, value === null ? null : Number(value) + index * PARTS_OF_A_COPY];
      if (name === 'digest') return [name, `bench-${index}-${String(row['id'])}`];
      if (name === 'id' || name === 'passport_id') return [name, Number(value) + index];
      if (/^passport_version_(public|shown|work)_key$/.test(name))
        return [name, value === null ? null : String(first.id + index)];
      if (typeof value !== 'string') return [name, value];
      return [
        name,
        value
          .replaceAll('BENCH-0', `BENCH-${index}`)
          .replaceAll(first.uuid, uuid)
          .replace(`"passport_id":${first.id},`, `"passport_id":${first.id + index},`),
      ];
    }),
  );

/** Adds this many copies of the first passport directly to the tables. */
const multiply = async ({ settings }: OwnDatabase, passportId: number, count: number): Promise<void> => {
  const persistence = await openDatabase(settings['DATABASE_URL'] ?? '', { resources: new Resources([]) });
  try {
    const { database, transactions } = persistence;
    const patterns = await patternsOf(database, passportId);
    const first = { uuid: String(patterns[0]?.row['uuid']), id: passportId };
    for (let start = 1; start < count; start += ROWS_OF_A_TRANSACTION) {
      await transactions.write(async () => {
        const end = Math.min(start + ROWS_OF_A_TRANSACTION, count);
        for (let from = start; from < end; from += ROWS_AT_ONCE) {
          const copies = Array.from({ length: Math.min(ROWS_AT_ONCE, end - from) }, (_, at) => ({
            index: from + at,
            uuid: randomUUID(),
          }));
          for (const pattern of patterns) {
            const names = Object.keys(pattern.row);
            const rows = copies.map(({ index, uuid }) => copyOf(pattern, index, uuid, first));
            await database.run(
              `INSERT INTO ${pattern.table} (${names.map((name) => `\`${name}\``).join(', ')}) VALUES ` +
                rows.map(() => `(${placeholders(names.length)})`).join(', '),
              rows.flatMap((row) => names.map((name) => row[name] ?? null)),
            );
          }
        }
      });
    }
  } finally {
    await persistence.close();
  }
};

export type Requests = readonly {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}[];

/**
 * Requests per second. A response of another kind than expected ends the run. All connections send the same requests in
 * the same order, or those that `ofConnection` creates for each.
 */
export const asked = async (
  url: string,
  requests: Requests,
  seconds: number,
  isGood: (status: number) => boolean,
  ofConnection?: () => Requests,
): Promise<number> => {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [...requests],
    ...(ofConnection ? { setupClient: (client) => client.setRequests([...ofConnection()]) } : {}),
  });
  const bad = Object.keys(result.statusCodeStats ?? {}).find((status) => !isGood(Number(status)));
  if (result.errors > 0 || bad !== undefined)
    throw new Error(`${url}: ${result.errors} errors, status ${bad ?? 'good'}`);
  return result.requests.average;
};

/**
 * Measures published passports by SKU over REST and GraphQL, and with a known ETag, alternately with an echo that does
 * nothing.
 */
export const measurePassports = async (
  report: Report,
  database: OwnDatabase,
  { warmSeconds, seconds, rounds }: Pick<Load, 'warmSeconds' | 'seconds' | 'rounds'>,
  count: number,
): Promise<void> => {
  const { settings } = database;
  const token = (await runCommand(settings, 'integration', 'create', '--name', 'bench-dpp', ...RIGHTS)).trim();
  const server = await startProcess('src/main', settings);
  try {
    const { passport_id } = await publishOne(server.url, token);
    await multiply(database, passport_id, count);
    const skus = Array.from({ length: ASKED }, (_, at) => `BENCH-${(at * 7919) % count}`);
    const pathOf = (sku: string) => `/rest/V1/dpp/passport/${sku}`;
    const read = await fetch(server.url + pathOf(skus.at(-1) ?? ''));
    const answer = await read.text();
    if (!answer.includes(skus.at(-1) ?? '-')) throw new Error(`the passports are not public: ${answer.slice(0, 200)}`);
    const etags: (string | null)[] = [];
    // One after the other, because a thousand connections at once would measure something else.
    for (const sku of skus) etags.push((await fetch(server.url + pathOf(sku))).headers.get('etag'));
    const rest = skus.map((sku) => ({ method: 'GET' as const, path: pathOf(sku) }));
    const known = skus.map((sku, at) => ({
      method: 'GET' as const,
      path: pathOf(sku),
      headers: { 'if-none-match': etags[at] ?? '' },
    }));
    const query = '{dppPassportBySku(sku:"SKU"){passport_id template_code version espr_category country_of_origin dpp_payload completeness_score}}'; // prettier-ignore
    const graphql = skus.map((sku) => ({
      method: 'POST' as const,
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: query.replace('SKU', sku) }),
    }));
    const hasGraphql = (await fetch(`${server.url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: graphql[0]?.body ?? '' })).status === 200; // prettier-ignore
    const bare = await startProcess('test/bench/bare', { ...settings, BARE_ANSWER: answer });
    try {
      const echo = { url: `${bare.url}/echo`, token, bodies: ['{}'] };
      const kinds = [
        { what: 'passport by SKU, REST', requests: rest, isGood: (status: number) => status === 200 },
        { what: 'passport by SKU, known ETag', requests: known, isGood: (status: number) => status === 304 },
        ...(hasGraphql
          ? [{ what: 'passport by SKU, GraphQL', requests: graphql, isGood: (status: number) => status === 200 }]
          : []),
      ];
      const found = new Map<string, number[]>(kinds.map(({ what }) => [what, []]));
      const echoed: number[] = [];
      for (const { requests, isGood } of kinds) await asked(server.url, requests, warmSeconds, isGood);
      await throughput(echo, warmSeconds);
      for (let round = 0; round < rounds; round += 1) {
        for (const { what, requests, isGood } of kinds)
          found.get(what)?.push(await asked(server.url, requests, seconds, isGood));
        echoed.push((await throughput(echo, seconds)).perSecond);
      }
      for (const [what, figures] of found) report.add({ what, value: median(figures), unit: 'requests/s' });
      report.add({ what: `bare echo of ${answer.length} bytes`, value: median(echoed), unit: 'requests/s' });
      report.add({
        what: `passport by SKU of ${count}, REST, beside the echo`,
        value: median(found.get('passport by SKU, REST') ?? []) / median(echoed),
        unit: 'of it',
        digits: 2,
        target: { least: SHARE_LEAST },
      });
    } finally {
      await bare.kill('SIGTERM');
    }
  } finally {
    await server.kill('SIGTERM');
  }
};
