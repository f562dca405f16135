import { setTimeout as delay } from 'node:timers/promises';
import type { Member } from './cluster.js';
import type { Random } from './random.js';
import { Client, mustHold, RuleBroken } from './shop.js';

const SKUS_PER_MEMBER = 3;
/** Start value in cents. Each write lowers a price by one cent. */
const HIGHEST_CENTS = 9_000_000;
const ANSWER_MS = 30_000;
const PAUSE_MS = 20;
/** How soon a node has applied what another one has committed. */
const APPLIED_MS = 10_000;

/** A price that only one writer lowers step by step, so that each response shows how old it is. */
interface Row {
  readonly id: number;
  readonly sku: string;
  /** The last step that was sent, and the last one confirmed with 200. */
  tried: number;
  answered: number;
}

const priceOf = (step: number): number => (HIGHEST_CENTS - step) / 100;
const stepOf = (price: number): number => HIGHEST_CENTS - Math.round(price * 100);

/** Observations of the cluster while something happens to one member. */
export interface Window {
  end(): { readonly longestGapMs: number; readonly slowestQuoteMs: number; readonly longestWithoutQuoteMs: number };
}

interface Quoted {
  readonly at: number;
  readonly member: number;
  readonly ms: number;
  readonly isAnswered: boolean;
}

const longestGap = (times: readonly number[]): number =>
  Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));

/** Writers and readers on all members, and a record of their responses. */
export class ClusterWorkload {
  private readonly rows: Row[] = [];
  private readonly categories = new Map<string, number | undefined>();
  private readonly versions = new Map<number, string>();
  private readonly accepted: number[] = [];
  private readonly quoted: Quoted[] = [];
  private customerId = 0;
  private stopped = false;
  private statuses = new Map<number, number>();

  constructor(
    private readonly members: readonly Member[],
    private readonly token: string,
    private readonly random: Random,
    private readonly pauseMs: number,
  ) {}

  async stock(): Promise<void> {
    const client = this.clientOf(0);
    const customer = { customer_number: 'cluster', group_id: 1 };
    ({ id: this.customerId } = await client.good('POST', 'commerce/customers', { customer }));
    for (let count = 0; count < SKUS_PER_MEMBER * this.members.length; count += 1) {
      const sku = `CLUSTER-${count}`;
      await client.good('POST', 'commerce/products', { product: { sku, name: sku, price: 99_999 } });
      const customerPrice = { sku, customer_id: this.customerId, value: priceOf(0) };
      const { id } = await client.good('POST', 'pricing/customerprice', { customerPrice });
      this.rows.push({ id, sku, tried: 0, answered: 0 });
    }
  }

  /** Writes and reads on all members until `stop`. Throws as soon as a rule is broken. */
  async run(): Promise<void> {
    const tasks = this.members.flatMap(({ index }) => [
      () => this.writePrice(index),
      () => this.createOnce(index),
      () => this.readPrice(index),
      () => this.readPrice(index),
    ]);
    await Promise.all(
      tasks.map(async (task) => {
        try {
          while (!this.stopped) {
            await task();
            if (this.pauseMs > 0) await delay(this.pauseMs);
          }
        } catch (error) {
          this.stopped = true;
          throw error;
        }
      }),
    );
  }

  stop(): void {
    this.stopped = true;
  }

  /** Starts a window for this member. Quotes of the member itself are not checked. */
  watch(member: number): Window {
    const since = Date.now();
    return {
      end: () => {
        const times = [since, ...this.accepted.filter((at) => at >= since), Date.now()];
        const quotes = this.quoted.flatMap(({ at, ms, isAnswered }) => (isAnswered && at >= since ? at + ms : []));
        const answered = [since, ...quotes.toSorted((one, other) => one - other), Date.now()];
        const others = this.quoted.filter((quote) => quote.at >= since && quote.member !== member);
        return {
          longestGapMs: longestGap(times),
          slowestQuoteMs: Math.max(0, ...others.map(({ ms }) => ms)),
          longestWithoutQuoteMs: longestGap(answered),
        };
      },
    };
  }

  /** Writes at all members, except to this member's records, while `work` runs. */
  async beside<T>(work: () => Promise<T>): Promise<T> {
    this.stopped = false;
    const writing = this.members.map(async ({ index }) => {
      while (!this.stopped) await this.writePrice(index);
    });
    try {
      return await work();
    } finally {
      this.stopped = true;
      await Promise.all(writing);
    }
  }

  /** Changes a field of one product at each of two nodes, both at once, again and again. Returns how many were sent again. */
  async changeFieldsAtOnce(times: number): Promise<number> {
    const product = { sku: 'FIELDS', name: 'at 0', price: 1 };
    const { id } = await this.clientOf(0).good('POST', 'commerce/products', { product });
    const path = `commerce/products/${id}`;
    const last = this.members.length - 1;
    let repeats = 0;
    const change = async (member: number, product: object): Promise<void> => {
      for (; ; repeats += 1) {
        const reply = await this.asked(member, 'PUT', path, { product });
        if (reply?.status === 200) return;
        await delay(PAUSE_MS);
      }
    };
    for (let time = 1; time <= times; time += 1) {
      const one = this.random.whole(0, last);
      const other = (one + this.random.whole(1, last)) % this.members.length;
      const [name, price] = [`at ${time}`, time];
      const late = this.random.whole(0, 3);
      await Promise.all([change(one, { name }), delay(late).then(() => change(other, { price }))]);
      for (const { index } of this.members) await this.holds(index, path, { name, price });
    }
    return repeats;
  }

  private async holds(member: number, path: string, values: { readonly name: string; readonly price: number }) {
    const until = Date.now() + APPLIED_MS;
    for (;;) {
      const { name, price } = await this.clientOf(member).good('GET', path);
      if (name === values.name && price === values.price) return;
      mustHold(Date.now() < until, `member ${member}: ${name}, ${price} instead of ${JSON.stringify(values)}`);
      await delay(PAUSE_MS);
    }
  }

  /** Writes a row for each of these products in one call. None may fail. */
  async writeBulk(member: number, mode: string, skus: readonly string[], value: number): Promise<number> {
    const records = skus.map((sku) => ({ sku, customer_id: this.customerId, value }));
    const began = Date.now();
    const { status, body } = await this.clientOf(member).call('POST', `pricing/customerprice/bulk?mode=${mode}`, {
      records,
    });
    mustHold(
      status === 200 && body.failed === 0,
      `a bulk of ${skus.length} rows, ${mode}: ${status} ${JSON.stringify(body).slice(0, 300)}`,
    );
    return Date.now() - began;
  }

  /** Creates products and returns their SKUs. */
  async products(count: number): Promise<readonly string[]> {
    const skus = Array.from({ length: count }, (_, index) => `BULK-${index}`);
    for (let from = 0; from < count; from += 5000) {
      const records = skus.slice(from, from + 5000).map((sku) => ({ sku, name: sku, price: 99_999 }));
      await this.clientOf(0).good('POST', 'commerce/products/bulk', { records });
    }
    return skus;
  }

  /** After all work has stopped: each member returns the same data, and everything confirmed is stored once. */
  async check(): Promise<string> {
    for (const { index } of this.members) {
      const client = this.clientOf(index);
      for (const row of this.rows) {
        const { value } = await client.good('GET', `pricing/customerprice/${row.id}`);
        const step = stepOf(value);
        mustHold(step >= row.answered && step <= row.tried, `member ${index}: ${row.sku} stands at ${step}`);
      }
    }
    const counts = new Map<string, number>();
    for (const { name } of await this.clientOf(0).all('commerce/categories', 'name', 'once-%25', 'like'))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [name, id] of this.categories) {
      const count = counts.get(name) ?? 0;
      mustHold(count <= 1, `the category ${name} is there ${count} times`);
      mustHold(id === undefined || count === 1, `the category ${name} was answered and isn't there`);
    }
    const waits = this.quoted.map(({ ms }) => ms).toSorted((one, other) => one - other);
    const at = (share: number): number => waits[Math.floor((waits.length - 1) * share)] ?? 0;
    const statuses = [...this.statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    return (
      `${this.accepted.length} prices written, ${this.categories.size} records made once, ${waits.length} quotes ` +
      `(p50 ${at(0.5)}, p99 ${at(0.99)} ms); 0 stale, 0 lost, 0 twice; answers by status ${statuses}`
    );
  }

  /** Lowers one of this member's prices by one step, at this member. */
  private async writePrice(member: number): Promise<void> {
    const row = this.rows[member + this.members.length * this.random.whole(0, SKUS_PER_MEMBER - 1)];
    if (!row) throw new Error('no row');
    const step = row.tried + 1;
    row.tried = step;
    const customerPrice = { value: priceOf(step) };
    const reply = await this.asked(member, 'PUT', `pricing/customerprice/${row.id}`, { customerPrice });
    if (reply?.status !== 200) return void (await delay(PAUSE_MS));
    row.answered = step;
    this.accepted.push(Date.now());
    const what = `${row.sku} at ${step}`;
    const { version = -1 } = reply;
    mustHold(!this.versions.has(version), `${what} and ${this.versions.get(version)} are both version ${version}`);
    this.versions.set(version, what);
    await delay(PAUSE_MS);
  }

  /**
   * Creates a record without a unique key. Repeats the call under the same Idempotency-Key at any member until it gets
   * a response.
   */
  private async createOnce(member: number): Promise<void> {
    const name = `once-${member}-${this.categories.size}-${this.random.whole(0, 1e9)}`;
    this.categories.set(name, undefined);
    for (let index = member; !this.stopped; index += 1) {
      const reply = await this.asked(
        index % this.members.length,
        'POST',
        'commerce/categories',
        { category: { name } },
        { 'idempotency-key': name },
      );
      if (reply?.status === 200) {
        this.categories.set(name, reply.body.id);
        break;
      }
      await delay(PAUSE_MS);
    }
    await delay(PAUSE_MS * 5);
  }

  /** Reads any price at this member. It must not be older than a write confirmed before the request. */
  private async readPrice(member: number): Promise<void> {
    const row = this.random.pick(this.rows);
    const { answered } = row;
    const began = Date.now();
    const reply = await this.asked(member, 'POST', 'pricing/get-final-price', {
      sku: row.sku,
      customer_id: this.customerId,
    });
    this.quoted.push({ at: began, member, ms: Date.now() - began, isAnswered: reply?.status === 200 });
    if (reply?.status === 200) {
      const step = stepOf(reply.body.unit_price);
      mustHold(
        step >= answered,
        `${row.sku} at member ${member} stands at ${step}, but ${answered} was answered before`,
      );
    }
    await delay(PAUSE_MS);
  }

  /** Undefined if no member responded. */
  private async asked(
    member: number,
    verb: 'POST' | 'PUT',
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ) {
    try {
      const reply = await this.clientOf(member, ANSWER_MS).call(verb, path, body, headers);
      this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
      mustHold(
        [200, 409, 503].includes(reply.status),
        `${verb} ${path} at member ${member}: ${reply.status} ${JSON.stringify(reply.body)}`,
      );
      return reply;
    } catch (error) {
      if (error instanceof RuleBroken) throw error;
      return undefined;
    }
  }

  private clientOf(member: number, patienceMs?: number): Client {
    return new Client(this.members[member]?.server?.url ?? '', this.token, patienceMs);
  }
}
