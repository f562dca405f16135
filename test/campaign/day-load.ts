import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { EICAR } from '../support/clamd.js';
import { publishable, tinyTemplate } from '../support/passport-shop.js';
import { ADMINISTRATOR } from './day-ground.js';
import type { Random } from './random.js';

const WRITERS = 4;
const ROWS_PER_WRITER = 4;
const BULK_ROWS = 50;
/** Start value in cents. Each write lowers a price by one cent. */
const HIGHEST_CENTS = 9_000_000;
const ANSWER_MS = 60_000;
const CUSTOMER = { email: 'day@customers.example', password: 'a password of a customer' };
/** One in this many quotes requests its trace. */
const TRACED = 20;

const priceOf = (step: number): number => (HIGHEST_CENTS - step) / 100;
export const stepOf = (price: number): number => HIGHEST_CENTS - Math.round(price * 100);

/** A price that only one writer lowers step by step, so that each response shows how old it is. */
export interface PriceRow {
  readonly id: number;
  readonly sku: string;
  /** The last step that was sent, and the last one confirmed with 200. */
  tried: number;
  answered: number;
}

/** A change confirmed with 200. */
export interface Change {
  readonly at: number;
  readonly resource: string;
  readonly id: number;
  /** New value of a price. */
  readonly value?: number;
  readonly caller: 'integration' | 'admin';
}

export interface Asked {
  readonly what: 'quote' | 'write' | 'read' | 'sign-in';
  readonly began: number;
  readonly ended: number;
  /** 0 means that the connection broke. 502 and above without a Kontor body come from the balancer. */
  readonly status: number;
  readonly isOfKontor: boolean;
  readonly lines: number;
  readonly problem: string;
}

export interface Upload {
  readonly at: number;
  readonly id: number;
  readonly text: string;
  readonly isInfected: boolean;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the campaign fail
type Json = any;

interface Question {
  readonly what: Asked['what'];
  readonly caller?: Change['caller'] | 'nobody';
  readonly expected?: readonly number[];
  readonly lines?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All calls of a merchant's systems and customers in a day, through the balancer, and a record of the responses. */
export class DayLoad {
  readonly asked: Asked[] = [];
  readonly changes: Change[] = [];
  readonly uploads: Upload[] = [];
  readonly published: { readonly at: number; readonly sku: string }[] = [];
  readonly later: { readonly at: number; readonly uuid: string }[] = [];
  readonly traced: { readonly at: number; readonly traceId: string }[] = [];
  readonly broken: string[] = [];
  readonly rows: PriceRow[] = [];
  /** True if all servers scan files. The previous build may not support it. */
  isScanned = false;
  private readonly bulk = { ids: [] as number[], skus: [] as string[], tried: 0, answered: 0 };
  private customerId = 0;
  private made = 0;
  private administrator = '';
  private customerToken = '';
  private isStopped = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly random: Random,
    readonly integrationToken: string,
  ) {}

  /** Creates the records for the load. */
  async stock(): Promise<void> {
    await this.signIn();
    const skus = Array.from({ length: WRITERS * ROWS_PER_WRITER }, (_, server) => `DAY-${server}`);
    this.bulk.skus.push(...Array.from({ length: BULK_ROWS }, (_, server) => `DAY-BULK-${server}`));
    const records = [...skus, ...this.bulk.skus].map((sku) => ({ sku, name: sku, price: 99_999 }));
    await this.must('POST', 'commerce/products/bulk', { records });
    const customer = { customer_number: 'day', group_id: 1, email: CUSTOMER.email, password: CUSTOMER.password };
    this.customerId = (await this.must('POST', 'commerce/customers', { customer })).id;
    for (const sku of skus) {
      const { id } = await this.must('POST', 'pricing/customerprice', { customerPrice: this.row(sku, priceOf(0)) });
      this.rows.push({ id, sku, tried: 0, answered: 0 });
    }
    const made = await this.must('POST', 'pricing/customerprice/bulk', {
      records: this.bulk.skus.map((sku) => this.row(sku, priceOf(0))),
    });
    this.bulk.ids.push(...made.items.map(({ id }: Json) => id as number));
    await this.must('POST', 'dpp/manage/templates', { template: tinyTemplate() });
  }

  begin(): void {
    const tasks: readonly (readonly [pauseMs: number, () => Promise<unknown>])[] = [
      ...Array.from({ length: WRITERS }, (_, writer) => [400, () => this.writePrice(writer)] as const),
      ...Array.from({ length: 4 }, () => [40, () => this.quote()] as const),
      [60, () => this.quoteAsCustomer()],
      [4_000, () => this.writeBulk()],
      [120, () => this.quoteBulk()],
      [1_000, () => this.upload()],
      [1_500, () => this.publish()],
      [2_000, () => this.doLater()],
      [1_000, () => this.signIn()],
      [700, () => this.signInAsCustomer()],
      [3_000, () => this.guess()],
      [200, () => this.read()],
    ];
    this.running = Promise.all(
      tasks.map(async ([pauseMs, task]) => {
        while (!this.isStopped) {
          await task();
          await delay(this.random.whole(Math.ceil(pauseMs / 2), Math.ceil(pauseMs * 1.5)));
        }
      }),
    );
  }

  async end(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /** Sends a request after the load has stopped. It must succeed. */
  async must(verb: string, path: string, body?: object): Promise<Json> {
    const { status, json, problem } = await this.ask(verb, path, { what: 'read' }, body);
    if (status >= 300) throw new Error(`${verb} ${path}: ${status} ${problem}`);
    return json;
  }

  /** Rows of bulk calls, with the minimum for the last confirmed value. */
  get bulkRows(): readonly PriceRow[] {
    const { ids, skus, tried, answered } = this.bulk;
    return ids.map((id, server) => ({ id, sku: skus[server] ?? '', tried, answered }));
  }

  /** Sends a request and records the response. Without a JSON body, `json` is the text of the response. */
  async ask(verb: string, path: string, question: Question, body?: object) {
    const { what, caller = 'integration', expected = [200], lines = 0, headers = {} } = question;
    const token = caller === 'integration' ? this.integrationToken : caller === 'admin' ? this.administrator : '';
    const began = Date.now();
    let [status, isOfKontor, problem, json] = [0, false, '', undefined as Json];
    try {
      const response = await fetch(path.startsWith('/') ? this.url + path : `${this.url}/rest/V1/${path}`, {
        method: verb,
        headers: {
          'content-type': 'application/json',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      status = response.status;
      const text = await response.text();
      const type = response.headers.get('content-type') ?? '';
      isOfKontor = status < 500 || type.includes('json');
      json = type.includes('json') ? JSON.parse(text) : text;
      if (!expected.includes(status)) problem = text.slice(0, 300);
    } catch (error) {
      problem = `${String(error)} ${String((error as Error).cause)}`;
    }
    const isGood = expected.includes(status);
    this.asked.push({
      what,
      began,
      ended: Date.now(),
      status,
      isOfKontor,
      lines,
      problem: isGood ? '' : `${verb} ${path}: ${status} ${problem}`,
    });
    return { isGood, status, json, problem };
  }

  private row(sku: string, value: number) {
    return { sku, customer_id: this.customerId, value };
  }

  private mustHold(holds: boolean, rule: string): void {
    if (!holds) this.broken.push(`${new Date().toISOString()}: ${rule}`);
  }

  private changed(resource: string, id: number, caller: Change['caller'], value?: number): void {
    this.changes.push({ at: Date.now(), resource, id, caller, ...(value === undefined ? {} : { value }) });
  }

  /** Lowers one of this writer's prices by one step, as the integration or the administrator. */
  private async writePrice(writer: number): Promise<void> {
    const row = this.rows[writer * ROWS_PER_WRITER + this.random.whole(0, ROWS_PER_WRITER - 1)];
    if (!row) throw new Error('no row');
    const step = row.tried + 1;
    row.tried = step;
    const caller = this.random.whole(0, 1) === 0 ? 'integration' : 'admin';
    const customerPrice = { value: priceOf(step) };
    const question = { what: 'write', caller } as const;
    const { isGood } = await this.ask('PUT', `pricing/customerprice/${row.id}`, question, { customerPrice });
    if (!isGood) return;
    row.answered = step;
    this.changed('customerPrice', row.id, caller, priceOf(step));
  }

  private async writeBulk(): Promise<void> {
    const { skus, ids } = this.bulk;
    this.bulk.tried += 1;
    const step = this.bulk.tried;
    const records = skus.map((sku) => this.row(sku, priceOf(step)));
    const path = 'pricing/customerprice/bulk?mode=all_or_nothing';
    const { isGood } = await this.ask('POST', path, { what: 'write' }, { records });
    if (!isGood) return;
    this.bulk.answered = step;
    for (const id of ids) this.changed('customerPrice', id, 'integration', priceOf(step));
  }

  /** Reads any price. It must not be older than a write confirmed before the request. */
  private async quote(): Promise<void> {
    const row = this.random.pick(this.rows);
    const { answered } = row;
    const isTraced = this.random.whole(1, TRACED) === 1;
    const traceId = randomBytes(16).toString('hex');
    const headers: Readonly<Record<string, string>> = isTraced
      ? { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` }
      : {};
    const question = { what: 'quote', lines: 1, headers } as const;
    const asked = { sku: row.sku, customer_id: this.customerId };
    const { isGood, json } = await this.ask('POST', 'pricing/get-final-price', question, asked);
    if (!isGood) return;
    if (isTraced) this.traced.push({ at: Date.now(), traceId });
    const step = stepOf(json.unit_price);
    this.mustHold(
      step >= answered && step <= row.tried,
      `${row.sku} was told as of step ${step}, but ${answered} was answered before, and ${row.tried} tried`,
    );
  }

  /** Reads all rows that bulk calls write together. They must have the same step, and not an outdated one. */
  private async quoteBulk(): Promise<void> {
    const { answered } = this.bulk;
    const items = this.bulk.skus.slice(0, 10).map((sku) => ({ sku, qty: 1 }));
    const question = { what: 'quote', lines: items.length } as const;
    const asked = { customer_id: this.customerId, items };
    const { isGood, json } = await this.ask('POST', 'pricing/get-multi-price', question, asked);
    if (!isGood) return;
    const steps = new Set<number>((json.items as readonly Json[]).map(({ unit_price }) => stepOf(unit_price)));
    const [step = -1] = steps;
    this.mustHold(steps.size === 1, `a bulk of all or nothing was seen in part: steps ${[...steps].join()}`);
    this.mustHold(step >= answered, `a bulk was told as of step ${step}, but ${answered} was answered before`);
  }

  /** Reads a price as the signed-in customer. */
  private async quoteAsCustomer(): Promise<void> {
    if (this.customerToken === '') return;
    const row = this.random.pick(this.rows);
    const { answered } = row;
    const headers = { authorization: `Bearer ${this.customerToken}` };
    const question = { what: 'quote', caller: 'nobody', lines: 1, headers } as const;
    const { isGood, json } = await this.ask('POST', 'pricing/me/get-final-price', question, { sku: row.sku });
    if (isGood) this.mustHold(stepOf(json.unit_price) >= answered, `${row.sku} was told a customer as of an old step`);
  }

  private async upload(): Promise<void> {
    this.made += 1;
    const isInfected = this.made % 7 === 0;
    const text = isInfected ? EICAR : `Terms ${this.made}\n`.repeat(200);
    const document = { name: `Terms ${this.made}`, customer_ids: [this.customerId] };
    const write = { what: 'write', caller: 'admin' } as const;
    const made = await this.ask('POST', 'customerdocuments', write, { document });
    if (!made.isGood) return;
    const { id } = made.json;
    this.changed('document', id, 'admin');
    const documentFile = { name: 'terms.txt', base64_encoded_data: Buffer.from(text).toString('base64') };
    const stored = await this.ask('PUT', `customerdocuments/${id}/file`, write, { documentFile });
    if (stored.isGood) this.uploads.push({ at: Date.now(), id, text, isInfected });
  }

  private async publish(): Promise<void> {
    this.made += 1;
    const sku = `DAY-PASSPORT-${this.made}`;
    const write = { what: 'write' } as const;
    const product = { sku, name: sku, price: 1 };
    const made = await this.ask('POST', 'commerce/products', write, { product });
    if (!made.isGood) return;
    this.changed('product', made.json.id, 'integration');
    const drafted = await this.ask('POST', 'dpp/manage/passports', write, { passport: publishable({ sku }) });
    if (!drafted.isGood) return;
    const { passport_id: id } = drafted.json;
    const shown = await this.ask('POST', `dpp/manage/passports/${id}/publish`, write);
    if (!shown.isGood) return;
    this.published.push({ at: Date.now(), sku });
    const read = { what: 'read', caller: 'nobody' } as const;
    const { isGood, json } = await this.ask('GET', `dpp/passport/${sku}`, read);
    if (isGood) this.mustHold(json?.sku === sku, `the passport of ${sku} was published and isn't told`);
  }

  private async doLater(): Promise<void> {
    this.made += 1;
    const calls = [0, 1].map((part) => ({
      product: { sku: `DAY-LATER-${this.made}-${part}`, name: 'Later', price: 1 },
    }));
    const question = { what: 'write', expected: [202] } as const;
    const { isGood, json } = await this.ask('POST', '/rest/async/bulk/V1/commerce/products', question, calls);
    if (isGood) this.later.push({ at: Date.now(), uuid: json.bulk_uuid });
  }

  private async signIn(): Promise<void> {
    const question = { what: 'sign-in', caller: 'nobody' } as const;
    const { isGood, json } = await this.ask('POST', 'integration/admin/token', question, ADMINISTRATOR);
    if (isGood) this.administrator = json;
  }

  private async signInAsCustomer(): Promise<void> {
    const { email: username, password } = CUSTOMER;
    const question = { what: 'sign-in', caller: 'nobody' } as const;
    const { isGood, json } = await this.ask('POST', 'integration/customer/token', question, { username, password });
    if (isGood) this.customerToken = json;
  }

  private async guess(): Promise<void> {
    this.made += 1;
    const question = { what: 'sign-in', caller: 'nobody', expected: [401] } as const;
    const guessed = { username: `nobody-${this.made}`, password: 'a guess' };
    await this.ask('POST', 'integration/admin/token', question, guessed);
  }

  private async read(): Promise<void> {
    await this.ask('GET', 'commerce/products/search?searchCriteria[pageSize]=5', { what: 'read' });
    const upload = this.uploads.length > 0 ? this.random.pick(this.uploads) : undefined;
    if (!upload) return;
    // 409 means that the file is not scanned yet, or is infected.
    const question = { what: 'read', caller: 'admin', expected: [200, 409] } as const;
    const { isScanned } = this;
    const { status, json } = await this.ask('GET', `customerdocuments/${upload.id}/file/content`, question);
    if (status === 200)
      this.mustHold(
        json === upload.text && !(upload.isInfected && isScanned),
        `the file of document ${upload.id} was given out wrongly`,
      );
  }
}
