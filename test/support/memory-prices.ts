import { type Day, Decimal } from '../../libs/kernel/index.js';
import type { ApplicationType, PriceAttribute, PriceRow, PricedProduct } from '../../libs/pricing/index.js';
import { ProductTiers, type TierReach } from '../../src/commerce/index.js';
import { CustomerPriceRows, type CustomersRows } from '../../src/pricing-customer/ports/customer-price-rows.js';
import type { ListRow, ListTerms, ReachedLists } from '../../src/pricing-list/domain/evaluate-price-lists.js';
import type { ListShape } from '../../src/pricing-list/domain/lint-price-lists.js';
import { type ListedRows, PriceListRows } from '../../src/pricing-list/ports/price-list-rows.js';
import { CategoryPriceRows } from '../../src/pricing-category/ports/category-price-rows.js';
import type { CategoryRow } from '../../src/pricing-category/domain/evaluate-category-prices.js';
import type { ConditionRow } from '../../src/pricing-matrix/domain/condition-index.js';
import type { ReachedMatrix } from '../../src/pricing-matrix/domain/evaluate-matrices.js';
import { MatrixRows } from '../../src/pricing-matrix/ports/matrix-rows.js';
import { amountsOn } from '../reference/slow-rows.js';
import type { Terms, World, WorldList } from '../reference/world.js';

const amount = (text: string | null): Decimal | null => (text === null ? null : new Decimal(text));

export const pricedProductIn = (world: World, productId: number, websiteId = 0): PricedProduct => {
  const product = world.products.find(({ id }) => id === productId);
  if (!product) throw new Error('no such product');
  const amounts = amountsOn(product, websiteId);
  return {
    id: product.id,
    sku: product.sku,
    name: 'A product',
    price: amount(amounts.price),
    specialPrice: amount(amounts.special),
    specialFrom: amounts.specialFrom as Day | null,
    specialTo: amounts.specialTo as Day | null,
    cost: amount(amounts.cost),
    msrp: amount(amounts.msrp),
    categoryIds: product.categories,
    attributes: product.attributes,
  };
};

const rowOf = (terms: Terms, recordType: string, websiteId: number, list?: ListTerms): PriceRow => ({
  recordType,
  id: terms.id,
  parentId: list?.id ?? null,
  name: list?.name ?? null,
  websiteId,
  qty: new Decimal(terms.qty),
  value: new Decimal(terms.value),
  applicationType: terms.type as ApplicationType,
  priceAttribute: (terms.on ?? 'price') as PriceAttribute,
  currency: terms.currency,
  fromDate: terms.from as Day | null,
  toDate: terms.to as Day | null,
});

const grouped = <T, R>(rows: readonly T[], keyOf: (row: T) => number, of: (row: T) => R) => {
  const groups = new Map<number, R[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), of(row)]);
  return groups;
};

const productIdOf = ({ productId }: { readonly productId: number }): number => productId;

export class MemoryCustomerPriceRows extends CustomerPriceRows {
  constructor(private readonly world: World) {
    super();
  }

  find(customerId: number, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly PriceRow[]>> {
    const rows = this.world.customerPrices.filter(
      (row) => row.customerId === customerId && productIds.includes(row.productId),
    );
    return Promise.resolve(grouped(rows, productIdOf, (row) => rowOf(row, 'customerPrice', row.websiteId)));
  }

  override few(customerId: number): Promise<ReadonlyMap<number, readonly PriceRow[]>> {
    return this.find(customerId, this.world.customerPrices.map(productIdOf));
  }

  async *batches(): AsyncGenerator<readonly CustomersRows[]> {
    const products = [...new Set(this.world.customerPrices.map(productIdOf))];
    for (const customer of new Set(this.world.customerPrices.map(({ customerId }) => customerId)))
      yield [...(await this.find(customer, products))].map(([productId, rows]) => ({ productId, rows }));
  }
}

const listTerms = (list: WorldList): ListTerms => ({
  id: list.id,
  name: `List ${list.id}`,
  priority: list.priority,
  active: list.active,
  websiteId: list.websiteId,
  currency: list.currency,
  fromDate: list.from as Day | null,
  toDate: list.to as Day | null,
});

export class MemoryPriceListRows extends PriceListRows {
  constructor(private readonly world: World) {
    super();
  }

  reachedBy(customerId: number | null, groupId: number): Promise<ReachedLists> {
    const { lists } = this.world;
    const assigned = lists.filter(
      ({ customers, groups }) => groups.includes(groupId) || (customerId !== null && customers.includes(customerId)),
    );
    return Promise.resolve({
      assigned: assigned.map(listTerms),
      base: lists.filter(({ isBase }) => isBase).map(listTerms),
    });
  }

  customersWithRows(first: number, last: number): Promise<readonly number[]> {
    const assigned = new Set(this.world.lists.flatMap(({ customers }) => customers));
    return Promise.resolve([...assigned].filter((id) => id >= first && id <= last));
  }

  find(lists: readonly ListTerms[], productIds: readonly number[]): Promise<ReadonlyMap<number, readonly ListRow[]>> {
    const rows = this.world.listRows.flatMap((row) => {
      const list = lists.find(({ id }) => id === row.listId);
      return list && productIds.includes(row.productId) ? [{ ...row, list }] : [];
    });
    const of = ({ list, ...row }: (typeof rows)[number]): ListRow => ({
      ...rowOf(row, 'priceListProduct', list.websiteId, list),
      list,
    });
    return Promise.resolve(grouped(rows, productIdOf, of));
  }

  async *lists(): AsyncGenerator<readonly ListShape[]> {
    const { lists, listRows } = this.world;
    yield await Promise.resolve(
      lists.map((list) => ({
        ...listTerms(list),
        isBase: list.isBase,
        hasRows: listRows.some(({ listId }) => listId === list.id),
        isAssigned: list.customers.length + list.groups.length > 0,
      })),
    );
  }

  async *rows(): AsyncGenerator<readonly ListedRows[]> {
    const products = [...new Set(this.world.listRows.map(productIdOf))];
    for (const list of this.world.lists.map(listTerms))
      yield [...(await this.find([list], products))].map(([productId, rows]) => ({ list, productId, rows }));
  }
}

export class MemoryProductTiers extends ProductTiers {
  constructor(private readonly world: World) {
    super();
  }

  findTiers(
    productIds: readonly number[],
    { groupId, websiteId }: TierReach,
  ): Promise<ReadonlyMap<number, readonly PriceRow[]>> {
    const rows = this.world.tiers.filter(
      (tier) =>
        productIds.includes(tier.productId) &&
        (tier.groupId === null || tier.groupId === groupId) &&
        (websiteId === undefined || tier.websiteId === 0 || tier.websiteId === websiteId),
    );
    const terms = { type: 1, on: null, currency: null, from: null, to: null };
    return Promise.resolve(
      grouped(rows, productIdOf, (tier) => rowOf({ ...terms, ...tier }, 'productTierPrice', tier.websiteId)),
    );
  }
}

const idsBetween = (rows: readonly { readonly customerId: number }[], first: number, last: number): readonly number[] =>
  [...new Set(rows.map(({ customerId }) => customerId))]
    .filter((id) => id >= first && id <= last)
    .sort((a, b) => a - b);

export class MemoryCategoryPriceRows extends CategoryPriceRows {
  constructor(private readonly world: World) {
    super();
  }

  find(customerId: number | null, groupId: number, categoryIds: readonly number[]) {
    const { categoryPrices, groupCategoryPrices } = this.world;
    const row = (some: (typeof categoryPrices)[number] | (typeof groupCategoryPrices)[number]): CategoryRow => {
      const isCustomers = 'customerId' in some;
      const recordType = isCustomers ? 'categoryPrice' : 'categoryPriceCustomerGroup';
      const [parentId, name] = [some.categoryId, `Category ${some.categoryId}`];
      return { ...rowOf(some, recordType, some.websiteId), parentId, name, isCustomers, priority: some.priority };
    };
    const rows = [
      ...categoryPrices.filter((some) => some.customerId === customerId),
      ...groupCategoryPrices.filter((some) => some.groupId === groupId),
    ].filter((some) => categoryIds.includes(some.categoryId));
    return Promise.resolve(grouped(rows, ({ categoryId }) => categoryId, row));
  }

  customersWithRows(first: number, last: number): readonly number[] {
    return idsBetween(this.world.categoryPrices, first, last);
  }
}

export class MemoryMatrixRows extends MatrixRows {
  constructor(private readonly world: World) {
    super();
  }

  conditionsFor(customerId: number): Promise<readonly ConditionRow[]> {
    return Promise.resolve(
      this.of(customerId).flatMap(({ id, conditions }) =>
        conditions.map(({ code, value }) => ({ matrixId: id, attributeCode: code, attributeValue: value })),
      ),
    );
  }

  customersWithRows(first: number, last: number): readonly number[] {
    return idsBetween(
      this.world.matrices.flatMap(({ customers }) => customers),
      first,
      last,
    );
  }

  reachedBy(customerId: number, matrixIds?: readonly number[]): Promise<readonly ReachedMatrix[]> {
    const matrices = this.of(customerId).filter(({ id }) => !matrixIds || matrixIds.includes(id));
    return Promise.resolve(
      matrices.map((matrix) => {
        const customer = matrix.customers.find((some) => some.customerId === customerId);
        return {
          ...rowOf(matrix, 'productCustomerMatrix', matrix.websiteId),
          name: `Matrix ${matrix.id}`,
          isActive: matrix.active,
          priority: matrix.priority,
          needed: matrix.relation === 'AND' ? matrix.conditions.length : 1,
          customerFrom: (customer?.from ?? null) as Day | null,
          customerTo: (customer?.to ?? null) as Day | null,
        };
      }),
    );
  }

  private of(customerId: number): World['matrices'] {
    return this.world.matrices.filter(({ customers }) => customers.some((some) => some.customerId === customerId));
  }
}
