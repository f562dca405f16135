import { Injectable } from '@nestjs/common';
import { Database, inChunks, inList } from '../../libs/database/index.js';
import {
  type Bases,
  type Buyer,
  byProduct,
  choose,
  type Dated,
  highestId,
  highestQty,
  type Evaluation,
  evaluateRows,
  type Line,
  type PriceRow,
  priceRow,
  PriceSource,
  type PricedProduct,
  type Reach,
  SAME_FOR_GROUP,
  specificWebsite,
  type StoredTerms,
  TERMS_COLUMNS,
} from '../../libs/pricing/index.js';

interface StoredRow extends StoredTerms {
  readonly product_id: number;
  readonly website_id: number;
  readonly value: number | string;
}

const rowOf = (stored: StoredRow): PriceRow =>
  priceRow(stored, stored.value, {
    recordType: 'clubPrice',
    parentId: null,
    name: null,
    websiteId: stored.website_id,
  });

/** Where the prices of a club come from: of the buyer's group, the highest threshold that the quantity reaches. */
@Injectable()
export class ClubPriceSource extends PriceSource<readonly PriceRow[]> {
  constructor(private readonly database: Database) {
    super();
  }

  async load(
    { groupId }: Buyer,
    products: readonly PricedProduct[],
  ): Promise<ReadonlyMap<number, readonly PriceRow[]>> {
    const ids = products.map(({ id }) => id);
    const stored = await inChunks(ids, (part) => {
      const { text, params } = inList('product_id', part);
      return this.database.query<StoredRow>(
        `SELECT ${TERMS_COLUMNS}, product_id, website_id, value FROM club_price WHERE customer_group_id = ? AND ${text}`,
        [groupId, ...params],
      );
    });
    return byProduct(stored, rowOf);
  }

  /** All customers of a group have the same club prices, so they share cached prices. */
  override reach(): Reach {
    return SAME_FOR_GROUP;
  }

  override isPersonal(): boolean {
    return false;
  }

  evaluate(rows: readonly PriceRow[] | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] {
    const evaluated = evaluateRows(rows ?? [], line, buyer, bases);
    return [choose('club_price', evaluated, [highestQty, specificWebsite, highestId])];
  }

  periods(rows: readonly PriceRow[] | undefined): readonly Dated[] {
    return rows ?? [];
  }
}
