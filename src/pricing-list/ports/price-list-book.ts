import type { ListRow, ListTerms } from '../domain/judge-price-lists.js';
import type { ListShape } from '../domain/lint-price-lists.js';

/** All rows that one list has for one product. */
export interface ListedRows {
  readonly list: ListTerms;
  readonly productId: number;
  readonly rows: readonly ListRow[];
}

/** All stored price lists, to be gone through from end to end. */
export abstract class PriceListBook {
  /** Every list once, in batches by id. */
  abstract lists(): AsyncIterable<readonly ListShape[]>;

  /** Every row once, in batches; those of a list for a product stand together. */
  abstract rows(): AsyncIterable<readonly ListedRows[]>;
}
