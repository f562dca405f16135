import {
  type Day,
  type Decimal,
  InputRefused,
  ONE,
  required,
  sentence,
  unsupported,
} from '../../../libs/kernel/index.js';
import {
  CurrencyField,
  DayField,
  DecimalField,
  FaultyEntry,
  FlagField,
  IntersectionType,
  IntField,
  ObjectsField,
  ReferenceField,
  StringField,
  WordsField,
} from '../../../libs/records/index.js';
import { isQuestion, type LineQuestion, type RequestedLine, type UnpricedLine } from '../domain/line-answers.js';

/*
 * The bodies of the six price routes (pricing.md §4). The storefront can send the fewest fields, a customer also the
 * currency, an integration all.
 */

const SKU_MOST = 255;
const isSku = (text: string): boolean => text !== '' && (text.length <= SKU_MOST || [...text].length <= SKU_MOST);

export const SKU = {
  about: 'SKU of the product',
  required: true,
  accepts: isSku,
  rule: '1 to 255 characters',
  example: 'A1',
} as const;

const QTY = { precision: 12, scale: 4, min: '0.0001', max: '99999999.9999', example: 5 } as const;
export const OF_ONE = {
  ...QTY,
  about: 'Quantity for which the price is calculated, greater than 0; default 1',
  default: '1',
} as const;

const MinVersion = (): PropertyDecorator =>
  IntField({
    about:
      'Minimum version of the price data, such as the `X-Pricing-Version` that a write returned; default: any version. If this version is not reached in time, the request fails with 409.',
    nullable: true,
    max: Number.MAX_SAFE_INTEGER,
    example: 17,
  });

export const Currency = (): PropertyDecorator =>
  CurrencyField({
    about: "ISO 4217 currency code; default: the website's base currency. Amounts are never converted.",
    nullable: true,
  });

export const CustomerId = (): PropertyDecorator =>
  ReferenceField('customer', {
    about: 'Customer for whom the price is calculated; omit it for a buyer who is not a known customer',
    nullable: true,
    onDelete: 'cascade',
    example: 42,
  });

export const CustomerGroupId = (): PropertyDecorator =>
  ReferenceField('customerGroup', {
    about: 'Customer group of a buyer who is not a known customer; default 0 (not logged in)',
    nullable: true,
    onDelete: 'restrict',
    example: 1,
  });

export const WebsiteId = (): PropertyDecorator =>
  ReferenceField('website', {
    about:
      "Website for which the price is calculated; default: the website of the store view in the path, otherwise the customer's website, otherwise the default website",
    nullable: true,
    onDelete: 'restrict',
    example: 1,
  });

const EXPLAIN = ['0', '1', 'selected'] as const;
export type Explain = (typeof EXPLAIN)[number];

class CustomerAsks {
  @Currency()
  readonly currency!: string | null;
}

class IntegrationAsks extends CustomerAsks {
  @CustomerId()
  readonly customerId!: number | null;

  @CustomerGroupId()
  readonly customerGroupId!: number | null;

  @ReferenceField('store', {
    onDelete: 'restrict',
    about:
      'Store view whose website the price is calculated for, as an alternative to `website_id`; null means that `website_id` applies',
    nullable: true,
    example: 1,
  })
  readonly storeId!: number | null;

  @WebsiteId()
  readonly websiteId!: number | null;

  @DayField({
    about: "Day for which the price is calculated; default: today in the website's time zone",
    nullable: true,
  })
  readonly date!: Day | null;

  @StringField({
    about:
      'Explanation to include: `0` none, `1` all candidate prices with reasons for rejection, `selected` only the selected ones; default `0`',
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

class QuestionItem {
  @StringField(SKU)
  readonly sku!: string;

  @DecimalField(OF_ONE)
  readonly qty!: Decimal;
}

export class ContextMultiPriceQuestion {
  // The service applies PRICING_MAX_ITEMS.
  @ObjectsField(QuestionItem, {
    about: 'SKUs to price, each with its own quantity; alternative to `skus`',
    most: Infinity,
    keepsFaulty: true,
    default: null,
  })
  readonly items!: readonly (QuestionItem | FaultyEntry)[] | null;

  @WordsField({
    about: 'SKUs to price, each with the quantity `qty`; alternative to `items`',
    of: 'sku',
    accepts: isSku,
    rule: '1 to 255 characters',
    most: Infinity,
    keepsFaulty: true,
    alternativeTo: 'items',
    example: ['A1'],
  })
  readonly skus!: readonly (string | FaultyEntry)[] | null;

  @DecimalField({
    ...QTY,
    about: 'Quantity of each SKU in `skus`, greater than 0; default 1',
    nullable: true,
    alternativeTo: 'items',
  })
  readonly qty!: Decimal | null;

  @MinVersion()
  readonly minVersion!: number | null;
}

export class MyMultiPriceQuestion extends IntersectionType(CustomerAsks, ContextMultiPriceQuestion) {}
export class MultiPriceQuestion extends IntersectionType(IntegrationAsks, ContextMultiPriceQuestion) {}

const CUSTOMER = '"%fieldName" is not allowed here, because the access token determines the buyer. Remove it.';
const PLACE = '"%fieldName" is not allowed here, because the store code in the path determines it. Remove it.';
const INTEGRATION =
  '"%fieldName" is not allowed here, because only integrations and administrators can send it. Remove it.';

/**
 * The fields that `/me/` refuses, so that no client assumes that another customer's ID has an effect (pricing.md §4).
 */
export const REFUSED_ON_ME: Readonly<Record<string, string>> = {
  customer_id: CUSTOMER,
  customer_group_id: CUSTOMER,
  customer_number: CUSTOMER,
  customer_external_id: CUSTOMER,
  customer_email: CUSTOMER,
  customer_website_code: CUSTOMER,
  customer_group_code: CUSTOMER,
  store_id: PLACE,
  store_code: PLACE,
  website_id: PLACE,
  website_code: PLACE,
  date: INTEGRATION,
  explain: INTEGRATION,
};

export const REFUSED_ON_CONTEXT: Readonly<Record<string, string>> = { ...REFUSED_ON_ME, currency: PLACE };

export class Strictness {
  @FlagField({
    about:
      'Handling of invalid SKUs and quantities: 0 returns an error only for the affected line, 1 rejects the whole request with 400; default 0',
    default: 0,
    example: 0,
  })
  readonly strict!: 0 | 1;
}

/** A line with a bad SKU or quantity. */
const unpriced = ({ values, faultAt }: FaultyEntry, path: string): UnpricedLine => {
  const { sku = null, qty = null } = values as Partial<LineQuestion>;
  return { question: { sku, qty }, refusal: new InputRefused(faultAt(path)) };
};

/** The lines if all of them are good. Throws the first fault, with its position. */
export const goodLines = (
  { items, skus }: Pick<ContextMultiPriceQuestion, 'items' | 'skus'>,
  lines: readonly RequestedLine[],
): readonly LineQuestion[] => {
  for (const [name, entries] of Object.entries({ items, skus }))
    for (const [index, entry] of (entries ?? []).entries())
      if (entry instanceof FaultyEntry) throw new InputRefused(entry.faultAt(`${name}[${index}]`));
  return lines.filter(isQuestion);
};

/**
 * The requested lines in order, with duplicates: either `items`, or `skus` with one quantity for all (pricing.md §4).
 */
export const requestedLines = (
  { items, skus, qty }: Pick<ContextMultiPriceQuestion, 'items' | 'skus' | 'qty'>,
  maxItems: number,
): readonly RequestedLine[] => {
  if (items !== null && skus !== null) {
    throw InputRefused.sentence('"%first" and "%second" cannot be sent together. Send only one of them.', {
      first: 'items',
      second: 'skus',
    });
  }
  // Items have their own quantities, so a common quantity would be ambiguous.
  if (items !== null && qty !== null) throw new InputRefused(unsupported('qty'));
  const count = items?.length ?? skus?.length ?? 0;
  if (count === 0) throw new InputRefused(required(skus === null ? 'items' : 'skus'));
  if (count > maxItems) {
    throw new InputRefused(
      sentence(
        'The request has %count items; at most %max are allowed (PRICING_MAX_ITEMS). Split it into several requests.',
        { count, max: maxItems },
      ),
    );
  }
  if (items !== null) return items.map((item) => (item instanceof FaultyEntry ? unpriced(item, '') : item));
  const ofAll = qty ?? ONE;
  return (skus ?? []).map((sku) =>
    sku instanceof FaultyEntry ? unpriced(new FaultyEntry({ qty: ofAll }, sku.faultAt), 'sku') : { sku, qty: ofAll },
  );
};
