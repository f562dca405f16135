import { CODES, dayIn, websiteSettings } from './slow-buyer.js';
import { evaluated } from './slow-prices.js';
import { amountsOn } from './slow-rows.js';
import { whole } from './slow-amounts.js';
import type { World, WorldBuyer, WorldProduct } from './world.js';

/*
 * Finds faults of a price book by trying every possible question: each website, currency, quantity, and day from today
 * on when anything starts or ends. Findings have the form `rule resource id`.
 */

const CURRENCIES = ['EUR', 'GBP', 'JPY', 'KWD'];
const SOMEBODY = 1_000;
const NOBODYS_GROUP = -1;

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** All days that occur in the world, and the days after them. */
const datesIn = (world: World): readonly string[] => {
  const found = new Set<string>();
  JSON.stringify(world, (_, value: unknown) => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) found.add(value).add(dayAfter(value));
    return value;
  });
  return [...found].sort();
};

export class SlowLint {
  private readonly dates: readonly string[];

  constructor(
    private readonly world: World,
    private readonly now: Date,
  ) {
    this.dates = datesIn(world);
  }

  /** Rows for one product that their source never offers. */
  get unreachable(): ReadonlySet<string> {
    const found = new Set<string>();
    const tell = (resource: string, ids: readonly number[], reached: ReadonlySet<string>): void => {
      for (const id of ids) if (!reached.has(`${resource} ${id}`)) found.add(`unreachable_row ${resource} ${id}`);
    };
    const { world } = this;
    const active = new Set(world.products.filter((product) => product.active).map(({ id }) => id));
    const ofActive = <T extends { readonly productId: number }>(rows: readonly T[]): T[] =>
      rows.filter(({ productId }) => active.has(productId));
    const living = ofActive(world.customerPrices).filter((row) => !this.isOver(row.to, row.websiteId));
    for (const customerId of new Set(living.map((row) => row.customerId))) {
      const rows = living.filter((row) => row.customerId === customerId);
      const reached = this.reached({ ...NOTHING, customerPrices: rows }, customerId, NOBODYS_GROUP);
      tell('customerPrice', rows.map(({ id }) => id), reached); // prettier-ignore
    }
    for (const list of world.lists.filter(({ active: on, to, websiteId }) => on && !this.isOver(to, websiteId))) {
      const rows = ofActive(world.listRows).filter((row) => row.listId === list.id && !this.isOver(row.to, list.websiteId)); // prettier-ignore
      const lists = [{ ...list, customers: [SOMEBODY], groups: [] }];
      tell('priceListProduct', rows.map(({ id }) => id), this.reached({ ...NOTHING, lists, listRows: rows }, SOMEBODY, NOBODYS_GROUP)); // prettier-ignore
    }
    const tiers = ofActive(world.tiers);
    for (const groupId of new Set([null, ...tiers.map((tier) => tier.groupId)])) {
      const rows = tiers.filter((tier) => tier.groupId === groupId).map(({ id }) => id);
      tell('productTierPrice', rows, this.reached({ ...NOTHING, tiers }, null, groupId ?? NOBODYS_GROUP));
    }
    return found;
  }

  /** Category and matrix rows that their source offers to at least one buyer, for the existing products. */
  get reachedOfMany(): ReadonlySet<string> {
    const { categoryPrices, groupCategoryPrices, matrices } = this.world;
    const owners = new Set(categoryPrices.map(({ customerId }) => customerId));
    const groups = new Set(groupCategoryPrices.map(({ groupId }) => groupId));
    const customers = new Set(matrices.flatMap(({ customers: some }) => some.map(({ customerId }) => customerId)));
    return new Set([
      ...[...owners].flatMap((id) => [...this.reached({ ...NOTHING, categoryPrices }, id, NOBODYS_GROUP)]),
      ...[...groups].flatMap((id) => [...this.reached({ ...NOTHING, groupCategoryPrices }, null, id)]),
      ...[...customers].flatMap((id) => [...this.reached({ ...NOTHING, matrices }, id, NOBODYS_GROUP)]),
    ]);
  }

  /** `expired`, `empty_list`, `empty_matrix` and `condition_without_product`. */
  get plain(): ReadonlySet<string> {
    const { world } = this;
    const found = new Set<string>();
    const over = (resource: string, id: number, to: string | null, websiteId: number): boolean => {
      const isOver = this.isOver(to, websiteId);
      if (isOver) found.add(`expired ${resource} ${id}`);
      return isOver;
    };
    for (const row of world.customerPrices) over('customerPrice', row.id, row.to, row.websiteId);
    for (const row of world.categoryPrices) over('categoryPrice', row.id, row.to, row.websiteId);
    for (const row of world.groupCategoryPrices) over('categoryPriceCustomerGroup', row.id, row.to, row.websiteId);
    for (const list of world.lists.filter((some) => some.active)) {
      if (over('priceList', list.id, list.to, list.websiteId)) continue;
      const rows = world.listRows.filter(({ listId }) => listId === list.id);
      for (const row of rows) over('priceListProduct', row.id, row.to, list.websiteId);
      const isNobodys = !list.isBase && list.customers.length + list.groups.length === 0;
      if (rows.length === 0 || isNobodys) found.add(`empty_list priceList ${list.id}`);
    }
    for (const matrix of world.matrices.filter((some) => some.active)) {
      if (over('productCustomerMatrix', matrix.id, matrix.to, matrix.websiteId)) continue;
      for (const { id, to } of matrix.customers)
        if (id !== undefined) over('productCustomerMatrixCustomer', id, to, matrix.websiteId);
      if (matrix.conditions.length === 0 || matrix.customers.length === 0)
        found.add(`empty_matrix productCustomerMatrix ${matrix.id}`);
    }
    for (const product of world.products) {
      const days = world.websites.flatMap(({ id }) => {
        const { special, specialTo } = amountsOn(product, id);
        return special === null ? [] : [specialTo !== null && specialTo < this.today(id)];
      });
      if (product.active && days.length > 0 && days.every((isOver) => isOver))
        found.add(`expired product ${product.id}`);
    }
    return found;
  }

  /** `below_cost` findings of the rows for one product. */
  get losses(): ReadonlySet<string> {
    const { world } = this;
    const found = new Set<string>();
    for (const product of world.products.filter(({ active }) => active)) {
      const row = (
        some: Partial<World>,
        days: readonly Days[],
        website: number,
        customer: number | null,
        group = NOBODYS_GROUP,
      ): string | undefined =>
        // prettier-ignore
        this.lossOf({ ...NOTHING, ...some }, product, days, website, customer, group);
      const add = (name: string | undefined): unknown => name !== undefined && found.add(`below_cost ${name}`);
      for (const some of world.customerPrices.filter(({ productId }) => productId === product.id))
        add(row({ customerPrices: [some] }, [some], some.websiteId, some.customerId));
      for (const list of world.lists.filter(({ active }) => active))
        for (const some of world.listRows.filter(({ listId, productId }) => listId === list.id && productId === product.id)) // prettier-ignore
          add(row({ listRows: [some], lists: [{ ...list, customers: [SOMEBODY] }] }, [some, list], list.websiteId, SOMEBODY)); // prettier-ignore
      for (const some of world.tiers.filter(({ productId }) => productId === product.id))
        add(row({ tiers: [some] }, [], some.websiteId, null, some.groupId ?? NOBODYS_GROUP));
      for (const { id } of world.websites) {
        const { specialFrom: from, specialTo: to } = amountsOn(product, id);
        if (row({}, [], id, null) !== undefined || row({}, [{ from, to }], id, null) !== undefined)
          found.add(`below_cost product ${product.id}`);
      }
    }
    return found;
  }

  /** Whether only the IDs decide between two rows: with swapped IDs, the source still offers the same ID. */
  isTie(
    some: (ids: readonly [number, number]) => Partial<World>,
    ids: readonly [number, number],
    customerId: number | null,
    groupId = NOBODYS_GROUP,
  ): boolean {
    const [one, other] = [ids, [ids[1], ids[0]] as const].map((order) =>
      this.offers({ ...NOTHING, ...some(order) }, customerId, groupId),
    ); // prettier-ignore
    return one?.some((name, at) => name !== '' && name === other?.[at]) ?? false;
  }

  private isOver(to: string | null, websiteId: number): boolean {
    const where = this.world.websites.filter(({ id }) => websiteId === 0 || id === websiteId);
    return to !== null && where.every(({ id }) => to < this.today(id));
  }

  private today(websiteId: number): string {
    const website = this.world.websites.find(({ id }) => id === websiteId);
    return dayIn(website?.timeZone ?? '', this.now);
  }

  private reached(some: Partial<World>, customerId: number | null, groupId: number): ReadonlySet<string> {
    return new Set(this.offers(some, customerId, groupId).flatMap((names) => names.split(',')));
  }

  /** What the sources of this part of the world offer for each question. */
  private offers(some: Partial<World>, customerId: number | null, groupId: number): string[] {
    const world = { ...this.world, ...some };
    const rows = Object.values(some).flat() as { readonly qty?: string; readonly productId?: number }[];
    // The lowest quantity, for which a threshold of 1 can be the only one that applies.
    const qtys = [...new Set(['0.0001', ...rows.flatMap(({ qty }) => qty ?? [])])];
    const named = new Set(rows.flatMap(({ productId }) => productId ?? []));
    const products = world.products.filter(
      (product) => product.active && (named.size === 0 ? !isSmall(product) : named.has(product.id)),
    );
    const found: string[] = [];
    for (const product of products)
      for (const buyer of this.buyers(customerId, groupId))
        for (const qty of qtys) {
          const { candidates } = evaluated(world, buyer, product, whole(qty));
          const ofRows = candidates.filter(({ recordId }) => recordId !== null);
          found.push(ofRows.map(({ recordType, recordId }) => `${recordType} ${recordId}`).join(','));
        }
    return found;
  }

  private *buyers(customerId: number | null, groupId: number): Generator<WorldBuyer> {
    for (const { id: websiteId, baseCurrency, timeZone } of this.world.websites) {
      const settings = { ...websiteSettings(this.world, websiteId), order: CODES };
      const today = this.today(websiteId);
      for (const day of [today, ...this.dates.filter((date) => date > today)])
        for (const currency of new Set([baseCurrency, ...CURRENCIES]))
          yield { customerId, groupId, websiteId, currency, baseCurrency, timeZone, day, settings };
    }
  }

  /** The row that on its own is below cost on the first of these days, on any website. */
  private lossOf(
    part: Partial<World>,
    product: WorldProduct,
    days: readonly Days[],
    website: number,
    customerId: number | null,
    groupId: number,
  ): string | undefined {
    for (const { id: websiteId, baseCurrency: currency, timeZone } of this.world.websites) {
      if (website !== 0 && website !== websiteId) continue;
      const starts = [this.today(websiteId), ...days.flatMap(({ from }) => from ?? [])].sort();
      const day = starts.at(-1) ?? '';
      if (days.some(({ to }) => to !== null && to < day)) continue;
      const settings = websiteSettings(this.world, websiteId);
      const buyer = { customerId, groupId, websiteId, currency, baseCurrency: currency, timeZone, day, settings };
      const rows = Object.values(part).flat() as { readonly qty?: string }[];
      const row = rows.find(({ qty }) => qty !== undefined);
      const { candidates } = evaluated({ ...this.world, ...part }, buyer, product, whole(row?.qty ?? '1'));
      const cost = amountsOn(product, websiteId).cost;
      const wanted = candidates.filter(({ recordId, code }) => (row ? recordId !== null : days.length > 0 ? code === 'special_price' : code === 'orig_price')); // prettier-ignore
      for (const { price, recordType, recordId } of wanted)
        if (cost !== null && price !== undefined && price < whole(cost)) return `${recordType ?? 'product'} ${recordId ?? product.id}`; // prettier-ignore
    }
    return undefined;
  }
}

interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/** A percentage of such a low price may round to 0, so lint ignores these products (docs/pricing-tools.md). */
const isSmall = (product: WorldProduct): boolean =>
  [product, ...product.own].some(({ price, special, cost, msrp }) =>
    [price, special, cost, msrp].some((text) => text !== null && Number(text) > 0 && Number(text) < 1),
  );

const NOTHING = {
  tiers: [],
  customerPrices: [],
  lists: [],
  listRows: [],
  categoryPrices: [],
  groupCategoryPrices: [],
  matrices: [],
} satisfies Partial<World>;
