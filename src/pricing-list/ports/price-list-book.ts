import type { ListRow, ListTerms } from '../domain/judge-price-lists.js';
import type { ListShape } from '../domain/lint-price-lists.js';

export interface ListedRows {
  readonly list: ListTerms;
  readonly productId: number;
  readonly rows: readonly ListRow[];
}

/** Iterates over all stored price lists and rows. */
export abstract class PriceListBook {
  /** Yields every list once, in batches by id. */
  abstract lists(): AsyncIterable<readonly ListShape[]>;

  /** Yields every row once, in batches. A batch never splits the rows of one list and product. */
  abstract rows(): AsyncIterable<readonly ListedRows[]>;
}
