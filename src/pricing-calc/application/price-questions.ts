import type { Day, Decimal } from '../../../libs/kernel/index.js';
import {
  CurrencyField,
  DayField,
  DecimalField,
  IntersectionType,
  IntField,
  ObjectsField,
  StringField,
  WordsField,
} from '../../../libs/records/index.js';

/*
 * The bodies of the six routes (pricing.md §4): their keys are the fields. What one SKU and several SKUs have in common
 * is declared once, above; the storefront may send least, a customer the currency too, an integration everything.
 */

const isSku = (text: string): boolean => text !== '' && [...text].length <= 255;

export const SKU = { about: 'SKU of the product', required: true, accepts: isSku, example: 'A1' } as const;

const QTY = { precision: 12, scale: 4, min: '0.0001', max: '99999999.9999', example: 5 } as const;
export const OF_ONE = { ...QTY, about: 'Quantity, above 0; 1 if not given', default: '1' } as const;

const MinVersion = (): PropertyDecorator =>
  IntField({
    about: 'Answers 409 while this version of the prices is not reached: the X-Pricing-Version of a write',
    nullable: true,
    max: Number.MAX_SAFE_INTEGER,
    example: 17,
  });

export const Currency = (): PropertyDecorator =>
  CurrencyField({ about: "ISO 4217; the website's base currency if not given; nothing is converted", nullable: true });

export const CustomerId = (): PropertyDecorator =>
  IntField({ about: 'The customer who buys; nobody if not given', nullable: true, example: 42 });

export const CustomerGroupId = (): PropertyDecorator =>
  IntField({ about: 'The group of a buyer who is no known customer; 0 if not given', nullable: true, example: 1 });

export const WebsiteId = (): PropertyDecorator =>
  IntField({ about: 'Where is bought, by website', nullable: true, example: 1 });

const EXPLAIN = ['0', '1', 'selected'] as const;
export type Explain = (typeof EXPLAIN)[number];

/** What a customer may say too. */
class CustomerAsks {
  @Currency()
  readonly currency!: string | null;
}

/** What only an integration or an administrator may say. */
class IntegrationAsks extends CustomerAsks {
  @CustomerId()
  readonly customerId!: number | null;

  @CustomerGroupId()
  readonly customerGroupId!: number | null;

  @IntField({
    about: "Where is bought; if not given the path's store view, the customer's website, the default one",
    nullable: true,
    example: 1,
  })
  readonly storeId!: number | null;

  @WebsiteId()
  readonly websiteId!: number | null;

  @DayField({ about: "As of which day; today in the website's time zone if not given", nullable: true })
  readonly date!: Day | null;

  @StringField({
    about: `1 = tells every row that was looked at, and why it is the price or is not; selected = only the row behind each price`,
    words: EXPLAIN,
    tellsWords: true,
    default: '0',
    example: '0',
  })
  readonly explain!: Explain;
}

export class ContextFinalPriceQuestion {
  @StringField(SKU)
  readonly sku!: string;

  @DecimalField(OF_ONE)
  readonly qty!: Decimal;

  @MinVersion()
  readonly minVersion!: number | null;
}

export class MyFinalPriceQuestion extends IntersectionType(CustomerAsks, ContextFinalPriceQuestion) {}
export class FinalPriceQuestion extends IntersectionType(IntegrationAsks, ContextFinalPriceQuestion) {}

/** One of several lines. */
export class QuestionItem {
  @StringField(SKU)
  readonly sku!: string;

  @DecimalField(OF_ONE)
  readonly qty!: Decimal;
}

export class ContextMultiPriceQuestion {
  // PRICING_MAX_ITEMS is their limit.
  @ObjectsField(QuestionItem, { about: 'SKUs with their quantities', most: Infinity, default: null })
  readonly items!: readonly QuestionItem[] | null;

  @WordsField({
    about: 'SKUs, each of the quantity `qty`; instead of `items`',
    of: 'sku',
    accepts: isSku,
    most: Infinity,
    example: ['A1'],
  })
  readonly skus!: readonly string[] | null;

  @DecimalField({ ...QTY, about: 'Quantity of each of `skus`; 1 if not given', nullable: true })
  readonly qty!: Decimal | null;

  @MinVersion()
  readonly minVersion!: number | null;
}

export class MyMultiPriceQuestion extends IntersectionType(CustomerAsks, ContextMultiPriceQuestion) {}
export class MultiPriceQuestion extends IntersectionType(IntegrationAsks, ContextMultiPriceQuestion) {}

const CUSTOMER = '"%fieldName" is refused here: the price is for whoever is signed in.';
const PLACE = '"%fieldName" is refused here: the store view in the path says where is bought.';
const INTEGRATION = '"%fieldName" is refused here: only an integration or an administrator may send it.';

/** What `/me/` refuses (pricing.md §4): nobody must believe that a foreign customer's id worked. */
export const REFUSED_ON_ME: Readonly<Record<string, string>> = {
  customer_id: CUSTOMER,
  customer_group_id: CUSTOMER,
  store_id: PLACE,
  website_id: PLACE,
  date: INTEGRATION,
  explain: INTEGRATION,
};

export const REFUSED_ON_CONTEXT: Readonly<Record<string, string>> = { ...REFUSED_ON_ME, currency: PLACE };
