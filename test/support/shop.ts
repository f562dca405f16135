import type { Answer, TestApp, Verb } from './app.js';

type Values = Readonly<Record<string, unknown>>;

/** A shop for tests of prices over HTTP. Calls are made as an administrator unless a token is given. */
export class Shop {
  private made = 0;

  constructor(readonly app: TestApp) {}

  /** Creates a record of a pricing resource and returns it. */
  async pricing(path: string, wrapper: string, record: Values) {
    return this.app.good('POST', `/rest/V1/pricing/${path}`, { [wrapper]: record });
  }

  customerPrice(record: Values) {
    return this.pricing('customerprice', 'customerPrice', record);
  }

  listRow(record: Values) {
    return this.pricing('pricelistproduct', 'priceListProduct', record);
  }

  /** Creates a price list with its rows for these customers and groups, and returns its ID. */
  async list(
    record: Values,
    rows: readonly Values[] = [],
    { customers = [], groups = [] }: { customers?: readonly number[]; groups?: readonly number[] } = {},
  ): Promise<number> {
    this.made += 1;
    const { id } = await this.pricing('pricelist', 'priceList', { name: `List ${this.made}`, ...record });
    for (const row of rows) await this.listRow({ pricelist_id: id, ...row });
    for (const customer_id of customers)
      await this.pricing('pricelistcustomer', 'priceListCustomer', { pricelist_id: id, customer_id });
    for (const customer_group_id of groups)
      await this.pricing('pricelistgroup', 'priceListGroup', { pricelist_id: id, customer_group_id });
    return id;
  }

  commerce(path: string, wrapper: string, record: Values) {
    return this.app.good('POST', `/rest/V1/commerce/${path}`, { [wrapper]: record });
  }

  /** Creates a product and returns its SKU. */
  async product(record: Values = {}): Promise<string> {
    this.made += 1;
    const sku = `S-${this.made}`;
    await this.commerce('products', 'product', { sku, name: sku, ...record });
    return sku;
  }

  settings(websiteId: number, settings: Values, level = '') {
    return this.app.good('PUT', `/rest/V1/commerce/priceSettings/${websiteId}${level}`, { priceSettings: settings });
  }

  /** Sends a request and returns any response. */
  async ask(verb: Verb, path: string, body?: unknown): Promise<Answer> {
    return this.app.call(verb, `/rest/V1/${path}`, body, await this.app.adminToken());
  }

  /** Calls get-final-price and returns any response. */
  quote(question: Values): Promise<Answer> {
    return this.ask('POST', 'pricing/get-final-price', question);
  }

  /** Calls get-final-price, which must succeed. Returns the body. */
  price(question: Values) {
    return this.app.good('POST', '/rest/V1/pricing/get-final-price', question);
  }
}
