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
  IntersectionType,
  IntField,
  ReferenceField,
  StringField,
  WordsField,
} from '../../libs/records/index.js';
import { priceSettingsFaults, priceSettingsScopes } from './domain/price-settings.js';
import { PRICE_SETTINGS_RIGHTS } from './rights.record.js';

type Flag = 0 | 1;

/**
 * Price settings that a group or customer can override; any may be missing. Null: not set at this level (pricing.md
 * §3).
 */
export class OverriddenValues {
  @StringField({
    about:
      'Rule that selects one of several possible prices. Null inherits the value from the customer group, website or defaults.',
    nullable: true,
    words: PRICE_SELECTS,
    example: 'lowest',
  })
  readonly priceSelect!: PriceSelect | null;

  @WordsField({
    about:
      'Price codes in order of precedence. Omitted codes follow in the default order. Null inherits the value from the customer group, website or defaults.',
    nullable: true,
    of: 'price code',
    words: PRICE_CODES,
    example: ['customer_price', 'pricelist', 'orig_price'],
  })
  readonly priceSortOrder!: readonly PriceCode[] | null;

  @FlagField({
    about:
      'Precedence of individual prices: 1 ignores special and tier prices if an individual price exists. Null inherits the value from the customer group, website or defaults.',
    nullable: true,
    default: null,
  })
  readonly individualPricesAreFinal!: Flag | null;

  @FlagField({
    about:
      'Handling of zero prices: 1 skips rows whose price rounds to 0. Null inherits the value from the customer group, website or defaults.',
    nullable: true,
    default: null,
    example: 1,
  })
  readonly skipZeroPrice!: Flag | null;

  @FlagField({
    about:
      'Handling of price lists: 1 ignores their priorities and combines the rows of all applicable lists. Null inherits the value from the customer group, website or defaults.',
    nullable: true,
    default: null,
  })
  readonly mergePricelistQtys!: Flag | null;

  @FlagField({
    about:
      'Handling of matrices: 1 ignores their priorities and combines the rows of all matching matrices. Null inherits the value from the customer group, website or defaults.',
    nullable: true,
    default: null,
  })
  readonly mergeMatrixQtys!: Flag | null;

  @StringField({
    about:
      'First criterion for selecting a category price. Null inherits the value from the customer group, website or defaults.',
    nullable: true,
    words: CATEGORYPRICE_SELECTS,
    example: 'priority',
  })
  readonly categorypriceSelect!: CategorypriceSelect | null;
}

class WebsiteValues {
  @IntField({
    about:
      'Decimal places of the unit price, for websites only. Null inherits the value from the defaults (website 0).',
    nullable: true,
    max: 6,
    example: 4,
  })
  readonly pricePrecision!: number | null;

  @FlagField({
    about:
      'Tax mode of prices, for websites only: 0 net, 1 gross. Null inherits the value from the defaults (website 0).',
    nullable: true,
    default: null,
    example: 0,
  })
  readonly pricesIncludeTax!: Flag | null;

  @FlagField({
    about:
      'Meaning of a lowest quantity of 1, for websites only: 1 means any quantity, 0 means at least 1. Null inherits the value from the defaults (website 0).',
    name: 'qty_1_means_any',
    nullable: true,
    default: null,
    example: 1,
  })
  readonly qty1MeansAny!: Flag | null;
}

export class SettingValues extends IntersectionType(OverriddenValues, WebsiteValues) {}

/** The price settings of one level: a website, or a group or customer on it. A level without settings has no row. */
export class LevelSettings extends SettingValues {
  @IdField()
  readonly id!: number;

  @ReferenceField('website', {
    about: 'Website that the settings apply to; 0 means the defaults for all websites',
    required: true,
    onDelete: 'restrict',
  })
  readonly websiteId!: number;

  @ReferenceField('customerGroup', {
    about: 'Customer group that the settings apply to; null for settings of a website or customer',
    nullable: true,
    onDelete: 'restrict',
  })
  readonly customerGroupId!: number | null;

  @ReferenceField('customer', {
    about: 'Customer that the settings apply to; null for settings of a website or group',
    nullable: true,
    onDelete: 'cascade',
  })
  readonly customerId!: number | null;
}

export const priceSettingsResource = defineRecord<LevelSettings>({
  resource: 'priceSettings',
  record: LevelSettings,
  room: 'commerce',
  path: 'commerce/priceSettings',
  title: { one: 'price settings', many: 'price settings' },
  table: 'price_settings',
  rights: PRICE_SETTINGS_RIGHTS,
  ids: 'made',
  unique: [
    {
      name: 'price_settings_level',
      properties: ['websiteId', 'customerGroupId', 'customerId'],
      nulls: 'collide',
      says: 'Another request is updating these price settings. Try again.',
    },
  ],
  service: 'commercePriceSettingsRepositoryV1',
  faults: priceSettingsFaults,
  scopes: priceSettingsScopes,
});
