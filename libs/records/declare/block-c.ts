import type { Day, Decimal } from '../../kernel/index.js';
import {
  CurrencyField,
  DayField,
  InstantField,
  IntField,
  MoneyField,
  QuantityField,
  ReferenceField,
  StringField,
} from './decorators.js';

/*
 * The common block C of pricing.md §1 as fields that pricing records inherit. What the fields mean is said in
 * libs/pricing, which knows no decorators, so that the domain of the pricing rooms may import it.
 */

/** What all pricing records have, also those without a price (pricing.md §1). */
export abstract class TrackedRecord {
  @StringField({ about: "The caller's own key, unique within the resource", nullable: true, example: 'ERP-4711' })
  readonly externalId!: string | null;

  @IntField({
    about: "The sender's own counter: a write with a lower one than the stored changes nothing",
    nullable: true,
    example: 3,
  })
  readonly sourceVersion!: number | null;

  @InstantField({ about: 'When the record was first written' })
  readonly createdAt!: Date;

  @InstantField({ about: 'When the record was last changed' })
  readonly updatedAt!: Date;
}

/** The days on which a record holds, both included, in the website's time zone. */
export abstract class DatedRecord extends TrackedRecord {
  @DayField({ about: "First day, in the website's time zone; null is open", nullable: true })
  readonly fromDate!: Day | null;

  @DayField({
    about: "Last day, included, in the website's time zone; null is open",
    nullable: true,
    example: '2026-12-31',
  })
  readonly toDate!: Day | null;
}

/** The part of block C that says to what a value is applied and when. */
export abstract class PriceTerms extends DatedRecord {
  @QuantityField({
    about: 'Threshold: holds when the requested quantity is at least this; 0 is stored as 1',
    default: '1',
  })
  readonly qty!: Decimal;

  @IntField({
    about: '1 fixed, 2 surcharge, 3 surcharge %, 4 discount, 5 discount %',
    min: 1,
    max: 5,
    default: 1,
    example: 1,
  })
  readonly priceApplicationType!: number;

  @StringField({
    about: 'What types 2 to 5 work on: price, special_price, cost or msrp; null is price',
    nullable: true,
    words: ['price', 'special_price', 'cost', 'msrp'],
    example: 'price',
  })
  readonly priceAttribute!: string | null;

  @CurrencyField({ about: "ISO 4217; null is the website's base currency; nothing is converted", nullable: true })
  readonly currency!: string | null;
}

/** Block C where the amount is called `value`. */
export abstract class PricedRecord extends PriceTerms {
  @ReferenceField('website', { about: '0 = all websites', default: 0, onDelete: 'restrict', example: 0 })
  readonly websiteId!: number;

  @MoneyField({
    about: 'A price, an amount or a percentage, by price_application_type',
    required: true,
    alias: 'price',
  })
  readonly value!: Decimal;
}
