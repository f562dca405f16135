import type { Day, Decimal } from '../../libs/kernel/index.js';
import {
  AttributesField,
  CodeField,
  DayField,
  defineRecord,
  FlagField,
  IdField,
  IdsField,
  MoneyField,
  ObjectsField,
  ReferenceField,
  StringField,
  WrittenRecord,
} from '../../libs/records/index.js';
import { type Attributes, productFaults, productScopes } from './domain/product.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** The amounts of a product on one website; null falls back to the general value. */
export class WebsitePrice {
  @ReferenceField('website', { about: 'Website that the prices apply to', required: true, onDelete: 'restrict' })
  readonly websiteId!: number;

  @MoneyField({ about: 'Price in the base currency of the website; null means the general price', nullable: true })
  readonly price!: Decimal | null;

  @MoneyField({
    about:
      'Special price on this website, valid between special_from and special_to. Null means the general special price and its dates.',
    nullable: true,
  })
  readonly specialPrice!: Decimal | null;

  @DayField({ about: 'First day of the special price; null means no start date', nullable: true })
  readonly specialFrom!: Day | null;

  @DayField({
    about: 'Last day of the special price; null means no end date',
    nullable: true,
    example: '2026-12-31',
  })
  readonly specialTo!: Day | null;

  @MoneyField({ about: 'Purchase cost for the merchant; null means the general cost', nullable: true })
  readonly cost!: Decimal | null;

  @MoneyField({ about: "Manufacturer's suggested retail price; null means the general one", nullable: true })
  readonly msrp!: Decimal | null;
}

export class Product extends WrittenRecord {
  @IdField()
  readonly id!: number;

  @CodeField({
    about: 'Unique stock keeping unit (SKU); case-sensitive',
    required: true,
    maxLength: 64,
    example: 'WS-1000',
  })
  readonly sku!: string;

  @StringField({ about: 'Name of the product', required: true, example: 'Lantern' })
  readonly name!: string;

  @MoneyField({ about: 'General price in the base currency of the website; null if there is none', nullable: true })
  readonly price!: Decimal | null;

  @MoneyField({
    about: 'Special price, valid between special_from and special_to; null if there is none',
    nullable: true,
  })
  readonly specialPrice!: Decimal | null;

  @DayField({ about: 'First day of the special price; null means no start date', nullable: true })
  readonly specialFrom!: Day | null;

  @DayField({
    about: 'Last day of the special price; null means no end date',
    nullable: true,
    example: '2026-12-31',
  })
  readonly specialTo!: Day | null;

  @MoneyField({ about: 'Purchase cost for the merchant; null if unknown', nullable: true })
  readonly cost!: Decimal | null;

  @MoneyField({ about: "Manufacturer's suggested retail price; null if unknown", nullable: true })
  readonly msrp!: Decimal | null;

  /** Not a column: stored in the table `product_category`. */
  @IdsField('category', {
    about: 'Categories that directly contain the product. Sending this field replaces the whole list.',
    example: [],
  })
  readonly categoryIds!: readonly number[];

  @AttributesField({
    about:
      'Attributes by code, each a string or a list of strings. Sending this field changes only the attributes that it contains; null removes an attribute.',
    example: { color: 'red' },
  })
  readonly attributes!: Attributes;

  /** Not a column: stored in the table `product_website_price`. */
  @ObjectsField(WebsitePrice, {
    about:
      'Prices for individual websites, which override the general prices. Sending this field replaces the whole list.',
    example: [],
  })
  readonly websitePrices!: readonly WebsitePrice[];

  @FlagField({
    about: 'Activation status: 1 active, 0 inactive. An inactive product has no prices.',
    default: 1,
    example: 1,
  })
  readonly isActive!: number;
}

export const productResource = defineRecord<Product>({
  resource: 'product',
  record: Product,
  room: 'commerce',
  path: 'commerce/products',
  title: { one: 'product', many: 'products' },
  table: 'product',
  rights: COMMERCE_RIGHTS,
  ids: 'given',
  unique: [
    {
      name: 'product_sku',
      properties: ['sku'],
      says: 'A product with this SKU already exists. Choose another SKU, or update the existing product.',
    },
  ],
  indexes: [{ name: 'product_updated_at', properties: ['updatedAt'] }],
  businessKey: { key: 'sku', as: 'sku' },
  service: 'commerceProductRepositoryV1',
  faults: productFaults,
  scopes: productScopes,
});
