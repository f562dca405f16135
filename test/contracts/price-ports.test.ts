import type { INestApplicationContext, Type } from '@nestjs/common';
import { StoreViews } from '../../libs/web/index.js';
import { Decimal, type MaybePromise, CacheManager } from '../../libs/kernel/index.js';
import {
  CustomerGroups,
  Customers,
  PricedProducts,
  ProductTiers,
  SettingsInForce,
  Stores,
} from '../../src/commerce/index.js';
import { SqlCustomers } from '../../src/commerce/adapters/sql/sql-customers.js';
import { SqlPricedProducts } from '../../src/commerce/adapters/sql/sql-priced-products.js';
import { SqlProductTiers } from '../../src/commerce/adapters/sql/sql-product-tiers.js';
import { SqlSettingsInForce } from '../../src/commerce/adapters/sql/sql-settings-in-force.js';
import {
  TypeOrmStores,
  TypeOrmStoreViews,
  TypeOrmCustomerGroups,
  TypeOrmWebsites,
} from '../../src/commerce/adapters/typeorm/typeorm-stores.js';
import { Websites } from '../../src/commerce/index.js';
import { SqlCategoryPriceRows } from '../../src/pricing-category/adapters/sql/sql-category-price-rows.js';
import { CategoryPriceRows } from '../../src/pricing-category/ports/category-price-rows.js';
import { SqlCustomerPriceRows } from '../../src/pricing-customer/adapters/sql/sql-customer-price-rows.js';
import { CustomerPriceRows } from '../../src/pricing-customer/ports/customer-price-rows.js';
import { SqlPriceListRows } from '../../src/pricing-list/adapters/sql/sql-price-list-rows.js';
import { PriceListRows } from '../../src/pricing-list/ports/price-list-rows.js';
import { SqlMatrixRows } from '../../src/pricing-matrix/adapters/sql/sql-matrix-rows.js';
import { MatrixRows } from '../../src/pricing-matrix/ports/matrix-rows.js';
import { ChangingShop } from '../campaign/changing-shop.js';
import { CATEGORIES, CUSTOMERS, GROUPS, PRODUCTS } from '../campaign/mutations.js';
import { Random } from '../campaign/random.js';
import { serviceDoor } from '../campaign/service-door.js';
import type { World } from '../reference/world.js';
import { describeOnDatabases } from '../support/databases.js';
import {
  pricedProductIn,
  MemoryCategoryPriceRows,
  MemoryCustomerPriceRows,
  MemoryMatrixRows,
  MemoryPriceListRows,
  MemoryProductTiers,
} from '../support/memory-prices.js';
import { aCustomer, MemoryCustomerGroups, MemoryCustomers } from '../support/memory-commerce.js';
import { openPricing } from '../support/pricing-services.js';

const CHANGES = 40;
const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, id) => id);
const SOME_PRODUCTS = upTo(PRODUCTS);
const SOME_CUSTOMERS = upTo(CUSTOMERS);
const SOME_GROUPS = [...GROUPS, 9];
const SKUS = SOME_PRODUCTS.map((id) => `S${id}`);

type Abstract<T> = abstract new (...args: never[]) => T;

/** A port, its implementations, and queries that cover what its comment promises. */
interface Contract<P> {
  readonly port: Abstract<P>;
  readonly stored: Type<P>;
  /** The double for tests without a database, if there is one. */
  readonly double?: (world: World) => P;
  readonly ask: (port: P, world: World) => readonly MaybePromise<unknown>[];
}

const contract = <P>(given: Contract<P>) => given as Contract<unknown>;

const pairs = <A, B>(some: readonly A[], others: readonly B[]) =>
  some.flatMap((a) => others.map((b) => [a, b] as const));

/** All rows of the batches. */
const allOf = async <T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[]> => {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
};

const rowsIn = (some: readonly { readonly rows: readonly unknown[] }[]) => some.flatMap(({ rows }) => rows);

const customersWithRows = async (port: Pick<MatrixRows, 'customersWithRows'>): Promise<readonly number[]> =>
  [...(await port.customersWithRows(2, CUSTOMERS - 1))].sort((a, b) => a - b);

const CONTRACTS = [
  contract<CustomerPriceRows>({
    port: CustomerPriceRows,
    stored: SqlCustomerPriceRows,
    double: (world) => new MemoryCustomerPriceRows(world),
    ask: (port) => [
      ...SOME_CUSTOMERS.flatMap((id) => [port.find(id, SOME_PRODUCTS), port.few(id)]),
      allOf(port.batches()).then(rowsIn),
    ],
  }),
  contract<CategoryPriceRows>({
    port: CategoryPriceRows,
    stored: SqlCategoryPriceRows,
    double: (world) => new MemoryCategoryPriceRows(world),
    ask: (port) => [
      ...pairs([null, ...SOME_CUSTOMERS], SOME_GROUPS).map(([id, group]) => port.find(id, group, [...CATEGORIES, 99])),
      ...SOME_CUSTOMERS.map((id) => port.hasAny(id)),
      customersWithRows(port),
    ],
  }),
  contract<PriceListRows>({
    port: PriceListRows,
    stored: SqlPriceListRows,
    double: (world) => new MemoryPriceListRows(world),
    ask: (port) => [
      ...pairs([null, ...SOME_CUSTOMERS], SOME_GROUPS).flatMap(([id, group]) => {
        const reached = port.reachedBy(id, group);
        const rows = Promise.resolve(reached).then(({ assigned, base }) =>
          port.find([...assigned, ...base], SOME_PRODUCTS),
        );
        return [reached, rows];
      }),
      customersWithRows(port),
      allOf(port.lists()),
      allOf(port.rows()).then(rowsIn),
    ],
  }),
  contract<MatrixRows>({
    port: MatrixRows,
    stored: SqlMatrixRows,
    double: (world) => new MemoryMatrixRows(world),
    ask: (port, world) => [
      ...SOME_CUSTOMERS.flatMap((id) => [
        port.hasAny(id),
        port.reachedBy(id),
        port.reachedBy(id, [1, 2, 99]),
        port.hitsOf(
          id,
          world.products.map((product) => pricedProductIn(world, product.id)),
        ),
      ]),
      customersWithRows(port),
    ],
  }),
  contract<ProductTiers>({
    port: ProductTiers,
    stored: SqlProductTiers,
    double: (world) => new MemoryProductTiers(world),
    ask: (port) =>
      pairs(SOME_GROUPS, [undefined, 0, 1, 2]).map(([groupId, websiteId]) =>
        port.findTiers(SOME_PRODUCTS, { groupId, websiteId }),
      ),
  }),
  contract<PricedProducts>({
    port: PricedProducts,
    stored: SqlPricedProducts,
    ask: (port) => [port.bySkus(SKUS), port.bySkus(['s1']), port.byIds(SOME_PRODUCTS)],
  }),
  contract<Customers>({
    port: Customers,
    stored: SqlCustomers,
    double: ({ customers }) =>
      new MemoryCustomers(customers.map(({ active, ...facts }) => aCustomer({ ...facts, isActive: active ? 1 : 0 }))),
    ask: (port) => SOME_CUSTOMERS.flatMap((id) => [port.byId(id), port.byNumber(`C${id}`), port.byNumber(`c${id}`)]),
  }),
  contract<CustomerGroups>({
    port: CustomerGroups,
    stored: TypeOrmCustomerGroups,
    double: ({ groups }) => new MemoryCustomerGroups(groups),
    ask: (port) => SOME_GROUPS.map((id) => port.exists(id)),
  }),
  contract<SettingsInForce>({
    port: SettingsInForce,
    stored: SqlSettingsInForce,
    ask: (port) => [
      ...pairs(pairs([null, ...SOME_CUSTOMERS], GROUPS), [0, 1, 2]).map(([[customerId, groupId], websiteId]) =>
        port.find({ customerId, groupId, websiteId }),
      ),
      customersWithRows(port),
    ],
  }),
  contract<Stores>({
    port: Stores,
    stored: TypeOrmStores,
    ask: (port) => [0, 1, 2, 9].flatMap((id) => [port.byId(id), port.standardOf(id)]),
  }),
  contract<StoreViews>({
    port: StoreViews,
    stored: TypeOrmStoreViews,
    ask: (port) => [port.standard(), ...['default', 'DEFAULT', 'none'].map((code) => port.byCode(code))],
  }),
  contract<Websites>({
    port: Websites,
    stored: TypeOrmWebsites,
    ask: (port) => [...[0, 1, 2, 9].map((id) => port.byId(id)), port.standard()],
  }),
];

/** Results in a comparable form: amounts as text, maps by key, rows by ID. Names are omitted; doubles have their own. */
const plain = (value: unknown): unknown => {
  if (value instanceof Decimal) return value.toString();
  if (value instanceof Map)
    return [...value].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)).map(plain);
  if (Array.isArray(value)) {
    const items = value.map(plain);
    const isOfRows = items.every((item) => typeof item === 'object' && item !== null && 'id' in item);
    return isOfRows ? items.sort((one, other) => (one as { id: number }).id - (other as { id: number }).id) : items;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (name === 'name' ? [] : [[name, plain(member)]])),
  );
};

describeOnDatabases('ports that read prices', (kind) => {
  let app: INestApplicationContext;
  let close: () => Promise<void>;
  let shop: ChangingShop;

  beforeAll(async () => {
    ({ app, close } = await openPricing(kind));
    shop = new ChangingShop(serviceDoor(app), new Random(7));
    await shop.open();
  });
  afterAll(() => close());

  it.each(CONTRACTS.map((one) => [one.port.name, one] as const))(
    '%s: database, cache and test double return the same after each change',
    async (_, { port, stored, double, ask }) => {
      const get = (token: unknown) => app.get<unknown>(token as Type, { strict: false });
      const answers = (one: unknown) => Promise.all(ask(one, shop.model.world)).then(plain);
      const said = new Set<string>();
      for (let change = 0; change < CHANGES; change += 1) {
        const did = await shop.change();
        const expected = await answers(get(stored));
        said.add(JSON.stringify(expected));
        for (const time of ['first', 'again'])
          expect([did, time, await app.get(CacheManager).answer(() => answers(get(port)))]).toEqual([
            did,
            time,
            expected,
          ]);
        if (double) expect([did, 'double', await answers(double(shop.model.world))]).toEqual([did, 'double', expected]);
      }
      // Empty results everywhere would prove nothing.
      expect([...said].join('')).toMatch(/[1-9]|true/);
    },
  );
});
