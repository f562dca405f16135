import { Injectable } from '@nestjs/common';
import { type MaybePromise, whenThere } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  type Dated,
  type Evaluation,
  type Line,
  type PriceRow,
  PriceSource,
  type PricedProduct,
  type Reach,
  SAME_FOR_GROUP,
} from '../../../libs/pricing/index.js';
import { evaluateCustomerPrices } from '../domain/evaluate-customer-prices.js';
import { CustomerPriceRows } from '../ports/customer-price-rows.js';

/** Provides a customer's own prices. An unknown buyer has none. */
@Injectable()
export class CustomerPriceSource extends PriceSource<readonly PriceRow[]> {
  constructor(private readonly rows: CustomerPriceRows) {
    super();
  }

  load(
    { customerId }: Buyer,
    products: readonly PricedProduct[],
  ): MaybePromise<ReadonlyMap<number, readonly PriceRow[]>> {
    if (customerId === null) return new Map();
    return this.rows.find(
      customerId,
      products.map(({ id }) => id),
    );
  }

  override reach({ customerId }: Buyer): MaybePromise<Reach> {
    if (customerId === null) return SAME_FOR_GROUP;
    return whenThere(this.rows.few(customerId), (rows) => ({ key: '', personal: rows?.keys() }));
  }

  override isPersonal(rows: readonly PriceRow[] | undefined): boolean {
    return rows !== undefined;
  }

  evaluate(rows: readonly PriceRow[] | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] {
    return evaluateCustomerPrices(rows ?? [], line, buyer, bases);
  }

  periods(rows: readonly PriceRow[] | undefined): readonly Dated[] {
    return rows ?? [];
  }
}
