import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Answer, type AppOptions, startApp, type TestApp, type Verb } from './app.js';

type Values = Readonly<Record<string, unknown>>;

/** A condition of a search: field, condition and value. */
export type Condition = readonly [string, string, string | number];

/** Search criteria as a query string. All conditions must match. */
export const criteria = (conditions: readonly Condition[] = [], rest = ''): string => {
  const groups = conditions.map(([field, condition, value], at) => {
    const filter = `searchCriteria[filter_groups][${at}][filters][0]`;
    return `&${filter}[field]=${field}&${filter}[condition_type]=${condition}&${filter}[value]=${encodeURIComponent(value)}`;
  });
  const parts = `${groups.join('')}${rest}`;
  return parts === '' ? '?searchCriteria=' : `?${parts.slice(1)}`;
};

/** A shop with documents over HTTP. Its files have their own folder. */
export class DocumentShop {
  private made = 0;

  private constructor(
    readonly app: TestApp,
    readonly folder: string,
  ) {}

  static async open(options: AppOptions = {}): Promise<DocumentShop> {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-documents-'));
    const settings = { STORAGE_URL: `file:${folder}`, EXTERNAL_HOSTS: 'docs.example', ...options.settings };
    return new DocumentShop(await startApp({ ...options, settings }), folder);
  }

  async close(): Promise<void> {
    await this.app.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Sends a request of the administrator below `/rest/V1/` and returns any response. */
  async ask(verb: Verb, path: string, body?: unknown): Promise<Answer> {
    return this.app.call(verb, `/rest/V1/${path}`, body, await this.app.adminToken());
  }

  /** Same as `ask`, but the request must succeed. Returns the body. */
  good(verb: Verb, path: string, body?: unknown) {
    return this.app.good(verb, `/rest/V1/${path}`, body);
  }

  /** Creates a document and returns it. */
  document(fields: Values = {}) {
    this.made += 1;
    return this.good('POST', 'customerdocuments', { document: { name: `Document ${this.made}`, ...fields } });
  }

  /** Creates an external document, which therefore has content. */
  external(fields: Values = {}) {
    return this.document({ is_external: 1, external_url: `https://docs.example/${this.made}.pdf`, ...fields });
  }

  /** Creates a document with a file of this text and returns its ID. */
  async local(fields: Values = {}, text = 'some text', name = 'note.txt'): Promise<number> {
    const { id } = await this.document(fields);
    await this.file(id, text, name);
    return id;
  }

  file(id: number, text: string, name = 'note.txt') {
    const documentFile = { name, base64_encoded_data: Buffer.from(text).toString('base64') };
    return this.good('PUT', `customerdocuments/${id}/file`, { documentFile });
  }

  /** Waits until a job has finished. */
  async jobDone(uuid: string): Promise<void> {
    while ((await this.good('GET', `jobs/${uuid}`)).status === 4) await setTimeout(50);
  }

  read(id: number) {
    return this.good('GET', `customerdocuments/${id}`);
  }

  commerce(path: string, wrapper: string, record: Values) {
    return this.good('POST', `commerce/${path}`, { [wrapper]: record });
  }

  async group(): Promise<number> {
    this.made += 1;
    return (await this.commerce('customerGroups', 'customerGroup', { code: `G-${this.made}` })).id;
  }

  /** Creates a customer without an account. */
  async customer(fields: Values = {}): Promise<number> {
    return (await this.commerce('customers', 'customer', fields)).id;
  }

  async product(): Promise<{ id: number; sku: string }> {
    this.made += 1;
    const sku = `S-${this.made}`;
    return { id: (await this.commerce('products', 'product', { sku, name: sku })).id, sku };
  }

  /** Creates a website with a default store view. Both have the same code. */
  async website(timezone = 'UTC'): Promise<{ id: number; storeId: number; code: string }> {
    this.made += 1;
    const code = `w${this.made}x`;
    const website = { code, name: code, base_currency: 'USD', timezone };
    const { id } = await this.commerce('websites', 'website', website);
    const store = await this.commerce('stores', 'store', { code, name: code, website_id: id, is_default: 1 });
    return { id, storeId: store.id, code };
  }

  place(document_id: number, product_id: number, position: number, store_id = 0) {
    const documentProduct = { document_id, product_id, position, store_id };
    return this.good('POST', 'customerdocuments/product', { documentProduct });
  }

  /** IDs found by a search of assignments, links or downloads, in order. */
  async ids(path: string, conditions: readonly Condition[], rest = ''): Promise<readonly number[]> {
    const { items } = await this.good('GET', `${path}${criteria(conditions, rest)}`);
    return items.map(({ id }: { id: number }) => id);
  }
}
