import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { publishable, tinyTemplate } from './passport-shop.js';

const PDF = readFileSync(join(__dirname, '..', '..', 'demo', 'documents', 'parasol-guide.pdf'));
const SKUS = Array.from({ length: 8 }, (_, index) => `UPGRADE-${index}`);
const BULK_SKUS = Array.from({ length: 200 }, (_, index) => `BULK-${index}`);
const HIGHEST_CENTS = 9_000_000;
const LOOK_MS = 50;
const PAUSE_MS = 10;
const PATIENCE_MS = 150_000;

interface Member {
  readonly name: string;
  readonly url: string;
  isReady: boolean;
  answered: number;
}

interface Account {
  readonly username: string;
  readonly password: string;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the test fail
type Json = any;

/**
 * Clients that do not know about the upgrade. As behind a balancer, their requests go to the ready servers in turn. Any
 * status other than 200 (202 for asynchronous requests) is a fault, and so is a price older than the last confirmed
 * write.
 */
export class UpgradeLoad {
  readonly faults: string[] = [];
  private readonly members: Member[] = [];
  private readonly kept = new Map<string, Json>();
  private readonly later: string[] = [];
  private turn = 0;
  private made = 0;
  private isStopped = true;
  private running: Promise<unknown> = Promise.resolve();
  private token = '';
  private customer = 0;

  constructor(private readonly account: Account) {}

  /** Adds a server, which gets requests whenever it is ready. */
  add(name: string, url: string): void {
    this.members.push({ name, url, isReady: false, answered: 0 });
  }

  /** Resolves when each of these servers has answered `count` more requests, however fast the machine is. */
  async answers(count: number, ...names: readonly string[]): Promise<void> {
    const waited = this.members
      .filter(({ name }) => names.includes(name))
      .map((member) => [member, member.answered + count] as const);
    const until = Date.now() + PATIENCE_MS;
    while (waited.some(([member, goal]) => member.answered < goal)) {
      if (Date.now() > until || this.faults.length > 0) {
        const progress = waited.map(([{ name, answered }, goal]) => `${name} has answered ${answered} of ${goal}`);
        throw new Error([...progress, ...this.faults.slice(0, 20)].join('\n'));
      }
      await delay(LOOK_MS);
    }
  }

  async becomesReady(name: string): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    while (!this.members.some((member) => member.name === name && member.isReady)) {
      if (Date.now() > until) throw new Error(`${name} isn't ready`);
      await delay(LOOK_MS);
    }
  }

  /** Creates the records for the load, once. */
  async stock(): Promise<void> {
    await this.look();
    await this.signIn();
    const commerce = '/rest/V1/commerce';
    const records = [...SKUS, ...BULK_SKUS].map((sku) => ({ sku, name: sku, price: 99_999 }));
    await this.must('POST', `${commerce}/products/bulk`, { records });
    const customer = { customer_number: 'upgrade', group_id: 1 };
    this.customer = (await this.must('POST', `${commerce}/customers`, { customer })).id;
    for (const sku of SKUS) {
      const customerPrice = { sku, customer_id: this.customer, value: HIGHEST_CENTS / 100 };
      await this.must('POST', '/rest/V1/pricing/customerprice', { customerPrice });
    }
    await this.must('POST', '/rest/V1/dpp/manage/templates', { template: tinyTemplate() });
    const passport = publishable({ sku: SKUS[0] });
    const { passport_id } = await this.must('POST', '/rest/V1/dpp/manage/passports', { passport });
    await this.must('POST', `/rest/V1/dpp/manage/passports/${passport_id}/publish`);
    if (this.faults.length > 0) throw new Error(this.faults.join('\n'));
  }

  begin(): void {
    this.isStopped = false;
    const tasks = [
      ...SKUS.slice(0, 4).map((sku) => () => this.writeAndQuote(sku)),
      () => this.read(),
      () => this.read(),
      () => this.bulk(),
      () => this.doLater(),
      () => this.document(),
      () => this.signIn().then(() => delay(200)),
    ];
    const loops = tasks.map(async (task) => {
      while (!this.isStopped) {
        await task();
        await delay(PAUSE_MS);
      }
    });
    const looking = async (): Promise<void> => {
      while (!this.isStopped) {
        await this.look();
        await delay(LOOK_MS);
      }
    };
    this.running = Promise.all([...loops, looking()]);
  }

  async end(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /** After the load has stopped: checks that everything confirmed is stored, at each ready server. */
  async check(): Promise<{ readonly kept: number; readonly later: number }> {
    await this.look();
    for (const uuid of this.later) await this.isDone(uuid);
    for (const member of this.members.filter(({ isReady }) => isReady))
      for (const [path, expected] of this.kept) {
        const found = path.startsWith('price of ')
          ? await this.quote(path.slice('price of '.length), member)
          : await this.ask('GET', path, undefined, member);
        if (JSON.stringify(found) !== JSON.stringify(expected)) this.faults.push(`${member.name} has lost ${path}`);
      }
    return { kept: this.kept.size, later: this.later.length };
  }

  /** Updates the list of ready servers from their health. */
  private async look(): Promise<void> {
    await Promise.all(
      this.members.map(async (member) => {
        const status = await fetch(`${member.url}/health/ready`).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 0,
        );
        member.isReady = status === 200;
      }),
    );
  }

  private next(): Member {
    const ready = this.members.filter(({ isReady }) => isReady);
    this.turn += 1;
    const member = ready[this.turn % ready.length];
    if (!member) throw new Error('nobody is ready');
    return member;
  }

  /** The body of a successful response. Any other response is recorded as a fault and returns undefined. */
  private async ask(verb: string, path: string, body?: object, member = this.next()): Promise<Json> {
    const what = `${verb} ${path} at ${member.name}`;
    try {
      const response = await fetch(member.url + path, {
        method: verb,
        headers: {
          'content-type': 'application/json',
          ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200 && response.status !== 202) {
        this.faults.push(`${what}: ${response.status} ${bytes.toString().slice(0, 300)}`);
        return undefined;
      }
      member.answered += 1;
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return isJson ? JSON.parse(bytes.toString()) : bytes.toString('base64');
    } catch (error) {
      this.faults.push(`${what}: ${String(error)} ${String((error as Error).cause)}`);
      return undefined;
    }
  }

  private async must(verb: string, path: string, body?: object): Promise<Json> {
    const answer = await this.ask(verb, path, body);
    if (answer === undefined) throw new Error(this.faults.join('\n'));
    return answer;
  }

  private async quote(sku: string, member?: Member): Promise<number | undefined> {
    const question = { customer_id: this.customer, items: [{ sku, qty: 1 }] };
    const answer = await this.ask('POST', '/rest/V1/pricing/get-multi-price', question, member);
    return answer?.items[0].unit_price;
  }

  private price(): number {
    this.made += 1;
    return (HIGHEST_CENTS - this.made) / 100;
  }

  /** Checks that the next server, which is a different one if there are two, knows the written price. */
  private async writeAndQuote(sku: string): Promise<void> {
    const value = this.price();
    const records = [{ sku, customer_id: this.customer, value }];
    const written = await this.ask('POST', '/rest/V1/pricing/customerprice/bulk', { records });
    if (written === undefined) return;
    if (written.updated !== 1) this.faults.push(`${sku} isn't written: ${JSON.stringify(written)}`);
    const quoted = await this.quote(sku);
    if (quoted !== undefined && quoted !== value)
      this.faults.push(`${sku} costs ${quoted}, and was written as ${value}`);
    this.kept.set(`price of ${sku}`, value);
  }

  private async read(): Promise<void> {
    await this.ask('GET', `/rest/V1/dpp/passport/${SKUS[0]}`);
    await this.ask('GET', '/rest/V1/commerce/products/search?searchCriteria[pageSize]=5');
    await this.ask('GET', '/rest/V1/customerdocuments/search?searchCriteria[pageSize]=5');
    await this.quote(SKUS.at(-1) ?? '');
  }

  private async bulk(): Promise<void> {
    const value = this.price();
    const records = BULK_SKUS.map((sku) => ({ sku, customer_id: this.customer, value }));
    const answer = await this.ask('POST', '/rest/V1/pricing/customerprice/bulk?mode=all_or_nothing', { records });
    if (answer !== undefined) for (const sku of BULK_SKUS.slice(0, 3)) this.kept.set(`price of ${sku}`, value);
    await delay(200);
  }

  private async doLater(): Promise<void> {
    this.made += 1;
    const calls = [0, 1, 2].map((part) => ({
      product: { sku: `LATER-${this.made}-${part}`, name: 'Later', price: 1 },
    }));
    const answer = await this.ask('POST', '/rest/async/bulk/V1/commerce/products', calls);
    if (answer !== undefined) this.later.push(answer.bulk_uuid);
    await delay(200);
  }

  private async isDone(uuid: string): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.ask('GET', `/rest/V1/bulk/${uuid}/status`);
      const statuses = (answer?.operations_list ?? []).map(({ status }: Json) => status) as readonly number[];
      if (statuses.length === 3 && statuses.every((status) => status === 1)) return;
      if (Date.now() > until || statuses.some((status) => status !== 4 && status !== 1))
        return void this.faults.push(`${uuid} isn't done: ${JSON.stringify(answer)}`);
      await delay(LOOK_MS);
    }
  }

  private async document(): Promise<void> {
    this.made += 1;
    const document = { name: `Guide ${this.made}`, customer_ids: [this.customer] };
    const made = await this.ask('POST', '/rest/V1/customerdocuments', { document });
    if (made === undefined) return;
    const path = `/rest/V1/customerdocuments/${made.id}/file`;
    const documentFile = { name: 'guide.pdf', base64_encoded_data: PDF.toString('base64') };
    if ((await this.ask('PUT', path, { documentFile })) === undefined) return;
    const expected = PDF.toString('base64');
    this.kept.set(`${path}/content`, expected);
    const read = await this.ask('GET', `${path}/content`);
    if (read !== undefined && read !== expected) this.faults.push(`${path} has other bytes`);
    await delay(200);
  }

  private async signIn(): Promise<void> {
    const token = await this.ask('POST', '/rest/V1/integration/admin/token', this.account);
    if (token !== undefined) this.token = token;
  }
}
