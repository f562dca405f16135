import { NoSuchEntity, Refusal } from '../../libs/kernel/index.js';
import { CATEGORIES, CUSTOMERS, KINDS, PRODUCTS, someSettings, type Values } from './mutations.js';
import type { Random } from './random.js';
import { ShopModel } from './shop-model.js';

/** The interface through which a shop is changed. Refused changes throw a `Refusal`. */
export interface Door {
  create(resource: string, values: Values): Promise<{ readonly id: number }>;
  update(resource: string, id: number, values: Values): Promise<unknown>;
  remove(resource: string, id: number): Promise<unknown>;
  settings(level: Values, values: Values): Promise<unknown>;
}

const ROWS_MAX = 30;
const ROWS_AT_FIRST = 15;
const PARENTS = new Set(['priceList', 'productCustomerMatrix']);
const PARENTS_MAX = 6;
const ROWS = ['customerPrice', 'priceListProduct', 'categoryPrice', 'categoryPriceCustomerGroup'];

/** A shop in which each call changes something at random, and which knows what must be stored afterwards. */
export class ChangingShop {
  readonly model = new ShopModel();

  constructor(
    private readonly door: Door,
    private readonly random: Random,
  ) {}

  /** Creates websites 1 and 2, groups, categories, products from S1 on, and customers. */
  async open(): Promise<void> {
    await this.changed('website', 1, { base_currency: 'EUR', timezone: 'UTC' });
    await this.made('website', { id: 2, code: 'two', name: 'W', base_currency: 'EUR', timezone: 'UTC' });
    await this.made('customerGroup', { id: 2, code: 'G2' });
    for (const id of CATEGORIES) await this.made('category', { id, name: `Category ${id}` });
    for (let id = 1; id <= PRODUCTS; id += 1) await this.made('product', product(id));
    for (let id = 1; id <= CUSTOMERS; id += 1) await this.made('customer', customer(id));
    for (const { resource, comes } of KINDS)
      for (let row = 0; comes && row < (PARENTS.has(resource) ? PARENTS_MAX : ROWS_AT_FIRST); row += 1)
        await this.write(resource);
  }

  /** Makes a change and returns a description of it. */
  async change(): Promise<string> {
    const chance = this.random.next();
    if (chance < 0.05) return this.settings();
    if (chance < 0.055) return this.anew('product', product(this.random.whole(1, PRODUCTS)));
    if (chance < 0.06) return this.anew('customer', customer(this.random.whole(1, CUSTOMERS)));
    const { resource } = this.random.pick(KINDS);
    // Records that others depend on change less often.
    return this.write(PARENTS.has(resource) ? this.random.pick([resource, ...ROWS]) : resource);
  }

  private async write(resource: string): Promise<string> {
    const kind = KINDS.find((one) => one.resource === resource);
    const ids = this.model.ids(resource);
    if (!kind) throw new Error(resource);
    const chance = this.random.next();
    // With a list or a matrix, all of its rows are deleted.
    const [most, often] = PARENTS.has(resource) ? [PARENTS_MAX, 0.1] : [ROWS_MAX, 0.2];
    const removes = kind.comes && ids.length > 0 && (ids.length >= most || chance < often);
    const id = ids[Math.floor(this.random.next() * ids.length)] ?? 0;
    const values = kind.values(this.random, this.model);
    try {
      if (removes) return await this.gone(resource, id);
      if (!kind.comes || (ids.length > 0 && chance < 0.5)) return await this.changed(resource, id, values);
      return await this.made(resource, values);
    } catch (error) {
      // For example, a key that is already used, or two SKUs under AND: nothing was written. Records in the model must
      // exist.
      if (error instanceof Refusal && !(error instanceof NoSuchEntity)) return `${resource} refused`;
      throw error;
    }
  }

  /** Deletes a record with its dependents and creates it again under the same ID. */
  private async anew(resource: string, values: Values & { readonly id: number }): Promise<string> {
    try {
      await this.gone(resource, values.id);
      return await this.made(resource, values);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Its SKU or number can be used by another record by now. It then gets another one.
      if (this.model.ids(resource).includes(values.id)) return `${resource} ${values.id} refused`;
      return this.made(resource, resource === 'product' ? { ...values, sku: `S${values.id}-anew` } : values);
    }
  }

  private async made(resource: string, values: Values): Promise<string> {
    const { id } = await this.door.create(resource, values);
    this.model.put(resource, id, values);
    return `${resource} ${id} new: ${JSON.stringify(values)}`;
  }

  private async changed(resource: string, id: number, values: Values): Promise<string> {
    await this.door.update(resource, id, values);
    this.model.put(resource, id, values);
    return `${resource} ${id} changed: ${JSON.stringify(values)}`;
  }

  private async gone(resource: string, id: number): Promise<string> {
    await this.door.remove(resource, id);
    this.model.forget(resource, id);
    return `${resource} ${id} removed`;
  }

  private async settings(): Promise<string> {
    const { level, values } = someSettings(this.random);
    await this.door.settings(level, values);
    this.model.set(level, values);
    return `settings ${JSON.stringify({ ...level, ...values })}`;
  }
}

const product = (id: number) => ({ id, sku: `S${id}`, name: `P${id}`, price: '50' });
const customer = (id: number) => ({ id, customer_number: `C${id}`, group_id: 1, website_id: 0 });
