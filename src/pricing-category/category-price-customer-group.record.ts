import { change } from '../../libs/kernel/index.js';
import { termsFaults, touched } from '../../libs/pricing/index.js';
import { defineRecord, IdField, IntField, PricedRecord, ReferenceField } from '../../libs/records/index.js';
import { CATEGORYPRICE_RIGHTS } from './rights.record.js';

/** A price of a customer group for the products assigned directly to a category (pricing.md §1). */
class CategoryPriceCustomerGroup extends PricedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('category', {
    about: 'Category the price applies to; only products assigned directly to it get the price',
    required: true,
    onDelete: 'restrict',
  })
  readonly categoryId!: number;

  @ReferenceField('customerGroup', {
    about: 'Customer group this price applies to; 0 means buyers who are not logged in',
    required: true,
    onDelete: 'restrict',
  })
  readonly customerGroupId!: number;

  @IntField({
    about: 'Priority from 0 to 999, default 0; the price with the highest priority applies',
    max: 999,
    default: 0,
    example: 10,
  })
  readonly priority!: number;
}

export const categoryPriceCustomerGroupResource = defineRecord<CategoryPriceCustomerGroup>({
  resource: 'categoryPriceCustomerGroup',
  record: CategoryPriceCustomerGroup,
  room: 'pricing-category',
  path: 'pricing/categoryprice/customergroup',
  title: { one: 'category price of a customer group', many: 'category prices of customer groups' },
  table: 'category_price_group',
  rights: CATEGORYPRICE_RIGHTS,
  ids: 'made',
  unique: [
    {
      // Group and category come first, so that quotes can use the index too.
      name: 'category_price_group_key',
      properties: ['customerGroupId', 'categoryId', 'websiteId', 'qty', 'fromDate', 'toDate', 'currency'],
      nulls: 'collide',
      says: 'A category price for this category, customer group, website, quantity, period and currency already exists. Update that record instead.',
    },
  ],
  indexes: [{ name: 'category_price_group_updated_at', properties: ['updatedAt'] }],
  service: 'pricingCategoryPriceCustomerGroupRepositoryV1',
  faults: (next) => termsFaults(next, next.value, 'value'),
  scopes: (previous, next) => touched(previous, next, ({ categoryId }) => change('category', categoryId)),
});
