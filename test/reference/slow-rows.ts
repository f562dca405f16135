import { DIGITS, rounded, timesRounded, whole, written } from './slow-amounts.js';
import type { Terms, World, WorldAmounts, WorldBuyer, WorldProduct } from './world.js';

/** A price row that applies to the buyer and product, or one of the product's own amounts. */
export interface SlowRow {
  readonly code: string;
  readonly recordType: string | null;
  readonly recordId: number | null;
  readonly parentId: number | null;
  readonly qty: bigint;
  readonly from: string | null;
  readonly to: string | null;
  readonly websiteId: number;
  readonly priority: number;
  /** Undefined if its base is missing. */
  readonly price: bigint | undefined;
  /** Its terms as shown in an explanation. */
  readonly said: {
    readonly website_id: number | null;
    readonly priority: number | null;
    readonly qty: string | null;
    readonly from_date: string | null;
    readonly to_date: string | null;
    readonly currency: string;
    readonly price_application_type: number | null;
    readonly value: string | null;
  };
  /** The first reason of the list in pricing.md §4 that excludes the row by itself. */
  readonly lack: string | null;
}

const within = (day: string, from: string | null, to: string | null): boolean =>
  (from === null || from <= day) && (to === null || day <= to);

/** The website's own amounts, or else the general ones. The special price and its dates go together. */
export const amountsOn = (product: WorldProduct, websiteId: number): WorldAmounts => {
  const own = product.own.find((some) => some.websiteId === websiteId);
  if (!own) return product;
  const special = own.special === null ? product : own;
  return {
    price: own.price ?? product.price,
    special: special.special,
    specialFrom: special.specialFrom,
    specialTo: special.specialTo,
    cost: own.cost ?? product.cost,
    msrp: own.msrp ?? product.msrp,
  };
};

export const currencyDigits = (currency: string): number => {
  const digits = DIGITS[currency];
  if (digits === undefined) throw new Error(`no digits of ${currency}`);
  return digits;
};

/** All rows of this buyer for a product at a quantity (pricing.md §2, and explain in §4). */
export const slowRows = (world: World, buyer: WorldBuyer, product: WorldProduct, asked: bigint): SlowRow[] => {
  const { customerId, groupId, websiteId, currency, baseCurrency, day, settings } = buyer;
  const amounts = amountsOn(product, websiteId);
  const foreign = currency !== baseCurrency;
  const isZero = (amount: bigint): boolean => settings.skipZero && rounded(amount, settings.precision) === 0n;
  const specialHolds = within(day, amounts.specialFrom, amounts.specialTo);
  const base = (name: string): bigint | undefined => {
    const text = { price: amounts.price, special_price: amounts.special, cost: amounts.cost, msrp: amounts.msrp }[name];
    if (text === undefined) throw new Error(`no amount ${name}`);
    if (text === null || foreign || (name === 'special_price' && !specialHolds)) return undefined;
    return isZero(whole(text)) ? undefined : whole(text);
  };
  const worked = ({ type, on, value }: Terms): bigint | undefined => {
    if (type === 1) return whole(value);
    const from = base(on ?? 'price');
    if (from === undefined) return undefined;
    const percent = timesRounded(from, whole(value), 12) / 100n;
    const price = { 2: from + whole(value), 3: from + percent, 4: from - whole(value), 5: from - percent }[type];
    if (price === undefined) throw new Error(`no type ${type}`);
    return price < 0n ? 0n : price;
  };

  interface Around {
    /** Identifies the group of rows whose thresholds belong together. */
    readonly owner: string;
    readonly code: string;
    readonly recordType: string;
    readonly parentId?: number;
    readonly websiteId: number;
    readonly priority?: number;
    readonly active?: boolean;
    readonly currency?: string | null;
    readonly from?: string | null;
    readonly to?: string | null;
    readonly met?: boolean;
  }
  interface Added {
    readonly owner: string;
    readonly row: Omit<SlowRow, 'lack'>;
    readonly lackIf: (reached: boolean) => string | null;
  }
  const rows: SlowRow[] = [];
  const added: Added[] = [];
  const add = (terms: Terms, around: Around): void => {
    const price = worked(terms);
    const dated = within(day, terms.from, terms.to) && within(day, around.from ?? null, around.to ?? null);
    const lacks = (reached: boolean): [boolean, string][] => [
      [around.active === false, 'inactive'],
      [around.websiteId !== 0 && around.websiteId !== websiteId, 'other_website'],
      [(terms.currency ?? around.currency ?? baseCurrency) !== currency, 'other_currency'],
      [!dated, 'out_of_date'],
      [!reached, 'below_qty'],
      [price === undefined, 'no_base'],
      [price !== undefined && isZero(price), 'zero_skipped'],
      [around.met === false, 'conditions_unmet'],
    ];
    const ends = (days: readonly (string | null | undefined)[]): string[] => days.flatMap((day) => day ?? []).sort();
    const said = {
      website_id: around.websiteId,
      priority: around.priority ?? null,
      qty: written(whole(terms.qty)),
      from_date: ends([terms.from, around.from]).at(-1) ?? null,
      to_date: ends([terms.to, around.to]).at(0) ?? null,
      currency: terms.currency ?? around.currency ?? baseCurrency,
      price_application_type: terms.type,
      value: written(whole(terms.value)),
    };
    const row = {
      said,
      code: around.code,
      recordType: around.recordType,
      recordId: terms.id,
      parentId: around.parentId ?? null,
      qty: whole(terms.qty),
      from: terms.from,
      to: terms.to,
      websiteId: around.websiteId,
      priority: around.priority ?? 0,
      price,
    };
    const lackIf = (reached: boolean) => lacks(reached).find(([holds]) => holds)?.[1] ?? null;
    added.push({ owner: around.owner, row, lackIf });
  };
  // A threshold of 1 applies to any quantity, unless its owner has a usable one below 1.
  const isReached = ({ owner, row }: Added): boolean => {
    if (row.qty <= asked) return true;
    const lower = (other: Added): boolean =>
      other.owner === owner && other.row.qty < whole('1') && other.lackIf(true) === null;
    return settings.oneMeansAny && row.qty === whole('1') && !added.some(lower);
  };
  const own = (code: string, stored: string | null, lacks: [boolean, string][]): void => {
    if (stored === null) return;
    const lack = lacks.find(([holds]) => holds)?.[1] ?? null;
    const none = { recordType: null, recordId: null, parentId: null, from: null, to: null, websiteId: 0, priority: 0 };
    const days = code === 'special_price' ? [amounts.specialFrom, amounts.specialTo] : [];
    const said = {
      website_id: null,
      priority: null,
      qty: null,
      from_date: days[0] ?? null,
      to_date: days[1] ?? null,
      currency: baseCurrency,
      price_application_type: null,
      value: null,
    };
    rows.push({ ...none, said, code, qty: 0n, price: whole(stored), lack });
  };

  own('orig_price', amounts.price, [
    [foreign, 'other_currency'],
    [isZero(whole(amounts.price ?? '0')), 'zero_skipped'],
  ]);
  own('special_price', amounts.special, [
    [foreign, 'other_currency'],
    [!specialHolds, 'out_of_date'],
    [isZero(whole(amounts.special ?? '0')), 'zero_skipped'],
  ]);
  for (const tier of world.tiers) {
    if (tier.productId !== product.id || (tier.groupId !== null && tier.groupId !== groupId)) continue;
    const terms = { type: 1, on: null, currency: null, from: null, to: null };
    add(
      { ...terms, ...tier },
      { owner: 'product', code: 'tier_price', recordType: 'productTierPrice', websiteId: tier.websiteId },
    );
  }
  for (const row of world.customerPrices) {
    if (row.productId !== product.id || row.customerId !== customerId) continue;
    add(row, { owner: 'customer', code: 'customer_price', recordType: 'customerPrice', websiteId: row.websiteId });
  }
  for (const list of world.lists) {
    const assigned = list.groups.includes(groupId) || (customerId !== null && list.customers.includes(customerId));
    const codes = [...(assigned ? ['pricelist'] : []), ...(list.isBase ? ['base_pricelist'] : [])];
    for (const row of world.listRows) {
      if (row.listId !== list.id || row.productId !== product.id) continue;
      const { active, websiteId: where, priority, currency: ofList, from, to } = list;
      for (const code of codes)
        add(row, { owner: `${code} ${list.id}`, code, recordType: 'priceListProduct', parentId: list.id, active, websiteId: where, priority, currency: ofList, from, to }); // prettier-ignore
    }
  }
  for (const row of world.categoryPrices) {
    if (row.customerId !== customerId || !product.categories.includes(row.categoryId)) continue;
    const { websiteId: where, priority, categoryId: parentId } = row;
    add(row, {
      owner: `category ${parentId} of the customer`,
      code: 'categoryprice',
      recordType: 'categoryPrice',
      parentId,
      websiteId: where,
      priority,
    });
  }
  for (const row of world.groupCategoryPrices) {
    if (row.groupId !== groupId || !product.categories.includes(row.categoryId)) continue;
    const { websiteId: where, priority, categoryId: parentId } = row;
    add(row, {
      owner: `category ${parentId} of the group`,
      code: 'categoryprice',
      recordType: 'categoryPriceCustomerGroup',
      parentId,
      websiteId: where,
      priority,
    });
  }
  for (const matrix of world.matrices) {
    const customer = matrix.customers.find((some) => some.customerId === customerId);
    if (!customer) continue;
    const holds = ({ code, value }: (typeof matrix.conditions)[number]): boolean => {
      if (code === 'sku') return product.sku === value;
      if (code === 'category_ids') return product.categories.some((id) => String(id) === value);
      const has = product.attributes[code];
      return typeof has === 'string' ? has === value : (has ?? []).includes(value);
    };
    const met =
      matrix.conditions.length > 0 &&
      (matrix.relation === 'AND' ? matrix.conditions.every(holds) : matrix.conditions.some(holds));
    const { active, websiteId: where, priority } = matrix;
    const { from, to } = customer;
    add(matrix, { owner: `matrix ${matrix.id}`, code: 'product_customer_matrix', recordType: 'productCustomerMatrix', active, websiteId: where, priority, from, to, met }); // prettier-ignore
  }
  return [...rows, ...added.map((one) => ({ ...one.row, lack: one.lackIf(isReached(one)) }))];
};
