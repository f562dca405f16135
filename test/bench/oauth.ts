import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { authorizationOf, type Credentials } from '../support/oauth-signer.js';
import type { OwnDatabase } from './database.js';
import { runCommand, startProcess } from './processes.js';
import type { Report } from './report.js';
import { cpuSeconds } from './resident.js';
import { median } from './verdict.js';

/** Maximum additional processor time for a signature compared with a bearer token, in milliseconds per request. */
const MORE_MOST = 0.15;
const AT_ONCE = 16;

export interface OAuthEffort {
  readonly rounds: number;
  /** Number of requests of each kind in each round. */
  readonly requests: number;
}

const FILTERS = Array.from(
  { length: 10 },
  (_, index) =>
    `searchCriteria[filter_groups][${index}][filters][0][field]=sku` +
    `&searchCriteria[filter_groups][${index}][filters][0][value]=A-${index}` +
    `&searchCriteria[filter_groups][${index}][filters][0][condition_type]=neq`,
).join('&');

const ASKED = {
  'a record': '/rest/V1/access/roles/1',
  'a search with ten filters': `/rest/V1/commerce/products/search?${FILTERS}`,
} as const;

const asked = (agent: Agent, url: string, authorization: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { authorization } }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answers ${response.statusCode}`));
      });
    });
    sent.on('error', reject).end();
  });

const allAsked = async (url: string, headers: readonly string[]): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const left = headers[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const header of left) await asked(agent, url, header);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
};

/**
 * Measures the server's additional cost for a signed request of an integration compared with its bearer token. Both
 * alternate.
 */
export const measureOAuth = async (report: Report, { settings }: OwnDatabase, effort: OAuthEffort): Promise<void> => {
  const own = { ...settings, SECRETS_KEY: randomBytes(32).toString('hex') };
  const rights = ['--resource', '_Access::manage', '--resource', '_Commerce::manage'];
  const token = (await runCommand(own, 'integration', 'create', '--name', 'bench', ...rights)).trim();
  const printed = await runCommand(own, 'integration', 'oauth', '--name', 'bench');
  const lines = printed.trim().split('\n');
  const credentials = Object.fromEntries(lines.map((line) => line.split(' '))) as unknown as Credentials;
  const server = await startProcess('src/main', own);
  const costOf = async (url: string, headers: readonly string[]): Promise<number> => {
    const before = cpuSeconds(server.child);
    await allAsked(url, headers);
    return ((cpuSeconds(server.child) - before) * 1000) / headers.length;
  };
  try {
    for (const [what, path] of Object.entries(ASKED)) {
      const url = server.url + path;
      const bearers = Array.from({ length: effort.requests }, () => `Bearer ${token}`);
      const signed = (): readonly string[] => bearers.map(() => authorizationOf({ method: 'GET', url, credentials }));
      await allAsked(url, bearers);
      await allAsked(url, signed());
      const [costs, more]: [number[], number[]] = [[], []];
      for (let round = 0; round < effort.rounds; round += 1) {
        const headers = signed();
        const bearer = await costOf(url, bearers);
        costs.push(bearer);
        more.push((await costOf(url, headers)) - bearer);
      }
      report.add({ what: `${what}, bearer: processor time`, value: median(costs), unit: 'ms', digits: 3 });
      report.add({
        what: `the same, signed: more of it`,
        value: median(more),
        unit: 'ms',
        digits: 3,
        target: { most: MORE_MOST },
      });
    }
  } finally {
    await server.kill('SIGTERM');
  }
};
