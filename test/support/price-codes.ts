import { type DeclaredPriceCode, PriceCodes, priceCodes } from '../../libs/pricing/index.js';
import { PRICING_CALC_ROOM } from '../../src/pricing-calc/room.js';
import { PRICING_CATEGORY_ROOM } from '../../src/pricing-category/room.js';
import { PRICING_CUSTOMER_ROOM } from '../../src/pricing-customer/room.js';
import { PRICING_LIST_ROOM } from '../../src/pricing-list/room.js';
import { PRICING_MATRIX_ROOM } from '../../src/pricing-matrix/room.js';

/** The price codes of all pricing modules. */
export const CODES = new PriceCodes(
  [PRICING_CALC_ROOM, PRICING_CATEGORY_ROOM, PRICING_CUSTOMER_ROOM, PRICING_LIST_ROOM, PRICING_MATRIX_ROOM].flatMap(
    ({ provides = [] }) =>
      provides
        .filter(({ to }) => to === priceCodes().to)
        .flatMap(({ values = [] }) => values as readonly DeclaredPriceCode[]),
  ),
);
