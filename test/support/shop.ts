import type { Answer, TestApp, Verb } from './app.js';

type Values = Readonly<Record<string, unknown>>;

/** A shop for tests of prices over HTTP, filled and asked by an administrator unless a token is given. */
export class Shop {
  private made = 0;

  constructor(readonly app: TestApp) {}

  /** A record of a pricing resource; answers it. */
  async pricing(path: string, wrapper: string, record: Values) {
    return this.app.good('POST', `/rest/V1/pricing/${path}`, { [wrapper]: record });
  }

  customerPrice(record: Values) {
    return this.pricing('customerprice', 'customerPrice', record);
  }

  listRow(record: Values) {
    return this.pricing('pricelistproduct', 'priceListProduct', record);
  }

  /** A price list with its rows, for these customers and groups; answers its id. */
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

  /** A new product; answers its SKU. */
  async product(record: Values = {}): Promise<string> {
    this.made += 1;
    const sku = `S-${this.made}`;
    await this.commerce('products', 'product', { sku, name: sku, ...record });
    return sku;
  }

  settings(websiteId: number, settings: Values, level = '') {
    return this.app.good('PUT', `/rest/V1/commerce/priceSettings/${websiteId}${level}`, { priceSettings: settings });
  }

  /** A request, whatever comes of it. */
  async ask(verb: Verb, path: string, body?: unknown): Promise<Answer> {
    return this.app.call(verb, `/rest/V1/${path}`, body, await this.app.adminToken());
  }

  /** get-final-price, whatever comes of it. */
  quote(question: Values): Promise<Answer> {
    return this.ask('POST', 'pricing/get-final-price', question);
  }

  /** get-final-price, which must succeed: answers the body. */
  price(question: Values) {
    return this.app.good('POST', '/rest/V1/pricing/get-final-price', question);
  }
}
