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

/* What is answered of calculated prices, for the interfaces to tell; answers are made without it (`quote-answer.ts`). */

export const CodeOfPrice = (options: Partial<FieldOptions> = {}): PropertyDecorator =>
  StringField({ about: 'Where the price comes from', words: PRICE_CODES, example: 'customer_price', ...options });

/** An amount that was calculated: larger than what is stored may be. */
export const Amount = (options: FieldOptions & { readonly min?: string; readonly scale?: number }): PropertyDecorator =>
  DecimalField({ precision: 40, scale: 6, min: '0', max: '1e30', ...options });

const Quantity = (options: Partial<FieldOptions> = {}): PropertyDecorator =>
  Amount({ about: 'Quantity', scale: 4, example: 5, ...options });

/** Negative is the stand-in of a record that was only tried. */
const RecordId = (options: FieldOptions): PropertyDecorator => IntField({ nullable: true, min: -INT_MAX, ...options });

class CodedPrice {
  @CodeOfPrice()
  readonly priceCode!: PriceCode;
}

/** The record that a price comes from. */
class PriceOrigin extends CodedPrice {
  @StringField({ about: "Wrapper of its resource; null: the product's own", nullable: true, example: 'customerPrice' })
  readonly recordType!: string | null;

  @RecordId({ about: 'Its id', example: 3 })
  readonly recordId!: number | null;

  @RecordId({ about: 'Id of the list or category that it belongs to', example: null })
  readonly parentId!: number | null;
}

/** When a price holds. */
class PriceReach {
  @Quantity({ about: 'From which quantity on', nullable: true })
  readonly qty!: Decimal | null;

  @DayField({ about: 'From which day on', nullable: true, example: null })
  readonly fromDate!: Day | null;

  @DayField({ about: 'Until which day', nullable: true, example: '2026-12-31' })
  readonly toDate!: Day | null;
}

class AppliedTerms extends PriceReach {
  @StringField({ about: 'Name of the list or category', nullable: true, example: null })
  readonly name!: string | null;

  @IntField({ about: 'How its value becomes a price', nullable: true, min: 1, max: 5, example: 5 })
  readonly priceApplicationType!: number | null;

  @Amount({ about: 'Price, amount or percentage, by the type', nullable: true, example: 10 })
  readonly value!: Decimal | null;
}

class CandidatePrice extends PriceOrigin {
  @Amount({ about: 'What it would cost, unrounded', scale: 14, nullable: true, example: 4.455 })
  readonly price!: Decimal | null;

  @StringField({ about: 'How it came about', nullable: true, example: 'price 4.95 * (1 - 10/100) = 4.455' })
  readonly arithmetic!: string | null;

  @BooleanField({ about: 'Whether it is the price' })
  readonly selected!: boolean;

  @StringField({ about: 'Why it is not', nullable: true, words: REASONS, example: null })
  readonly reason!: Reason | null;
}

class UnitPrice extends CodedPrice {
  @Amount({ about: "unit_price at the currency's digits", example: 4.46 })
  readonly finalPrice!: Decimal;

  @Amount({ about: 'At price_precision', example: 4.455 })
  readonly unitPrice!: Decimal;
}

class PriceTier extends UnitPrice {
  @Quantity({ about: 'From which quantity on' })
  readonly qty!: Decimal;
}

class AskedLine {
  @StringField({ about: 'SKU of the product', example: 'A1' })
  readonly sku!: string;

  @Quantity()
  readonly qty!: Decimal;
}

class CalculatedPrice extends UnitPrice {
  @IntField({ about: 'The product', example: 17 })
  readonly productId!: number;

  @IntField({ about: 'Who buys; null: nobody known', nullable: true, example: 42 })
  readonly customerId!: number | null;

  @IntField({ about: 'The group of the buyer', example: 1 })
  readonly customerGroupId!: number;

  @IntField({ about: 'Where is bought', example: 1 })
  readonly websiteId!: number;

  @CurrencyField({ about: 'ISO 4217' })
  readonly currency!: string;

  @Amount({ about: "The product's own price", nullable: true, example: 4.95 })
  readonly originalPrice!: Decimal | null;

  @Amount({ about: "unit_price * qty at the currency's digits", example: 22.28 })
  readonly rowTotal!: Decimal;

  @Amount({ about: 'original_price - unit_price', min: '-1e30', nullable: true, example: 0.495 })
  readonly discountAmount!: Decimal | null;

  @Amount({ about: 'The same in percent', min: '-1e36', scale: 2, nullable: true, example: 10 })
  readonly discountPercent!: Decimal | null;

  @Amount({ about: 'Also where it stands back', nullable: true, example: null })
  readonly specialPrice!: Decimal | null;

  @ObjectsField(PriceTier, { about: 'Prices by quantity' })
  readonly tiers!: readonly PriceTier[];

  @FlagField({ about: '0 net, 1 gross', example: 0 })
  readonly pricesIncludeTax!: 0 | 1;

  @IntField({ about: 'Of the prices that the whole answer is true of', max: Number.MAX_SAFE_INTEGER, example: 17 })
  readonly pricingVersion!: number;
}

class AppliedPrice extends IntersectionType(PriceOrigin, AppliedTerms) {}
class BuyerAppliedPrice extends IntersectionType(CodedPrice, PriceReach) {}

class MerchantPrice extends CalculatedPrice {
  @ObjectField(AppliedPrice, { about: 'What gives the price' })
  readonly applied!: AppliedPrice;

  @ObjectsField(CandidatePrice, { about: 'Of an explanation: what was looked at', optional: true })
  readonly candidates?: readonly CandidatePrice[];
}

class BuyerPrice extends CalculatedPrice {
  @ObjectField(BuyerAppliedPrice, { about: 'What gives the price' })
  readonly applied!: BuyerAppliedPrice;
}

class NoPrice {
  @RefusalField({ about: 'Why there is no price', optional: true })
  readonly error?: object;
}

/** One of several lines: a price, or why there is none. */
class MerchantLine extends IntersectionType(AskedLine, PartialType(IntersectionType(MerchantPrice, NoPrice))) {}
class BuyerLine extends IntersectionType(AskedLine, PartialType(IntersectionType(BuyerPrice, NoPrice))) {}

export class FinalPrice extends IntersectionType(AskedLine, MerchantPrice) {}
export class BuyerFinalPrice extends IntersectionType(AskedLine, BuyerPrice) {}

export class MultiPrice {
  @ObjectsField(MerchantLine, { about: 'In the order asked' })
  readonly items!: readonly MerchantLine[];
}

export class BuyerMultiPrice {
  @ObjectsField(BuyerLine, { about: 'In the order asked' })
  readonly items!: readonly BuyerLine[];
}

class TriedLine extends MerchantLine {
  @RecordId({ about: 'The product; null: one that is only tried', optional: true, example: 17 })
  override readonly productId?: number;
}

class SimulatedLine extends AskedLine {
  @ObjectField(MerchantLine, { about: 'As it is' })
  readonly before!: MerchantLine;

  @ObjectField(TriedLine, { about: 'As it would be' })
  readonly after!: TriedLine;
}

export class SimulatedPrices {
  @ObjectsField(SimulatedLine, { about: 'In the order asked' })
  readonly items!: readonly SimulatedLine[];
}
