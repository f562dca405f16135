import { type Criteria, inIdOrder } from '../../../libs/kernel/index.js';
import type { Recorded, ResourceService } from '../../../libs/records/index.js';
import type { StoreFacts } from '../domain/store.js';
import { ALL_WEBSITES, type WebsiteFacts } from '../domain/website.js';
import {
  moduleNamed,
  rootOf,
  type ShopStoreConfig,
  type ShopStoreGroup,
  type ShopStoreView,
  type ShopWebsite,
  storeConfigOf,
  storeGroupOf,
  storeViewOf,
  websiteOf,
} from '../domain/shop-structure.js';
import type { Store } from '../store.record.js';
import type { Website } from '../website.record.js';
import type { ProductRecord } from '../domain/product.js';
import type { ProductBook } from '../ports/products.js';

/** Query services, and facts that are not stored in records. */
interface ShopParts {
  readonly websites: ResourceService<Website>;
  readonly stores: ResourceService<Store>;
  readonly categories: ResourceService<Recorded>;
  /** Base URL under which clients reach this server. */
  readonly baseUrl: string;
  /** Names of the installed modules. */
  readonly rooms: readonly string[];
}

const BATCH = 1000;
/** Start before id 0, which represents all and is a record like any other. */
const BEFORE_ALL = -1;

const all = async <T extends Recorded>(records: ResourceService<T>) => {
  const found: T[] = [];
  const after = async (id: number, size: number): Promise<readonly T[]> => {
    const next: Criteria['groups'] = [[{ property: 'id', condition: 'gt', values: [id || BEFORE_ALL] }]];
    const sort = [{ property: 'id', direction: 'ASC' }] as const;
    return (await records.search({ groups: next, sort, page: 1, pageSize: size, uncounted: true })).items;
  };
  for await (const batch of inIdOrder(BATCH, after)) found.push(...batch);
  return found;
};

/** Handles the operations that clients of the shop platform call first (commerce.md, "In the platform's format"). */
export class ShopStructure {
  constructor(private readonly parts: ShopParts) {}

  async websites(): Promise<readonly ShopWebsite[]> {
    return (await this.allWebsites()).map(websiteOf);
  }

  async storeGroups(): Promise<readonly ShopStoreGroup[]> {
    const [websites, stores] = [await this.allWebsites(), await this.allStores()];
    const above: Criteria['groups'] = [[{ property: 'parentId', condition: 'null', values: [] }]];
    const sort = [{ property: 'id', direction: 'ASC' }] as const;
    const { items } = await this.parts.categories.search({
      groups: above,
      sort,
      page: 1,
      pageSize: 2,
      uncounted: true,
    });
    return websites.map((website) => storeGroupOf(website, stores, rootOf(items)));
  }

  async storeViews(): Promise<readonly ShopStoreView[]> {
    return (await this.allStores()).map(storeViewOf);
  }

  /** Excludes store 0, like the platform. With `codes`, returns only those store views. */
  async storeConfigs(codes: readonly string[]): Promise<readonly ShopStoreConfig[]> {
    const websites = new Map((await this.allWebsites()).map((website) => [website.id, website]));
    return (await this.allStores()).flatMap((store) => {
      const website = websites.get(store.websiteId);
      const isAsked = codes.length === 0 || codes.includes(store.code);
      return website && website.id !== ALL_WEBSITES && isAsked
        ? [storeConfigOf(store, website, this.parts.baseUrl)]
        : [];
    });
  }

  modules(): readonly string[] {
    return this.parts.rooms.map(moduleNamed);
  }

  private allWebsites(): Promise<readonly WebsiteFacts[]> {
    return all(this.parts.websites);
  }

  private allStores(): Promise<readonly StoreFacts[]> {
    return all(this.parts.stores);
  }
}

const PRODUCTS_AT_ONCE = 500;

/** All active products in batches, sorted by id. */
export const allProducts = (book: ProductBook): AsyncGenerator<readonly ProductRecord[], void> =>
  inIdOrder(PRODUCTS_AT_ONCE, (id, size) => book.after(id, size));
