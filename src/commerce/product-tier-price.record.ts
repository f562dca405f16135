import type { Decimal } from '../../libs/kernel/index.js';
import {
  defineRecord,
  IdField,
  KeyOfField,
  MoneyField,
  QuantityField,
  ReferenceField,
} from '../../libs/records/index.js';
import { tierScopes } from './domain/product.js';
import { COMMERCE_RIGHTS } from './rights.record.js';

/** A product's price from a quantity on, for one customer group or all. */
export class ProductTierPrice {
  @IdField()
  readonly id!: number;

  @ReferenceField('product', {
    about: 'Product of the tier price; required unless sku is sent',
    required: true,
    onDelete: 'cascade',
  })
  readonly productId!: number;

  @KeyOfField(
    'productId',
    { resource: 'product', key: 'sku' },
    { about: 'SKU of the product', maxLength: 64, example: 'WS-1000' },
  )
  readonly sku!: string;

  @ReferenceField('website', {
    about: 'Website the tier price applies to; 0 means all websites',
    default: 0,
    onDelete: 'restrict',
    example: 0,
  })
  readonly websiteId!: number;

  @ReferenceField('customerGroup', {
    about: 'Customer group the tier price applies to; null means all groups',
    nullable: true,
    onDelete: 'restrict',
  })
  readonly customerGroupId!: number | null;

  @QuantityField({ about: 'Lowest quantity this price applies to', required: true })
  readonly qty!: Decimal;

  @MoneyField({ about: 'Unit price in the base currency of the website', required: true })
  readonly value!: Decimal;
}

export const productTierPriceResource = defineRecord<ProductTierPrice>({
  resource: 'productTierPrice',
  record: ProductTierPrice,
  room: 'commerce',
  path: 'commerce/productTierPrices',
  title: { one: 'product tier price', many: 'product tier prices' },
  table: 'product_tier_price',
  rights: COMMERCE_RIGHTS,
  ids: 'given',
  unique: [
    {
      name: 'product_tier_price_key',
      properties: ['productId', 'websiteId', 'customerGroupId', 'qty'],
      nulls: 'collide',
      says: 'A tier price for this product, website, customer group and quantity already exists. Update the existing tier price instead.',
    },
  ],
  service: 'commerceProductTierPriceRepositoryV1',
  scopes: tierScopes,
});
