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

/**
 * The common block C of pricing.md §1, as fields that pricing records inherit. libs/pricing describes them without
 * decorators, because the domain of pricing modules imports it.
 */

/** `created_at` and `updated_at`. Null for records that existed before an upgrade added them, until the next write. */
export abstract class WrittenRecord {
  @InstantField({
    about: 'Creation time of the record (UTC); null if an older version of Kontor created it',
    nullable: true,
  })
  readonly createdAt!: Date | null;

  @InstantField({
    about: 'Time of the last change to the record (UTC); null if an older version of Kontor made the change',
    nullable: true,
  })
  readonly updatedAt!: Date | null;
}

/** Fields of all pricing records, including those without a price (pricing.md §1). */
export abstract class TrackedRecord {
  @StringField({
    about: 'Unique identifier of the record in an external system; null if unset',
    nullable: true,
    example: 'ERP-4711',
  })
  readonly externalId!: string | null;

  @IntField({
    about:
      'Version number that the client increases with each change; null if unused. Writes with a lower value than the stored one are ignored.',
    nullable: true,
    example: 3,
  })
  readonly sourceVersion!: number | null;

  @InstantField({ about: 'Creation time of the record (UTC)' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last change to the record (UTC)' })
  readonly updatedAt!: Date;
}

/** The days on which a record is valid, both included, in the website's time zone. */
export abstract class DatedRecord extends TrackedRecord {
  @DayField({
    about: 'First day of validity in the time zone of the website; null means no start date',
    nullable: true,
  })
  readonly fromDate!: Day | null;

  @DayField({
    about: 'Last day of validity in the time zone of the website; null means no end date',
    nullable: true,
    example: '2026-12-31',
  })
  readonly toDate!: Day | null;
}

/** The part of block C that describes how and when a value is applied. */
export abstract class PriceTerms extends DatedRecord {
  @QuantityField({
    about: 'Lowest quantity this price applies to; default 1',
    default: '1',
  })
  readonly qty!: Decimal;

  @IntField({
    about:
      'Calculation type: 1 fixed price (default), 2 surcharge, 3 percentage surcharge, 4 discount, 5 percentage discount',
    min: 1,
    max: 5,
    default: 1,
    example: 1,
  })
  readonly priceApplicationType!: number;

  @StringField({
    about: 'Base of a surcharge or discount: price, special_price, cost or msrp; null means price',
    nullable: true,
    words: ['price', 'special_price', 'cost', 'msrp'],
    example: 'price',
  })
  readonly priceAttribute!: string | null;

  @CurrencyField({
    about: 'ISO 4217 code of the currency; amounts are not converted. Null means the base currency of the website.',
    nullable: true,
  })
  readonly currency!: string | null;
}

/** Block C for records whose amount is called `value`. */
export abstract class PricedRecord extends PriceTerms {
  @ReferenceField('website', {
    about: 'Website the record applies to; 0 (default) means all websites',
    default: 0,
    onDelete: 'restrict',
    example: 0,
  })
  readonly websiteId!: number;

  @MoneyField({
    about: 'Price, amount or percentage, depending on `price_application_type`',
    required: true,
    alias: 'price',
  })
  readonly value!: Decimal;
}
