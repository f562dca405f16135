import { change } from '../../libs/kernel/index.js';
import { termsFaults, touched } from '../../libs/pricing/index.js';
import { defineRecord, IdField, KeyOfField, PricedRecord, ReferenceField } from '../../libs/records/index.js';

/** A price of one customer for one product (pricing.md §1). */
class CustomerPrice extends PricedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('customer', { about: 'Customer this price applies to', required: true, onDelete: 'cascade' })
  readonly customerId!: number;

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
}

export const customerPriceResource = defineRecord<CustomerPrice>({
  resource: 'customerPrice',
  record: CustomerPrice,
  room: 'pricing-customer',
  path: 'pricing/customerprice',
  title: { one: 'customer price', many: 'customer prices' },
  table: 'customer_price',
  rights: { read: '_Customerprice::manage', save: '_Customerprice::save', delete: '_Customerprice::delete' },
  ids: 'made',
  unique: [
    {
      // Customer and product come first, so that quotes can use the index too.
      name: 'customer_price_key',
      properties: ['customerId', 'productId', 'websiteId', 'qty', 'fromDate', 'toDate', 'currency'],
      nulls: 'collide',
      says: 'A customer price for this customer, product, website, quantity, period and currency already exists. Update that record instead.',
    },
  ],
  indexes: [{ name: 'customer_price_updated_at', properties: ['updatedAt'] }],
  service: 'pricingCustomerPriceRepositoryV1',
  faults: (next) => termsFaults(next, next.value, 'value'),
  scopes: (previous, next) =>
    touched(previous, next, ({ customerId, productId }) => change('customer', customerId, productId)),
});
