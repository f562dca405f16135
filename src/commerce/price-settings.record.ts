import {
  CATEGORYPRICE_SELECTS,
  type CategorypriceSelect,
  PRICE_CODES,
  PRICE_SELECTS,
  type PriceCode,
  type PriceSelect,
} from '../../libs/pricing/index.js';
import {
  defineRecord,
  FlagField,
  IdField,
  IntField,
  ReferenceField,
  StringField,
  WordsField,
} from '../../libs/records/index.js';
import { priceSettingsFaults, priceSettingsScopes } from './domain/price-settings.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

type Flag = 0 | 1;

/** How prices are chosen: any subset; null = not set at this level (pricing.md §3). */
export class SettingValues {
  @StringField({ about: 'Which candidate is the price', nullable: true, words: PRICE_SELECTS, example: 'lowest' })
  readonly priceSelect!: PriceSelect | null;

  @WordsField({
    about: 'Order of the price codes; those left out follow in the built-in order',
    nullable: true,
    of: 'price code',
    words: PRICE_CODES,
    example: ['customer_price', 'pricelist', 'orig_price'],
  })
  readonly priceSortOrder!: readonly PriceCode[] | null;

  @FlagField({ about: '1: individual prices set special and tier prices aside', nullable: true, default: null })
  readonly individualPricesAreFinal!: Flag | null;

  @FlagField({ about: '1: a row whose price rounds to 0 is passed over', nullable: true, default: null, example: 1 })
  readonly skipZeroPrice!: Flag | null;

  @FlagField({ about: '1: the rows of all reached price lists are pooled', nullable: true, default: null })
  readonly mergePricelistQtys!: Flag | null;

  @FlagField({ about: '1: the rows of all matching matrices are pooled', nullable: true, default: null })
  readonly mergeMatrixQtys!: Flag | null;

  @StringField({
    about: 'What counts first among category prices',
    nullable: true,
    words: CATEGORYPRICE_SELECTS,
    example: 'priority',
  })
  readonly categorypriceSelect!: CategorypriceSelect | null;

  @IntField({ about: 'Digits of the unit price; of websites only', nullable: true, max: 6, example: 4 })
  readonly pricePrecision!: number | null;

  @FlagField({ about: '0 net, 1 gross; of websites only', nullable: true, default: null, example: 0 })
  readonly pricesIncludeTax!: Flag | null;
}

/**
 * How prices are chosen at one level: a website, a customer group there, or a customer there; a level at
 * which nothing is set has no row.
 */
export class LevelSettings extends SettingValues {
  @IdField()
  readonly id!: number;

  @ReferenceField('website', { about: '0 holds the defaults', required: true, onDelete: 'restrict' })
  readonly websiteId!: number;

  @ReferenceField('customerGroup', {
    about: 'The group whose settings these are',
    nullable: true,
    onDelete: 'restrict',
  })
  readonly customerGroupId!: number | null;

  @ReferenceField('customer', { about: 'The customer whose settings these are', nullable: true, onDelete: 'cascade' })
  readonly customerId!: number | null;
}

export const priceSettingsResource = defineRecord<LevelSettings>({
  resource: 'priceSettings',
  record: LevelSettings,
  room: 'commerce',
  path: 'commerce/priceSettings',
  title: { one: 'price settings', many: 'price settings' },
  table: 'price_settings',
  rights: COMMERCE_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'price_settings_level',
      properties: ['websiteId', 'customerGroupId', 'customerId'],
      nulls: 'collide',
      says: 'These price settings are being written by another request.',
    },
  ],
  service: 'commercePriceSettingsRepositoryV1',
  faults: priceSettingsFaults,
  scopes: priceSettingsScopes,
});
