import { change } from '../../libs/kernel/index.js';
import { periodFaults, touched } from '../../libs/pricing/index.js';
import {
  CurrencyField,
  DatedRecord,
  defineRecord,
  FlagField,
  IdField,
  IntField,
  ReferenceField,
  StringField,
} from '../../libs/records/index.js';
import { PRICELIST_RIGHTS } from './rights.record.js';

/** A named list of prices. Its rows and assignments are separate records (pricing.md §1). */
class PriceList extends DatedRecord {
  @IdField()
  readonly id!: number;

  @StringField({
    about: 'Unique name of the price list',
    required: true,
    accepts: (text) => text !== '',
    rule: 'at least one character',
    example: 'Retail 2026',
  })
  readonly name!: string;

  @FlagField({
    about: 'Status: 1 active (default), 0 inactive. Prices of an inactive list do not apply.',
    default: 1,
    example: 1,
  })
  readonly active!: number;

  @IntField({
    about: 'Priority from 0 to 999, default 0; the list with the highest priority applies',
    max: 999,
    default: 0,
    example: 10,
  })
  readonly priority!: number;

  @ReferenceField('website', {
    about: 'Website the list applies to; 0 (default) means all websites',
    default: 0,
    onDelete: 'restrict',
    example: 0,
  })
  readonly websiteId!: number;

  @FlagField({
    about:
      'Base list flag: 1 if the list applies to every buyer who has no price from another list. ' +
      'Each website can have at most one active base list.',
    example: 0,
  })
  readonly isBasePricelist!: number;

  @CurrencyField({
    about: "ISO 4217 currency code for rows without their own currency; null means the website's base currency",
    nullable: true,
  })
  readonly currency!: string | null;
}

export const priceListResource = defineRecord<PriceList>({
  resource: 'priceList',
  record: PriceList,
  room: 'pricing-list',
  path: 'pricing/pricelist',
  title: { one: 'price list', many: 'price lists' },
  table: 'price_list',
  rights: PRICELIST_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'price_list_name',
      properties: ['name'],
      says: 'A price list with this name already exists. Choose another name.',
    },
    {
      name: 'price_list_base',
      properties: ['websiteId'],
      when: ({ active, isBasePricelist }) => active === 1 && isBasePricelist === 1,
      says: 'This website already has an active base price list. Deactivate that price list first.',
    },
  ],
  // Base lists are few. With this index, a quote finds them without scanning all lists.
  indexes: [
    { name: 'price_list_is_base', properties: ['isBasePricelist', 'websiteId'] },
    { name: 'price_list_updated_at', properties: ['updatedAt'] },
  ],
  businessKey: { key: 'name', as: 'pricelistName' },
  service: 'pricingPriceListRepositoryV1',
  faults: (next) => periodFaults(next),
  scopes: (previous, next) => touched(previous, next, ({ id }) => change('list', id)),
});
