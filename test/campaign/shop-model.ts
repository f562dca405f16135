import type { Terms, World, WorldAmounts, WorldSettings } from '../reference/world.js';
import { GROUPS, type Known, type Values } from './mutations.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the generators define the types of these values
type Sent = any;

/** Records that are deleted with a record: their resource, and the field that refers to it. */
const GO_ALONG: Readonly<Record<string, readonly (readonly [resource: string, field: string])[]>> = {
  priceList: ['priceListProduct', 'priceListCustomer', 'priceListGroup'].map((name) => [name, 'pricelist_id']),
  productCustomerMatrix: ['Attribute', 'Customer'].map((part) => [`productCustomerMatrix${part}`, 'matrix_id']),
  product: ['customerPrice', 'priceListProduct', 'productTierPrice'].map((name) => [name, 'product_id']),
  customer: ['customerPrice', 'priceListCustomer', 'categoryPrice', 'productCustomerMatrixCustomer', 'settings'].map(
    (name) => [name, 'customer_id'],
  ),
};

/** The data that must be stored after all requests, in the form for the reference. */
export class ShopModel implements Known {
  private readonly records = new Map<string, Map<number, Sent>>();
  private levels = 0;

  ids(resource: string): readonly number[] {
    return [...this.of(resource).keys()];
  }

  /** Adds a record, or changes fields of an existing one. Other fields stay, and attributes are merged by code. */
  put(resource: string, id: number, values: Values): void {
    const before = this.of(resource).get(id) ?? {};
    const attributes = set({ ...before.attributes, ...(values['attributes'] as Values) });
    this.of(resource).set(id, { ...before, ...values, attributes, id });
  }

  forget(resource: string, id: number): void {
    this.of(resource).delete(id);
    for (const [other, field] of GO_ALONG[resource] ?? [])
      for (const [row, values] of [...this.of(other)]) if (values[field] === id) this.of(other).delete(row);
  }

  set({ websiteId, customerGroupId, customerId }: Values, values: Values): void {
    const level = { website_id: websiteId, group_id: customerGroupId, customer_id: customerId };
    const found = [...this.of('settings')].find(([, one]) =>
      Object.entries(level).every(([field, value]) => one[field] === value),
    );
    const [id, before] = found ?? [(this.levels += 1), level];
    this.of('settings').set(id, { ...before, ...values });
  }

  get world(): World {
    const rows = <T>(resource: string, of: (sent: Sent, id: number) => T): T[] =>
      [...this.of(resource)].map(([id, sent]) => of(sent, id));
    return {
      websites: rows('website', (sent, id) => ({ id, baseCurrency: sent.base_currency, timeZone: sent.timezone })),
      groups: GROUPS,
      customers: rows('customer', (sent, id) => ({
        id,
        groupId: sent.group_id,
        websiteId: sent.website_id ?? 0,
        active: sent.is_active !== 0,
      })),
      products: rows('product', (sent, id) => ({
        id,
        sku: sent.sku,
        active: sent.is_active !== 0,
        ...amountsOf(sent),
        categories: sent.category_ids ?? [],
        attributes: sent.attributes,
        own: (sent.website_prices ?? []).map((own: Sent) => ({ websiteId: own.website_id, ...amountsOf(own) })),
      })),
      tiers: rows('productTierPrice', (sent, id) => ({
        id,
        productId: sent.product_id,
        websiteId: sent.website_id,
        groupId: sent.customer_group_id,
        qty: qtyOf(sent),
        value: sent.value,
      })),
      customerPrices: rows('customerPrice', (sent, id) => ({
        ...termsOf(sent, id),
        customerId: sent.customer_id,
        productId: sent.product_id,
        websiteId: sent.website_id,
      })),
      lists: rows('priceList', (sent, id) => ({
        id,
        active: sent.active === 1,
        priority: sent.priority,
        websiteId: sent.website_id,
        isBase: sent.is_base_pricelist === 1,
        currency: sent.currency,
        from: sent.from_date,
        to: sent.to_date,
        customers: this.under('priceListCustomer', 'pricelist_id', id, 'customer_id'),
        groups: this.under('priceListGroup', 'pricelist_id', id, 'customer_group_id'),
      })),
      listRows: rows('priceListProduct', (sent, id) => ({
        ...termsOf(sent, id),
        listId: sent.pricelist_id,
        productId: sent.product_id,
      })),
      categoryPrices: rows('categoryPrice', (sent, id) => ({
        ...placedOf(sent, id),
        categoryId: sent.category_id,
        customerId: sent.customer_id,
      })),
      groupCategoryPrices: rows('categoryPriceCustomerGroup', (sent, id) => ({
        ...placedOf(sent, id),
        categoryId: sent.category_id,
        groupId: sent.customer_group_id,
      })),
      matrices: rows('productCustomerMatrix', (sent, id) => ({
        ...placedOf(sent, id),
        active: sent.is_active === 1,
        relation: sent.attributes_relation,
        conditions: this.named('productCustomerMatrixAttribute', id).map((row) => ({
          code: row.attribute_code,
          value: row.attribute_value,
        })),
        customers: this.named('productCustomerMatrixCustomer', id).map((row) => ({
          id: row.id,
          customerId: row.customer_id,
          from: row.from_date,
          to: row.to_date,
        })),
      })),
      settings: rows('settings', (sent) => ({
        websiteId: sent.website_id,
        groupId: sent.group_id,
        customerId: sent.customer_id,
        values: settingsOf(sent),
      })),
    };
  }

  private under(resource: string, field: string, id: number, wanted: string): number[] {
    return [...this.of(resource).values()].filter((row) => row[field] === id).map((row) => row[wanted]);
  }

  private named(resource: string, matrixId: number): Sent[] {
    return [...this.of(resource).values()].filter((row) => row.matrix_id === matrixId);
  }

  private of(resource: string): Map<number, Sent> {
    const known = this.records.get(resource) ?? new Map<number, Sent>();
    this.records.set(resource, known);
    return known;
  }
}

const set = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

const qtyOf = ({ qty }: Sent): string => (qty === '0' ? '1' : qty);

const amountsOf = (sent: Sent): WorldAmounts => ({
  price: sent.price ?? null,
  special: sent.special_price ?? null,
  specialFrom: sent.special_from ?? null,
  specialTo: sent.special_to ?? null,
  cost: sent.cost ?? null,
  msrp: sent.msrp ?? null,
});

const termsOf = (sent: Sent, id: number): Terms => ({
  id,
  qty: qtyOf(sent),
  value: sent.value ?? sent.price,
  type: sent.price_application_type,
  on: sent.price_attribute,
  currency: sent.currency,
  from: sent.from_date,
  to: sent.to_date,
});

const placedOf = (sent: Sent, id: number) => ({
  ...termsOf(sent, id),
  websiteId: sent.website_id as number,
  priority: sent.priority as number,
});

const settingsOf = (sent: Sent): Partial<WorldSettings> => {
  const flag = (value: unknown): boolean | null | undefined =>
    value === null || value === undefined ? undefined : value === 1;
  return set({
    select: sent.price_select,
    order: sent.price_sort_order,
    individualFinal: flag(sent.individual_prices_are_final),
    skipZero: flag(sent.skip_zero_price),
    mergeLists: flag(sent.merge_pricelist_qtys),
    mergeMatrices: flag(sent.merge_matrix_qtys),
    categorySelect: sent.categoryprice_select,
    precision: sent.price_precision,
    tax: sent.prices_include_tax,
    oneMeansAny: flag(sent.qty_1_means_any),
  });
};
