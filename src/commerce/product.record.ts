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
} from '../../libs/records/index.js';
import { type Attributes, productFaults, productScopes } from './domain/product.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** The amounts of a product on one website; a null falls back to the general value. */
export class WebsitePrice {
  @ReferenceField('website', { about: 'The website', required: true, onDelete: 'restrict' })
  readonly websiteId!: number;

  @MoneyField({ about: "In the website's base currency", nullable: true })
  readonly price!: Decimal | null;

  @MoneyField({ about: 'Counts within its two dates', nullable: true })
  readonly specialPrice!: Decimal | null;

  @DayField({ about: 'First day of the special price; null is open', nullable: true })
  readonly specialFrom!: Day | null;

  @DayField({ about: 'Last day of the special price, included; null is open', nullable: true, example: '2026-12-31' })
  readonly specialTo!: Day | null;

  @MoneyField({ about: 'What the merchant pays', nullable: true })
  readonly cost!: Decimal | null;

  @MoneyField({ about: "Manufacturer's suggested retail price", nullable: true })
  readonly msrp!: Decimal | null;
}

export class Product {
  @IdField()
  readonly id!: number;

  @CodeField({ about: 'Stock keeping unit, exact', required: true, maxLength: 64, example: 'WS-1000' })
  readonly sku!: string;

  @StringField({ about: 'Name of the product', required: true, example: 'Lantern' })
  readonly name!: string;

  @MoneyField({ about: 'The general price', nullable: true })
  readonly price!: Decimal | null;

  @MoneyField({ about: 'Counts within its two dates', nullable: true })
  readonly specialPrice!: Decimal | null;

  @DayField({ about: 'First day of the special price; null is open', nullable: true })
  readonly specialFrom!: Day | null;

  @DayField({ about: 'Last day of the special price, included; null is open', nullable: true, example: '2026-12-31' })
  readonly specialTo!: Day | null;

  @MoneyField({ about: 'What the merchant pays', nullable: true })
  readonly cost!: Decimal | null;

  @MoneyField({ about: "Manufacturer's suggested retail price", nullable: true })
  readonly msrp!: Decimal | null;

  /** Not a column: the table `product_category`. */
  @IdsField('category', { about: 'Categories the product is directly in; replaced whole', example: [] })
  readonly categoryIds!: readonly number[];

  @AttributesField({
    about: 'Code to a string or a list of strings; merged by code, null removes one',
    example: { color: 'red' },
  })
  readonly attributes!: Attributes;

  /** Not a column: the table `product_website_price`. */
  @ObjectsField(WebsitePrice, { about: 'Amounts that differ on a website; replaced whole', example: [] })
  readonly websitePrices!: readonly WebsitePrice[];

  @FlagField({ about: '0: quoted no longer', default: 1, example: 1 })
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
  unique: [{ name: 'product_sku', properties: ['sku'], says: 'A product with this sku already exists.' }],
  businessKey: { key: 'sku', as: 'sku' },
  service: 'commerceProductRepositoryV1',
  faults: productFaults,
  scopes: productScopes,
});
