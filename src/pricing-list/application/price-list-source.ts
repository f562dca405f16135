import { Injectable } from '@nestjs/common';
import { type MaybePromise, whenThere } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  type Dated,
  type Evaluation,
  type Line,
  type LoadDepth,
  PriceSource,
  type PricedProduct,
  type Reach,
} from '../../../libs/pricing/index.js';
import {
  evaluatePriceLists,
  type ListRows,
  listsThatMayCount,
  periodsOfLists,
  type ReachedLists,
} from '../domain/evaluate-price-lists.js';
import { PriceListRows } from '../ports/price-list-rows.js';

const NO_ROWS: ListRows = { reached: [], base: [] };

/** Provides prices from assigned lists, and from base lists for buyers without a price from an assigned list. */
@Injectable()
export class PriceListSource extends PriceSource<ListRows> {
  constructor(private readonly rows: PriceListRows) {
    super();
  }

  load(
    buyer: Buyer,
    products: readonly PricedProduct[],
    depth: LoadDepth,
  ): MaybePromise<ReadonlyMap<number, ListRows>> {
    return whenThere(this.rows.reachedBy(buyer.customerId, buyer.groupId), (found) =>
      this.rowsOf(depth === 'all' ? found : listsThatMayCount(found, buyer), products),
    );
  }

  private rowsOf(
    { assigned, base }: ReachedLists,
    products: readonly PricedProduct[],
  ): MaybePromise<ReadonlyMap<number, ListRows>> {
    const inAssigned = new Set(assigned.map(({ id }) => id));
    const inBase = new Set(base.map(({ id }) => id));
    const lists = [...assigned, ...base.filter(({ id }) => !inAssigned.has(id))];
    if (lists.length === 0) return new Map();
    const ids = products.map(({ id }) => id);
    return whenThere(this.rows.find(lists, ids), (rows) => {
      const found = new Map<number, ListRows>();
      for (const [product, some] of rows) {
        const reached = inBase.size === 0 ? some : some.filter(({ list }) => inAssigned.has(list.id));
        found.set(product, { reached, base: inBase.size === 0 ? [] : some.filter(({ list }) => inBase.has(list.id)) });
      }
      return found;
    });
  }

  /** All rows of a list are the same for every buyer, so the lists are the key. */
  override reach(buyer: Buyer): MaybePromise<Reach> {
    const ids = (lists: ReachedLists['base']) => lists.map(({ id }) => id).join();
    return whenThere(this.rows.reachedBy(buyer.customerId, buyer.groupId), ({ assigned, base }) => ({
      key: `${ids(assigned)};${ids(base)}`,
      personal: [],
    }));
  }

  override isPersonal(): boolean {
    return false;
  }

  evaluate(rows: ListRows | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] {
    return evaluatePriceLists(rows ?? NO_ROWS, line, buyer, bases);
  }

  periods(rows: ListRows | undefined): readonly Dated[] {
    return periodsOfLists(rows ?? NO_ROWS);
  }
}
