import { change } from '../../libs/kernel/index.js';
import { termsFaults, touched } from '../../libs/pricing/index.js';
import { defineRecord, IdField, IntField, PricedRecord, ReferenceField } from '../../libs/records/index.js';
import { CATEGORYPRICE_RIGHTS } from './rights.record.js';

/** A price of one customer for the products assigned directly to a category (pricing.md §1). */
class CategoryPrice extends PricedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('category', {
    about: 'Category the price applies to; only products assigned directly to it get the price',
    required: true,
    onDelete: 'restrict',
  })
  readonly categoryId!: number;

  @ReferenceField('customer', { about: 'Customer this price applies to', required: true, onDelete: 'cascade' })
  readonly customerId!: number;

  @IntField({
    about: 'Priority from 0 to 999, default 0; the price with the highest priority applies',
    max: 999,
    default: 0,
    example: 10,
  })
  readonly priority!: number;
}

export const categoryPriceResource = defineRecord<CategoryPrice>({
  resource: 'categoryPrice',
  record: CategoryPrice,
  room: 'pricing-category',
  path: 'pricing/categoryprice',
  title: { one: 'category price of a customer', many: 'category prices of customers' },
  table: 'category_price',
  rights: CATEGORYPRICE_RIGHTS,
  ids: 'made',
  unique: [
    {
      // Customer and category come first, so that quotes can use the index too.
      name: 'category_price_key',
      properties: ['customerId', 'categoryId', 'websiteId', 'qty', 'fromDate', 'toDate', 'currency'],
      nulls: 'collide',
      says: 'A category price for this category, customer, website, quantity, period and currency already exists. Update that record instead.',
    },
  ],
  indexes: [{ name: 'category_price_updated_at', properties: ['updatedAt'] }],
  service: 'pricingCategoryPriceRepositoryV1',
  faults: (next) => termsFaults(next, next.value, 'value'),
  scopes: (previous, next) => touched(previous, next, ({ categoryId }) => change('category', categoryId)),
});
