/** A shop in the form of the reference: plain texts and numbers, without types of the engine. */
export interface Terms {
  readonly id: number;
  readonly qty: string;
  readonly value: string;
  readonly type: number;
  readonly on: string | null;
  readonly currency: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface WorldAmounts {
  readonly price: string | null;
  readonly special: string | null;
  readonly specialFrom: string | null;
  readonly specialTo: string | null;
  readonly cost: string | null;
  readonly msrp: string | null;
}

export interface WorldProduct extends WorldAmounts {
  readonly id: number;
  readonly sku: string;
  readonly active: boolean;
  readonly categories: readonly number[];
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  /** Amounts of individual websites. */
  readonly own: readonly (WorldAmounts & { readonly websiteId: number })[];
}

export interface WorldList {
  readonly id: number;
  readonly active: boolean;
  readonly priority: number;
  readonly websiteId: number;
  readonly isBase: boolean;
  readonly currency: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly customers: readonly number[];
  readonly groups: readonly number[];
}

interface Placed {
  readonly websiteId: number;
  readonly priority: number;
}

export interface WorldMatrix extends Terms, Placed {
  readonly active: boolean;
  readonly relation: 'AND' | 'OR';
  readonly conditions: readonly { readonly code: string; readonly value: string }[];
  readonly customers: readonly {
    readonly id?: number;
    readonly customerId: number;
    readonly from: string | null;
    readonly to: string | null;
  }[];
}

export interface WorldSettings {
  readonly select: 'lowest' | 'highest' | 'sort_order';
  readonly order: readonly string[];
  readonly individualFinal: boolean;
  readonly skipZero: boolean;
  readonly mergeLists: boolean;
  readonly mergeMatrices: boolean;
  readonly categorySelect: 'priority' | 'customer' | 'group';
  readonly precision: number;
  readonly tax: 0 | 1;
  /** Whether a threshold of 1 means any quantity. */
  readonly oneMeansAny: boolean;
}

export interface WorldLevel {
  readonly websiteId: number;
  readonly groupId: number | null;
  readonly customerId: number | null;
  readonly values: Partial<WorldSettings>;
}

export interface World {
  readonly websites: readonly { readonly id: number; readonly baseCurrency: string; readonly timeZone: string }[];
  readonly groups: readonly number[];
  readonly customers: readonly {
    readonly id: number;
    readonly groupId: number;
    readonly websiteId: number;
    readonly active: boolean;
  }[];
  readonly products: readonly WorldProduct[];
  readonly tiers: readonly {
    readonly id: number;
    readonly productId: number;
    readonly websiteId: number;
    readonly groupId: number | null;
    readonly qty: string;
    readonly value: string;
  }[];
  readonly customerPrices: readonly (Terms & {
    readonly customerId: number;
    readonly productId: number;
    readonly websiteId: number;
  })[];
  readonly lists: readonly WorldList[];
  readonly listRows: readonly (Terms & { readonly listId: number; readonly productId: number })[];
  readonly categoryPrices: readonly (Terms & Placed & { readonly categoryId: number; readonly customerId: number })[];
  readonly groupCategoryPrices: readonly (Terms & Placed & { readonly categoryId: number; readonly groupId: number })[];
  readonly matrices: readonly WorldMatrix[];
  readonly settings: readonly WorldLevel[];
}

/** A request. Null values follow from the others. */
export interface WorldQuestion {
  readonly sku: string;
  readonly qty: string;
  readonly day: string | null;
  /** Time of the request (UTC). */
  readonly now: Date;
  readonly customerId: number | null;
  readonly groupId: number | null;
  readonly websiteId: number | null;
  readonly currency: string | null;
}

/** The buyer, the website and the day of a request. */
export interface WorldBuyer {
  readonly customerId: number | null;
  readonly groupId: number;
  readonly websiteId: number;
  readonly currency: string;
  readonly baseCurrency: string;
  readonly timeZone: string;
  readonly day: string;
  readonly settings: WorldSettings;
}
