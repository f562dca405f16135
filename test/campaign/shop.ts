import { readFileSync } from 'node:fs';
import { type OwnDatabase } from '../bench/database.js';
import { runCommand, type ServerProcess, startProcess } from '../bench/processes.js';
import type { Random } from './random.js';

/** The setup of a campaign: its own database, its random numbers, and its number of rounds. */
export interface Ground {
  readonly database: OwnDatabase;
  readonly random: Random;
  readonly rounds: number;
}

/** A rule was broken, so the campaign has found a fault. */
export class RuleBroken extends Error {}

export const mustHold = (holds: boolean, rule: string): void => {
  if (!holds) throw new RuleBroken(rule);
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the campaign fail
type Json = any;

export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly version: number | undefined;
}

/** A client of one server of the shop. */
export class Client {
  constructor(
    readonly url: string,
    private readonly token: string,
    /** Time limit for a response. */
    private readonly patienceMs?: number,
  ) {}

  async call(
    verb: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const response = await fetch(`${this.url}/rest/V1/${path}`, {
      method: verb,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(this.patienceMs === undefined ? {} : { signal: AbortSignal.timeout(this.patienceMs) }),
    });
    const version = response.headers.get('x-pricing-version');
    return {
      status: response.status,
      body: await response.json(),
      version: version === null ? undefined : Number(version),
    };
  }

  /** Same as `call`, but the request must succeed. */
  async good(verb: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Json> {
    const reply = await this.call(verb, path, body);
    mustHold(
      reply.status === 200 || reply.status === 202,
      `${verb} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`,
    );
    return reply.body;
  }

  /** All matches of one filter, page by page. */
  async all(path: string, field: string, value: string | number, condition = 'eq'): Promise<readonly Json[]> {
    const items: Json[] = [];
    for (let page = 1; ; page += 1) {
      const prefix = 'searchCriteria[filterGroups][0][filters][0]';
      const filter = `${prefix}[field]=${field}&${prefix}[value]=${value}&${prefix}[conditionType]=${condition}`;
      const found = await this.good('GET', `${path}/search?${filter}&searchCriteria[currentPage]=${page}`);
      items.push(...found.items);
      if (found.items.length === 0 || items.length >= found.total_count) return items;
    }
  }
}

/** Servers on one database, and a token with all rights. */
export class Shop {
  private constructor(
    private readonly database: OwnDatabase,
    readonly token: string,
    private readonly servers: ServerProcess[],
  ) {}

  static async open(database: OwnDatabase, processes: number): Promise<Shop> {
    const create = ['integration', 'create', '--name', 'campaign', '--resource', 'Kontor::all'];
    const token = (await runCommand(database.settings, ...create)).trim();
    const shop = new Shop(database, token, []);
    for (let count = 0; count < processes; count += 1) await shop.start();
    return shop;
  }

  get clients(): readonly Client[] {
    return this.servers.map(({ url }) => new Client(url, this.token));
  }

  get client(): Client {
    const [first] = this.clients;
    if (!first) throw new Error('no server runs');
    return first;
  }

  /** Pauses or resumes a server. */
  signal(index: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.servers[index]?.child.kill(signal);
  }

  /** Child processes of a server, as reported by Linux. */
  get beside(): readonly number[] {
    return this.servers.flatMap(({ child: { pid } }) => {
      const children = pid === undefined ? '' : readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
      return children
        .split(' ')
        .filter((text) => text !== '')
        .map(Number);
    });
  }

  async start(): Promise<void> {
    this.servers.push(await startProcess('src/main', this.database.settings));
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await Promise.all(this.servers.splice(0).map((server) => server.kill(signal)));
  }
}

export interface Stock {
  readonly skus: readonly string[];
  readonly productIds: readonly number[];
  readonly customerId: number;
  readonly listId: number;
  readonly groupId: number;
}

/** Creates some products, a customer in a group, and a list assigned to the group. */
export const stocked = async (client: Client, products: number): Promise<Stock> => {
  const skus = Array.from({ length: products }, (_, index) => `CAMPAIGN-${index}`);
  const productIds: number[] = [];
  for (const sku of skus) {
    const product = { sku, name: sku, price: 1000 };
    productIds.push((await client.good('POST', 'commerce/products', { product })).id);
  }
  const { id: groupId } = await client.good('POST', 'commerce/customerGroups', { customerGroup: { code: 'campaign' } });
  const customer = { customer_number: 'campaign', group_id: groupId };
  const { id: customerId } = await client.good('POST', 'commerce/customers', { customer });
  const { id: listId } = await client.good('POST', 'pricing/pricelist', { priceList: { name: 'campaign' } });
  const priceListGroup = { pricelist_id: listId, customer_group_id: groupId };
  await client.good('POST', 'pricing/pricelistgroup', { priceListGroup });
  return { skus, productIds, customerId, listId, groupId };
};
