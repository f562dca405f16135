import { change, type Decimal } from '../../libs/kernel/index.js';
import { termsFaults, touched } from '../../libs/pricing/index.js';
import { defineRecord, IdField, KeyOfField, MoneyField, PriceTerms, ReferenceField } from '../../libs/records/index.js';
import { PRICELIST_RIGHTS } from './rights.record.js';

/** A row of a price list: block C without the website, which the list has (pricing.md §1). */
class PriceListProduct extends PriceTerms {
  @IdField()
  readonly id!: number;

  @ReferenceField('priceList', { about: 'Price list this row belongs to', required: true, onDelete: 'cascade' })
  readonly pricelistId!: number;

  @ReferenceField('product', {
    about: 'Product this price applies to; `sku` can be sent instead',
    required: true,
    onDelete: 'cascade',
  })
  readonly productId!: number;

  @KeyOfField(
    'productId',
    { resource: 'product', key: 'sku' },
    { about: 'SKU of the product', maxLength: 64, example: 'A1' },
  )
  readonly sku!: string;

  @MoneyField({
    about: 'Price, amount or percentage, depending on `price_application_type`',
    required: true,
    alias: 'value',
  })
  readonly price!: Decimal;
}

export const priceListProductResource = defineRecord<PriceListProduct>({
  resource: 'priceListProduct',
  record: PriceListProduct,
  room: 'pricing-list',
  path: 'pricing/pricelistproduct',
  title: { one: 'price list row', many: 'price list rows' },
  table: 'price_list_product',
  rights: PRICELIST_RIGHTS,
  ids: 'made',
  unique: [
    {
      // List and product come first, so that quotes can use the index too.
      name: 'price_list_product_key',
      properties: ['pricelistId', 'productId', 'qty', 'fromDate', 'toDate', 'currency'],
      nulls: 'collide',
      says: 'A row for this price list, product, quantity, period and currency already exists. Update that row instead.',
    },
  ],
  indexes: [{ name: 'price_list_product_updated_at', properties: ['updatedAt'] }],
  service: 'pricingPriceListProductRepositoryV1',
  faults: (next) => termsFaults(next, next.price, 'price'),
  scopes: (previous, next) =>
    touched(previous, next, ({ pricelistId, productId }) => change('list', pricelistId, productId)),
});
