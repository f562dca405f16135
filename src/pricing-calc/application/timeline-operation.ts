import { StringField, DecimalField, DayField, IntField, ObjectsField } from '../../../libs/records/index.js';
import { Amount, CodeOfPrice } from './price-answers.js';
import { SKU, OF_ONE, CustomerId, CustomerGroupId, WebsiteId, Currency } from './price-questions.js';
import type { PriceCode } from '../../../libs/pricing/index.js';
import { Decimal, type Day, jsonNumber } from '../../../libs/kernel/index.js';
import type { PricedPeriod } from '../domain/timeline.js';
import { operation, takes, answers, Versioned } from '../../../libs/operations/index.js';
import { byIntegration, CALCULATED_PRICE, TAG, CALCULATE } from './price-operations.js';
import { BuildTimeline } from './build-timeline.js';
class TimelineQuestion {
  @StringField(SKU)
  readonly sku!: string;

  @DecimalField(OF_ONE)
  readonly qty!: Decimal;

  @CustomerId()
  readonly customerId!: number | null;

  @CustomerGroupId()
  readonly customerGroupId!: number | null;

  @DayField({ about: 'First day of the timeline; default: today in the time zone of the website', nullable: true })
  readonly from!: Day | null;

  @DayField({
    about: 'Last day of the timeline, at most 10 years after `from`; default: 364 days after `from`',
    nullable: true,
    example: '2026-12-31',
  })
  readonly to!: Day | null;

  @WebsiteId()
  readonly websiteId!: number | null;

  @Currency()
  readonly currency!: string | null;
}

class TimelineItem {
  @DayField({ about: 'First day of the period' })
  readonly fromDate!: Day;

  @DayField({ about: 'Last day of the period', example: '2026-12-31' })
  readonly toDate!: Day;

  @Amount({
    about:
      'Price of one unit, rounded to the number of decimal places in the setting `price_precision`; null if there is no price in the period',
    nullable: true,
    example: 4.455,
  })
  readonly unitPrice!: Decimal | null;

  @CodeOfPrice({
    about: 'Code of the price source, such as customer_price; null if there is no price in the period',
    nullable: true,
  })
  readonly priceCode!: PriceCode | null;

  @StringField({
    about: "Resource type of the record that determines the price; null for the product's own price and special price",
    nullable: true,
    example: 'customerPrice',
  })
  readonly recordType!: string | null;

  @IntField({
    about: 'ID of the record that determines the price; null if no record does',
    nullable: true,
    example: 17,
  })
  readonly recordId!: number | null;
}

class TimelineAnswer {
  @ObjectsField(TimelineItem, { about: 'Periods in chronological order, which together cover all requested days' })
  readonly items!: readonly TimelineItem[];
}

const itemOf = ({ from, to, price }: PricedPeriod): object => {
  const row = price?.selected.taken.row;
  return {
    from_date: from,
    to_date: to,
    unit_price: price ? jsonNumber(price.unitPrice) : null,
    price_code: price?.selected.code ?? null,
    record_type: row?.recordType ?? null,
    record_id: row?.id ?? null,
  };
};

/** Documented in pricing-tools.md, "Timeline". */
export const TIMELINE_OPERATION = operation({
  service: CALCULATED_PRICE,
  name: 'getTimeline',
  summary: "List the periods in which a buyer's price for one SKU stays the same",
  about:
    'Consecutive days with the same price from the same record form one period. Days without a price form a period ' +
    'with a null price. `X-Pricing-Version` is the version of the price data that the response is based on.',
  tag: TAG,
  right: CALCULATE,
  effect: 'reads',
  heavy: () => true,
  tellsVersion: true,
  rest: { verb: 'GET', path: 'pricing/timeline' },
  input: { question: takes.query(TimelineQuestion, { strict: true }) },
  output: answers.fields(TimelineAnswer),
  errors: [404],
  by: BuildTimeline,
  run: async (timeline, { question }, { namedStore }) => {
    const buyer = byIntegration({ ...question, storeId: null }, namedStore);
    const { version, periods } = await timeline.build(buyer, question, question);
    return new Versioned({ items: periods.map(itemOf) }, version);
  },
});
