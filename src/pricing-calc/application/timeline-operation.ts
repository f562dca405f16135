import { StringField, DecimalField, DayField, IntField, ObjectsField } from '../../../libs/records/index.js';
import { Amount, CodeOfPrice } from './price-answers.js';
import { SKU, OF_ONE, CustomerId, CustomerGroupId, WebsiteId, Currency } from './price-questions.js';
import type { PriceCode } from '../../../libs/pricing/index.js';
import { Decimal, type Day, jsonNumber } from '../../../libs/kernel/index.js';
import type { PricedSpan } from '../domain/timeline.js';
import { operation, takes, answers, Versioned } from '../../../libs/operations/index.js';
import { byIntegration, CALCULATED_PRICE, TAG, CALCULATE } from './price-operations.js';
import { TellTimeline } from './tell-timeline.js';
class TimelineQuestion {
  @StringField(SKU)
  readonly sku!: string;

  @DecimalField(OF_ONE)
  readonly qty!: Decimal;

  @CustomerId()
  readonly customerId!: number | null;

  @CustomerGroupId()
  readonly customerGroupId!: number | null;

  @DayField({ about: "First day; today in the website's time zone if not given", nullable: true })
  readonly from!: Day | null;

  @DayField({
    about: 'Last day, included, at most 10 years after the first; 365 days in all if not given',
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
  @DayField({ about: 'First day of this price' })
  readonly fromDate!: Day;

  @DayField({ about: 'Last day of this price, included', example: '2026-12-31' })
  readonly toDate!: Day;

  @Amount({ about: 'At price_precision; null: no price on these days', nullable: true, example: 4.455 })
  readonly unitPrice!: Decimal | null;

  @CodeOfPrice({ nullable: true })
  readonly priceCode!: PriceCode | null;

  @StringField({
    about: 'Wrapper of the record that gives the price; null for the price and the special price of the product',
    nullable: true,
    example: 'customerPrice',
  })
  readonly recordType!: string | null;

  @IntField({ about: 'Its id', nullable: true, example: 17 })
  readonly recordId!: number | null;
}

class TimelineAnswer {
  @ObjectsField(TimelineItem, { about: 'In the order of days; they cover all days that are asked for' })
  readonly items!: readonly TimelineItem[];
}

const itemOf = ({ from, to, price }: PricedSpan): object => {
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

/** What a buyer pays through the days (pricing.md §7). */
export const TIMELINE_OPERATION = operation({
  service: CALCULATED_PRICE,
  name: 'getTimeline',
  summary: "Tell the days on which a buyer's price of one SKU changes, and to what",
  about:
    'Neighbouring days of the same price from the same record are one item; days without a price are an item whose ' +
    'price is null. `X-Pricing-Version` is the version that the answer is true of.',
  tag: TAG,
  right: CALCULATE,
  effect: 'reads',
  heavy: () => true,
  tellsVersion: true,
  rest: { verb: 'GET', path: 'pricing/timeline' },
  input: { question: takes.query(TimelineQuestion, { strict: true }) },
  output: answers.fields(TimelineAnswer),
  errors: [404],
  by: TellTimeline,
  run: async (timeline, { question }, { namedStore }) => {
    const buyer = byIntegration({ ...question, storeId: null }, namedStore);
    const { version, spans } = await timeline.run(buyer, question, question);
    return new Versioned({ items: spans.map(itemOf) }, version);
  },
});
