import { Resources } from '../../libs/records/index.js';
import { openDatabase } from '../../libs/database/index.js';
import { type Kind, ownDatabase } from './database.js';
import { type DocumentsSize, fillDocuments } from './documents-world.js';
import { runCommand, startProcess } from './processes.js';
import type { Report } from './report.js';
import { quantile, written } from './verdict.js';

/** Limit for the p50 of the search of visible documents on MySQL or MariaDB. */
const SEARCH_MOST_MS = 20;
/** Number of customers who sign in and search in turn. */
const ASKING = 20;
const PASSWORD = 'a password of the bench';

const called = async (url: string, token: string | undefined, method = 'GET', body?: object): Promise<string> => {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`);
  return text;
};

/** Tokens of customers from all parts of the table. */
const signIn = async (url: string, admin: string, { customers }: DocumentsSize): Promise<readonly string[]> => {
  const tokens: string[] = [];
  for (let at = 1; at <= ASKING; at += 1) {
    const id = Math.floor((customers * at) / (ASKING + 1));
    const username = `buyer-${id}@example.com`;
    const customer = { email: username, password: PASSWORD };
    await called(`${url}/rest/V1/commerce/customers/${id}`, admin, 'PUT', { customer });
    const signedIn = { username, password: PASSWORD };
    const token = await called(`${url}/rest/V1/integration/customer/token`, undefined, 'POST', signedIn);
    tokens.push(JSON.parse(token) as string);
  }
  return tokens;
};

const timed = async (count: number, ask: (at: number) => Promise<unknown>): Promise<readonly number[]> => {
  for (let at = 0; at < Math.min(count, 2 * ASKING); at += 1) await ask(at);
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const began = performance.now();
    await ask(at);
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
};

const PAGE = 'searchCriteria[pageSize]=20';
const FILTER = 'searchCriteria[filter_groups][0][filters][0]';

/**
 * Measures the search of visible documents over HTTP in a separate database, one client at a time: by customers, by
 * anonymous callers, for a product's page, and by an administrator who filters by assigned customer.
 */
export const measureDocuments = async (
  report: Report,
  kind: Kind,
  size: DocumentsSize,
  requests: number,
): Promise<void> => {
  const { settings, drop } = await ownDatabase(kind);
  try {
    await runCommand(settings, 'migrate');
    const persistence = await openDatabase(settings['DATABASE_URL'] ?? '', { resources: new Resources([]) });
    const began = performance.now();
    try {
      await fillDocuments(persistence, size);
    } finally {
      await persistence.close();
    }
    report.say(`${written(size.documents)} documents made in ${written((performance.now() - began) / 1000)} s`);
    const rights = ['_CustomerDocuments::manage', '_Commerce::save', '_Commerce::credentials'].flatMap((right) => [
      '--resource',
      right,
    ]);
    const admin = (await runCommand(settings, 'integration', 'create', '--name', 'bench', ...rights)).trim();
    const server = await startProcess('src/main', settings);
    try {
      const base = `${server.url}/rest/V1/customerdocuments`;
      const tokens = await signIn(server.url, admin, size);
      const tokenAt = (at: number): string | undefined => tokens[at % tokens.length];
      const product = (at: number): number => 1 + ((at * 37) % size.products);
      const asked: readonly (readonly [string, (at: number) => Promise<string>])[] = [
        ['of a customer', (at) => called(`${base}/me/search?${PAGE}`, tokenAt(at))],
        [
          "of a product's page, by a customer",
          (at) =>
            called(
              `${base}/me/search?${PAGE}&${FILTER}[field]=product_id&${FILTER}[value]=${product(at)}`,
              tokenAt(at),
            ),
        ],
        ['of what is public', () => called(`${base}/public/search?${PAGE}`, undefined)],
        [
          'by customer_ids, by an administrator',
          (at) => called(`${base}/search?${PAGE}&${FILTER}[field]=customer_ids&${FILTER}[value]=${product(at) % size.customers}`, admin), // prettier-ignore
        ],
      ];
      for (const [what, ask] of asked) {
        const times = await timed(requests, ask);
        const target = kind === 'mysql' ? { target: { most: SEARCH_MOST_MS } } : {};
        report.add({ what: `p50, documents ${what}`, value: quantile(times, 0.5), unit: 'ms', digits: 1, ...target });
        report.add({ what: `p95, documents ${what}`, value: quantile(times, 0.95), unit: 'ms', digits: 1 });
      }
    } finally {
      await server.kill('SIGTERM');
    }
  } finally {
    await drop();
  }
};
