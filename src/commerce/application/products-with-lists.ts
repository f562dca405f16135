import { at, type Criteria, type Fault, type Page, type Transactions } from '../../../libs/kernel/index.js';
import { type Recorded, Records, RowRefused, type UniqueKey } from '../../../libs/records/index.js';
import { type ProductRecord, sameWebsitePrices, type WebsiteAmounts } from '../domain/product.js';

export interface CategoryLink extends Recorded {
  readonly productId: number;
  readonly categoryId: number;
}

export interface WebsitePriceRow extends Recorded, WebsiteAmounts {
  readonly productId: number;
}

export interface ProductsWithListsParts<T> {
  /** Reads the categories by itself. */
  readonly stored: Records<T & Recorded>;
  readonly categories: Records<CategoryLink>;
  readonly pair: UniqueKey<CategoryLink>;
  readonly prices: Records<WebsitePriceRow>;
  readonly transactions: Transactions;
}

/** A row of a list, and which product of the batch it belongs to and where. */
interface Placed<Row> {
  readonly product: number;
  readonly position: number;
  readonly row: Row;
}

const EVERY = 1_000_000;
const CHUNK = 900;

const amountsOf = ({ id: _id, productId: _productId, ...amounts }: WebsitePriceRow): WebsiteAmounts => amounts;

const placed = <Row>(lists: readonly (readonly Row[])[]): readonly Placed<Row>[] =>
  lists.flatMap((rows, product) => rows.map((row, position) => ({ product, position, row })));

const without = (ids: readonly number[], others: readonly number[]): readonly number[] => {
  const left = new Set(others);
  return ids.filter((id) => !left.has(id));
};

/** Undoes what was only tried. */
class Tried extends Error {}

/** Stored products with their categories and website prices, each of which lies in a table of its own. */
export class ProductsWithLists<T extends ProductRecord & Recorded> extends Records<T> {
  constructor(private readonly parts: ProductsWithListsParts<T>) {
    super();
  }

  async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, T>> {
    const found = await this.whole([...(await this.parts.stored.byIds(ids)).values()]);
    return new Map(found.map((product) => [product.id, product]));
  }

  async byKey(key: UniqueKey<T>, samples: readonly Partial<T>[]): Promise<readonly (T | undefined)[]> {
    const found = await this.parts.stored.byKey(key, samples);
    const whole = await this.whole(found.flatMap((product) => product ?? []));
    const byId = new Map(whole.map((product) => [product.id, product]));
    return found.map((product) => product && byId.get(product.id));
  }

  async search(criteria: Criteria): Promise<Page<T>> {
    const { items, total } = await this.parts.stored.search(criteria);
    return { items: await this.whole(items), total };
  }

  override idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    return this.parts.stored.idsOf(groups);
  }

  insert(records: readonly T[], givenIds?: boolean): Promise<readonly number[]> {
    return this.firstRefused(records, async (batch) => {
      const ids = await this.parts.stored.insert(batch, givenIds);
      await this.addCategories(batch.map(({ categoryIds }, index) => this.links(ids[index], categoryIds)));
      await this.addPrices(batch.map(({ websitePrices }, index) => this.rows(ids[index], websitePrices)));
      return ids;
    });
  }

  async update(records: readonly T[]): Promise<void> {
    await this.firstRefused(records, async (batch) => {
      const before = await this.byIds(batch.map(({ id }) => id));
      await this.parts.stored.update(batch);
      await this.changeCategories(batch, before);
      await this.changePrices(batch, before);
    });
  }

  /** What lies in the other tables goes with the product. */
  remove(ids: readonly number[]): Promise<void> {
    return this.parts.stored.remove(ids);
  }

  /**
   * Stores a batch, all or nothing. One table after another is written, so a product further ahead may be at fault in a
   * later table: those before the refused one are tried as well, and the first is told.
   */
  private async firstRefused<R>(records: readonly T[], store: (batch: readonly T[]) => Promise<R>): Promise<R> {
    const { transactions } = this.parts;
    try {
      return await transactions.write(() => store(records));
    } catch (error) {
      if (!(error instanceof RowRefused) || error.index === 0) throw error;
      try {
        await transactions.write(async () => {
          await this.firstRefused(records.slice(0, error.index), store);
          throw new Tried();
        });
      } catch (earlier) {
        throw earlier instanceof Tried ? error : earlier;
      }
      throw error;
    }
  }

  private links(productId: number | undefined, categoryIds: readonly number[]): readonly CategoryLink[] {
    return categoryIds.map((categoryId) => ({ id: 0, productId: productId ?? 0, categoryId }));
  }

  private rows(productId: number | undefined, prices: readonly WebsiteAmounts[]): readonly WebsitePriceRow[] {
    return prices.map((amounts) => ({ ...amounts, id: 0, productId: productId ?? 0 }));
  }

  private addCategories(lists: readonly (readonly CategoryLink[])[]): Promise<void> {
    return this.add(this.parts.categories, placed(lists), (fault) =>
      fault.kind === 'invalid' ? { ...fault, field: 'category_ids' } : fault,
    );
  }

  private addPrices(lists: readonly (readonly WebsitePriceRow[])[]): Promise<void> {
    return this.add(this.parts.prices, placed(lists), (fault, position) => at(`website_prices[${position}]`, fault));
  }

  private async add<Row extends Recorded>(
    records: Records<Row>,
    rows: readonly Placed<Row>[],
    told: (fault: Fault, position: number) => Fault,
  ): Promise<void> {
    if (rows.length === 0) return;
    try {
      await records.insert(rows.map(({ row }) => row));
    } catch (error) {
      const refused = error instanceof RowRefused ? rows[error.index] : undefined;
      if (!refused || !(error instanceof RowRefused)) throw error;
      const [first, ...more] = error.faults;
      const say = (fault: Fault): Fault => told(fault, refused.position);
      throw new RowRefused(refused.product, say(first), ...more.map(say));
    }
  }

  private async changeCategories(batch: readonly T[], before: ReadonlyMap<number, T>): Promise<void> {
    const gone = batch.flatMap(({ id, categoryIds }) =>
      this.links(id, without(before.get(id)?.categoryIds ?? [], categoryIds)),
    );
    if (gone.length > 0) {
      const found = await this.parts.categories.byKey(
        this.parts.pair,
        gone.map(({ productId, categoryId }) => ({ productId, categoryId })),
      );
      await this.parts.categories.remove(found.flatMap((link) => (link ? [link.id] : [])));
    }
    await this.addCategories(
      batch.map(({ id, categoryIds }) => this.links(id, without(categoryIds, before.get(id)?.categoryIds ?? []))),
    );
  }

  /** A list that changed is written anew, in the order in which it was sent. */
  private async changePrices(batch: readonly T[], before: ReadonlyMap<number, T>): Promise<void> {
    const isOther = ({ id, websitePrices }: T): boolean =>
      !sameWebsitePrices(before.get(id)?.websitePrices ?? [], websitePrices);
    const had = batch.filter((product) => isOther(product) && before.get(product.id)?.websitePrices.length);
    const gone = await this.pricesOf(had.map(({ id }) => id));
    if (gone.length > 0) await this.parts.prices.remove(gone.map(({ id }) => id));
    await this.addPrices(
      batch.map((product) => (isOther(product) ? this.rows(product.id, product.websitePrices) : [])),
    );
  }

  private async whole(products: readonly T[]): Promise<readonly T[]> {
    const lists = new Map<number, WebsiteAmounts[]>(products.map(({ id }) => [id, []]));
    for (const row of await this.pricesOf([...lists.keys()])) lists.get(row.productId)?.push(amountsOf(row));
    return products.map((product) => ({ ...product, websitePrices: lists.get(product.id) ?? [] }));
  }

  private async pricesOf(productIds: readonly number[]): Promise<readonly WebsitePriceRow[]> {
    const rows: WebsitePriceRow[] = [];
    for (let start = 0; start < productIds.length; start += CHUNK) {
      const values = productIds.slice(start, start + CHUNK);
      const { items } = await this.parts.prices.search({
        groups: [[{ property: 'productId', condition: 'in', values }]],
        sort: [],
        page: 1,
        pageSize: EVERY,
      });
      rows.push(...items);
    }
    return rows;
  }
}
