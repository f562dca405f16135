import type { Day, Decimal } from '../../../libs/kernel/index.js';
import { PRICE_CODES, type PriceCode, type Reason, REASONS } from '../../../libs/pricing/index.js';
import {
  BooleanField,
  CurrencyField,
  DayField,
  DecimalField,
  type FieldOptions,
  FlagField,
  INT_MAX,
  IntersectionType,
  IntField,
  ObjectField,
  ObjectsField,
  PartialType,
  RefusalField,
  StringField,
} from '../../../libs/records/index.js';

/*
 * The fields of price responses, for the documentation of the interfaces. The responses themselves are built in
 * `quote-answer.ts`.
 */

export const CodeOfPrice = (options: Partial<FieldOptions> = {}): PropertyDecorator =>
  StringField({
    about: 'Code of the price source, such as customer_price',
    words: PRICE_CODES,
    example: 'customer_price',
    ...options,
  });

/** A calculated amount, which can be larger than any stored one. */
export const Amount = (options: FieldOptions & { readonly min?: string; readonly scale?: number }): PropertyDecorator =>
  DecimalField({ precision: 40, scale: 6, min: '0', max: '1e30', ...options });

const Quantity = (options: Partial<FieldOptions> = {}): PropertyDecorator =>
  Amount({ about: 'Requested quantity', scale: 4, example: 5, ...options });

/** A negative id is the placeholder of a record that exists only in a simulation. */
const RecordId = (options: FieldOptions): PropertyDecorator => IntField({ nullable: true, min: -INT_MAX, ...options });

class CodedPrice {
  @CodeOfPrice()
  readonly priceCode!: PriceCode;
}

class PriceOrigin extends CodedPrice {
  @StringField({
    about: "Resource type of the price record, such as customerPrice; null for the product's own price",
    nullable: true,
    example: 'customerPrice',
  })
  readonly recordType!: string | null;

  @RecordId({ about: "ID of the price record; null for the product's own price", example: 3 })
  readonly recordId!: number | null;

  @RecordId({
    about: 'ID of the price list or category that the price record belongs to; null for other records',
    example: null,
  })
  readonly parentId!: number | null;
}

class PriceReach {
  @Quantity({ about: "Lowest quantity the price applies to; null for the product's own price", nullable: true })
  readonly qty!: Decimal | null;

  @DayField({ about: 'First day on which the price is valid; null means no start date', nullable: true, example: null })
  readonly fromDate!: Day | null;

  @DayField({
    about: 'Last day on which the price is valid; null means no end date',
    nullable: true,
    example: '2026-12-31',
  })
  readonly toDate!: Day | null;
}

class NamedTerms {
  @StringField({
    about: 'Name of the price list, category or matrix; null for other records',
    nullable: true,
    example: null,
  })
  readonly name!: string | null;

  @IntField({
    about:
      "Calculation type: 1 fixed price, 2 surcharge, 3 percentage surcharge, 4 discount, 5 percentage discount; null for the product's own price",
    nullable: true,
    min: 1,
    max: 5,
    example: 5,
  })
  readonly priceApplicationType!: number | null;

  @Amount({ about: 'Price, amount or percentage, depending on `price_application_type`', nullable: true, example: 10 })
  readonly value!: Decimal | null;
}

class CandidatePrice extends IntersectionType(PriceOrigin, NamedTerms) {
  @Quantity({ about: "Lowest quantity that the record applies to; null for the product's own price", nullable: true })
  readonly qty!: Decimal | null;

  @IntField({
    about: "ID of the record's website; 0 means all websites. Null for the product's own price.",
    nullable: true,
    example: 0,
  })
  readonly websiteId!: number | null;

  @IntField({
    about: 'Priority of the record or of its price list; null for records without a priority',
    nullable: true,
    example: null,
  })
  readonly priority!: number | null;

  @CurrencyField({ about: 'ISO 4217 currency code of the candidate price' })
  readonly currency!: string;

  @DayField({
    about: 'First day on which the record and its list, matrix or assignment are all valid; null means no start date',
    nullable: true,
    example: null,
  })
  readonly fromDate!: Day | null;

  @DayField({
    about: 'Last day on which the record and its list, matrix or assignment are all valid; null means no end date',
    nullable: true,
    example: '2026-12-31',
  })
  readonly toDate!: Day | null;

  @Amount({
    about: 'Unrounded price of this candidate; null if it cannot be calculated',
    scale: 14,
    nullable: true,
    example: 4.455,
  })
  readonly price!: Decimal | null;

  @StringField({
    about: 'Calculation of the price as text; null if the price cannot be calculated',
    nullable: true,
    example: 'price 4.95 * (1 - 10/100) = 4.455',
  })
  readonly arithmetic!: string | null;

  @BooleanField({ about: 'Whether this candidate was selected as the price' })
  readonly selected!: boolean;

  @StringField({
    about: 'Reason why the candidate was rejected; null if the candidate was selected',
    nullable: true,
    words: REASONS,
    example: null,
  })
  readonly reason!: Reason | null;
}

class UnitPrice extends CodedPrice {
  @Amount({ about: 'Unit price, rounded to the decimal places of the currency', example: 4.46 })
  readonly finalPrice!: Decimal;

  @Amount({
    about: 'Price of one unit, rounded to the number of decimal places in the setting `price_precision`',
    example: 4.455,
  })
  readonly unitPrice!: Decimal;
}

class PriceTier extends UnitPrice {
  @Quantity({ about: 'Lowest quantity that this tier applies to' })
  readonly qty!: Decimal;
}

class AskedLine {
  @StringField({ about: 'Requested SKU', example: 'A1' })
  readonly sku!: string;

  @Quantity()
  readonly qty!: Decimal;
}

class CalculatedPrice extends UnitPrice {
  @IntField({ about: 'ID of the priced product', example: 17 })
  readonly productId!: number;

  @IntField({
    about: 'ID of the customer that the price is for; null if the buyer is not a known customer',
    nullable: true,
    example: 42,
  })
  readonly customerId!: number | null;

  @IntField({ about: "ID of the buyer's customer group; 0 means buyers who are not logged in", example: 1 })
  readonly customerGroupId!: number;

  @IntField({ about: 'ID of the website that the price applies to', example: 1 })
  readonly websiteId!: number;

  @CurrencyField({ about: 'ISO 4217 currency code of all amounts' })
  readonly currency!: string;

  @Amount({
    about: 'Regular price of the product, without special or buyer-specific prices; null if the product has none',
    nullable: true,
    example: 4.95,
  })
  readonly originalPrice!: Decimal | null;

  @Amount({ about: 'Unit price times quantity, rounded to the decimal places of the currency', example: 22.28 })
  readonly rowTotal!: Decimal;

  @Amount({
    about: 'Original price minus unit price; negative if the unit price is higher. Null if there is no original price.',
    min: '-1e30',
    nullable: true,
    example: 0.495,
  })
  readonly discountAmount!: Decimal | null;

  @Amount({
    about:
      'Discount as a percentage of the original price. Null if the original price is absent, 0, or equal to `final_price` after rounding.',
    min: '-1e36',
    scale: 2,
    nullable: true,
    example: 10,
  })
  readonly discountPercent!: Decimal | null;

  @Amount({
    about: 'Special price on the pricing date, even if another price applies; null if there is none',
    nullable: true,
    example: null,
  })
  readonly specialPrice!: Decimal | null;

  @ObjectsField(PriceTier, { about: 'Prices for each quantity tier, in ascending order of quantity' })
  readonly tiers!: readonly PriceTier[];

  @FlagField({ about: 'Tax status of all prices: 0 excluding tax, 1 including tax', example: 0 })
  readonly pricesIncludeTax!: 0 | 1;

  @IntField({
    about: 'Version of the price data that the response is based on',
    max: Number.MAX_SAFE_INTEGER,
    example: 17,
  })
  readonly pricingVersion!: number;
}

class AppliedPrice extends IntersectionType(PriceOrigin, IntersectionType(PriceReach, NamedTerms)) {}
class BuyerAppliedPrice extends IntersectionType(CodedPrice, PriceReach) {}

class MerchantPrice extends CalculatedPrice {
  @ObjectField(AppliedPrice, { about: 'Record that determines the price, with its terms' })
  readonly applied!: AppliedPrice;

  @ObjectsField(CandidatePrice, {
    about: 'Candidate prices that were evaluated; present only if `explain` is `1` or `selected`',
    optional: true,
  })
  readonly candidates?: readonly CandidatePrice[];
}

class BuyerPrice extends CalculatedPrice {
  @ObjectField(BuyerAppliedPrice, { about: 'Source, lowest quantity and period of validity of the applied price' })
  readonly applied!: BuyerAppliedPrice;
}

class NoPrice {
  @RefusalField({ about: 'Reason why the line has no price; absent if the line has a price', optional: true })
  readonly error?: object;
}

/** One of several lines: a price or an error. */
class SeveralLine {
  @StringField({ about: 'Requested SKU; null if the SKU is invalid', nullable: true, example: 'A1' })
  readonly sku!: string | null;

  @Quantity({ about: 'Requested quantity; null if the quantity is invalid', nullable: true })
  readonly qty!: Decimal | null;
}

class MerchantLine extends IntersectionType(SeveralLine, PartialType(IntersectionType(MerchantPrice, NoPrice))) {}
class BuyerLine extends IntersectionType(SeveralLine, PartialType(IntersectionType(BuyerPrice, NoPrice))) {}

export class FinalPrice extends IntersectionType(AskedLine, MerchantPrice) {}
export class BuyerFinalPrice extends IntersectionType(AskedLine, BuyerPrice) {}

export class MultiPrice {
  @ObjectsField(MerchantLine, { about: 'Results in the order of the request', listOf: FinalPrice.name })
  readonly items!: readonly MerchantLine[];
}

export class BuyerMultiPrice {
  @ObjectsField(BuyerLine, { about: 'Results in the order of the request', listOf: BuyerFinalPrice.name })
  readonly items!: readonly BuyerLine[];
}

class TriedLine extends MerchantLine {
  @RecordId({
    about:
      'ID of the priced product. For a product that exists only in the simulation, the negative ID from the request, or null if none was sent.',
    optional: true,
    example: 17,
  })
  override readonly productId?: number;
}

class SimulatedLine extends AskedLine {
  @ObjectField(MerchantLine, { about: 'Price before the simulated changes, or the error if there is no price' })
  readonly before!: MerchantLine;

  @ObjectField(TriedLine, { about: 'Price after the simulated changes, or the error if there is no price' })
  readonly after!: TriedLine;
}

export class SimulatedPrices {
  @ObjectsField(SimulatedLine, { about: 'Results in the order of the request' })
  readonly items!: readonly SimulatedLine[];
}
