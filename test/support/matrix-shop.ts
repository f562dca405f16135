import { ChangeLog } from '../../libs/kernel/index.js';
import type { Answer } from './app.js';
import type { CommerceServer } from './commerce-http.js';

type Part = '' | 'attribute' | 'customer' | (string & {});

const WRAPPERS: Readonly<Record<string, string>> = {
  '': 'productCustomerMatrix',
  attribute: 'productCustomerMatrixAttribute',
  customer: 'productCustomerMatrixCustomer',
};

export interface MatrixParts {
  readonly conditions?: readonly (readonly [code: string, value: string])[];
  readonly customers?: readonly number[];
  readonly [field: string]: unknown;
}

export interface MatrixRow {
  readonly id: number;
  readonly attribute_code: string;
  readonly attribute_value: string;
  readonly customer_id: number;
}

const LANTERN = {
  id: 21,
  sku: 'A1',
  price: 80,
  category_ids: [1, 2],
  attributes: { color: ['red', 'blue'], size: 'L' },
};

/** A shop with a few products and customers, and product-customer matrices over HTTP. */
export class MatrixShop {
  private made = 0;
  private readonly ids: number[] = [];

  constructor(readonly commerce: CommerceServer) {}

  /** Creates categories 1 to 4 (4 is the parent), customers 11 and 12, and products A1, B2 and C3. */
  async open(): Promise<void> {
    const { commerce } = this;
    await commerce.post('websites', {
      website: { id: 2, code: 'eu', name: 'Europe', base_currency: 'EUR', timezone: 'UTC' },
    });
    for (const id of [4, 1, 2, 3])
      await commerce.post('categories', { category: { id, name: `Category ${id}`, parent_id: id === 4 ? null : 4 } });
    for (const id of [11, 12]) await commerce.post('customers', { customer: { id } });
    const products = [
      LANTERN,
      { id: 22, sku: 'B2', price: 50, category_ids: [3], attributes: { color: 'green' } },
      { id: 23, sku: 'C3', price: 70 },
    ];
    for (const product of products) await commerce.post('products', { product: { name: 'A product', ...product } });
  }

  /** Deletes the matrices made by `matrix`, and resets product A1 and the settings. */
  async clear(): Promise<void> {
    for (const id of this.ids.splice(0)) await this.delete('', id);
    await this.commerce.put('products/21', { product: LANTERN });
    await this.commerce.put('priceSettings/0', { priceSettings: { merge_matrix_qtys: null } });
  }

  get(part: Part, id: number, token?: string): Promise<Answer> {
    return this.commerce.ask('GET', `${path(part)}/${id}`, undefined, token);
  }

  post(part: Part, fields: object, token?: string): Promise<Answer> {
    return this.commerce.ask('POST', path(part), { [WRAPPERS[part] ?? '']: fields }, token);
  }

  put(part: Part, id: number, fields: object, token?: string): Promise<Answer> {
    return this.commerce.ask('PUT', `${path(part)}/${id}`, { [WRAPPERS[part] ?? '']: fields }, token);
  }

  delete(part: Part, id: number, token?: string): Promise<Answer> {
    return this.commerce.ask('DELETE', `${path(part)}/${id}`, undefined, token);
  }

  /** Creates header, conditions and customers, one after the other. */
  async matrix({ conditions = [], customers = [], ...fields }: MatrixParts): Promise<{ id: number; name: string }> {
    this.made += 1;
    const { body, status, text } = await this.post('', { name: `Matrix ${this.made}`, price: 60, ...fields });
    if (status !== 200) throw new Error(text);
    const matrix = body as { id: number; name: string };
    this.ids.push(matrix.id);
    for (const [attribute_code, attribute_value] of conditions)
      await this.post('attribute', { matrix_id: matrix.id, attribute_code, attribute_value });
    for (const customer_id of customers) await this.post('customer', { matrix_id: matrix.id, customer_id });
    return matrix;
  }

  async rows(part: Part, matrixId: number): Promise<readonly MatrixRow[]> {
    const filter = 'searchCriteria[filterGroups][0][filters][0]';
    const { body } = await this.commerce.ask(
      'GET',
      `${path(part)}/search?${filter}[field]=matrix_id&${filter}[value]=${matrixId}`,
    );
    return body.items as readonly MatrixRow[];
  }

  complete(id: number, fields: object, dryRun = false, token?: string): Promise<Answer> {
    const query = dryRun ? '?dryRun=1' : '';
    const body = { productCustomerMatrixComplete: fields };
    return this.commerce.ask('PUT', `${path('')}/${id}/complete${query}`, body, token);
  }

  /** The final price of A1 for customer 11. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- reading a wrong member makes the test fail
  async price(fields: object = {}): Promise<any> {
    const question = { sku: 'A1', customer_id: 11, ...fields };
    const { status, body, text } = await this.commerce.ask('POST', 'pricing/get-final-price', question);
    if (status !== 200) throw new Error(text);
    return body;
  }

  /** The change log version of the last change. */
  version(): Promise<number> {
    return this.commerce.app.get<ChangeLog>(ChangeLog).version();
  }

  loggedBy(work: () => Promise<unknown>) {
    return this.commerce.loggedBy(work);
  }

  stop(): Promise<void> {
    return this.commerce.stop();
  }
}

const path = (part: Part): string => `pricing/productcustomermatrix${part}`;
