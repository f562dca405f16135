import { change } from '../../libs/kernel/index.js';
import { touched } from '../../libs/pricing/index.js';
import { defineRecord, IdField, ReferenceField, TrackedRecord } from '../../libs/records/index.js';
import { PRICELIST_RIGHTS } from './rights.record.js';

/** Assigns a list to one customer (pricing.md §1). */
class PriceListCustomer extends TrackedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('priceList', { about: 'Price list assigned to the customer', required: true, onDelete: 'cascade' })
  readonly pricelistId!: number;

  @ReferenceField('customer', { about: 'Customer the price list is assigned to', required: true, onDelete: 'cascade' })
  readonly customerId!: number;
}

export const priceListCustomerResource = defineRecord<PriceListCustomer>({
  resource: 'priceListCustomer',
  record: PriceListCustomer,
  room: 'pricing-list',
  path: 'pricing/pricelistcustomer',
  title: { one: 'customer assignment of a price list', many: 'customer assignments of price lists' },
  table: 'price_list_customer',
  rights: PRICELIST_RIGHTS,
  ids: 'made',
  unique: [
    {
      // The customer comes first, because quotes look up the lists of a customer.
      name: 'price_list_customer_pair',
      properties: ['customerId', 'pricelistId'],
      says: 'This price list is already assigned to this customer. Update that assignment instead.',
    },
  ],
  indexes: [{ name: 'price_list_customer_updated_at', properties: ['updatedAt'] }],
  service: 'pricingPriceListCustomerRepositoryV1',
  // A change of the list that names no product clears the cached lists of all customers and groups (pricing.md §5).
  scopes: (previous, next) => touched(previous, next, ({ pricelistId }) => change('list', pricelistId)),
});
